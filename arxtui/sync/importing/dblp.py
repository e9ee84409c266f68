"""The import of a dump of dblp, in place of the one before."""

from __future__ import annotations

import errno
import logging
import os
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import BinaryIO

from arxtui.model.intake import Tally
from arxtui.sources.dblp import is_dblp, read_dblp
from arxtui.sources.errors import SourceError
from arxtui.sources.packed import CHUNK_SIZE, Unpacked
from arxtui.store.dblp.partial import PartialDblp
from arxtui.store.dblp.works import write_works
from arxtui.store.errors import StoreError
from arxtui.sync.importing.identity import identity
from arxtui.sync.importing.reports import FileReport, ImportProgress
from arxtui.text import decode

_log = logging.getLogger(__name__)


def begins_dblp(stream: BinaryIO) -> bool:
    """Whether a stream, of which nothing is read, begins like a dump of dblp, packed or not."""
    peek: Callable[[int], bytes] | None = getattr(stream, "peek", None)
    return peek is not None and is_dblp(decode(b"".join(Unpacked([peek(CHUNK_SIZE)]))))


class DblpIntake:
    """The import of an open dump into a file. A regular file resumes where an earlier run ended."""

    def __init__(
        self, works: Path, name: str, stream: BinaryIO, tell: Callable[[ImportProgress], None], stop: threading.Event
    ) -> None:
        self._works = works
        self._unfinished = works.with_suffix(".part")
        self._name = name
        self._stream = stream
        self._tell = tell
        self._stop = stop
        known = identity(stream)
        self._is_lasting = known is not None
        self._identity = known or os.urandom(16)
        self._started = time.monotonic()

    def run(self) -> FileReport:
        """Import the dump, or as much of it as there is until stopped."""
        try:
            unfinished = PartialDblp.open(self._unfinished, self._identity)
        except (OSError, StoreError) as reason:
            return FileReport(self._name, error=f"cannot be stored: {reason}")
        before, error, is_stopped, is_kept = unfinished.count, "", False, self._is_lasting
        try:
            is_stopped = not self._read(unfinished, before)
            unfinished.flush()
            if not is_stopped:
                self._tell(ImportProgress(self._name, finishing=True))
                write_works(self._works, unfinished)
                is_kept = False
        except KeyboardInterrupt:
            is_stopped = True
        except (SourceError, StoreError) as fault:
            error, is_kept = str(fault), False
        except OSError as fault:
            error = f"cannot be read or stored: {fault.strerror or fault}"
            is_kept &= fault.errno in (errno.ENOSPC, errno.EDQUOT)
        finally:
            unfinished.close()
            if not is_kept:
                self._unfinished.unlink(missing_ok=True)
        if error:
            _log.warning("import of %s: %s", self._name, error)
        tally = Tally(works=unfinished.count, rejected=unfinished.rejected) if is_kept or not error else Tally()
        return FileReport(
            self._name, tally, (), () if error or is_stopped else (f"as dblp was on {unfinished.changed}",), error,
            resumed=before, seconds=time.monotonic() - self._started, interrupted=is_stopped, resumable=is_kept,
        )  # fmt: skip

    def _read(self, unfinished: PartialDblp, before: int) -> bool:
        """Read the dump from where an earlier run ended. Return whether that was done to its end. Raises SourceError,
        OSError."""
        unpacked = Unpacked(iter(partial(self._stream.read, CHUNK_SIZE), b""))
        size = os.fstat(self._stream.fileno()).st_size if self._is_lasting else None
        begun: tuple[float, int] | None = None
        try:
            for part in read_dblp(unpacked, unfinished.through):
                if self._stop.is_set():
                    return False
                unfinished.add(part.records, part.through, part.rejected, part.changed)
                place = self._stream.tell() if self._is_lasting else 0
                begun = begun or (time.monotonic(), place)
                tallies = Tally(works=unfinished.total), Tally(works=before)
                self._tell(ImportProgress(self._name, *tallies, place, begun[1], size, time.monotonic() - begun[0]))
        except SourceError as error:
            raise SourceError(unpacked.fault or str(error)) from error
        if unpacked.fault:
            raise SourceError(unpacked.fault)
        return True
