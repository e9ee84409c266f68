"""Rules in words: questions, answers and table lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from arxtui.config.values import check_names
from arxtui.light import deferred
from arxtui.model.rules import Rehearsal, Rule, RuleCount
from arxtui.query.parser import QueryError
from arxtui.text import clip
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.line import Piece, cut, flush_right, foreign, pad, unbroken

with deferred():
    from arxtui.library.rules.queries import check_query

if TYPE_CHECKING:
    from arxtui.library.ranking.for_you import ForYouState
    from arxtui.ranking.model import ScoreReason

EFFECTS = ("mute", "highlight", "star", "tag ", "+5", "-5")
"""Completions for the answer to what a rule does."""
_NAMELESS = "new"
_WIDE, _NUMBER = 70, 9
"""Width from which the number of papers is shown, and the width of its column."""
_MAX_REASONS = 12
_MIN_WEIGHT = 0.02
"""Weight, in standard deviations, below which a word is not shown."""


def empty_text() -> list[Piece]:
    """Return the text shown if there are no rules."""
    return [
        ("There are no rules", "strong"),
        (f"Esc goes back; search or filter, then {key_for('make_rule')} makes a rule from the list's query.", "dim"),
        (f" {key_for('follow_author')} follows an author of the paper under the cursor.", "dim"),
    ]


def parse_rule(query: str, answer: str) -> Rule:
    """Parse an answer such as ``mute``, or several separated by commas: ``highlight, +8, tag thesis``. Raises:
    ValueError, with a message for the user, if the answer is not valid."""
    mute = highlight = star = False
    tag, score = "", 0
    for part in filter(None, (each.strip() for each in answer.split(","))):
        word, _, rest = part.partition(" ")
        match word:
            case "mute" | "highlight" | "star" if not rest:
                mute, highlight, star = mute or word == "mute", highlight or word == "highlight", star or word == "star"
            case "tag" if rest.strip():
                tag = rest.strip()
            case _ if _is_points(part):
                score = int(part)
            case _:
                raise ValueError(f'A rule cannot do "{part}": use mute, highlight, star, tag NAME, +8 or -3')
    if not (mute or highlight or star or tag or score):
        raise ValueError("A rule needs an effect: mute, highlight, star, tag NAME, +8 or -3")
    return Rule(_NAMELESS, query, mute, highlight, tag, star, score)


def check_name(name: str, others: Iterable[str]) -> None:
    """Check the name of a new rule. Raises: ValueError, with a message for the user, if the name is empty or taken."""
    if not name.strip():
        raise ValueError("A rule needs a name")
    if name.strip().casefold() in map(str.casefold, others):
        raise ValueError(f"There is already a rule {name.strip()}: choose another name")


def check_author(name: str) -> None:
    """Check the name of an author. Raises: ValueError, with a message for the user, if the name is not valid."""
    if not name.strip():
        raise ValueError("Type the name of an author, or Tab for one of the paper's")
    try:
        check_names((name,))
    except ValueError as error:
        raise ValueError("A name is one line of letters, without quotation marks: type another, or Esc") from error


def check_rule_query(text: str) -> None:
    """Check the query of a rule. Raises: ValueError, with a message for the user, if the query has a fault."""
    try:
        check_query(text)
    except QueryError as error:
        raise ValueError(f"A rule needs a valid query: {error.fault.reason}") from error


def effect_question(left_out: Sequence[str]) -> str:
    """Return the question what a rule does, naming the terms of the list's query that the rule omits."""
    without = f" (without {', '.join(left_out)})" if left_out else ""
    return foreign(f"Effect on papers like these{without}")


def nothing_to_rule(left_out: Sequence[str]) -> str:
    """Return the message that no rule can be made of the list's query."""
    without = f" ({', '.join(left_out)} cannot be part of a rule)" if left_out else ""
    return foreign(f"A rule needs words or categories in the list's query{without}: search or filter first")


def name_question(rehearsal: Rehearsal) -> str:
    """Return what a rule would have done, and the question for its name."""
    note = f"; {rehearsal.note}" if rehearsal.note else ""
    return foreign(f"{rehearsal.in_words}{note}. Name of the rule:")


def rule_made_words(name: str, rule: Rule, count: RuleCount | None = None) -> str:
    """Return the message that a rule was made, with the number of hidden papers if ``count`` is known."""
    hiding = f" ({count.hiding})" if count and count.hiding else ""
    return foreign(
        f"Rule {name} made: {rule.in_words}{hiding} · {key_for('undo')} undoes · {key_for('rules')} lists the rules"
    )


def effects_text(rule: Rule) -> str:
    """Return a rule's effects in the form that :func:`parse_rule` parses: ``mute, tag thesis, +8``."""
    words = [word for word in ("mute", "highlight", "star") if getattr(rule, word)]
    tag = [f"tag {rule.tag}"] if rule.tag else []
    return ", ".join([*words, *tag, *([f"{rule.score:+}"] if rule.score else [])])


def rule_line(each: RuleCount, width: int, *, here: bool) -> list[Piece]:
    """Return the line of a rule in the table: name, effects, number of papers that Enter lists, and query; faint if the
    rule is off."""
    rule = each.rule
    papers = each.muted if rule.mute else each.matched
    ink = "faint" if rule.off else "text"
    effect = f"off ({rule.in_words})" if rule.off else rule.in_words
    name, does = _column_cells(width)
    pieces: list[Piece] = [
        (" › " if here else "   ", "accent"),
        (pad(foreign(rule.name), name), ink),
        (f" {pad(foreign(effect), does)}", "faint" if rule.off else "dim"),
    ]
    if width >= _WIDE:
        pieces.append((f" {flush_right('' if rule.off else f'{papers:,}', _NUMBER)}  ", "dim"))
    return cut([*pieces, (f" {foreign(rule.query)}", "faint")], width)


def head_line(width: int) -> list[Piece]:
    """Return the column headings."""
    name, does = _column_cells(width)
    number = f" {flush_right('papers', _NUMBER)}  " if width >= _WIDE else ""
    return [(clip(f"   {pad('name', name)} {pad('effect', does)}{number} query", width), "dim")]


def _column_cells(width: int) -> tuple[int, int]:
    """Return the widths of the columns of names and effects; from ``_WIDE`` on, ``highlight, score +20`` fits."""
    return (max(width // 4, 10), max(width // 5, 20)) if width >= _WIDE else (max(width // 5, 10), max(width // 5, 12))


def follow_question(followed: Sequence[str]) -> str:
    """Return the question whom to follow, with the followed names. Entering one of those unfollows it."""
    return f"Follow, or unfollow {', '.join(map(foreign, followed))}" if followed else "Follow"


def followed_words(name: str, points: int, *, is_here: bool) -> str:
    """Return the message that an author is followed, with a warning that other people can have the same name;
    ``is_here``: the paper shown has such an author."""
    same = "others with this name are included" if is_here else "no author of this paper has that name"
    return foreign(f"{name} is followed: highlighted, {points:+} points; {same} · {key_for('undo')} undoes")


def unfollowed_words(name: str) -> str:
    """Return the message that an author is no longer followed."""
    return foreign(f"{name} is no longer followed · {key_for('undo')} undoes")


def explained_words(state: ForYouState, *, in_sight: bool) -> str:
    """Return the message that scores are explained from now on, in a detail that is ``in_sight`` or not; if there are
    no scores, what is missing for them."""
    if state.learned:
        explains = "The detail" if in_sight else f"{key_for('show_detail')} shows the detail, which"
        return f"{explains} explains the score of each paper · {key_for('explain_score')} hides that"
    if state.needed:
        return f"There are no scores yet: For you {state}; {key_for('toggle_star')} stars a paper"
    return "There are no scores yet: For you in the filter learns from your marks"


def for_you_words(score: float | None, reasons: Sequence[ScoreReason], state: ForYouState) -> tuple[str, ...]:
    """Return the explanation of a paper's position in the user's ranking: its score and the words that contribute
    most."""
    if not reasons:
        is_learning = not state.learned and not state.needed
        return ("For you: learning from your marks…" if is_learning else f"For you: {state}",)
    weighty = sorted(
        (each for each in reasons[1:] if abs(each.weight) >= _MIN_WEIGHT), key=lambda each: -abs(each.weight)
    )
    shown = score if score is not None else sum(each.weight for each in reasons)
    made = ", ".join(unbroken(f"{foreign(each.feature)} {each.weight:+.2f}") for each in weighty[:_MAX_REASONS])
    more = len(reasons) - 1 - min(len(weighty), _MAX_REASONS)
    rest = f", and {more:,} more with little weight" if more else ""
    return (f"For you {shown:+.2f}: {made or 'it highlights nothing'}{rest}",)


def _is_points(text: str) -> bool:
    return text[:1] in "+-" and text[1:].isdecimal() and len(text) <= 5
