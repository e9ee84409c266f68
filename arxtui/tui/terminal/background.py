"""Whether the terminal's background is dark, as it says itself (OSC 11, mode 2031) or its environment does."""

from __future__ import annotations

from collections.abc import Mapping

QUERY = "\x1b]11;?\x1b\\"
"""Asks for the colour of the background (OSC 11)."""
WATCH, WATCH_NO_MORE = "\x1b[?2031h", "\x1b[?2031l"
"""Has the terminal report another colour scheme as soon as it has one (mode 2031), and no longer."""
SCHEMES = {"\x1b[?997;1n": True, "\x1b[?997;2n": False}
"""The reports of mode 2031: whether the scheme is dark."""
LONGEST_ANSWER = 40
"""Characters of an answer, at most."""
_SILENT = frozenset({"linux", "dumb", "unknown", ""})
"""Values of ``TERM`` for terminals that are not asked: the Linux console does not know the question."""
_LIGHT_COLOURS = frozenset({"7", "15"})
"""White, of the sixteen colours."""
_MIDDLE = 0.5
_CHANNELS = {"rgb": 3, "rgba": 4}


def may_be_asked(environ: Mapping[str, str]) -> bool:
    """Whether the terminal that ``TERM`` names can be asked for its background."""
    return environ.get("TERM", "") not in _SILENT


def of_answer(text: str) -> bool | None:
    """Whether a background is dark, from the terminal's answer without its introducer (``11;rgb:1616/1818/1d1d``);
    None for any other text."""
    number, _, colour = text.partition(";")
    form, _, channels = colour.partition(":")
    parts = channels.split("/")
    if number != "11" or len(parts) != _CHANNELS.get(form):
        return None
    try:
        red, green, blue = (int(each, 16) / (16 ** len(each) - 1) for each in parts[:3])
    except (ValueError, ZeroDivisionError):
        return None
    return bool(0.299 * red + 0.587 * green + 0.114 * blue < _MIDDLE)


def of_environment(environ: Mapping[str, str]) -> bool | None:
    """Whether the background is dark by ``COLORFGBG`` (``15;0``: the last number is the background's); None where
    nothing is said."""
    colour = environ.get("COLORFGBG", "").rpartition(";")[2]
    return colour not in _LIGHT_COLOURS if colour.isdecimal() else None
