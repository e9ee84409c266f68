"""What other sources say of the citations of a paper, joined with the bibliography of its stored text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from arxtui import logs
from arxtui.library.references.found import Found, record_of, signs_of_work
from arxtui.light import NamedTuple
from arxtui.model.arxiv.ids import id_of, key_of, name_of
from arxtui.model.document import Work
from arxtui.model.reported import ReportedWork
from arxtui.model.sources import CITATION_SOURCES, TEXT
from arxtui.reader.bibliography.entries import Entry
from arxtui.store.errors import StoreError

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext
    from arxtui.library.references.cited_papers import CitedPapers
    from arxtui.store.cache.reports import StoredReport, StoredWork

    Match = Callable[[Sequence[Work], str], Sequence[Found | None]]

_log = logs.Logger(__name__)
_MOST_MATCHED = 1_000
"""The number of reported references that are looked up by title and journal, too, at 1 to 2 ms each; further ones are
looked up by their identifiers."""


class Cited(NamedTuple):
    """An entry of the bibliography, for each of its works the paper that it is (None if none was found), who says that
    the paper cites it (``TEXT`` or the name of a source), and the names of the papers that the user refused."""

    entry: Entry
    found: tuple[Found | None, ...]
    sources: tuple[str, ...] = (TEXT,)
    refused: frozenset[str] = frozenset()

    def is_refused(self, work: Work) -> bool:
        """Whether a work has the arXiv id of a paper that the user refused."""
        return work.arxiv in self.refused

    def kept(self, work: Work) -> Work:
        """Return a work without an id that the user refused: it says nothing of the work."""
        return work._replace(arxiv="") if self.is_refused(work) else work


class ReportedCitations:
    """The reports as papers of the cache."""

    def __init__(self, context: LibraryContext, cited_papers: CitedPapers) -> None:
        self._context = context
        self._cache = context.cache
        self._match: Match = cited_papers.resolved
        self._with_doi = cited_papers.with_doi

    def joined(self, key: int, of_text: Sequence[Cited] | None) -> Sequence[Cited] | None:
        """Return the references of a paper's text (None if it is not stored), followed by those that only other sources
        name. None if nobody says what the paper cites."""
        key = self._cache.aliases.of(key)
        others = [each for each in self._cache.graph.statements(key) if each.source != TEXT]
        if not others or (of_text is None and not any(each.whole for each in others)):
            return of_text
        union = self._reported(key, of_text or ())
        union.match = self._match_by_identifier
        for statement in others:
            for cited in reversed(statement.cited):
                union.add(statement.source, ReportedWork(Work(arxiv=id_of(cited) or "")))
        return union.references

    def citing_works(self, key: int) -> list[Cited]:
        """Return the works that sources report to cite a paper and that are not in the cache, newest first, each
        once."""
        union = _Union((), self._match_by_identifier)
        for each in _in_order(self._cache.reports.citing(self._cache.aliases.of(key))):
            union.add(each.source, each.reported)
        return [each for each in union.references if each.found == (None,)]

    def cited(self, key: int) -> Iterator[int]:
        """Yield the papers that a paper certainly cites, as sources report, in their order."""
        key = self._cache.aliases.of(key)
        self.settle(self._cache.reports.unsettled(key, (), self._cache.count()))
        works = _in_order(self._cache.reports.references(key))
        yield from (each.key for each in works if each.key is not None)

    def settle(self, reports: Iterable[StoredReport], until: float = inf) -> None:
        """Look up which papers of the cache the works without an arXiv id are, of these reports, and write these
        citations into the graph; ``until`` is the time (monotonic) when it is left to a later call."""
        papers = self._cache.count()
        for each in reports:
            self._context.go_on()
            if monotonic() > until:
                return
            try:
                self._cache.reports.settle(each, list(self._looked_up(each)), papers)
            except StoreError as error:  # another process writes, the disk is full, or a work cannot be read
                _log.warning("what %s reports of %s was not looked up: %s", each.source, name_of(each.key), error)

    def _looked_up(self, report: StoredReport) -> Iterator[tuple[StoredWork, bool, int | None]]:
        for is_citing, works in enumerate((self._cache.reports.references, self._cache.reports.citing)):
            unnamed = (each for each in works(report.key) if each.source == report.source and each.cited is None)
            for number, each in enumerate(unnamed):
                self._context.go_on()
                match = self._match_by_identifier if is_citing or number >= _MOST_MATCHED else self._match
                [found] = match([each.reported.work], _entry_text(each.reported))
                yield each, bool(is_citing), found.key if found and found.certain else None

    def _reported(self, key: int, of_text: Sequence[Cited]) -> _Union:
        """Return references, and those that sources of citations report."""
        union = _Union(of_text, self._match)
        for place, each in enumerate(_in_order(self._cache.reports.references(key))):
            self._context.go_on()
            if place == _MOST_MATCHED:
                union.match = self._match_by_identifier
            union.add(each.source, each.reported)
        return union

    def _match_by_identifier(self, works: Sequence[Work], text: str) -> Sequence[Found | None]:
        return [self._identified(work) for work in works]

    def _identified(self, work: Work) -> Found | None:
        """Return the paper of the cache with an identifier of a work."""
        keys = [key_of(work.arxiv)] if work.arxiv else self._named(work.dois)
        here = self._cache.papers.contents(keys)
        return next((Found(each, True, "arXiv id" if work.arxiv else "DOI") for each in keys if each in here), None)

    def _named(self, dois: Iterable[str]) -> Sequence[int]:
        """Return the only paper with one of these DOIs."""
        found = {key for doi in dois for key in self._with_doi(doi)}
        return tuple(found) if len(found) == 1 else ()


def _in_order(works: list[StoredWork]) -> list[StoredWork]:
    """Return reported works in the order of the sources, the richest of which is first."""
    order = [*CITATION_SOURCES]
    return sorted(works, key=lambda each: order.index(each.source) if each.source in order else len(order))


class _Union:
    """References, each once. ``match`` can be replaced meanwhile."""

    def __init__(self, references: Sequence[Cited], match: Match) -> None:
        self.references = list(references)
        self.match = match
        self._places: dict[object, list[int]] = {}
        for place, (entry, found, *_) in enumerate(references):
            self._know(place, (each for work in entry.works for each in _identities(work)))
            self._know(place, (each.key for each in found if each and each.certain))

    def add(self, source: str, reported: ReportedWork) -> None:
        """Add a reported reference, or its source to the reference that it is."""
        work, identities = reported.work, list(_identities(reported.work))
        place = self._place(work, identities)
        if place is None:
            [found] = self.match([work], _entry_text(reported))
            identities += [found.key] if found and found.certain else []
            place = self._place(work, identities)
            if place is None:
                place = len(self.references)
                entry = Entry(place + 1, reported.label, _entry_text(reported), (work,), ())
                self.references.append(Cited(entry, (found,), ()))
        known = self.references[place]
        sources = tuple(dict.fromkeys((*known.sources, source)))
        completed = known if TEXT in sources else self._completed(known, reported)
        self.references[place] = completed._replace(sources=sources)
        self._know(place, identities)

    def _completed(self, known: Cited, reported: ReportedWork) -> Cited:
        """Return a reported reference with the fields that another source has of it."""
        [work] = known.entry.works
        missing = {name: value for name, value in reported.work._asdict().items() if value and not getattr(work, name)}
        if not missing:
            return known
        whole = ReportedWork(work._replace(**missing), known.entry.label or reported.label)
        text = _entry_text(whole)
        entry = known.entry._replace(label=whole.label, text=text, works=(whole.work,))
        return Cited(entry, tuple(self.match(entry.works, text)))

    def _place(self, work: Work, identities: Iterable[object]) -> int | None:
        """Return the place of the reference that a work is. Editions of a work share its title, not its identifiers."""
        for each in identities:
            for place in self._places.get(each, ()):
                is_sign = isinstance(each, tuple)
                if not is_sign or any(not _are_apart(work, known) for known in self.references[place].entry.works):
                    return place
        return None

    def _know(self, place: int, identities: Iterable[object]) -> None:
        for each in identities:
            if place not in (places := self._places.setdefault(each, [])):
                places.append(place)


def _are_apart(first: Work, second: Work) -> bool:
    """Whether two works with the same title, or at the same place, have identifiers that tell them apart. Of the same
    year, they can be one work that was published twice."""
    if first.arxiv and second.arxiv:
        return first.arxiv != second.arxiv
    are_other = first.dois and second.dois and not {*map(str.casefold, first.dois)} & {*map(str.casefold, second.dois)}
    return bool(are_other) and (first.year != second.year or not first.year)


def _identities(work: Work) -> Iterator[object]:
    """Yield what identifies a work: its key, its DOIs, the signs of its title and of its place in a journal."""
    if work.arxiv:
        yield key_of(work.arxiv)
    yield from (doi.casefold() for doi in work.dois)
    yield from (("sign", sign) for sign in signs_of_work(work))


def _entry_text(reported: ReportedWork) -> str:
    """Return a reported work as the text of an entry."""
    work, record = reported.work, record_of(reported.work, "")
    parts = (", ".join(work.authors), work.title, record.journal_ref or work.year, reported.text)
    arxiv = f"arXiv:{work.arxiv}" if work.arxiv else ""
    return ", ".join(filter(None, parts)) or arxiv or next(iter(work.dois), "")
