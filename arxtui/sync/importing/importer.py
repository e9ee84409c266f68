"""Import files into the cache and the index: saved responses of arXiv or Pith, or exports of other programs; files that
say which papers cite which, into the graph of citations; and a dump of dblp, in place of the one before."""

from __future__ import annotations

import errno
import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from io import BufferedReader, RawIOBase
from pathlib import Path
from select import select
from typing import Any, BinaryIO

from arxtui.config.paths import Paths
from arxtui.model.intake import Tally
from arxtui.sources.citation_files import UnpackedCitations, is_of_citations
from arxtui.sources.dblp import is_dblp, read_dblp
from arxtui.sources.errors import SourceError
from arxtui.sources.numbered_works import NumberedForm, numbered_form
from arxtui.sources.packed import CHUNK_SIZE, Unpacked, unbroken
from arxtui.store.cache.database import Cache
from arxtui.store.dblp.partial import PartialDblp
from arxtui.store.dblp.works import DblpFacts, Line, write_works
from arxtui.store.errors import StoreError
from arxtui.sync.importing.citations import CitationIntake, NumberedIntake
from arxtui.sync.importing.ingest import FileIntake, ImportContext, identity
from arxtui.sync.importing.live_index import LiveIndex
from arxtui.sync.importing.reports import FileReport, ImportProgress, ImportReport
from arxtui.sync.indexing import update_if_unlocked
from arxtui.sync.worker.process_pool import ProcessPool
from arxtui.text import decode

STDIN = "-"
_POLL = 0.1
"""Seconds between two checks of ``stop`` while waiting for input."""


_BEGIN = CHUNK_SIZE
"""By as many bytes of a file it is known what it is."""
_FIRST_LINE = 1 << 14
"""As many show whether a file names papers by numbers."""
_log = logging.getLogger(__name__)


def import_files(
    paths: Paths,
    files: Sequence[str | Path],
    tell: Callable[[ImportProgress], None],
    stop: threading.Event | None = None,
) -> ImportReport:
    """Store every file (``-`` is standard input) and update the index.

    Can run beside readers and a refresh: transactions are short, and the index is locked. An import that was stopped by
    ``stop`` or killed resumes where it ended.

    Raises:
        StoreError: the cache cannot be opened. Later errors (full disk) end only the file in which they occur.
    """
    stop = stop or threading.Event()
    notes: list[str] = []
    reports: list[FileReport] = []
    names = _in_order(files)
    with Cache.open(paths.cache_db) as cache:
        with closing(ProcessPool()) as pool, LiveIndex(cache, paths, pool, stop, notes.append) as index:
            context = ImportContext(cache, pool, index, tell, stop, paths)
            for place, name in enumerate(names):
                if stop.is_set():
                    break
                reports.append(_import(context, name, names[place + 1 :], reports))
            tell(ImportProgress(finishing=True))
        unindexed = bool(update_if_unlocked(cache, paths, stop, notes.append))
    return ImportReport(tuple(reports), tuple(dict.fromkeys(notes)), tuple(names[len(reports) :]), unindexed)


def _in_order(files: Sequence[str | Path]) -> list[str]:
    """Return the files, those that use numbers of papers behind those that explain them."""
    return sorted(map(str, files), key=lambda name: bool((form := _form_of(name)) and form.uses))


def _form_of(name: str) -> NumberedForm | None:
    if name != STDIN:
        with suppress(OSError), Path(name).open("rb") as stream:
            return numbered_form(decode(next(iter(Unpacked([stream.read(_FIRST_LINE)])), b"")))
    return None


def _import(context: ImportContext, file: str, later: Sequence[str], before: Sequence[FileReport]) -> FileReport:
    name = "standard input" if file == STDIN else file
    try:
        with _open(file, context.stop) as stream:
            begin = _begin(stream)
            if is_dblp(begin):
                return DblpIntake(context, name, stream).run()
            if form := numbered_form(begin):
                others = (_form_of(each) for each in later)
                is_last = not any(each.resumable for each in before) and form.service not in {
                    each.service for each in others if each
                }
                return NumberedIntake(context, name, stream, form, is_last=is_last).run()
            return (CitationIntake if is_of_citations(begin) else FileIntake)(context, name, stream).run()
    except KeyboardInterrupt:  # while a pipe was waited for
        return FileReport(name, interrupted=True)
    except OSError as error:
        return FileReport(name, error=f"cannot be read: {error.strerror or error}")
    except StoreError as error:
        return FileReport(name, error=str(error))


def _begin(stream: BinaryIO) -> str:
    """Return the first characters of a stream, unpacked if it is packed, of which nothing is read; of an archive, those
    of the files of citations in it."""
    peek: Callable[[int], bytes] | None = getattr(stream, "peek", None)
    return decode(b"".join(UnpackedCitations([peek(_BEGIN)]))) if peek else ""


@contextmanager
def _open(name: str, stop: threading.Event) -> Iterator[BinaryIO]:
    if name == STDIN:
        yield _standard_input(stop)
    else:
        with Path(name).open("rb", _BEGIN) as stream:
            yield stream


def _standard_input(stop: threading.Event) -> BinaryIO:
    try:
        return BufferedReader(_Piped(sys.stdin.fileno(), stop))
    except OSError:  # standard input has been replaced by a stream in memory
        return sys.stdin.buffer


class _Piped(RawIOBase):
    """A pipe or terminal whose blocking read raises KeyboardInterrupt once ``stop`` is set."""

    def __init__(self, descriptor: int, stop: threading.Event) -> None:
        self._descriptor = descriptor
        self._stop = stop

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not select([self._descriptor], [], [], _POLL)[0]:
            if self._stop.is_set():
                raise KeyboardInterrupt
        return os.readv(self._descriptor, [buffer])


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
        for part in unbroken(unpacked, read_dblp(unpacked, unfinished.through)):
            if self._context.stop.is_set():
                return False
            unfinished.add(part.records, part.through, part.rejected, part.changed)
            place = self._stream.tell() if self._is_lasting else 0
            begun = begun or (time.monotonic(), place)
            tallies = Tally(works=unfinished.total), Tally(works=before)
            self._context.tell(ImportProgress(self._name, *tallies, place, begun[1], size, time.monotonic() - begun[0]))
        return True
