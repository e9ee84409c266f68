"""Validation of what the user writes: names of tags, lists and views, and notes."""

from __future__ import annotations

from arxtui.store.library.tag_names import levels_of
from arxtui.text import clean
from arxtui.text.clean import limit_marks

_LONGEST_NAME = 100
_LONGEST_NOTE = 100_000
_LONGEST_RAW_NOTE = 4 * _LONGEST_NOTE
"""The longest text that is normalized at all: the blanks and control characters of a note can make it longer."""


def tag_name(text: str) -> str:
    """Normalize a tag for storage: ``thesis``, or nested ``thesis/related``. Raises ValueError, with a message for
    people, if it is invalid."""
    levels = [clean(level) for level in levels_of(text)]
    name = "/".join(levels)
    if not all(levels):
        raise ValueError("a tag needs a name, a nested tag one at each level: thesis/related")
    if '"' in name or "*" in name:
        raise ValueError('a tag cannot contain " or *: tag:"..." would not find it')
    return _short(name, "tag")


def list_name(text: str) -> str:
    """Normalize the name of a reading list for storage. Raises ValueError, with a message for people, if it is
    invalid."""
    name = clean(text)
    if not name:
        raise ValueError("a list needs a name")
    if '"' in name or "*" in name:
        raise ValueError('the name of a list cannot contain " or *: list:"..." would not find it')
    return _short(name, "list's name")


def view_name(text: str) -> str:
    """Normalize the name of a view for storage. Raises ValueError, with a message for people, if it is invalid."""
    name = clean(text)
    if not name:
        raise ValueError("a view needs a name")
    return _short(name, "name")


def note_text(text: str) -> str:
    """Normalize a note for storage: without control characters, trailing blanks and empty lines at both ends. Raises
    ValueError, with a message for people, if the note is too long."""
    if len(text) > _LONGEST_RAW_NOTE:
        raise ValueError(_long_note(len(text)))
    # str.isspace() is true for the unit separator (U+001F), which is a control character.
    lines = (
        "".join(each if each.isspace() and each != "\x1f" else clean(each) for each in line).rstrip()
        for line in limit_marks(text).splitlines()
    )
    note = "\n".join(lines).strip("\n")
    if len(note) > _LONGEST_NOTE:
        raise ValueError(_long_note(len(note)))
    return note


def _long_note(length: int) -> str:
    return f"a note can have at most {_LONGEST_NOTE:,} characters, not {length:,}"


def _short(name: str, what: str) -> str:
    if len(name) > _LONGEST_NAME:
        raise ValueError(f"a {what} can have at most {_LONGEST_NAME} characters, not {len(name)}")
    return name
