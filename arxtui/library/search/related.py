"""Related papers: those with similar texts, and those that are the same work or comment on it."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from arxtui.library.search.same_work import Relation, Work, related
from arxtui.light import deferred
from arxtui.model.arxiv.ids import name_of

with deferred():
    from arxtui.library.search.similar import Similar

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext
    from arxtui.library.papers.papers import Papers
    from arxtui.library.search.listings import Search
    from arxtui.library.search.queries import Queries
    from arxtui.library.search.same_work import Related
    from arxtui.model.paper import Paper

_SHOWN_BESIDE = 3
_MAX_COMPARED = 40
"""The number of papers with similar texts, and of those with similar titles, that are compared with a paper: related
papers are at the top of both."""


class RelatedPapers:
    """Papers related to a paper. All methods use the index; no texts are searched."""

    def __init__(self, context: LibraryContext, queries: Queries, search: Search, papers: Papers) -> None:
        self._context = context
        self._cache = context.cache
        self._user_file = context.user_file
        self._queries = queries
        self._search = search
        self._papers = papers

    def similar(self, key: int, limit: int = 20) -> Similar:
        """Return the papers most similar to one, best first, with the words that they share, at most
        ``search.similar.COMPARED``. These are the first results of ``like:`` (docs/query.md), without hidden papers."""
        name = name_of(self._cache.aliases.of(key))
        listing = self._search.listing(f"like:{name}")
        hits = {hit.key: hit for hit in self._queries.alike(name).compared}
        return Similar(tuple(hits[found] for found in listing.keys if found in hits)[:limit], listing.note)

    def same_work(self, key: int) -> tuple[Related, ...]:
        """Return the papers that are the same work as one, a part of that work, or a comment, reply or correction, as
        far as their metadata says so. Sorted by kind, then newest first; hidden papers are included."""
        return self._same_work(self._works_beside(self._cache.aliases.of(key)))

    def _same_work(self, works: list[Work]) -> tuple[Related, ...]:
        results = [result for other in works[1:] if (result := related(works[0], other))]
        kinds = list(Relation)
        return tuple(sorted(results, key=lambda result: (kinds.index(result.kind), -result.key)))

    def beside(self, key: int) -> tuple[tuple[Related, ...], tuple[Paper, ...]]:
        """Return the result of :meth:`same_work`, and the first few similar papers that are neither the same work nor
        hidden. :meth:`similar` compares more papers and takes another index request."""
        works = self._works_beside(self._cache.aliases.of(key))
        same = self._same_work(works)
        same_keys = {each.key for each in same}
        others = [work for work in works[1:] if work.key not in same_keys]
        hidden = self._user_file.marks.of([work.key for work in others[:_MAX_COMPARED]])
        visible = (work.paper for work in others if not hidden[work.key].hidden)
        return same, tuple(islice(visible, _SHOWN_BESIDE))

    def _works_beside(self, key: int) -> list[Work]:
        """Return a paper and the papers that may be related to it; empty if it is unknown."""
        paper = self._cache.papers.get(key) or self._user_file.saved_record(key)
        if paper is None:
            return []
        index, work = self._context.index(), Work(key, paper)
        about = work.remark.about if work.remark else work.title
        similar = index.keys_like(index.profile(paper), _MAX_COMPARED)
        titled = index.keys_titled(about, _MAX_COMPARED)
        named = [found for name in sorted(work.instead) if (found := self._papers.key_of(name))]
        keys = [other for other in dict.fromkeys((*similar, *titled, *named)) if other != key]
        others = self._cache.papers.get_all(keys)
        return [work, *(Work(other, others[other]) for other in keys if other in others)]
