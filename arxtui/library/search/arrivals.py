"""The papers that have just arrived, by saved view."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from arxtui.library.context import LibraryContext
from arxtui.library.marks.inbox import INBOX_TYPES
from arxtui.library.marks.saved_views import SavedViews
from arxtui.library.search.key_sets import key_set
from arxtui.library.search.queries import Queries
from arxtui.library.views import SavedView
from arxtui.model.arxiv.ids import is_on_arxiv
from arxtui.model.expr import And, Keys

if TYPE_CHECKING:
    from arxtui.library.references.graph import CitationGraph

_MOST = 1_000_000


class Arrivals:
    """Papers before their delivery to the inbox: papers announced in the subscribed categories count as unread."""

    def __init__(self, context: LibraryContext, views: SavedViews, citations: Callable[[], CitationGraph]) -> None:
        self._context = context
        self._cache = context.cache
        self._views = views
        self._queries = Queries(context, citations, self._announced)

    def since(self, change: int, at: datetime) -> array[int]:
        """Return the ascending keys of the papers that arrived after a change number of the cache and at or after a
        time (aware UTC), without those that only a review names."""
        changes = self._cache.changes
        changed = {key for _, key in changes.since(change, _MOST)}
        return array("q", (key for key in changes.arrived_since(at) if key in changed and is_on_arxiv(key)))

    def index_lag(self) -> str:
        """Return why views may miss papers because the index is behind, in words; empty if they cannot."""
        return self._context.shortcoming()

    def by_view(self, keys: Sequence[int]) -> Iterator[tuple[SavedView, Sequence[int]]]:
        """Yield each view that matches some of the papers, with these papers, newest first. Each view takes a
        search."""
        for view in self._views.all():
            matched = self._in_view(view, keys)
            if matched:
                yield view, matched

    def _in_view(self, view: SavedView, keys: Sequence[int]) -> Sequence[int]:
        expr = self._queries.resolve(And((Keys(keys), self._queries.parse(view.query).expr)))
        known = key_set(expr)
        if known is not None:
            return list(known.among(self._cache.month_keys()))
        return self._context.index().find(expr, limit=len(keys)).keys

    def _announced(self) -> Iterator[int]:
        categories = self._context.categories
        for kind in INBOX_TYPES if categories else ():
            yield from self._cache.announcements.keys(None, None, kind, categories, news=True)
