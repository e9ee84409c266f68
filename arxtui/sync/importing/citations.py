"""The import of one file of citations into the graph, by identifiers of arXiv or by numbers of a service."""

from __future__ import annotations

import logging
import os
import time
from array import array
from collections.abc import Iterator
from functools import partial
from pathlib import PurePath
from typing import BinaryIO

from arxtui.model.intake import Reject, Tally
from arxtui.model.sources import CITATION_SOURCES, TEXT
from arxtui.sources.citation_files import CitationPart, UnpackedCitations, read_citations
from arxtui.sources.errors import SourceError
from arxtui.sources.numbered_works import OPENALEX, SEMANTIC_SCHOLAR, NumberedForm, NumberedPart, read_numbered
from arxtui.sources.packed import CHUNK_SIZE, Unpacked, unbroken
from arxtui.store.cache.graph import CITED_BY
from arxtui.store.errors import StoreError
from arxtui.store.progress.imports import Progress
from arxtui.store.progress.numbers import KnownNumbers, Numbers
from arxtui.sync.importing.ingest import ImportContext, identity
from arxtui.sync.importing.reports import NAMED, FileReport, ImportProgress, write_rejected
from arxtui.text import clean

_PAPERS = 2_000
"""The papers whose citations one transaction stores."""
_READ = 128 << 20
"""The most bytes of a file of numbers between two transactions."""
_WAITING = 1_000_000
"""The most pairs of numbers in memory, 16 bytes each."""
_ENDED = 1 << 62
"""The position of a file of numbers that is read, while other files of the same command are not."""
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
        self._opened = self._started = time.monotonic()
        self._begin = 0

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
        cache = self._context.cache
        report = FileReport(
            self._name, self._tally, tuple(cache.imports.rejects(self._file, 0, NAMED)), error=error,
            rejected=write_rejected(cache, self._file, self._name, self._context.paths.state),
            resumed=self._before.citations + self._before.records, seconds=self._seconds(), interrupted=is_stopped,
            resumable=is_kept,
        )  # fmt: skip
        if not is_kept:
            self._end()
        return report

    def _end(self) -> None:
        self._context.cache.imports.end(self._file)

    def _store_all(self) -> bool:
        """Store what the file says, then who cites which paper. Return whether that was done to the end."""
        context, source = self._context, _source_named(PurePath(self._name).name)
        graph = context.cache.graph
        for part in self._parts():
            if context.stop.is_set():
                return False
            tally = Tally(citations=sum(map(len, part.cited.values())), rejected=part.rejected)
            progress = Progress(self._file, part.through, self._seconds())
            graph.put(source, self._at, part.cited, partial(context.cache.imports.advance, progress, tally, ()))
            graph.postpone_folding()
            self._tally += tally
            self._tell()
        return self._make_lists()

    def _tell(self) -> None:
        place = self._stream.tell() if self._is_lasting else 0
        if not self._begin:
            self._started, self._begin = time.monotonic(), place
        run = time.monotonic() - self._started
        self._context.tell(ImportProgress(self._name, self._tally, self._before, place, self._begin, self._size, run))

    def _make_lists(self) -> bool:
        """Update who cites which paper. Return whether that was done to the end."""
        context = self._context
        context.tell(ImportProgress(self._name, finishing=True))
        context.cache.graph.make_lists(context.stop.is_set)
        while not context.stop.is_set() and context.cache.graph.fold_next():
            pass
        return not context.stop.is_set()

    def _parts(self) -> Iterator[CitationPart]:
        unpacked = UnpackedCitations(iter(partial(self._stream.read, CHUNK_SIZE), b""))
        return unbroken(unpacked, read_citations(unpacked, self._skip))

    def _seconds(self) -> float:
        return self._earlier + time.monotonic() - self._opened


def _source_named(name: str) -> str:
    """Return the name of the source that a file is, which no other source has, in readable characters."""
    name = clean(name)
    others = (TEXT, *CITATION_SOURCES, *(each.label for each in CITATION_SOURCES.values()), SEMANTIC_SCHOLAR, OPENALEX)
    is_other = name.casefold() in map(str.casefold, others) or name.endswith(CITED_BY)
    return f"{name} (file)" if is_other else name


class NumberedIntake(CitationIntake):
    """The import of an open file that names papers by numbers of a service. Its citations wait in ``numbers.db`` until
    the ``is_last`` of the files that a command names is read, because a number can be explained in any of them."""

    def __init__(
        self, context: ImportContext, name: str, stream: BinaryIO, form: NumberedForm, *, is_last: bool
    ) -> None:
        super().__init__(context, name, stream)
        self._form = form
        self._is_last = is_last
        self._pairs = array("q")
        self._numbers: list[tuple[int, int]] = []
        self._rejects: list[Reject] = []
        self._fresh = Tally()
        self._stored = self._through = self._skip

    def _store_all(self) -> bool:
        fault: SourceError | None = None
        with Numbers.open(self._context.paths.numbers) as numbers:
            try:
                if self._skip < _ENDED and not self._read(numbers):
                    return False
            except SourceError as error:
                fault = error
            is_done = not self._is_last or (self._put_all(numbers) and self._make_lists())
        if fault and is_done:
            raise fault
        return is_done

    def _end(self) -> None:
        """Forget how far the file was read; not while citations wait, as the same command must not read it again."""
        if self._is_last:
            self._context.cache.imports.end_all(_ENDED)
        if self._is_last or self._through < _ENDED or not self._is_lasting:
            super()._end()

    def _read(self, numbers: Numbers) -> bool:
        """Read the file from where an earlier run ended. Return whether that was done to its end."""
        known = numbers.known(self._form.service) if self._form.uses else None
        if known is not None and not known:
            raise SourceError("the dataset “papers” says which papers its numbers mean: import that with it, or before")
        unpacked = Unpacked(iter(partial(self._stream.read, CHUNK_SIZE), b""))
        try:
            for part in unbroken(unpacked, read_numbered(self._form, unpacked, self._skip)):
                if self._context.stop.is_set():
                    return False
                self._add(part, known)
                if self._through - self._stored > _READ or len(self._pairs) > 2 * _WAITING:
                    self._store(numbers)
                self._tell()
        finally:
            self._store(numbers)
        self._through = _ENDED
        self._store(numbers)
        return True

    def _add(self, part: NumberedPart, known: KnownNumbers | None) -> None:
        self._numbers += part.numbers
        self._rejects += part.rejects
        for pair in part.cited:
            if known is None or (pair[0] in known and pair[1] in known):
                self._pairs.extend(pair)
        tally = Tally(records=part.records, numbers=len(part.numbers), rejected=len(part.rejects))
        self._fresh += tally
        self._tally += tally
        self._through = part.through

    def _store(self, numbers: Numbers) -> None:
        """Store what was read, then the position."""
        numbers.put(self._form.service, self._at, self._numbers, self._pairs)
        progress = Progress(self._file, self._through, self._seconds())
        self._context.cache.imports.step(progress, self._fresh, self._rejects)
        self._numbers, self._pairs, self._rejects, self._fresh = [], array("q"), [], Tally()
        self._stored = self._through

    def _put_all(self, numbers: Numbers) -> bool:
        """Put the citations that wait into the graph. Return whether that was done to the end."""
        service, context = self._form.service, self._context
        known, at = numbers.known(service), numbers.as_of(service)
        for bucket in numbers.buckets(service):
            cited = _between_papers(numbers.waiting(service, bucket), known)
            keys = sorted(cited)
            for start in range(0, len(keys), _PAPERS):
                if context.stop.is_set():
                    return False
                some = {key: cited[key] for key in keys[start : start + _PAPERS]}
                context.cache.graph.put(service, at or self._at, some, adds=service == SEMANTIC_SCHOLAR)
                context.cache.graph.postpone_folding()
            numbers.drop(service, bucket)
            self._tally += Tally(citations=sum(map(len, cited.values())))
            context.tell(ImportProgress(self._name, finishing=True))
        numbers.forget(service)
        return True


def _between_papers(pairs: array[int], known: KnownNumbers) -> dict[int, set[int]]:
    """Return the papers that papers cite, of pairs of citing and cited numbers, which can be of other works, too."""
    cited: dict[int, set[int]] = {}
    for place in range(0, len(pairs), 2):
        key, other = known.key(pairs[place]), known.key(pairs[place + 1])
        if key is not None:
            named = cited.setdefault(key, set())
            if other is not None and other != key:
                named.add(other)
    return cited
