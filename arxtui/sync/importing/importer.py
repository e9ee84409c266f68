"""Import files into the cache and the index: saved responses of arXiv or Pith, or exports of other programs."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from io import BufferedReader, RawIOBase
from pathlib import Path
from select import select
from typing import Any, BinaryIO

from arxtui.config.paths import Paths
from arxtui.sources.citation_archives import UnpackedCitations
from arxtui.sources.citation_files import is_of_citations
from arxtui.sources.dblp import is_dblp
from arxtui.sources.packed import CHUNK_SIZE
from arxtui.store.cache.database import Cache
from arxtui.store.errors import StoreError
from arxtui.sync.importing.citations import CitationIntake
from arxtui.sync.importing.dblp import DblpIntake
from arxtui.sync.importing.ingest import FileIntake, ImportContext
from arxtui.sync.importing.live_index import LiveIndex
from arxtui.sync.importing.reports import FileReport, ImportProgress, ImportReport
from arxtui.sync.indexing import update_if_unlocked
from arxtui.sync.worker.process_pool import ProcessPool
from arxtui.text import decode

STDIN = "-"
_POLL = 0.1
"""Seconds between two checks of ``stop`` while waiting for input."""


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
    with Cache.open(paths.cache_db) as cache:
        with closing(ProcessPool()) as pool, LiveIndex(cache, paths, pool, stop, notes.append) as index:
            context = ImportContext(cache, pool, index, tell, stop, paths)
            for file in map(str, files):
                if stop.is_set():
                    break
                reports.append(_import(context, file))
            tell(ImportProgress(finishing=True))
        unindexed = bool(update_if_unlocked(cache, paths, stop, notes.append))
    return ImportReport(tuple(reports), tuple(dict.fromkeys(notes)), tuple(map(str, files[len(reports) :])), unindexed)


def _import(context: ImportContext, file: str) -> FileReport:
    name = "standard input" if file == STDIN else file
    try:
        with _open(file, context.stop) as stream:
            begin = _begin(stream)
            if is_dblp(begin):
                return DblpIntake(context, name, stream).run()
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
    return decode(b"".join(UnpackedCitations([peek(CHUNK_SIZE)]))) if peek else ""


@contextmanager
def _open(name: str, stop: threading.Event) -> Iterator[BinaryIO]:
    if name == STDIN:
        yield _standard_input(stop)
    else:
        with Path(name).open("rb", CHUNK_SIZE) as stream:
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
