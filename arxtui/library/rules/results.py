"""The effects of rules on papers, computed on demand: no effect is stored as an act of the user.

A paper that the user keeps (starred, tagged, noted, rated, queued, on a list, with a reading state) is never hidden.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain, islice, zip_longest
from typing import Any, NamedTuple, TypeVar

from arxtui.library.rules.matches import Asking, Matches
from arxtui.library.rules.name_forms import form_of
from arxtui.library.rules.queries import Asked
from arxtui.library.search.key_sets import key_set
from arxtui.model.expr import And, Expr, Keys, Not, Or, Regex, terms_of
from arxtui.model.frozen import changed
from arxtui.model.rules import Effect, Reason, RuleCount
from arxtui.model.views import Record
from arxtui.store.cache.database import Cache
from arxtui.store.progress.rule_matches import has

FEW = 1_000
"""The largest number of muted papers that a search excludes by their keys. With more of them, the rules' queries are
faster."""
_Found = TypeVar("_Found")


class Moment(NamedTuple):
    """What the effects of rules depend on besides papers. ``state`` changes whenever the user's marks or the
    announcements may have changed; ``kept`` returns the papers that the user keeps."""

    state: Callable[[], object]
    kept: Callable[[], Collection[int]]


class Rules:
    """The rules of the settings on one day, evaluated on one cache."""

    def __init__(self, cache: Cache, asking: Asking, asked: Sequence[Asked], moment: Moment) -> None:
        self.asked = tuple(asked)
        self.matches = Matches(cache, asking)
        self._asking = asking
        self._moment = moment
        self._names = frozenset(each.name for each in asked if each.name)
        self._held: dict[str, tuple[object, Any]] = {}

    @property
    def note(self) -> str:
        """Why rules may have missed papers, in words; empty if they have not."""
        return f"{self.matches.note}: rules may have missed papers" if self.matches.note else ""

    def matched(self, asked: Iterable[Asked]) -> list[array[int]]:
        """Return the ascending keys of the papers that each of these rules matches. The caller must not modify the
        arrays."""
        told = list(asked)
        self.matches.bring_up(told, self._names)
        return [self._meant(each) for each in told]

    def muted(self) -> array[int]:
        """Return the ascending keys of the papers that rules hide."""
        found, stamp = self._united(Effect.MUTE)
        return self._remembered("muted", (stamp, self._moment.state()), lambda: _without(found, self._moment.kept()))

    def highlighted(self) -> array[int]:
        """Return the ascending keys of the papers that rules highlight."""
        return self._united(Effect.HIGHLIGHT)[0]

    def highlighted_among(self, keys: Iterable[int]) -> frozenset[int]:
        """Return those of the papers that rules highlight."""
        found = self.matched(self._with(Effect.HIGHLIGHT))
        return frozenset(key for key in keys if any(has(meant, key) for meant in found))

    def points(self) -> dict[int, int]:
        """Return the points of every paper that matches a scoring rule."""
        scoring = self._with(Effect.SCORE)
        told = list(zip(scoring, self.matched(scoring), strict=True))

        def add() -> dict[int, int]:
            points: dict[int, int] = {}
            for asked, keys in told:
                for key in keys:
                    points[key] = points.get(key, 0) + asked.rule.score
            return points

        return self._remembered("points", self._stamp(scoring), add)

    def scores(self, keys: Iterable[int]) -> dict[int, int]:
        """Return the points of those of the papers that match a scoring rule."""
        scoring = self._with(Effect.SCORE)
        told = list(zip(scoring, self.matched(scoring), strict=True))
        points = ((key, [asked.rule.score for asked, found in told if has(found, key)]) for key in keys)
        return {key: sum(given) for key, given in points if given}

    def as_query(self, beside: Expr | None = None) -> Expr:
        """Return the query for the papers that rules hide. It consists of their keys if they are few, or if ``beside``,
        the query with which it is combined, needs no index."""
        muted = self.muted()
        if len(muted) <= FEW or (beside is not None and key_set(beside) is not None):
            return Keys(muted)
        stamp = (self._stamp(self._with(Effect.MUTE)), self._moment.state())
        return self._remembered("muting", stamp, self._muting)

    def reasons(self, records: Iterable[Record]) -> list[tuple[Reason, ...]]:
        """Return the effects of rules on each of the papers."""
        kept = self._moment.kept()
        told = list(zip(self.asked, self.matched(self.asked), strict=True))
        return [
            tuple(
                reason
                for asked, found in told
                if has(found, record.key)
                for reason in _reasons(asked, record, is_kept=record.key in kept)
            )
            for record in records
        ]

    def judged(self, records: Sequence[Record]) -> list[Record]:
        """Return the records with their points and the reasons for them."""
        told = zip(records, self.reasons(records), strict=True)
        return [changed(record, why=why, score=sum(reason.points for reason in why)) for record, why in told]

    def counts(self, recent: Collection[int]) -> list[RuleCount]:
        """Return the counts of each rule; ``recent`` are the papers announced in the last days."""
        muted = frozenset(self.muted())
        return [
            RuleCount(
                asked.rule,
                len(found),
                sum(key in muted for key in found) if asked.rule.mute else 0,
                sum(has(found, key) for key in recent),
                bool(asked.shown),
            )
            for asked, found in zip(self.asked, self.matched(self.asked), strict=True)
        ]

    def _muting(self) -> Expr:
        """Return one query for all papers that rules mute, without those that the user keeps."""
        asked = self._with(Effect.MUTE)
        found = self.matched(asked)
        spared = sorted(key for key in self._moment.kept() if any(has(keys, key) for keys in found))
        means = Or(tuple(map(self._as_asked, asked, found)))
        return And((means, Not(Keys(spared)))) if spared else means

    def _as_asked(self, asked: Asked, found: array[int]) -> Expr:
        """Return the fastest query for a rule's matches: their keys if the rule has a regular expression, as texts need
        not be searched twice."""
        if asked.kept is None or any(isinstance(term, Regex) for term in terms_of(asked.kept)):
            return Keys(found[:])
        return And((asked.kept, self._asking.bare(asked.rest))) if asked.rest else asked.kept

    def _with(self, effect: Effect) -> list[Asked]:
        return [each for each in self.asked if effect in each.rule.effects]

    def _united(self, effect: Effect) -> tuple[array[int], object]:
        """Return the papers that match any rule with an effect, and a stamp that changes when these papers may."""
        asked = self._with(effect)
        found, stamp = self.matched(asked), self._stamp(asked)
        return self._remembered(effect, stamp, lambda: _union(found)), stamp

    def _meant(self, asked: Asked) -> array[int]:
        if asked.rest is None:
            return self.matches.of(asked)
        return self._remembered(f"rule {asked.rule.name}", self._stamp([asked]), lambda: self.matches.of(asked))

    def _stamp(self, asked: Sequence[Asked]) -> object:
        """Return a value that differs when the matches of these rules may have changed."""
        rests = [each for each in asked if each.rest]
        index = self._asking.searcher().change_number if any(each.is_searched for each in rests) else None
        return [self.matches.change(each.name) for each in asked], self._moment.state() if rests else None, index

    def _remembered(self, name: str, stamp: object, make: Callable[[], _Found]) -> _Found:
        if name not in self._held or self._held[name][0] != stamp:
            self._held[name] = stamp, make()
        found: _Found = self._held[name][1]
        return found


def _reasons(asked: Asked, record: Record, *, is_kept: bool) -> Iterator[Reason]:
    rule, marks = asked.rule, record.marks
    form = form_of(asked.author, (author.name for author in record.paper.authors)) if asked.author else None
    shows = {
        Effect.MUTE: not is_kept,
        Effect.TAG: rule.tag in marks.tags,
        Effect.STAR: marks.starred,
    }
    for effect in rule.effects:
        if shows.get(effect, True):
            points = rule.score if effect is Effect.SCORE else 0
            yield Reason(rule.name, asked.shown or rule.query, effect, points, form.note if form else "")


def _union(found: Iterable[array[int]]) -> array[int]:
    # sorted() merges ascending runs in linear time.
    merged = sorted(chain.from_iterable(found))
    return array("q", [key for key, following in zip_longest(merged, islice(merged, 1, None)) if key != following])


def _without(keys: array[int], spared: Iterable[int]) -> array[int]:
    left = keys[:]
    for key in spared:
        if has(left, key):
            del left[bisect_left(left, key)]
    return left
