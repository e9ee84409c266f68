"""How the papers of a query divide, by what the filter pane tells apart; and what a query may have meant instead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import chain
from typing import TypeVar

from arxtui.library.algebra import key_set
from arxtui.library.counts import DAYS, Counts
from arxtui.library.resolve import asks_for_hidden
from arxtui.library.views import Facets
from arxtui.model.expr import And, Expr, Keys, Not, State
from arxtui.model.marks import RATINGS
from arxtui.query.tokens import Kind, Token, tokenize
from arxtui.text import words

_STATES = ("unread", "starred", "fresh", "toread", "reading", "finished")
_MANY = 20_000
"""Papers of a state from which on a query's are counted without being fetched: after a harvest most are fresh."""
_HANDED_OUT = 4
"""Keys of found papers that the index hands out in the time in which it looks one up."""
_SUGGESTIONS = 3
_Name = TypeVar("_Name", str, date, int)


class Faceted(Counts):
    """What a query's papers have in common."""

    def facets(self, text: str, *, typing: bool = False) -> Facets:
        """The numbers of a query's papers, exact; ``typing`` as in ``listing``."""
        asked = self._parse(text, typing=typing).expr
        expr = self._resolve(asked)
        counts = self._searcher().counts(expr)
        states, days = list(self._states()), list(self._days())
        tags, lists = self._resolver().tags(), self._resolver().lists()
        few = [state for state in states if len(state[1]) <= _MANY]
        ratings = self._ratings()
        marked = self._among(expr, counts.total, (keys for _, keys in (*few, *days, *tags, *lists, *ratings)))
        told = {name: self._of_state(expr, keys, marked) for name, keys in states}
        told["read"] = counts.total - told["unread"]
        told["hidden"] = self._hidden(asked)
        told["muted"] = self._muted(asked)
        return Facets(
            counts.total,
            counts.archives,
            counts.categories,
            counts.months,
            tuple(_badges(dict(counts.badges), counts.total).items()),
            tuple(_counted(days, marked)),
            tuple((name, papers) for name, papers in told.items() if papers),
            tuple(_counted(tags, marked)),
            tuple(_counted(lists, marked)),
            tuple(_counted(ratings, marked)),
        )

    def suggestions(self, text: str) -> tuple[str, ...]:
        """Queries with one word replaced by one that is a letter off and finds something, what finds most first."""
        found = {other: self._searcher().count(self._resolve(self._parse(other).expr)) for other in self._respelt(text)}
        telling = sorted((-papers, other) for other, papers in found.items() if papers)
        return tuple(other for _, other in telling[:_SUGGESTIONS])

    def _respelt(self, text: str) -> Iterator[str]:
        for token in tokenize(text):
            if token.kind is Kind.WORD and len(asked := words(token.value)) == 1:
                for other, _ in self._searcher().nearby(asked[0]):
                    yield _with(text, token, other)

    def _among(self, expr: Expr, total: int, sets: Iterable[Iterable[int]]) -> set[int]:
        """The papers of any of these sets that a query means, of which it means so many: from the side that takes less
        time. To look a key up takes the index some times as long as to hand one out."""
        union = set(chain.from_iterable(sets))
        if not union or not total:
            return set()
        if total <= _HANDED_OUT * len(union):
            return union.intersection(self._searcher().find(expr, limit=total).keys)
        return set(self._searcher().find(And((expr, Keys(sorted(union)))), limit=len(union)).keys)

    def _of_state(self, expr: Expr, keys: Sequence[int], marked: set[int]) -> int:
        if len(keys) <= _MANY:
            return len(marked.intersection(keys))
        return self._searcher().count(And((expr, Keys(keys))))

    def _states(self) -> Iterator[tuple[str, Sequence[int]]]:
        resolver = self._resolver()
        return ((name, resolver.state(name)) for name in _STATES)

    def _ratings(self) -> list[tuple[int, list[int]]]:
        """(rating, the papers that have it), the best first."""
        told = self._resolver().ratings()
        return [(rating, [key for key in told if told[key] == rating]) for rating in reversed(RATINGS)] if told else []

    def _hidden(self, asked: Expr) -> int:
        if not self._library.hidden():
            return 0
        return self._searcher().count(self._resolve(And((asked, State("hidden")))))

    def _muted(self, asked: Expr) -> int:
        """How many of a query's papers rules hide and the user does not; none of a query that asks for such itself."""
        rules, resolver = self._rules(), self._resolver()
        if rules is None or asks_for_hidden(asked) or not rules.muted():
            return 0
        bare = resolver.bare(asked)
        expr = self._settle(And((bare, rules.as_query(bare), Not(Keys(resolver.state("hidden")))))).expr
        known = key_set(expr)
        return self._searcher().count(expr) if known is None else len(known.keys)

    def _days(self) -> Iterator[tuple[date, Iterable[int]]]:
        categories = self._settings.arxiv.categories
        for day, _ in self._cache.announcement_days(DAYS, categories):
            yield day, self._cache.announced(day, day, categories=categories)


def _counted(named: Iterable[tuple[_Name, Iterable[int]]], among: set[int]) -> Iterator[tuple[_Name, int]]:
    return ((name, papers) for name, keys in named if (papers := len(among.intersection(keys))))


def _badges(held: Mapping[int, int], total: int) -> dict[str, int]:
    """By the numbers of ``search.schema.BADGE``."""
    theorem = sum(papers for badge, papers in held.items() if badge > 1)
    named = {"theorem": theorem, "recognition": held.get(1, 0), "none": held.get(0, 0)}
    named["unreviewed"] = total - sum(named.values())
    return {name: papers for name, papers in named.items() if papers}


def _with(text: str, token: Token, word: str) -> str:
    return text[: token.value_start] + word + text[token.value_start + len(token.value) :]
