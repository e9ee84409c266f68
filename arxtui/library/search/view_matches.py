"""Which of the papers that have just arrived are in each saved view."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from datetime import datetime

from arxtui.library.facade import Library
from arxtui.library.marks.acts import INBOX_TYPES
from arxtui.library.search.key_sets import key_set
from arxtui.library.search.resolve import Resolver
from arxtui.library.views import SavedView
from arxtui.model.arxiv.ids import is_pending
from arxtui.model.expr import And, Keys

_MOST = 1_000_000


class Arrivals(Library):
    """A library that is only read, asked about papers before they are delivered to its inbox."""

    def since(self, change: int, at: datetime) -> array[int]:
        """Ascending keys of the papers first heard of after a change number of the cache and not before a time (aware
        UTC); not of those that only a review names."""
        changed = {key for _, key in self._cache.changed_since(change, _MOST)}
        return array("q", (key for key in self._cache.arrived_since(at) if key in changed and not is_pending(key)))

    def unready(self) -> str:
        """Why views may have papers that are not found yet, in words; empty when none can."""
        return self._shortcoming()

    def by_view(self, keys: Sequence[int]) -> Iterator[tuple[SavedView, Sequence[int]]]:
        """Each view that has some of these papers, and those, newest first. Each takes a search."""
        for view in self.views():
            found = self._in_view(view, keys)
            if found:
                yield view, found

    def _in_view(self, view: SavedView, keys: Sequence[int]) -> Sequence[int]:
        asked = self._resolve(And((Keys(keys), self._parse(view.query).expr)))
        known = key_set(asked)
        if known is not None:
            return list(known.among(self._cache.month_keys()))
        return self._searcher().find(asked, limit=len(keys)).keys

    def _resolver(self) -> Resolver:
        """What was announced in the categories followed is unread, though it is not in the inbox yet."""
        resolver = super()._resolver()
        if "unread" not in resolver.held:
            codes = self._settings.arxiv.categories
            unread = set(resolver.state("unread"))
            for kind in INBOX_TYPES if codes else ():
                unread.update(self._cache.announced(None, None, kind, codes, news=True))
            resolver.held["unread"] = array("q", sorted(unread))
        return resolver
