"""What was done, in words."""

from __future__ import annotations

from collections.abc import Mapping

from arxtui.model.counted import counted
from arxtui.model.marks import FOLLOW_ACTS, MARK_ACTS, NOTE_ACTS, RULE_ACTS, VIEW_ACTS, Act, Reading, follow_words
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.line import capitalised, foreign

_WORDS = {
    "read": "marked read",
    "unread": "marked unread",
    **MARK_ACTS,
    "tag": "tagged {name}",
    "untag": "no longer tagged {name}",
    "retag": "tagged {name}",
    "rename tag": "tag {name} renamed to {to}",
    "remove tag": "tag {name} removed",
    "enlist": 'added to the list "{name}"',
    "delist": 'removed from the list "{name}"',
    "arrange": "list {name} put in order",
    "rename list": "list {name} renamed to {to}",
    "remove list": "list {name} removed",
    **RULE_ACTS,
    **VIEW_ACTS,
    **NOTE_ACTS,
}
READING_WORDS: Mapping[Reading | None, str] = {
    Reading.TO_READ: "to read",
    Reading.READING: "reading",
    Reading.READ: "read through",
    None: "no reading state",
}
NOTHING = "Nothing to change: it is so already"


def sentence(act: Act) -> str:
    """What was done, as it stands by itself: ``Tagged thesis``."""
    return capitalised(deed(act))


def deed(act: Act) -> str:
    """What was done: ``tagged thesis``; by a rule, with its name."""
    words = _deed(act)
    return f"{words} by {foreign(act.by)}" if act.by else words


def done(act: Act) -> str:
    """``Marked read: 40 papers · u undoes``."""
    if not act.is_of_papers:
        return done_alone(act)
    return f"{capitalised(_deed(act))}: {papers(act.papers)} · {key_for('undo')} undoes"


def done_alone(act: Act) -> str:
    """``Note saved · u undoes``, where it is seen to what."""
    return f"{capitalised(_deed(act))} · {key_for('undo')} undoes"


def undone(act: Act) -> str:
    """``Undone: tagged thesis, 12 papers``."""
    return _back("Undone", act) if not act.refused else f"Nothing undone: {foreign(act.refused)}"


def redone(act: Act) -> str:
    """``Done again: tagged thesis, 12 papers``."""
    return _back("Done again", act) if not act.refused else f"Nothing done again: {foreign(act.refused)}"


def papers(number: int) -> str:
    """``12 papers``."""
    return counted(number, "paper")


def _back(how: str, act: Act) -> str:
    if not act.is_of_papers:
        return f"{how}: {deed(act)}"
    if not act.papers:
        return f"{how}: {deed(act)}; all of it was changed since, and stays"
    return f"{how}: {deed(act)}{'' if act.papers == 1 else f', {papers(act.papers)}'}"


def _deed(act: Act) -> str:
    return f"{_deed_alone(act)}, marked read" if act.also_marked_read else _deed_alone(act)


def _deed_alone(act: Act) -> str:
    if act.what == "rate":
        return f"rated {act.name}" if act.name else "no longer rated"
    if act.what == "reading":
        return READING_WORDS[Reading(act.name) if act.name else None]
    if act.what in FOLLOW_ACTS:
        return foreign(follow_words(act.what, act.name))
    name = act.name.replace('" ', ", ").replace('"', "") if act.what == "retag" else act.name
    return _WORDS.get(act.what, act.what).format(name=foreign(name), to=foreign(act.to))
