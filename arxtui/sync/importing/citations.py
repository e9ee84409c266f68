"""The import of a file that says which papers cite which, into the graph of citations."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Iterator
from functools import partial
from pathlib import PurePath
from typing import BinaryIO

from arxtui.model.intake import Tally
from arxtui.model.sources import CITATION_SOURCES, TEXT
from arxtui.sources.citation_archives import UnpackedCitations
from arxtui.sources.citation_files import CitationPart, read_citations
from arxtui.sources.errors import SourceError
from arxtui.sources.packed import CHUNK_SIZE
from arxtui.store.cache.graph import CITED_BY
from arxtui.store.errors import StoreError
from arxtui.store.progress.imports import Progress
from arxtui.sync.importing.identity import identity
from arxtui.sync.importing.ingest import ImportContext
from arxtui.sync.importing.reports import FileReport, ImportProgress
from arxtui.text import clean

_log = logging.getLogger(__name__)


class CitationIntake:
    """The import of an open file of citations. A regular file resumes where an earlier run ended. The source of its
    citations is the name of the file, as of the time of the file."""

    def __init__(self, context: ImportContext, name: str, stream: BinaryIO) -> None:
        self._context = context
        self._name = name
        self._stream = stream
        known = identity(stream)
        self._is_lasting = known is not None
        self._file = known or b"-" + os.urandom(8)
        status = os.fstat(stream.fileno()) if self._is_lasting else None
        self._size = status.st_size if status else None
        self._at = int(status.st_mtime if status else time.time())
        self._skip, self._earlier, self._before = context.cache.imports.unfinished(self._file) or (0, 0.0, Tally())
        self._tally = self._before
        self._opened = time.monotonic()

    def run(self) -> FileReport:
        """Import the file to its end, or until stopped."""
        is_stopped, is_kept, error = False, False, ""
        try:
            is_stopped = is_kept = not self._store_all()
        except KeyboardInterrupt:
            is_stopped = is_kept = True
        except SourceError as fault:
            error = str(fault)
        except (StoreError, OSError) as fault:
            is_kept, error = True, str(fault)
        if error:
            _log.warning("import of %s: %s", self._name, error)
        is_kept &= self._is_lasting
        if not is_kept:
            self._context.cache.imports.end(self._file)
        return FileReport(
            self._name, self._tally, error=error, resumed=self._before.citations, seconds=self._seconds(),
            interrupted=is_stopped, resumable=is_kept,
        )  # fmt: skip

    def _store_all(self) -> bool:
        """Store what the file says, then who cites which paper. Return whether that was done to the end."""
        context, source = self._context, _source_named(PurePath(self._name).name)
        graph, started, begin = context.cache.graph, time.monotonic(), 0
        for part in self._parts():
            if context.stop.is_set():
                return False
            tally = Tally(citations=sum(map(len, part.cited.values())), rejected=part.rejected)
            progress = Progress(self._file, part.through, self._seconds())
            graph.put(source, self._at, part.cited, partial(context.cache.imports.advance, progress, tally, ()))
            graph.postpone_folding()
            self._tally += tally
            place = self._stream.tell() if self._is_lasting else 0
            begin = begin or place
            run = time.monotonic() - started
            context.tell(ImportProgress(self._name, self._tally, self._before, place, begin, self._size, run))
        context.tell(ImportProgress(self._name, finishing=True))
        graph.make_lists(context.stop.is_set)
        while not context.stop.is_set() and graph.fold_next():
            pass
        return not context.stop.is_set()

    def _parts(self) -> Iterator[CitationPart]:
        unpacked = UnpackedCitations(iter(partial(self._stream.read, CHUNK_SIZE), b""))
        try:
            yield from read_citations(unpacked, self._skip)
        except SourceError as error:
            raise SourceError(unpacked.fault or str(error)) from error
        if unpacked.fault:
            raise SourceError(unpacked.fault)

    def _seconds(self) -> float:
        return self._earlier + time.monotonic() - self._opened


def _source_named(name: str) -> str:
    """Return the name of the source that a file is, which no other source has, in readable characters."""
    name = clean(name)
    others = (TEXT, *CITATION_SOURCES, *(each.label.casefold() for each in CITATION_SOURCES.values()))
    return f"{name} (file)" if name.casefold() in others or name.endswith(CITED_BY) else name
