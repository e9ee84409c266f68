"""The papers that each rule matches: cached, and updated for the papers that changed in the index."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from arxtui.library.rules.name_forms import form_of
from arxtui.library.rules.queries import RuleQuery
from arxtui.library.search.key_sets import KeySet, key_set
from arxtui.light import NamedTuple
from arxtui.model.counted import unsearched
from arxtui.model.expr import And, CitedBy, Cites, Counted, Expr, Keys, Like, Regex, SomeOf, terms_of
from arxtui.search.errors import SearchError
from arxtui.store.cache.database import Cache
from arxtui.store.progress.rule_matches import RuleMatch, contains

if TYPE_CHECKING:
    from arxtui.search.index import SearchIndex

_MAX_CHANGES = 20_000
"""The number of changed papers above which a rule is evaluated on all papers again."""
_BATCH_SIZE = 1_000
_OTHER_CACHE = "the search index belongs to a deleted cache"


class QueryEvaluator(NamedTuple):
    """The functions that evaluate queries.

    ``searcher`` returns the index in its newest state. ``bare`` replaces the user's terms in a query by keys, without
    leaving out hidden papers. ``settled`` replaces the terms that the index cannot evaluate.
    """

    searcher: Callable[[], SearchIndex]
    bare: Callable[[Expr], Expr]
    settled: Callable[[Expr], Expr]


class Matches:
    """The cached matches of rules. ``note`` says why papers may be missing; empty if none are."""

    def __init__(self, cache: Cache, evaluator: QueryEvaluator) -> None:
        self._cache = cache
        self._evaluator = evaluator
        self._matches: dict[str, RuleMatch] = {}
        self._is_from_old_index = False
        self.note = ""

    def update(self, queries: Iterable[RuleQuery], all_names: Iterable[str]) -> None:
        """Update the matches of these rules to the state of the index. If nothing has changed, this only reads the
        newest change number. ``all_names`` are the names of all existing rules."""
        if self._is_from_old_index and not self._evaluator.searcher().fault:
            self._matches, self._is_from_old_index = {}, False
        named = {each.name: each for each in queries if each.name}
        missing = [name for name in named if name not in self._matches]
        self._matches.update(self._cache.rule_matches.read(missing) if missing else {})
        newest = self._cache.changes.latest()
        behind = [each for name, each in named.items() if self.change(name) != newest]
        self.note = ""
        if behind:
            self._evaluate(behind, all_names)

    def change(self, name: str) -> int:
        """Return the change number up to which the stored matches of a name are valid; -1 if there are none."""
        match = self._matches.get(name)
        return match.change if match else -1

    def of(self, query: RuleQuery) -> array[int]:
        """Return the ascending keys of the papers that match a rule, as of its last update. The caller must not modify
        the array."""
        match = self._matches.get(query.name)
        cached = match.keys if match else array("q")
        if query.rest is None:
            return cached
        rest = self._evaluator.bare(query.rest)
        known = key_set(rest)
        if known is None:
            return self._searched(And((query.cached, rest) if query.cached else (rest,)))
        if query.cached is None:
            keys = array("q", known.among(self._cache.month_keys()))
            keys.reverse()
            return keys
        return _intersection(cached, known)

    def among(self, query: RuleQuery, keys: Sequence[int]) -> array[int]:
        """Return which of the ascending keys match a rule; the result is not cached. Raises SearchError."""
        parts = [part for part in (query.cached, query.rest) if part is not None]
        expr = self._evaluator.bare(And((Keys(keys), *parts)))
        known = key_set(expr)
        if known is not None:
            return array("q", sorted(known.keys))
        return self._with_followed_author(query, self._evaluator.searcher().keys(self._evaluator.settled(expr)))

    def _evaluate(self, behind: Iterable[RuleQuery], all_names: Iterable[str]) -> None:
        index = self._evaluator.searcher()
        lag = self._cache.changes.lag(index.change_number)
        lag_note = _OTHER_CACHE if lag is None else unsearched(lag) if lag else ""
        self.note = index.fault or lag_note
        if lag is None:
            return
        by_change: dict[int, list[RuleQuery]] = {}
        for query in behind:
            by_change.setdefault(self.change(query.name), []).append(query)
        matches: dict[str, RuleMatch] = {}
        for since, queries in by_change.items():
            if since < index.change_number:
                matches.update(self._newer(queries, since, index))
        self._matches.update(matches)
        # An index of an older version has other matches; they are used only until the index of this version exists.
        self._is_from_old_index = bool(index.fault)
        if matches and not index.fault:
            self._matches.update(self._cache.rule_matches.write(matches, all_names))

    def _load_newer(self, name: str, change: int) -> bool:
        """Return whether another process or thread has stored newer matches meanwhile; if so, use them."""
        stored = self._cache.rule_matches.read([name]).get(name)
        if stored is None or stored.change < change:
            return False
        self._matches[name] = stored
        return True

    def _newer(self, queries: Iterable[RuleQuery], since: int, index: SearchIndex) -> Iterator[tuple[str, RuleMatch]]:
        """Yield (name, match at the state of the index) for queries whose matches are valid up to change number
        ``since``; -1 if they have none."""
        changed = self._changed(since, index.change_number) if since >= 0 else None
        together: list[RuleQuery] = []
        alone: list[RuleQuery] = []
        for query in queries:
            (together if changed and _needs_index_alone(query) else alone).append(query)
        try:
            found = index.matches_among(changed or (), [query.cached for query in together if query.cached])
        except SearchError:
            together, alone, found = [], [*together, *alone], []  # the query that cannot be evaluated is found below
        for query, keys in zip(together, found, strict=True):
            yield query.name, self._match(query, index, changed, keys)
        for query in alone:
            if changed is None and since >= 0 and self._load_newer(query.name, index.change_number):
                continue
            assert query.cached is not None
            among = query.cached if changed is None else And((Keys(array("q", changed)), query.cached))
            try:
                keys = array("q") if changed == [] else index.keys(self._evaluator.settled(among))
            except SearchError as error:
                self.note = str(error)
            else:
                yield query.name, self._match(query, index, changed, keys)

    def _match(self, query: RuleQuery, index: SearchIndex, changed: list[int] | None, found: array[int]) -> RuleMatch:
        """Return a rule's match, if the index has found these papers: among those changed, or (None) among all."""
        keys = self._with_followed_author(query, found)
        if changed is None:
            return RuleMatch(index.change_number, keys)
        return self._matches[query.name].at(index.change_number, changed, keys)

    def _changed(self, since: int, until: int) -> list[int] | None:
        """Return the ascending keys that changed; None if they are too many."""
        changed = self._cache.changes.since(since, _MAX_CHANGES + 1)
        if len(changed) > _MAX_CHANGES:
            return None
        return sorted({key for change, key in changed if change <= until})

    def _with_followed_author(self, query: RuleQuery, candidates: array[int]) -> array[int]:
        """Return the papers that have an author with the followed name; the index finds too many."""
        if not query.author:
            return candidates
        matching = array("q")
        for start in range(0, len(candidates), _BATCH_SIZE):
            papers = {each.key: each.paper for each in self._cache.documents(candidates[start : start + _BATCH_SIZE])}
            for key in candidates[start : start + _BATCH_SIZE]:
                if key in papers and form_of(query.author, (author.name for author in papers[key].authors)):
                    matching.append(key)
        return matching

    def _searched(self, expr: Expr) -> array[int]:
        try:
            return self._evaluator.searcher().keys(self._evaluator.settled(expr))
        except SearchError as error:
            self.note = str(error)
            return array("q")


def _needs_index_alone(query: RuleQuery) -> bool:
    """Whether the index can evaluate the cached part of a query as it is."""
    return query.cached is not None and not any(
        isinstance(term, Regex | Like | Cites | CitedBy | Counted | SomeOf) for term in terms_of(query.cached)
    )


def _intersection(keys: array[int], known: KeySet) -> array[int]:
    if known.inverted:
        return array("q", (key for key in keys if key not in known.keys))
    return array("q", sorted(key for key in known.keys if contains(keys, key)))
