"""What the user writes: names of tags and views, notes."""

from __future__ import annotations

from arxtui.store.library.tags import levels_of
from arxtui.text import clean
from arxtui.text.clean import limit_marks

_LONGEST_NAME = 100
_LONGEST_NOTE = 100_000


def tag_name(text: str) -> str:
    """A tag as it is kept: ``thesis``, or nested ``thesis/related``. ValueError, in words, for what is none."""
    levels = [clean(level) for level in levels_of(text)]
    name = "/".join(levels)
    if not all(levels):
        raise ValueError("a tag needs a name, and a nested one a name at each level: thesis/related")
    if '"' in name or "*" in name:
        raise ValueError('a tag has no " and no * in it: tag:"..." would not find it')
    return _short(name, "tag")


def list_name(text: str) -> str:
    """The name of a reading list as it is kept. ValueError, in words, for what is none."""
    name = clean(text)
    if not name:
        raise ValueError("a list needs a name")
    if '"' in name or "*" in name:
        raise ValueError('a list has no " and no * in its name: list:"..." would not find it')
    return _short(name, "list's name")


def view_name(text: str) -> str:
    """The name of a view as it is kept. ValueError, in words, for what is none."""
    name = clean(text)
    if not name:
        raise ValueError("a view needs a name")
    return _short(name, "name")


def note_text(text: str) -> str:
    """A note as it is kept: its lines as written, without control characters and blanks at their ends; empty for none.
    ValueError, in words, for one that is too long."""
    # The unit separator is a control character that counts as a blank.
    lines = (
        "".join(each if each.isspace() and each != "\x1f" else clean(each) for each in line).rstrip()
        for line in limit_marks(text).splitlines()
    )
    note = "\n".join(lines).strip("\n")
    if len(note) > _LONGEST_NOTE:
        raise ValueError(f"a note has {_LONGEST_NOTE:,} characters at most, not {len(note):,}")
    return note


def _short(name: str, what: str) -> str:
    if len(name) > _LONGEST_NAME:
        raise ValueError(f"a {what} has {_LONGEST_NAME} characters at most, not {len(name)}")
    return name
