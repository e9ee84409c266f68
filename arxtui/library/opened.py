"""The open files of a home, and what every part of the library asks of them."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.library.search.key_sets import key_set
from arxtui.library.search.regex import LOOKED_AT, Looked, Settled, settle, too_large_across
from arxtui.library.search.resolve import Resolver
from arxtui.model.arxiv.ids import key_named
from arxtui.model.expr import Expr, Keys, Like, Term, terms_of, with_terms
from arxtui.query import parse
from arxtui.store.cache.database import Cache
from arxtui.store.library.database import LibraryFile

if TYPE_CHECKING:
    from arxtui.library.rules.results import Rules
    from arxtui.library.search.regex_search import TextSearch
    from arxtui.library.search.similar import Alike, Neighbours
    from arxtui.model.expr import Query, Regex
    from arxtui.search.index import SearchIndex


class Opened:
    """The cache, the index and the user's own file, opened together, for one thread."""

    def __init__(
        self, cache: Cache, library: LibraryFile, paths: Paths, settings: Settings, clock: Callable[[], datetime]
    ) -> None:
        self._cache = cache
        self._library = library
        self._paths = paths
        self._settings = settings
        self._clock = clock
        self._index: SearchIndex | None = None
        self._texts: TextSearch | None = None
        self._neighbours: Neighbours | None = None
        self._held_states: dict[str, array[int]] = {}
        self._held_for: tuple[object, ...] = ()
        self._ruling: tuple[date, Rules] | None = None

    def _parse(self, text: str, *, typing: bool = False) -> Query:
        """What a query means today."""
        return parse(text, typing=typing, today=self._clock().date())

    def _resolver(self) -> Resolver:
        # Every letter of a search asks for the same states.
        now = self._written()
        if now != self._held_for:
            self._held_states, self._held_for = {}, now
        categories = self._settings.arxiv.categories
        return Resolver(self._cache, self._library, categories, self._held_states, self._rules())

    def _written(self) -> tuple[object, ...]:
        """Differs from the last answer when the user's marks or the cache may have changed."""
        return self._cache.data_version(), self._library.written()

    def _rules(self) -> Rules | None:
        """The rules as they are asked today; None, and nothing of them is loaded, where there are none."""
        if not (self._settings.rules or self._settings.follow.authors or self._settings.follow.keywords):
            return None
        today = self._clock().date()
        if self._ruling is None or self._ruling[0] != today:
            self._ruling = today, self._made_rules(today)
        return self._ruling[1]

    def _made_rules(self, today: date) -> Rules:
        from arxtui.library.rules.matches import Asking
        from arxtui.library.rules.queries import asked_by
        from arxtui.library.rules.results import Moment, Rules

        bare = Resolver(self._cache, self._library, self._settings.arxiv.categories, {})
        asking = Asking(self._searcher, lambda expr: self._resolver().bare(expr), lambda expr: self._settle(expr).expr)
        moment = Moment(self._written, lambda: self._resolver().kept())
        return Rules(self._cache, asking, asked_by(self._settings, today, bare.is_of_papers), moment)

    def _resolve(self, expr: Expr) -> Expr:
        """The query as the index can answer it."""
        return self._settled(expr).expr

    def _settled(self, expr: Expr) -> Settled:
        """The query as the index can answer it, and what was not looked at for it."""
        return self._settle(self._resolver().resolve(expr))

    def _settle(self, resolved: Expr) -> Settled:
        known, missed = self._with_alike(resolved)
        across = too_large_across(known, lambda regex: self._searcher().takes(regex))
        expr, unseen = settle(across, self._newest, self._look)
        return Settled(expr, "; ".join(filter(None, (missed, unseen))))

    def _with_alike(self, expr: Expr) -> tuple[Expr, str]:
        """The query with the papers that are like one as sets of keys, and why some may be missing."""
        asked = {term.name for term in terms_of(expr) if isinstance(term, Like)}
        if not asked:
            return expr, ""
        found = {name: self._alike(name) for name in sorted(asked)}

        def keys(term: Term) -> Expr:
            return Keys(array("q", sorted(found[term.name].keys))) if isinstance(term, Like) else term

        unknown = [f"{name} is not known here" for name in found if self._resolver().known(key_named(name)) is None]
        return with_terms(expr, keys), "; ".join(filter(None, (self._shortcoming(), *unknown)))

    def _alike(self, name: str) -> Alike:
        """The papers like the one of this name."""
        from arxtui.library.search.similar import Neighbours  # few queries ask for them

        if self._neighbours is None:
            self._neighbours = Neighbours(self._cache, lambda key: self._cache.paper(key) or self._library.kept(key))
        named = key_named(name)
        return self._neighbours.of(self._searcher(), self._resolver().known(named) or named)

    def _newest(self, expr: Expr) -> tuple[Sequence[int], int]:
        known = key_set(expr)
        if known is not None:
            keys = known.among(self._cache.month_keys())
            return keys[:LOOKED_AT], len(keys)
        hits = self._searcher().find(expr, limit=LOOKED_AT)
        return hits.keys, hits.total if hits.exact else self._searcher().count(expr)

    def _look(self, asked: Sequence[Regex], keys: Sequence[int]) -> Looked:
        from arxtui.library.search.regex_search import TextSearch  # few queries need a process of their own

        if self._texts is None:
            self._texts = TextSearch(self._paths)
        return self._texts.look(asked, keys, self._cache.data_version())

    def _searcher(self) -> SearchIndex:
        # tantivy is loaded by the first question that needs it: lists of everything, of marks and of days do not.
        from arxtui.search.index import SearchIndex

        if self._index is None:
            self._index = SearchIndex.open(self._paths.index)
        else:
            self._index.reload()
        return self._index

    def _shortcoming(self) -> str:
        """Why a search may have missed papers, in words; empty when the index is up to date."""
        index = self._searcher()
        if index.fault:
            return index.fault if self._cache.count() else ""
        behind = self._cache.lag(index.change_number)
        if behind is None:
            return "the search index is of a cache that was deleted"
        return f"the search index is {behind:,} changes behind" if behind else ""
