"""The import of a dump of dblp, in place of the one before."""

from __future__ import annotations

import errno
import logging
import os
import time
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from typing import BinaryIO

from arxtui.model.intake import Tally
from arxtui.sources.dblp import read_dblp
from arxtui.sources.errors import SourceError
from arxtui.sources.packed import CHUNK_SIZE, Unpacked
from arxtui.store.dblp.partial import PartialDblp
from arxtui.store.dblp.works import DblpFacts, Line, write_works
from arxtui.store.errors import StoreError
from arxtui.sync.importing.identity import identity
from arxtui.sync.importing.ingest import ImportContext
from arxtui.sync.importing.reports import FileReport, ImportProgress

_log = logging.getLogger(__name__)


class DblpIntake:
    """The import of an open dump into a file. A regular file resumes where an earlier run ended."""

    def __init__(self, context: ImportContext, name: str, stream: BinaryIO) -> None:
        self._context = context
        self._works = context.paths.dblp_works
        self._unfinished = self._works.with_suffix(".part")
        self._name = name
        self._stream = stream
        known = identity(stream)
        self._is_lasting = known is not None
        self._identity = known or os.urandom(16)
        self._started = time.monotonic()

    def run(self) -> FileReport:
        """Import the dump, or as much of it as there is until stopped."""
        try:
            with closing(PartialDblp.open(self._unfinished, self._identity)) as unfinished:
                report = self._store_all(unfinished)
            if not report.resumable:
                self._unfinished.unlink(missing_ok=True)
            return report
        except StoreError as error:
            return FileReport(self._name, error=str(error))
        except OSError as error:
            return FileReport(self._name, error=f"cannot be stored: {error.strerror or error}")

    def _store_all(self, unfinished: PartialDblp) -> FileReport:
        before, error, is_stopped, is_done, is_kept = unfinished.count, "", False, False, self._is_lasting
        try:
            is_stopped = not self._read(unfinished, before)
            unfinished.flush()
            if not is_stopped:
                self._context.tell(ImportProgress(self._name, finishing=True))
                write_works(self._works, self._groups(unfinished), DblpFacts(unfinished.count, unfinished.changed))
                is_done, is_kept = True, False
        except KeyboardInterrupt:
            is_stopped = True
        except (SourceError, StoreError) as fault:
            error, is_kept = str(fault), False
        except OSError as fault:
            error = f"cannot be read or stored: {fault.strerror or fault}"
            is_kept &= fault.errno in (errno.ENOSPC, errno.EDQUOT)
        if error:
            _log.warning("import of %s: %s", self._name, error)
        tally = Tally(works=unfinished.count, rejected=unfinished.rejected) if is_done or is_kept else Tally()
        return FileReport(
            self._name, tally, (), (f"as dblp was on {unfinished.changed}",) if is_done and unfinished.changed else (),
            error, resumed=before, seconds=time.monotonic() - self._started, interrupted=is_stopped, resumable=is_kept,
        )  # fmt: skip

    def _groups(self, unfinished: PartialDblp) -> Iterator[list[Line]]:
        """Yield the lines that are to be written; raises KeyboardInterrupt when stopped, as that takes a minute."""
        for lines in unfinished.groups():
            if self._context.stop.is_set():
                raise KeyboardInterrupt
            yield lines

    def _read(self, unfinished: PartialDblp, before: int) -> bool:
        """Read the dump from where an earlier run ended. Return whether that was done to its end. Raises SourceError,
        OSError."""
        unpacked = Unpacked(iter(partial(self._stream.read, CHUNK_SIZE), b""))
        size = os.fstat(self._stream.fileno()).st_size if self._is_lasting else None
        begun: tuple[float, int] | None = None
        try:
            for part in read_dblp(unpacked, unfinished.through):
                if self._context.stop.is_set():
                    return False
                unfinished.add(part.records, part.through, part.rejected, part.changed)
                place = self._stream.tell() if self._is_lasting else 0
                begun = begun or (time.monotonic(), place)
                tallies = Tally(works=unfinished.total), Tally(works=before)
                self._context.tell(
                    ImportProgress(self._name, *tallies, place, begun[1], size, time.monotonic() - begun[0])
                )
        except SourceError as error:
            raise SourceError(unpacked.fault or str(error)) from error
        if unpacked.fault:
            raise SourceError(unpacked.fault)
        return True
