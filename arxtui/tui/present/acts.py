"""Acts in words."""

from __future__ import annotations

from collections.abc import Mapping

from arxtui.model import marks
from arxtui.model.counted import counted
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.line import capitalised, foreign

_REMOVED = "removed tag"
_WORDS = {
    "read": "marked read",
    "unread": "marked unread",
    **marks.MARK_ACTS,
    "tag": "tagged {name}",
    "untag": f"{_REMOVED} {{name}}",
    "rename tag": "tag {name} renamed to {to}",
    "remove tag": "tag {name} removed",
    "enlist": 'added to the list "{name}"',
    "delist": 'removed from the list "{name}"',
    "arrange": "list {name} reordered",
    "rename list": "list {name} renamed to {to}",
    "remove list": "list {name} removed",
    **marks.RULE_ACTS,
    **marks.VIEW_ACTS,
    **marks.NOTE_ACTS,
    **marks.LINK_ACTS,
}
READING_WORDS: Mapping[marks.Reading | None, str] = {
    marks.Reading.TO_READ: "to read",
    marks.Reading.READING: "reading",
    marks.Reading.READ: "read through",
    None: "no reading state",
}
NOTHING = "Nothing to change: already done"


def act_sentence(act: marks.Act) -> str:
    """Return the act as a sentence: ``Tagged thesis``."""
    return capitalised(act_phrase(act))


def act_phrase(act: marks.Act) -> str:
    """Return the act as a phrase: ``tagged thesis``; with the rule's name if a rule did it."""
    words = _act_words(act)
    return f"{words} by {foreign(act.by)}" if act.by else words


def done_words(act: marks.Act) -> str:
    """Return the message about an act just done: ``Marked read: 40 papers · u undoes``, ``Removed tag thesis from 5
    papers``."""
    if not act.is_of_papers:
        return done_words_alone(act)
    words = _act_words(act)
    before = " from" if words.startswith(_REMOVED) else ":"
    return f"{capitalised(words)}{before} {papers(act.papers)} · {key_for('undo')} undoes"


def done_words_alone(act: marks.Act) -> str:
    """Return the message about an act whose object is on the screen: ``Note saved · u undoes``."""
    return f"{capitalised(_act_words(act))} · {key_for('undo')} undoes"


def undone_words(act: marks.Act) -> str:
    """Return the message about an undo: ``Undone: tagged thesis, 12 papers``."""
    return _reversed_words("Undone", act) if not act.refused else f"Nothing undone: {foreign(act.refused)}"


def redone_words(act: marks.Act) -> str:
    """Return the message about a redo: ``Redone: tagged thesis, 12 papers``."""
    return _reversed_words("Redone", act) if not act.refused else f"Nothing redone: {foreign(act.refused)}"


def papers(number: int) -> str:
    """Return ``12 papers``."""
    return counted(number, "paper")


def _reversed_words(how: str, act: marks.Act) -> str:
    if not act.is_of_papers:
        return f"{how}: {act_phrase(act)}"
    if not act.papers:
        return f"{how}: {act_phrase(act)}; all of it was changed since, and stays as it is"
    return f"{how}: {act_phrase(act)}{'' if act.papers == 1 else f', {papers(act.papers)}'}"


def _act_words(act: marks.Act) -> str:
    return f"{_act_words_alone(act)}, marked read" if act.also_marked_read else _act_words_alone(act)


def _act_words_alone(act: marks.Act) -> str:
    if act.what == "rate":
        return f"rated {act.name}" if act.name else "no longer rated"
    if act.what == "reading":
        return READING_WORDS[marks.Reading(act.name) if act.name else None]
    if act.what in marks.FOLLOW_ACTS:
        return foreign(marks.follow_words(act.what, act.name))
    if act.what == "retag":
        return foreign(marks.retag_words(act.name, _REMOVED))
    return _WORDS.get(act.what, act.what).format(name=foreign(act.name), to=foreign(act.to))
