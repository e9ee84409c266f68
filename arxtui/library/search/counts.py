"""The counts in the filter pane, the statistics of the whole library, and the papers that have just arrived, by saved
view."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from arxtui.library.context import LibraryContext
from arxtui.library.marks.acts import PaperKeys
from arxtui.library.marks.inbox import INBOX_TYPES
from arxtui.library.marks.saved_views import SavedViews
from arxtui.library.papers.sections import newest_days
from arxtui.library.search.key_sets import key_set
from arxtui.library.search.queries import Queries
from arxtui.library.search.resolve import READINGS
from arxtui.library.views import FilterCounts, SavedView, ViewCount
from arxtui.light import changed
from arxtui.model.arxiv.day_numbers import DayNumbers
from arxtui.model.arxiv.ids import is_on_arxiv
from arxtui.model.expr import And, Category, Expr, Keys, Or
from arxtui.model.marks import HIDDEN, MARKS

if TYPE_CHECKING:
    from arxtui.library.references.graph import CitationGraph

_MOST = 1_000_000


class Counts:
    """Counts of papers by state, day, category, tag, list and view."""

    def __init__(self, context: LibraryContext, queries: Queries, views: SavedViews) -> None:
        self._context = context
        self._cache = context.cache
        self._user_file = context.user_file
        self._queries = queries
        self._views = views

    def filters(self) -> FilterCounts:
        """Return the counts of the filter pane."""
        counts = self._context.unless_written("filters", self._filters)
        return changed(counts, marked=self._by_state(mark.name for mark in MARKS if mark.label))

    def _filters(self) -> FilterCounts:
        """Return the counts of the filter pane without those of marks."""
        resolver = self._queries.resolver()
        hidden = resolver.state(HIDDEN.name)
        hidden_papers = resolver.hidden_papers()
        seen = self._unread(hidden_papers)
        return FilterCounts(
            days=tuple(self._days(hidden_papers, frozenset(seen.keys))),
            all=self._cache.count() - len(hidden_papers),
            unread=len(seen.keys),
            read=sum(key not in hidden_papers for key in resolver.state("read")),
            marked={},
            readings={name: papers for name, papers in self._by_state(READINGS).items() if papers},
            muted=len(hidden_papers) - len(hidden),
            fresh=sum(key not in hidden_papers for key in resolver.state("fresh")),
            categories=tuple(self._categories(seen)),
            tags=tuple(_named(resolver.tags(), hidden_papers, frozenset(seen.keys))),
            lists=tuple(_named(resolver.lists(), hidden_papers, frozenset(seen.keys))),
            reviewed=self._cache.has_reviews(),
        )

    def _by_state(self, names: Iterable[str]) -> dict[str, int]:
        """Return the number of papers in each of these states. Hidden papers count only for the mark "hidden"."""
        resolver = self._queries.resolver()
        hidden = resolver.hidden_papers()
        marked = {name: resolver.state(name) for name in names}
        return {
            name: len(keys) if name == HIDDEN.name else sum(key not in hidden for key in keys)
            for name, keys in marked.items()
        }

    def _days(self, hidden: Collection[int], unread: Collection[int]) -> Iterator[tuple[date, DayNumbers, int]]:
        """Yield (day, numbers of papers, unread papers) for the newest announcement days, without hidden papers."""
        for day, types in newest_days(self._cache, self._context.categories).items():
            seen = types.keys() - hidden
            yield day, DayNumbers.of(types[key] for key in seen), len(seen.intersection(unread))

    def views(self) -> tuple[ViewCount, ...]:
        """Return the saved views in their order, with their counts."""
        return self._view_counts(self._unread(self._queries.resolver().hidden_papers()))

    def _unread(self, hidden: Collection[int]) -> Keys:
        return Keys([key for key in self._queries.resolver().state("unread") if key not in hidden])

    def _view_counts(self, unread: Keys) -> tuple[ViewCount, ...]:
        return tuple(self._view(view, unread) for view in self._views.all())

    def _view(self, view: SavedView, unread: Keys) -> ViewCount:
        """Return (view, papers, unread papers). The number of papers is None if it would take a search."""
        expr = self._queries.parse(view.query).expr
        known = key_set(self._queries.resolver().resolve(expr))
        if known is None:
            return view, None, self._count(And((expr, unread))) if unread.keys else 0
        papers = self._cache.count() - len(known.keys) if known.inverted else len(known.keys)
        return view, papers, sum((key in known.keys) != known.inverted for key in unread.keys)

    def _count(self, unresolved: Expr) -> int:
        expr = self._queries.resolve(unresolved)
        known = key_set(expr)
        return self._context.index().count(expr) if known is None else len(known.among(self._cache.month_keys()))

    def _categories(self, unread: Keys) -> Iterator[tuple[str, int, int]]:
        """Yield (category, papers, unread papers) for each subscription, as counted by the query of its row."""
        codes = self._context.categories
        if not codes:
            return
        index = self._context.index()
        # A set of thousands of keys is looked up once for all categories. A whole archive takes a lookup of its own,
        # because a paper may be in several of its categories.
        unread_of = index.counts_by_category(unread) if unread.keys else {}
        hidden_of = self._hidden_by_category()
        for code in codes:
            expr = self._queries.parse(f"cat:{code}").expr
            if isinstance(expr, Category) and expr.pattern.endswith("*"):
                yield code, index.count(self._queries.resolve(expr)), index.count(And((expr, unread)))
            else:
                yield code, index.count(expr) - hidden_of.get(code, 0), unread_of.get(code, 0)

    def _hidden_by_category(self) -> dict[str, int]:
        """Return the number of hidden papers of each category, hidden by the user or by rules."""
        resolver, rules = self._queries.resolver(), self._queries.rules()
        hidden: Expr = Keys(resolver.state("hidden"))
        if rules:
            hidden = Or((hidden, rules.as_query()))
        return self._context.index().counts_by_category(hidden) if resolver.hidden_papers() else {}

    def stats(self) -> dict[str, Any]:
        """Return the statistics for ``arxtui stats``; ``index_behind`` is None if the index belongs to another
        cache."""
        cached = self._cache.stats()
        counts = self.filters()
        return {
            "papers": cached.papers,
            "papers_known_only_from_reviews": cached.pending,
            "papers_incomplete": cached.incomplete,
            "older_versions": cached.versions,
            "reviews": cached.reviews,
            "reviewed_papers": cached.reviewed_papers,
            "announcements": cached.announcements,
            "unread": counts.unread,
            "read": counts.read,
            **counts.marked,
            "muted": counts.muted,
            "fresh": counts.fresh,
            "tags": {name: papers for name, papers, _ in counts.tags},
            "notes": len(PaperKeys(self._cache).current(self._user_file.marks.notes())),
            "views": len(self._views.all()),
            "index_behind": self._cache.changes.lag(self._context.index().change_number),
            "cache_bytes": cached.size,
            "primary_categories": dict(sorted(self._cache.counts_by_primary().items())),
        }


def _named(
    named: Iterable[tuple[str, Iterable[int]]], hidden: Collection[int], unread: Collection[int]
) -> Iterator[tuple[str, int, int]]:
    for name, keys in named:
        seen = [key for key in keys if key not in hidden]
        yield name, len(seen), sum(key in unread for key in seen)


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
