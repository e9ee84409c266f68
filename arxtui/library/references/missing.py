"""The works that papers cite most and that are not in the cache."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING

from arxtui.model.arxiv.ids import name_of
from arxtui.model.document import Work
from arxtui.reader.bibliography.entries import sources
from arxtui.reader.bibliography.works import entry_text, works_of
from arxtui.store.errors import StoreError
from arxtui.store.texts.citations import Citation
from arxtui.tuples import NamedTuple

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext
    from arxtui.library.papers.fulltexts import Fulltexts
    from arxtui.library.references.references import References
    from arxtui.model.document import Source


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

    def __init__(self, context: LibraryContext, texts: Fulltexts, references: References) -> None:
        self._cache = context.cache
        self._texts = texts
        self._references = references

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
        found = self._references.resolved(works, text)[named.work]
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
