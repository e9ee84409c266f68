"""The numbers beside the filters, and counts of everything."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from arxtui.library.listings import Listings
from arxtui.library.views import FilterCounts
from arxtui.model.expr import And, Category, Keys
from arxtui.query import parse

DAYS = 60
"""Announcement days that are looked at for the inbox and counted for the filter pane."""


class Counts(Listings):
    """What can be counted."""

    def filters(self) -> FilterCounts:
        """The numbers of the filter pane."""
        resolver = self._resolver()
        unread, hidden = resolver.state("unread"), resolver.state("hidden")
        out_of_sight = set(hidden)
        seen = Keys([key for key in unread if key not in out_of_sight])
        days = self._cache.announcement_days(DAYS, self._settings.arxiv.categories)
        left = {day: sum(key not in out_of_sight for key in keys) for day, _, keys in self._library.inbox_days()}
        return FilterCounts(
            days=tuple((day, papers, left.get(day, 0)) for day, papers in days),
            all=self._cache.count() - len(hidden),
            unread=len(seen.keys),
            starred=len(self.listing("is:starred").keys),
            hidden=len(hidden),
            categories=tuple(self._categories(seen)),
        )

    def _categories(self, unread: Keys) -> Iterator[tuple[str, int, int]]:
        """(subscription, papers, unread among them), by the query that the subscription's row stands for."""
        codes = self._settings.arxiv.categories
        if not codes:
            return
        index = self._searcher()
        # A set of thousands of keys is looked up once for all categories, and again only for a whole archive, whose
        # papers may be in several of its categories.
        unread_of = index.counts_by_category(unread) if unread.keys else {}
        for code in codes:
            expr = parse(f"cat:{code}").expr
            papers = index.count(self._resolve(expr))
            whole_archive = isinstance(expr, Category) and expr.pattern.endswith("*")
            yield code, papers, index.count(And((expr, unread))) if whole_archive else unread_of.get(code, 0)

    def stats(self) -> dict[str, Any]:
        """Counts of everything, for ``arxtui stats``; ``index_behind`` is None for an index of another cache."""
        held = self._cache.stats()
        counts = self.filters()
        return {
            "papers": held.papers,
            "papers_known_only_from_reviews": held.pending,
            "papers_incomplete": held.incomplete,
            "older_versions": held.versions,
            "reviews": held.reviews,
            "reviewed_papers": held.reviewed_papers,
            "announcements": held.announcements,
            "unread": counts.unread,
            "starred": counts.starred,
            "hidden": counts.hidden,
            "index_behind": self._cache.lag(self._searcher().change_number),
            "cache_bytes": held.size,
            "primary_categories": dict(sorted(self._cache.counts_by_primary().items())),
        }
