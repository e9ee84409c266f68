"""Acts of the journal, in words and as JSON."""

from __future__ import annotations

from typing import Any

from arxtui.cli.support import output
from arxtui.model.counted import counted, moment
from arxtui.model.marks import FOLLOW_ACTS, MARK_ACTS, NOTE_ACTS, RULE_ACTS, VIEW_ACTS, Act, follow_words, retag_words

_WORDS = {
    "read": "marked read",
    "unread": "marked unread",
    **MARK_ACTS,
    "tag": "tagged {name}",
    "untag": "no longer tagged {name}",
    "rename tag": "tagged {to} instead of {name}",
    "remove tag": "no longer tagged {name}",
    "rate": "rated {name}",
    "reading": "with the reading state set to '{name}'",
    "enlist": "put on the list {name}",
    "delist": "taken off the list {name}",
    "arrange": "moved on the list {name}",
    "rename list": "on the list {to} instead of {name}",
    "remove list": "taken off the list {name}",
    **RULE_ACTS,
    **VIEW_ACTS,
    **NOTE_ACTS,
    "refuse": "without a reference to {name}",
    "accept": "with references to {name} again",
}
_NAMELESS = {"rate": "no longer rated", "reading": "with no reading state"}
_OF_TAGS = ("tag", "untag", "retag", "rename tag", "remove tag")


def effect(what: str, name: str = "", to: str = "") -> str:
    """Return the effect of an act on its papers: ``no longer tagged thesis``."""
    if what in FOLLOW_ACTS:
        return output.foreign(follow_words(what, name))
    if what == "retag":
        return output.foreign(retag_words(name, "no longer tagged"))
    words = _WORDS.get(what, what) if name or what not in _NAMELESS else _NAMELESS[what]
    return output.foreign(words.format(name=name, to=to))


def in_words(act: Act) -> str:
    """Return an act in words: ``12 papers tagged thesis, by rule theses``."""
    by = f", by {output.foreign(act.by)}" if act.by else ""
    if not act.is_of_papers:
        return f"{effect(act.what, act.name, act.to)}{by}"
    if act.what in NOTE_ACTS:
        return f"{effect(act.what)} ({counted(act.papers, 'paper')}){by}"
    read = ", and marked read" if act.also_marked_read else ""
    return f"{counted(act.papers, 'paper')} {effect(act.what, act.name, act.to)}{read}{by}"


def to_json(act: Act) -> dict[str, Any]:
    """Return an act of the journal as JSON."""
    return {
        **request_to_json(act.what, act.name, act.papers),
        "to": act.to or None,
        "number": act.number,
        "at": moment(act.at),
        "undone": moment(act.undone),
        "by": act.by or None,
    }


def request_to_json(what: str, name: str, papers: int) -> dict[str, Any]:
    """Return a request as JSON, whether or not it changed anything."""
    return {"act": what, "tag": name or None if what in _OF_TAGS else None, "name": name or None, "papers": papers}
