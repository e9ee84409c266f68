"""Styled text as terminal sequences (ECMA-48, SGR), which write only the changes of style."""

from __future__ import annotations

from functools import lru_cache

from rich.color import Color, ColorSystem
from rich.segment import Segment
from rich.style import Style

_PLAIN = Style()
_ON_OFF = {
    "bold": ("1", "22"),
    "dim": ("2", "22"),
    "italic": ("3", "23"),
    "underline": ("4", "24"),
    "underline2": ("21", "24"),
    "blink": ("5", "25"),
    "blink2": ("6", "25"),
    "reverse": ("7", "27"),
    "conceal": ("8", "28"),
    "strike": ("9", "29"),
    "frame": ("51", "54"),
    "encircle": ("52", "54"),
    "overline": ("53", "55"),
}
"""Attributes of a style, each with the code that turns it on and the code that turns it off; several attributes can
share the latter code."""


class Pen:
    """Writes segments one after the other, and tracks the terminal's current style."""

    def __init__(self, colours: ColorSystem) -> None:
        self._colours = colours
        self._style = _PLAIN

    def write(self, segments: tuple[Segment, ...]) -> str:
        """Return the sequences that write the segments, starting from the current style."""
        if not segments:
            return ""
        first, last = segments[0].style or _PLAIN, segments[-1].style or _PLAIN
        before, self._style = self._style, last
        return change(before, first, self._colours) + _text(segments, self._colours)

    def lift(self) -> str:
        """Return the sequence that resets the style."""
        before, self._style = self._style, _PLAIN
        return change(before, _PLAIN, self._colours)


@lru_cache(4096)
def _text(segments: tuple[Segment, ...], colours: ColorSystem) -> str:
    """Return the sequences of the segments, assuming that the first segment's style is in force."""
    parts: list[str] = []
    before = segments[0].style or _PLAIN
    for text, style, _ in segments:
        parts += (change(before, style or _PLAIN, colours), text)
        before = style or _PLAIN
    return "".join(parts)


@lru_cache(1024)
def change(before: Style, after: Style, colours: ColorSystem) -> str:
    """Return the sequence that changes style ``before`` into style ``after``; an empty string if both look the same.
    The sequence also opens or closes a link (OSC 8)."""
    had, has = _attributes(before), _attributes(after)
    off = {_ON_OFF[name][1] for name in had - has}
    codes = sorted(off)
    codes += [on for name, (on, end) in _ON_OFF.items() if name in has and (name not in had or end in off)]
    for old, new, foreground in ((before.color, after.color, True), (before.bgcolor, after.bgcolor, False)):
        new_codes = _colour(new, colours, foreground=foreground)
        if new_codes != _colour(old, colours, foreground=foreground):
            codes += new_codes
    link = f"\x1b]8;;{after.link or ''}\x1b\\" if before.link != after.link else ""
    return link + (f"\x1b[{';'.join(codes)}m" if codes else "")


def _attributes(style: Style) -> set[str]:
    return {name for name in _ON_OFF if getattr(style, name)}


def _colour(colour: Color | None, colours: ColorSystem, *, foreground: bool) -> tuple[str, ...]:
    if colour is None:
        return ("39" if foreground else "49",)
    return colour.downgrade(colours).get_ansi_codes(foreground)
