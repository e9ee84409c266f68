"""Rules: a query, and what happens to the papers that it matches."""

from __future__ import annotations

from datetime import date, timedelta
from enum import StrEnum

from arxtui.light import NamedTuple, frozen
from arxtui.model.counted import counted


class Effect(StrEnum):
    """What a rule does to a paper."""

    MUTE = "mute"
    HIGHLIGHT = "highlight"
    SCORE = "score"
    TAG = "tag"
    STAR = "star"


@frozen
class Rule:
    """One rule of the configuration, under a unique name. ``score`` are the points that it adds or subtracts, 0 for
    none; ``tag`` is empty for none. A rule that is ``off`` has no effect."""

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
        """The effects of the rule, in the order of the manual; empty for an invalid rule."""
        has = {
            Effect.MUTE: self.mute,
            Effect.HIGHLIGHT: self.highlight,
            Effect.SCORE: self.score,
            Effect.TAG: self.tag,
            Effect.STAR: self.star,
        }
        return tuple(effect for effect, is_set in has.items() if is_set)

    @property
    def in_words(self) -> str:
        """The effects in words: ``mute, tag thesis, score +8``."""
        words = {Effect.SCORE: f"score {self.score:+}", Effect.TAG: f"tag {self.tag}"}
        return ", ".join(words.get(effect, effect.value) for effect in self.effects)


class Reason(NamedTuple):
    """One effect of a rule (or of a followed name) on a paper, with the rule's name and query. ``points`` are those of
    a score, otherwise 0. ``note`` is a caution about the match, usually empty."""

    rule: str
    query: str
    effect: Effect
    points: int = 0
    note: str = ""

    @property
    def gave(self) -> str:
        """The rule and its points: ``Lamport +8``."""
        return f"{self.rule} {self.points:+}{f' ({self.note})' if self.note else ''}"


def reasons_in_words(reasons: tuple[Reason, ...]) -> list[str]:
    """Return the lines that explain the effects: ``score 12: Lamport +8, Consensus +4``, ``hidden by rule: less
    LLM``."""
    points = [reason for reason in reasons if reason.effect is Effect.SCORE]
    lines = []
    if points:
        total = sum(reason.points for reason in points)
        lines.append(f"score {total}: {', '.join(reason.gave for reason in points)}")
    for effect, words in (
        (Effect.MUTE, "hidden by rule"),
        (Effect.HIGHLIGHT, "highlighted by"),
        (Effect.TAG, "tagged by rule"),
        (Effect.STAR, "starred by rule"),
    ):
        if rules := [_named(reason) for reason in reasons if reason.effect is effect]:
            lines.append(f"{words}: {', '.join(rules)}")
    return lines


def _named(reason: Reason) -> str:
    return f"{reason.rule} ({reason.note})" if reason.note else reason.rule


class RuleCount(NamedTuple):
    """A rule (or a followed name, as a rule) with its counts: papers matched, papers hidden now, and papers matched
    among those announced in the last 30 days. ``followed`` means that it is not a rule of the configuration."""

    rule: Rule
    matched: int
    muted: int
    recent: int
    followed: bool = False

    @property
    def hiding(self) -> str:
        """What the rule hides now, and how many papers the user's marks exempt, in words; empty for a rule that does
        not mute."""
        if not self.rule.mute:
            return ""
        spared = f", spares {self.matched - self.muted:,} that you keep" if self.matched > self.muted else ""
        return f"hides {counted(self.muted, 'paper')}{spared}"


class Rehearsal(NamedTuple):
    """What a rule would have done to the papers announced in the last ``days``, from ``first``, in the subscribed
    categories; in any category if there are no subscriptions.

    ``announced`` counts all of them, including cross-lists and replacements; ``matched`` those that the rule matches.
    ``muted`` are those that it would have hidden; ``kept`` those that it would not, because the user starred, tagged,
    rated, queued, listed or noted them; ``read`` are those of ``muted`` that the user has read. ``sample`` are the keys
    of the newest matches. ``note`` says why papers may be missing. ``is_listed``: nothing was announced, and the rule
    was tried on the papers of a list.
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
    is_listed: bool = False

    @property
    def in_words(self) -> str:
        """What the rule would have done, in words: ``Would mute 6 of the 268 papers announced in the last 30 days
        (since 25 Oct; 2 of them read)``."""
        rule = self.rule
        does = {Effect.SCORE: f"give {rule.score:+} points to", Effect.TAG: f"tag as {rule.tag}"}
        *others, last = (does.get(effect, effect.value) for effect in rule.effects)
        deeds = f"{', '.join(others)} and {last}" if others else last
        about = [f"{self.read:,} of them read"] if self.muted and self.read else []
        if rule.mute and self.kept:
            about.append(f"{self.kept:,} more that you keep {'stays' if self.kept == 1 else 'stay'} in sight")
        if self.is_listed:
            days = "in this list"
        elif self.days == 1:
            days = "announced today"
        else:
            year = f" {self.first.year}" if (self.first + timedelta(days=self.days - 1)).year != self.first.year else ""
            days = f"announced in the last {self.days:,} days"
            about.insert(0, f"since {self.first.day} {self.first:%b}{year}")
        if not self.announced:
            return f"Would {deeds} papers; none was {days} to test it on"
        aside = f" ({'; '.join(about)})" if about else ""
        papers = counted(self.announced, "paper")
        return f"Would {deeds} {self.affected:,} of the {papers} {days}{aside}"

    @property
    def affected(self) -> int:
        """The number of papers on which the rule would have had an effect."""
        return self.muted if self.rule.mute else self.matched

    @property
    def warnings(self) -> tuple[str, ...]:
        """The reasons against hiding these papers, in words."""
        reasons = []
        if self.rule.mute and self.kept:
            reasons.append(f"you keep {self.kept:,} of them (starred, tagged, rated, ...): they stay in sight")
        if self.muted and self.read:
            reasons.append(f"you have read {self.read:,} of those it would have hidden")
        return tuple(reasons)
