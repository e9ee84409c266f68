"""What rules do to papers, found out when it is asked: nothing of it is written down as the user's own act.

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
from arxtui.store.progress.rule_matches import contains

FEW = 1_000
"""Hidden papers up to which a search leaves them out by their keys: of more, the engine had better be asked the rules
themselves."""
_Found = TypeVar("_Found")


class Moment(NamedTuple):
    """What rules depend on beside the papers: ``state`` differs when the user's marks or the announcements may have
    changed, ``kept`` gives the papers that the user keeps."""

    state: Callable[[], object]
    kept: Callable[[], Collection[int]]


class Rules:
    """The rules of the settings as they are asked on one day, over one cache."""

    def __init__(self, cache: Cache, asking: Asking, asked: Sequence[Asked], moment: Moment) -> None:
        self.asked = tuple(asked)
        self.matches = Matches(cache, asking)
        self._asking = asking
        self._moment = moment
        self._names = frozenset(each.name for each in asked if each.name)
        self._held: dict[str, tuple[object, Any]] = {}

    @property
    def note(self) -> str:
        """Why rules may have missed papers, in words; empty when they have not."""
        return f"{self.matches.note}: rules may have missed papers" if self.matches.note else ""

    def matched(self, asked: Iterable[Asked]) -> list[array[int]]:
        """Ascending keys of the papers that each of these rules means; not to be changed."""
        told = list(asked)
        self.matches.bring_up(told, self._names)
        return [self._meant(each) for each in told]

    def muted(self) -> array[int]:
        """Ascending keys of the papers that rules hide."""
        found, stamp = self._united(Effect.MUTE)
        return self._remembered("muted", (stamp, self._moment.state()), lambda: _without(found, self._moment.kept()))

    def highlighted(self) -> array[int]:
        """Ascending keys of the papers that rules highlight."""
        return self._united(Effect.HIGHLIGHT)[0]

    def highlighted_among(self, keys: Iterable[int]) -> frozenset[int]:
        """Those of these papers that rules highlight."""
        found = self.matched(self._with(Effect.HIGHLIGHT))
        return frozenset(key for key in keys if any(contains(meant, key) for meant in found))

    def points(self) -> dict[int, int]:
        """The points of every paper to which rules give any."""
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
        """The points of those of these papers that a scoring rule means."""
        scoring = self._with(Effect.SCORE)
        told = list(zip(scoring, self.matched(scoring), strict=True))
        points = ((key, [asked.rule.score for asked, found in told if contains(found, key)]) for key in keys)
        return {key: sum(given) for key, given in points if given}

    def as_query(self, beside: Expr | None = None) -> Expr:
        """What the index has to leave out, or to find, to mean the papers that rules hide; their keys where ``beside``,
        what is asked for with it, needs no index."""
        muted = self.muted()
        if len(muted) <= FEW or (beside is not None and key_set(beside) is not None):
            return Keys(muted)
        stamp = (self._stamp(self._with(Effect.MUTE)), self._moment.state())
        return self._remembered("muting", stamp, self._muting)

    def reasons(self, records: Iterable[Record]) -> list[tuple[Reason, ...]]:
        """Why each of these papers stands as it does."""
        kept = self._moment.kept()
        told = list(zip(self.asked, self.matched(self.asked), strict=True))
        return [
            tuple(
                reason
                for asked, found in told
                if contains(found, record.key)
                for reason in _reasons(asked, record, is_kept=record.key in kept)
            )
            for record in records
        ]

    def judged(self, records: Sequence[Record]) -> list[Record]:
        """The records with their points, and why they have them."""
        told = zip(records, self.reasons(records), strict=True)
        return [changed(record, why=why, score=sum(reason.points for reason in why)) for record, why in told]

    def counts(self, recent: Collection[int]) -> list[RuleCount]:
        """Each rule with its numbers; ``recent`` are the papers of the last days."""
        muted = frozenset(self.muted())
        return [
            RuleCount(
                asked.rule,
                len(found),
                sum(key in muted for key in found) if asked.rule.mute else 0,
                sum(contains(found, key) for key in recent),
                bool(asked.shown),
            )
            for asked, found in zip(self.asked, self.matched(self.asked), strict=True)
        ]

    def _muting(self) -> Expr:
        """The rules that mute as one query, without what the user keeps."""
        asked = self._with(Effect.MUTE)
        found = self.matched(asked)
        spared = sorted(key for key in self._moment.kept() if any(contains(keys, key) for keys in found))
        means = Or(tuple(map(self._as_asked, asked, found)))
        return And((means, Not(Keys(spared)))) if spared else means

    def _as_asked(self, asked: Asked, found: array[int]) -> Expr:
        """A rule as the index had better be asked: one that texts were looked through for, by what was found."""
        if asked.kept is None or any(isinstance(term, Regex) for term in terms_of(asked.kept)):
            return Keys(found[:])
        return And((asked.kept, self._asking.bare(asked.rest))) if asked.rest else asked.kept

    def _with(self, effect: Effect) -> list[Asked]:
        return [each for each in self.asked if effect in each.rule.effects]

    def _united(self, effect: Effect) -> tuple[array[int], object]:
        """The papers that any rule with an effect means, and what changes when they do."""
        asked = self._with(effect)
        found, stamp = self.matched(asked), self._stamp(asked)
        return self._remembered(effect, stamp, lambda: _union(found)), stamp

    def _meant(self, asked: Asked) -> array[int]:
        if asked.rest is None:
            return self.matches.of(asked)
        return self._remembered(f"rule {asked.rule.name}", self._stamp([asked]), lambda: self.matches.of(asked))

    def _stamp(self, asked: Sequence[Asked]) -> object:
        """Differs when what these rules mean may."""
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
    # Ascending lists one after the other are merged rather than sorted.
    merged = sorted(chain.from_iterable(found))
    return array("q", [key for key, following in zip_longest(merged, islice(merged, 1, None)) if key != following])


def _without(keys: array[int], spared: Iterable[int]) -> array[int]:
    left = keys[:]
    for key in spared:
        if contains(left, key):
            del left[bisect_left(left, key)]
    return left
