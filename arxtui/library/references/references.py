"""The references of a paper with a stored full text, and which papers of the cache they are; and the works that papers
cite most and that are not in the cache."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, islice
from typing import TYPE_CHECKING

from arxtui.library.marks.acts import PaperKeys
from arxtui.library.references.found import Found, Voice, record_of
from arxtui.library.references.graph import MOST_ENTRIES, CitationGraph
from arxtui.library.references.neighbourhood import Neighbour, Side, neighbours
from arxtui.library.references.reported import Cited, ReportedCitations
from arxtui.light import NamedTuple
from arxtui.model.arxiv.ids import name_of
from arxtui.model.document import Work
from arxtui.model.intake import Intake
from arxtui.reader.bibliography.entries import Entry, entries, sources
from arxtui.reader.bibliography.works import entry_text, works_of
from arxtui.store.cache.works import settled_key
from arxtui.store.errors import StoreError
from arxtui.store.texts.citations import Citation

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext
    from arxtui.library.papers.fulltexts import Fulltexts
    from arxtui.library.references.cited_papers import CitedPapers
    from arxtui.model.document import Source
    from arxtui.model.marks import Act


_MOST_WORKS = 10
"""The number of works of one entry that are looked up while a screen waits."""


class ReferenceCount(NamedTuple):
    """The number of entries of a bibliography, and of those that name a paper of the cache, certainly."""

    entries: int
    here: int


class CitingText(NamedTuple):
    """A paper whose text cites another one, and the entries that name it."""

    key: int
    entries: tuple[Entry, ...]

    @property
    def said(self) -> list[tuple[str, str]]:
        """The sections and sentences that cite it, each once, in the order of the text."""
        places = sorted(place for each in self.entries for place in each.citations)
        return list(dict.fromkeys((place.section, place.sentence) for place in places))


class References:
    """The references of papers."""

    def __init__(self, context: LibraryContext, cited_papers: CitedPapers, texts: Fulltexts) -> None:
        self._context = context
        self._cited_papers = cited_papers
        self._texts = texts
        self.reported = ReportedCitations(context, cited_papers)
        self.graph = CitationGraph(context, texts.document, cited_papers.resolved_all, lambda: self.reported)

    def of(self, key: int, version: int | None = None) -> tuple[Cited, ...] | None:
        """Return the references of a paper in the order of its bibliography, then those that only other sources name;
        of one ``version``, only those of its text. None if neither is known. Raises StoreError if the text cannot be
        read."""
        document = self._texts.document(key, version)
        found = entries(document) if document else ()
        links = iter(self._links(key, found) if version is None else self._resolved_all(found))
        of_text = [Cited(entry, tuple(next(links) for _ in entry.works)) for entry in found] if document else None
        cited = of_text if version else self.reported.joined(key, of_text)
        if cited is None:
            return None
        refused = self.refused(key)
        return tuple(each._replace(found=_without(each.found, refused), refused=refused) for each in cited)

    def count(self, key: int) -> ReferenceCount | None:
        """Return how many references a paper has, and how many of them are here; None if they are not known. Raises
        StoreError if the text cannot be read."""
        cited = self.of(key)
        if cited is None or (not cited and self.graph.of(key) is None):
            return None
        return ReferenceCount(len(cited), sum(any(found and found.certain for found in each.found) for each in cited))

    def neighbours(self, key: int, side: Side) -> tuple[Neighbour, ...] | None:
        """Return the papers of the cache on one side of a paper in the graph of citations, the most cited first; None
        if nothing is known."""
        return neighbours(self._context.cache, self.graph, key, side)

    def citing(self, key: int) -> Iterator[CitingText]:
        """Yield the papers whose stored texts cite a paper, newest first, with the entries that name it and the
        sentences that cite these entries."""
        self.graph.update()
        for other, numbers in self.graph.citing(key).items():
            with suppress(StoreError):  # a text that cannot be read was looked up when it could
                if numbers and (document := self._texts.document(other)):
                    yield CitingText(other, tuple(each for each in entries(document) if each.number in numbers))

    def citing_here(self, key: int) -> dict[int, tuple[Voice, ...]]:
        """Return the papers of the cache that cite a paper, newest first, and who says so."""
        citing = self.graph.citing(key)
        here = self._context.cache.papers.contents(citing)
        return {each: tuple(self.graph.voices_on(each, key)) for each in citing if each in here}

    def of_source(self, source: Source, key: int) -> tuple[tuple[Work, Found | None], ...]:
        """Return the works that an entry of the text of a paper names, at most ten, each with the paper that it is."""
        works = works_of(source)[:_MOST_WORKS]
        found = _without(self._cited_papers.resolved(works, entry_text(source)), self.refused(key))
        return tuple(zip(works, found, strict=True))

    def refused(self, key: int) -> frozenset[str]:
        """Return the names of the papers that no reference of a paper is, as the user said."""
        return self.graph.refused(key)

    def refuse(self, key: int, name: str) -> Act | None:
        """Say that no reference of a paper is the one with a name (as of ``name_of``), whatever the matching says. None
        means that nothing would change."""
        keep = PaperKeys(self._context.cache).records
        return self._context.user_file.refusals.refuse(key, name, self._context.now(), keep)

    def accept(self, key: int, name: str) -> Act | None:
        """Take back a refusal; None as for :meth:`refuse`."""
        return self._context.user_file.refusals.accept(key, name, self._context.now())

    def _links(self, key: int, found: Sequence[Entry]) -> Sequence[Found | None]:
        """Return the papers of all works of a paper's newest text, as they were looked up before."""
        known = self.graph.of(key) or ()
        if len(known) != sum(len(each.works) for each in found[:MOST_ENTRIES]):  # replaced in this moment
            return self._resolved_all(found)
        links = [
            Found(each.cited, each.certain, each.found_by) if each.found_by and each.cited is not None else None
            for each in known
        ]
        return [*links, *(None for each in found[MOST_ENTRIES:] for _ in each.works)]

    def _resolved_all(self, found: Sequence[Entry]) -> Sequence[Found | None]:
        return [*chain.from_iterable(self._cited_papers.resolved_all((each.works, each.text) for each in found))]

    def keep(self, work: Work, text: str) -> int:
        """Store a work that is not on arXiv as a paper, and return its key. ``text`` is its entry. Raises StoreError if
        the cache cannot be written."""
        record = record_of(work, text)
        self._context.cache.take(Intake(papers=(record,)))
        return settled_key(self._context.cache.papers, record)


def _without(found: Sequence[Found | None], refused: frozenset[str]) -> tuple[Found | None, ...]:
    return tuple(None if each and refused and name_of(each.key) in refused else each for each in found)


class MissingWork(NamedTuple):
    """A work that is not in the cache: as one of the entries describes it, the text of that entry, its arXiv id ("" if
    none has it), and the papers that cite it, newest first."""

    work: Work
    text: str
    arxiv: str
    citing: tuple[int, ...]


class MissingWorks(NamedTuple):
    """Works that are not in the cache, the most cited first; the number of papers whose references are known, by their
    texts or another source, and of the others."""

    works: tuple[MissingWork, ...]
    looked_at: int
    without_text: int


class MissingReferences:
    """Finds the works that papers cite and that are not in the cache."""

    def __init__(
        self, context: LibraryContext, texts: Fulltexts, references: References, cited_papers: CitedPapers
    ) -> None:
        self._cache = context.cache
        self._texts = texts
        self._references = references
        self._cited_papers = cited_papers

    def of(self, keys: Sequence[int], limit: int) -> MissingWorks:
        """Return what papers cite most and the cache does not have, at most ``limit`` works (0: all); of those cited
        equally often, first those with an arXiv id. Works without one are the same if they have the same title, else
        the same place in a journal, else the same DOI; those with none of these are left out."""
        left = self._references.graph.update().left
        stored = frozenset(self._cache.with_text())
        with_text = [now for key in keys if (now := self._cache.aliases.of(key)) in stored]
        without = set(map(self._cache.aliases.of, keys)).difference(with_text)
        by_others = self._cache.graph.references_of(without, whole=True)
        citations = [*self._cache.citations.all_of(with_text), *self._absent(by_others)]
        groups = sorted(_groups(citations), key=_rank)
        entries = _Entries(self._texts)
        works = islice(filter(None, (self._work(group, entries) for group in groups)), limit or None)
        known = len(with_text) - left + len(by_others)
        return MissingWorks(tuple(works), known, len(keys) - known)

    def _absent(self, references: Mapping[int, Iterable[int]]) -> Iterator[Citation]:
        """Yield the citations of papers that are not in the cache, by papers of which sources other than their texts
        say what they cite."""
        here = self._cache.papers.contents(set(chain.from_iterable(references.values())))
        for key, cited in references.items():
            yield from (Citation(key, 0, 0, each, False, "", None) for each in cited if each not in here)

    def _work(self, group: Sequence[Citation], entries: _Entries) -> MissingWork | None:
        """Return the work of some citations; None if it came since it was looked up, or no text can be read."""
        named = min(group, key=lambda each: (not each.entry, each.cited is None))
        if not named.entry and named.cited is not None:
            name = name_of(named.cited)
            return MissingWork(Work(arxiv=name), f"arXiv:{name}", name, _citing(group))
        source = entries.of(named)
        if source is None:
            return None
        works, text = works_of(source), entry_text(source)
        found = self._cited_papers.resolved(works, text)[named.work]
        arxiv = "" if named.cited is None else name_of(named.cited)
        return None if found and found.certain else MissingWork(works[named.work], text, arxiv, _citing(group))


def _groups(citations: Sequence[Citation]) -> list[list[Citation]]:
    """Return the citations of each work that is not here."""
    unknown = [each for each in citations if not each.found_by]
    ids = {each.sign: each.cited for each in unknown if each.sign is not None and each.cited is not None}
    groups: dict[tuple[int | None, int | None], list[Citation]] = {}
    for each in unknown:
        cited = ids.get(each.sign or 0) if each.cited is None else each.cited
        if cited is not None or each.sign is not None:
            groups.setdefault((cited, each.sign if cited is None else None), []).append(each)
    return list(groups.values())


def _rank(group: Sequence[Citation]) -> tuple[int, bool]:
    return -len(_citing(group)), all(each.cited is None for each in group)


def _citing(group: Sequence[Citation]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(each.key for each in group))


class _Entries:
    """The entries of texts, each read once."""

    def __init__(self, texts: Fulltexts) -> None:
        self._texts = texts
        self._sources: dict[int, tuple[Source, ...]] = {}

    def of(self, citation: Citation) -> Source | None:
        """Return the entry with a citation; None if its text cannot be read, or was replaced."""
        key, number = citation.key, citation.entry - 1
        if key not in self._sources:
            try:
                document = self._texts.document(key)
            except StoreError:
                document = None
            self._sources[key] = tuple(sources(document)) if document else ()
        found = self._sources[key]
        return found[number] if number < len(found) and len(works_of(found[number])) > citation.work else None
