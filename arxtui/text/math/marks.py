"""Marks over and under a line of text."""

from __future__ import annotations

import unicodedata

from arxtui.light import pattern
from arxtui.text.math.tree import UnreadableError
from arxtui.text.tex.marks import COMBINING, LOWERED_FORMS, SCRIPT_FORMS, with_mark

SPREAD = {
    "\u0304": "\u0305", "\u0305": "\u0305", "\u0332": "\u0332", "\u0338": "\u0338", "\u0333": "\u0333",
    "\u033f": "\u033f",
}  # fmt: skip
"""Marks that join to one line if every character has one; over several characters, a short bar becomes a long one."""

DOUBLED = {"\u0332": "\u0333", "\u0305": "\u033f", "\u0304": "\u033f"}
"""Lines, to the double line that replaces two of them."""

_NAMES = {
    "\u0302": "hat", "\u0303": "tilde", "\u0306": "breve", "\u030c": "check", "\u20d7": "vec",
    "\u0307": "dot", "\u0308": "ddot", "\u0300": "grave", "\u0301": "acute", "\u030a": "ring",
    "\u20db": "dddot", "\u20dc": "ddddot", "\u0338": "cancel", "\u0304": "bar", "\u0305": "bar", "\u0332": "underline",
}  # fmt: skip
NAMED = pattern(rf"\b(?:{'|'.join(_NAMES.values())})\(")
"""The beginning of what :func:`mark_all` returns for a mark that is written by name."""
_SIGNS = frozenset("^_*|‖")
"""Signs over several characters with which no line is drawn: scripts, and bars, which it would hide."""
_OVERLINES = frozenset("\u0304\u0305")
_LETTERS = pattern(rf"[^\W_{COMBINING}{SCRIPT_FORMS}][\w{COMBINING}{SCRIPT_FORMS}]*")
"""What a bar joins over: over signs, blanks and brackets, most fonts draw none."""
_SCRIPTS_ONLY = pattern(f"[{COMBINING}]*[{LOWERED_FORMS}]*")


def joins(text: str, mark: str) -> bool:
    """Whether a mark on every character of ``text`` looks like a line."""
    return mark in SPREAD and (mark not in _OVERLINES or _LETTERS.fullmatch(text) is not None)


def mark_each(text: str, mark: str) -> str:
    """Put the combining ``mark`` on every character of ``text``."""
    return "".join(character if unicodedata.combining(character) else character + mark for character in text)


def mark_first(text: str, mark: str) -> str | None:
    """Put the mark on the first character. Returns None if others than marks, subscripts and primes follow it."""
    if not text or not _SCRIPTS_ONLY.fullmatch(text[1:]):
        return None
    end = 1
    while end < len(text) and unicodedata.combining(text[end]):
        end += 1
    return with_mark(text[:end], "\u0304" if mark == "\u0305" else mark) + text[end:]


def mark_all(text: str, mark: str) -> str:
    """Put the mark on all of ``text``; a mark that cannot be drawn is written by name: ``hat(xy)``.

    Raises: UnreadableError for a mark without a name.
    """
    alone = mark_first(text, mark)
    if alone is not None:
        return alone
    if joins(text, mark) and _SIGNS.isdisjoint(text):
        return mark_each(text, SPREAD[mark])
    if mark not in _NAMES:
        raise UnreadableError("a mark over several characters")
    return f"{_NAMES[mark]}({text})"
