"""Styled text as terminal sequences (ECMA-48, SGR), which write only the changes of style."""

from __future__ import annotations

from functools import lru_cache
from math import dist

from rich.color import Color, ColorSystem, ColorType
from rich.color_triplet import ColorTriplet
from rich.segment import Segment
from rich.style import Style

_PLAIN = Style()
_LEVELS = (0, 95, 135, 175, 215, 255)
"""The levels of red, green and blue in the cube of xterm's 256 colours."""
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
_SHOWN_ON_BLANKS = _ON_OFF.keys() - {"bold", "dim", "italic", "conceal"}


class Pen:
    """Writes segments one after the other, and tracks the terminal's current style."""

    def __init__(self, colours: ColorSystem) -> None:
        self._colours = colours
        self._style = _PLAIN

    def write(self, segments: tuple[Segment, ...]) -> str:
        """Return the sequences that write the segments, starting from the current style."""
        if not segments:
            return ""
        before, (first, text, self._style) = self._style, _text(segments, self._colours)
        return change(before, first, self._colours) + text

    def lift(self) -> str:
        """Return the sequence that resets the style."""
        before, self._style = self._style, _PLAIN
        return change(before, _PLAIN, self._colours)


@lru_cache(4096)
def _text(segments: tuple[Segment, ...], colours: ColorSystem) -> tuple[Style, str, Style]:
    """Return the style to begin with, the sequences of the segments, and the style at their end. Blanks take the ink of
    what is beside them, because it is not seen there."""
    parts: list[str] = []
    first = before = (segments[1] if segments[0].text.isspace() and len(segments) > 1 else segments[0]).style or _PLAIN
    for number, (text, style, _) in enumerate(segments):
        after = _of_blanks(before, style or _PLAIN) if text.isspace() else style or _PLAIN
        if number:
            parts.append(change(before, after, colours))
        else:
            first = after
        parts.append(text)
        before = after
    return first, "".join(parts), before


@lru_cache(1024)
def _of_blanks(beside: Style, style: Style) -> Style:
    """Return a style in which blanks look as in ``style``, and that differs from ``beside`` in its ground only."""
    if not _look_alike_blank_but_ground(beside, style):
        return style
    return beside.without_color + Style(color=beside.color, bgcolor=style.bgcolor)


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


@lru_cache(256)
def look_alike_blank(one: Style | None, other: Style | None) -> bool:
    """Return whether blanks look the same in both styles."""
    return (
        one is not None
        and other is not None
        and one.bgcolor == other.bgcolor
        and _look_alike_blank_but_ground(one, other)
    )


def _look_alike_blank_but_ground(one: Style, other: Style) -> bool:
    return one.link == other.link and _SHOWN_ON_BLANKS.isdisjoint(_attributes(one) | _attributes(other))


def _attributes(style: Style) -> set[str]:
    return {name for name in _ON_OFF if getattr(style, name)}


def _colour(colour: Color | None, colours: ColorSystem, *, foreground: bool) -> tuple[str, ...]:
    if colour is None:
        return ("39" if foreground else "49",)
    if colours is ColorSystem.EIGHT_BIT and colour.triplet and colour.type is ColorType.TRUECOLOR:
        return ("38" if foreground else "48", "5", str(_nearest(colour.triplet)))
    return colour.downgrade(colours).get_ansi_codes(foreground)


def _nearest(triplet: ColorTriplet) -> int:
    """Return the nearest of xterm's 256 colours: of its cube (16 to 231) or its greys (232 to 255)."""
    levels = [min(range(6), key=lambda level: abs(_LEVELS[level] - value)) for value in triplet]
    grey = min(max(round((sum(triplet) / 3 - 8) / 10), 0), 23)
    red, green, blue = levels
    cube_distance = dist(triplet, [_LEVELS[level] for level in levels])
    is_grey = dist(triplet, [8 + 10 * grey] * 3) < cube_distance
    return 232 + grey if is_grey else 16 + 36 * red + 6 * green + blue
