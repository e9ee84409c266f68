"""The effects of rules on papers, computed on demand: no effect is stored as an act of the user.

A paper that the user keeps (starred, tagged, noted, rated, queued, on a list, with a reading state) is never hidden.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain, islice, zip_longest
from typing import Any, TypeVar

from arxtui.library.context import LibraryContext
from arxtui.library.rules.matches import Matches, QueryEvaluator
from arxtui.library.rules.name_forms import form_of
from arxtui.library.rules.queries import RuleQuery, queries_of_rules
from arxtui.library.search.key_sets import key_set
from arxtui.light import NamedTuple, changed
from arxtui.model.expr import And, Expr, Keys, Not, Or, Regex, Term, terms_of
from arxtui.model.rules import Effect, Reason, RuleCount
from arxtui.model.views import Record
from arxtui.store.cache.database import Cache
from arxtui.store.progress.rule_matches import contains

FEW = 1_000
"""The largest number of muted papers that a search excludes by their keys. With more of them, the rules' queries are
faster."""
_Result = TypeVar("_Result")


class RuleDependencies(NamedTuple):
    """What the effects of rules depend on besides papers. ``state`` changes whenever the user's marks or the
    announcements may have changed; ``kept`` returns the papers that the user keeps."""

    state: Callable[[], object]
    kept: Callable[[], Collection[int]]


class Rules:
    """The rules of the settings on one day, evaluated on one cache."""

    def __init__(
        self, cache: Cache, evaluator: QueryEvaluator, queries: Sequence[RuleQuery], dependencies: RuleDependencies
    ) -> None:
        self.queries = tuple(queries)
        self.matches = Matches(cache, evaluator)
        self._evaluator = evaluator
        self._dependencies = dependencies
        self._names = frozenset(each.name for each in queries if each.name)
        self._cache: dict[str, tuple[object, Any]] = {}

    @classmethod
    def of_settings(
        cls,
        context: LibraryContext,
        is_of_papers: Callable[[Term], bool],
        bare: Callable[[Expr], Expr],
        settle: Callable[[Expr], Expr],
        dependencies: RuleDependencies,
    ) -> Rules:
        """Return the rules of the settings as of now."""
        queries = queries_of_rules(context.settings, context.now(), is_of_papers)
        return cls(context.cache, QueryEvaluator(context.index, bare, settle), queries, dependencies)

    @property
    def note(self) -> str:
        """Why rules may have missed papers, in words; empty if they have not."""
        return f"{self.matches.note}: rules may have missed papers" if self.matches.note else ""

    def matched(self, queries: Iterable[RuleQuery]) -> list[array[int]]:
        """Return the ascending keys of the papers that each of these rules matches. The caller must not modify the
        arrays."""
        rule_queries = list(queries)
        self.matches.update(rule_queries, self._names)
        return [self._matched_by(each) for each in rule_queries]

    def muted(self) -> array[int]:
        """Return the ascending keys of the papers that rules hide."""
        matched, stamp = self._matched_by_any(Effect.MUTE)
        return self._cached(
            "muted", (stamp, self._dependencies.state()), lambda: _without(matched, self._dependencies.kept())
        )

    def highlighted(self) -> array[int]:
        """Return the ascending keys of the papers that rules highlight."""
        return self._matched_by_any(Effect.HIGHLIGHT)[0]

    def highlighted_among(self, keys: Iterable[int]) -> frozenset[int]:
        """Return those of the papers that rules highlight."""
        matches = self.matched(self._with(Effect.HIGHLIGHT))
        return frozenset(key for key in keys if any(contains(keys_of_rule, key) for keys_of_rule in matches))

    def points(self) -> dict[int, int]:
        """Return the points of every paper that matches a scoring rule."""
        scoring = self._with(Effect.SCORE)
        matches = list(zip(scoring, self.matched(scoring), strict=True))

        def add() -> dict[int, int]:
            points: dict[int, int] = {}
            for query, keys in matches:
                for key in keys:
                    points[key] = points.get(key, 0) + query.rule.score
            return points

        return self._cached("points", self._stamp(scoring), add)

    def scores(self, keys: Iterable[int]) -> dict[int, int]:
        """Return the points of those of the papers that match a scoring rule."""
        scoring = self._with(Effect.SCORE)
        matches = list(zip(scoring, self.matched(scoring), strict=True))
        points = ((key, [query.rule.score for query, matched in matches if contains(matched, key)]) for key in keys)
        return {key: sum(given) for key, given in points if given}

    def as_query(self, beside: Expr | None = None) -> Expr:
        """Return the query for the papers that rules hide. It consists of their keys if they are few, or if ``beside``,
        the query with which it is combined, needs no index."""
        muted = self.muted()
        if len(muted) <= FEW or (beside is not None and key_set(beside) is not None):
            return Keys(muted)
        stamp = (self._stamp(self._with(Effect.MUTE)), self._dependencies.state())
        return self._cached("muting", stamp, self._muting_query)

    def reasons(self, records: Iterable[Record]) -> list[tuple[Reason, ...]]:
        """Return the effects of rules on each of the papers."""
        kept = self._dependencies.kept()
        matches = list(zip(self.queries, self.matched(self.queries), strict=True))
        return [
            tuple(
                reason
                for query, matched in matches
                if contains(matched, record.key)
                for reason in _reasons(query, record, is_kept=record.key in kept)
            )
            for record in records
        ]

    def judged(self, records: Sequence[Record]) -> list[Record]:
        """Return the records with their points and the reasons for them."""
        reasons_of = zip(records, self.reasons(records), strict=True)
        return [changed(record, why=why, score=sum(reason.points for reason in why)) for record, why in reasons_of]

    def counts(self, recent: Collection[int]) -> list[RuleCount]:
        """Return the counts of each rule; ``recent`` are the papers announced in the last days."""
        muted = frozenset(self.muted())
        return [
            RuleCount(
                query.rule,
                len(matched),
                sum(key in muted for key in matched) if query.rule.mute else 0,
                sum(contains(matched, key) for key in recent),
                bool(query.label),
            )
            for query, matched in zip(self.queries, self.matched(self.queries), strict=True)
        ]

    def _muting_query(self) -> Expr:
        """Return one query for all papers that rules mute, without those that the user keeps."""
        queries = self._with(Effect.MUTE)
        matches = self.matched(queries)
        spared = sorted(key for key in self._dependencies.kept() if any(contains(keys, key) for keys in matches))
        means = Or(tuple(map(self._fastest_query, queries, matches)))
        return And((means, Not(Keys(spared)))) if spared else means

    def _fastest_query(self, query: RuleQuery, matched: array[int]) -> Expr:
        """Return the fastest query for a rule's matches: their keys if the rule has a regular expression, as texts need
        not be searched twice."""
        if query.cached is None or any(isinstance(term, Regex) for term in terms_of(query.cached)):
            return Keys(matched[:])
        return And((query.cached, self._evaluator.bare(query.rest))) if query.rest else query.cached

    def _with(self, effect: Effect) -> list[RuleQuery]:
        return [each for each in self.queries if effect in each.rule.effects]

    def _matched_by_any(self, effect: Effect) -> tuple[array[int], object]:
        """Return the papers that match any rule with an effect, and a stamp that changes when these papers may."""
        queries = self._with(effect)
        matches, stamp = self.matched(queries), self._stamp(queries)
        return self._cached(effect, stamp, lambda: _union(matches)), stamp

    def _matched_by(self, query: RuleQuery) -> array[int]:
        if query.rest is None:
            return self.matches.of(query)
        return self._cached(f"rule {query.rule.name}", self._stamp([query]), lambda: self.matches.of(query))

    def _stamp(self, queries: Sequence[RuleQuery]) -> object:
        """Return a value that differs when the matches of these rules may have changed."""
        rests = [each for each in queries if each.rest]
        index = self._evaluator.searcher().change_number if any(each.is_searched for each in rests) else None
        return (
            [self.matches.change(each.name) for each in queries],
            self._dependencies.state() if rests else None,
            index,
        )

    def _cached(self, name: str, stamp: object, compute: Callable[[], _Result]) -> _Result:
        if name not in self._cache or self._cache[name][0] != stamp:
            self._cache[name] = stamp, compute()
        result: _Result = self._cache[name][1]
        return result


def _reasons(query: RuleQuery, record: Record, *, is_kept: bool) -> Iterator[Reason]:
    rule, marks = query.rule, record.marks
    form = form_of(query.author, (author.name for author in record.paper.authors)) if query.author else None
    shows = {
        Effect.MUTE: not is_kept,
        Effect.TAG: rule.tag in marks.tags,
        Effect.STAR: marks.starred,
    }
    for effect in rule.effects:
        if shows.get(effect, True):
            points = rule.score if effect is Effect.SCORE else 0
            yield Reason(rule.name, query.label or rule.query, effect, points, form.note if form else "")


def _union(lists: Iterable[array[int]]) -> array[int]:
    # sorted() merges ascending runs in linear time.
    merged = sorted(chain.from_iterable(lists))
    return array("q", [key for key, following in zip_longest(merged, islice(merged, 1, None)) if key != following])


def _without(keys: array[int], spared: Iterable[int]) -> array[int]:
    left = keys[:]
    for key in spared:
        if contains(left, key):
            del left[bisect_left(left, key)]
    return left
