"""Dark or light background of the terminal, as reported by the terminal (OSC 11, mode 2031) or by its environment."""

from __future__ import annotations

from collections.abc import Mapping

QUERY = "\x1b]11;?\x1b\\"
"""Query for the background colour (OSC 11)."""
WATCH, UNWATCH = "\x1b[?2031h", "\x1b[?2031l"
"""Turn reports of colour scheme changes on and off (mode 2031)."""
SCHEMES = {"\x1b[?997;1n": True, "\x1b[?997;2n": False}
"""Reports of mode 2031, with whether the scheme is dark."""
LONGEST_ANSWER = 40
"""Maximum number of characters of an answer."""
_CONSOLES = frozenset({"linux", "vt100", "vt102", "vt220", "ansi", "cons25"})
"""Values of ``TERM`` for text consoles. They have eight background colours and a font with few signs."""
_UNSUPPORTED = frozenset({"linux", "dumb", "unknown", ""})
"""Values of ``TERM`` for terminals that are not queried; the Linux console does not support the query."""
_LIGHT_COLOURS = frozenset({"7", "15"})
"""White, among the sixteen ANSI colours."""
_DARK_BELOW = 0.5
_CHANNELS = {"rgb": 3, "rgba": 4}


def is_console(environ: Mapping[str, str]) -> bool:
    """Return whether ``TERM`` names a text console, such as Linux's."""
    return environ.get("TERM", "") in _CONSOLES


def can_query(environ: Mapping[str, str]) -> bool:
    """Return whether the terminal that ``TERM`` names supports the query for its background."""
    return environ.get("TERM", "") not in _UNSUPPORTED


def is_dark_answer(text: str) -> bool | None:
    """Return whether the background is dark, from the terminal's answer without its introducer
    (``11;rgb:1616/1818/1d1d``). Returns None for any other text."""
    number, _, colour = text.partition(";")
    form, _, channels = colour.partition(":")
    parts = channels.split("/")
    if number != "11" or len(parts) != _CHANNELS.get(form):
        return None
    try:
        red, green, blue = (int(each, 16) / (16 ** len(each) - 1) for each in parts[:3])
    except (ValueError, ZeroDivisionError):
        return None
    return bool(0.299 * red + 0.587 * green + 0.114 * blue < _DARK_BELOW)


def is_dark_environment(environ: Mapping[str, str]) -> bool | None:
    """Return whether the background is dark according to ``COLORFGBG`` (``15;0``: the last number is the background).
    Returns None if the variable does not say."""
    colour = environ.get("COLORFGBG", "").rpartition(";")[2]
    return colour not in _LIGHT_COLOURS if colour.isdecimal() else None
