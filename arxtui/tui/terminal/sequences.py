"""Styled text as terminal sequences (ECMA-48, SGR): of a style only what is not in force already."""

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
"""Each attribute of a style: what turns it on, and what turns it off together with all that are turned off so."""


class Pen:
    """Writes segments one after the other, and remembers the style that the terminal is left in."""

    def __init__(self, colours: ColorSystem) -> None:
        self._colours = colours
        self._style = _PLAIN

    def write(self, segments: tuple[Segment, ...]) -> str:
        """The segments, from the style that is in force."""
        if not segments:
            return ""
        first, last = segments[0].style or _PLAIN, segments[-1].style or _PLAIN
        before, self._style = self._style, last
        return change(before, first, self._colours) + _text(segments, self._colours)

    def lift(self) -> str:
        """Back to no style at all."""
        before, self._style = self._style, _PLAIN
        return change(before, _PLAIN, self._colours)


@lru_cache(4096)
def _text(segments: tuple[Segment, ...], colours: ColorSystem) -> str:
    """The segments, where the style of the first is in force."""
    parts: list[str] = []
    before = segments[0].style or _PLAIN
    for text, style, _ in segments:
        parts += (change(before, style or _PLAIN, colours), text)
        before = style or _PLAIN
    return "".join(parts)


@lru_cache(1024)
def change(before: Style, after: Style, colours: ColorSystem) -> str:
    """What makes the style ``after`` of the style ``before``; nothing where both look alike. A link (OSC 8) is opened
    and closed."""
    had, has = _attributes(before), _attributes(after)
    off = {_ON_OFF[name][1] for name in had - has}
    codes = sorted(off)
    codes += [on for name, (on, end) in _ON_OFF.items() if name in has and (name not in had or end in off)]
    for old, new, foreground in ((before.color, after.color, True), (before.bgcolor, after.bgcolor, False)):
        wanted = _colour(new, colours, foreground=foreground)
        if wanted != _colour(old, colours, foreground=foreground):
            codes += wanted
    link = f"\x1b]8;;{after.link or ''}\x1b\\" if before.link != after.link else ""
    return link + (f"\x1b[{';'.join(codes)}m" if codes else "")


def _attributes(style: Style) -> set[str]:
    return {name for name in _ON_OFF if getattr(style, name)}


def _colour(colour: Color | None, colours: ColorSystem, *, foreground: bool) -> tuple[str, ...]:
    if colour is None:
        return ("39" if foreground else "49",)
    return colour.downgrade(colours).get_ansi_codes(foreground)
