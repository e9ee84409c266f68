"""Rules: a query, and what happens to the papers it means."""

from __future__ import annotations

from datetime import date, timedelta
from enum import StrEnum
from typing import NamedTuple

from arxtui.model.counted import counted
from arxtui.model.frozen import frozen


class Effect(StrEnum):
    """What a rule does to a paper."""

    MUTE = "mute"
    HIGHLIGHT = "highlight"
    SCORE = "score"
    TAG = "tag"
    STAR = "star"


@frozen
class Rule:
    """One rule of the configuration, under a name that no other has. ``score`` are the points it gives or takes, 0 for
    none; ``tag`` is empty for none. ``off``: it stands in the configuration and does nothing."""

    name: str
    query: str
    mute: bool = False
    highlight: bool = False
    tag: str = ""
    star: bool = False
    score: int = 0
    off: bool = False

    @property
    def effects(self) -> tuple[Effect, ...]:
        """What it does, in the order of the manual; none for a rule that is none."""
        has = {
            Effect.MUTE: self.mute,
            Effect.HIGHLIGHT: self.highlight,
            Effect.SCORE: self.score,
            Effect.TAG: self.tag,
            Effect.STAR: self.star,
        }
        return tuple(effect for effect, told in has.items() if told)

    @property
    def in_words(self) -> str:
        """What it does: ``mute, tag thesis, score +8``."""
        said = {Effect.SCORE: f"score {self.score:+}", Effect.TAG: f"tag {self.tag}"}
        return ", ".join(said.get(effect, effect.value) for effect in self.effects)


_LONGEST = 32


class Reason(NamedTuple):
    """Why a paper stands as it does: a rule (or what is followed) that means it, its query, and one of its effects.
    ``points`` are those of a score, else 0; ``note`` is what is to be known about the match, mostly empty."""

    rule: str
    query: str
    effect: Effect
    points: int = 0
    note: str = ""

    @property
    def gave(self) -> str:
        """What gave the points, shortly: the query where it is short, else the rule's name; ``au:lamport +8``."""
        named = self.query if len(self.query) <= _LONGEST else self.rule
        return f"{named} {self.points:+}{f' ({self.note})' if self.note else ''}"


def reasons_in_words(reasons: tuple[Reason, ...]) -> list[str]:
    """The lines that tell why: ``score 12: au:lamport +8, ti:consensus +4``, ``hidden by rule: less LLM``."""
    points = [reason for reason in reasons if reason.effect is Effect.SCORE]
    lines = []
    if points:
        total = sum(reason.points for reason in points)
        lines.append(f"score {total}: {', '.join(reason.gave for reason in points)}")
    for effect, said in (
        (Effect.MUTE, "hidden by rule"),
        (Effect.HIGHLIGHT, "highlighted by"),
        (Effect.TAG, "tagged by rule"),
        (Effect.STAR, "starred by rule"),
    ):
        if rules := [_named(reason) for reason in reasons if reason.effect is effect]:
            lines.append(f"{said}: {', '.join(rules)}")
    return lines


def _named(reason: Reason) -> str:
    return f"{reason.rule} ({reason.note})" if reason.note else reason.rule


class RuleCount(NamedTuple):
    """A rule (or what is followed, as a rule), how many papers it means, how many of them it hides now, and how many
    it means of those announced in the last 30 days. ``followed``: it is no rule of the configuration."""

    rule: Rule
    matched: int
    muted: int
    recent: int
    followed: bool = False

    @property
    def hiding(self) -> str:
        """What it hides now, and what it would but for the user's marks; empty for a rule that does not mute."""
        if not self.rule.mute:
            return ""
        spared = f", spares {self.matched - self.muted:,} that you keep" if self.matched > self.muted else ""
        return f"hides {counted(self.muted, 'paper')}{spared}"


class Rehearsal(NamedTuple):
    """What a rule would have done to the papers announced in the last ``days``, since ``first``, in the categories
    followed; in any, while none is.

    ``announced`` are all of them, cross-lists and replacements included, ``matched`` those it means. ``muted`` are
    those it would have hidden, ``kept`` those it would not, as the user starred, tagged, rated, queued, listed or noted
    them; ``read`` are those of ``muted`` that the user has read. ``sample`` are the keys of the newest it means;
    ``note`` says why papers may be missing.
    """

    rule: Rule
    days: int
    first: date
    announced: int
    matched: int
    muted: int
    kept: int
    read: int
    sample: tuple[int, ...] = ()
    note: str = ""

    @property
    def in_words(self) -> str:
        """What the rule would have done: ``Would mute 6 of the 268 papers announced in the last 30 days
        (since 25 Oct; 2 of them read)``."""
        rule = self.rule
        does = {Effect.SCORE: f"give {rule.score:+} points to", Effect.TAG: f"tag as {rule.tag}"}
        *others, last = (does.get(effect, effect.value) for effect in rule.effects)
        deeds = f"{', '.join(others)} and {last}" if others else last
        about = [f"{self.read:,} of them read"] if self.muted and self.read else []
        if rule.mute and self.kept:
            about.append(f"{self.kept:,} more that you keep {'stays' if self.kept == 1 else 'stay'} in sight")
        if self.days == 1:
            days = "today"
        else:
            year = f" {self.first.year}" if (self.first + timedelta(days=self.days - 1)).year != self.first.year else ""
            days = f"in the last {self.days:,} days"
            about.insert(0, f"since {self.first.day} {self.first:%b}{year}")
        if not self.announced:
            return f"Would {deeds} papers; none was announced {days} to try it on"
        aside = f" ({'; '.join(about)})" if about else ""
        papers = counted(self.announced, "paper")
        return f"Would {deeds} {self.affected:,} of the {papers} announced {days}{aside}"

    @property
    def affected(self) -> int:
        """How many papers it would have done something to."""
        return self.muted if self.rule.mute else self.matched

    @property
    def warnings(self) -> tuple[str, ...]:
        """What speaks against hiding these papers."""
        said = []
        if self.rule.mute and self.kept:
            said.append(f"{self.kept:,} of them you keep (starred, tagged, rated, ...): they stay in sight")
        if self.muted and self.read:
            said.append(f"{self.read:,} of those it would have hidden you have read")
        return tuple(said)
