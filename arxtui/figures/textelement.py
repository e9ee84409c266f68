"""Text that an SVG has as text (SVG 1.1, chapter 10): characters with estimated widths, since the font is not known.

matplotlib (``svg.fonttype: none``), R, gnuplot, draw.io and Inkscape write it: a ``text`` with ``tspan`` in it, each of
which can begin at a place of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from arxtui.figures.outlines import NUMBER, Box, Matrix, product
from arxtui.figures.safe import PIXELS
from arxtui.light import NamedTuple, pattern

_NUMBER = pattern(f"({NUMBER})(em|%|)")
_SIZE = pattern(r"(?:^|[\s;:])((?:\d+\.?\d*|\.\d+))(px|pt|em|)(?=[\s/;,]|$)")
_PART = pattern(f"({NUMBER})(em|%)")
_BLANKS = pattern(r"\s+")
_CODED = pattern(r"\bcm(?:mi|sy|ex|r|ss|tt|b)10\b")
"""Fonts of matplotlib whose characters are codes of TeX."""
_NO_CHARACTER = "\ue000"
_NO_WIDTH = "\N{ZERO WIDTH SPACE}\N{ZERO WIDTH NO-BREAK SPACE}"
"""Characters that only take their shift (plotly ends scripts with them)."""
_WIDTHS = {
    "": 0.0,
    **dict.fromkeys("ijl.,:;'|!I ", 0.27),
    **dict.fromkeys("ftr()[]{}/-", 0.34),
    **dict.fromkeys("mwMW%@", 0.85),
    **dict.fromkeys("+−=<>×±", 0.6),
}
_SMALL, _CAPITAL = 0.55, 0.68
"""Widths of other letters and digits in ems, between those of Helvetica and DejaVu Sans."""
_MIDDLE = 0.35
"""How far the baseline is below the middle of the letters."""
_HEIGHT = 0.72


class Letter(NamedTuple):
    """A character: the matrix takes ems to the figure, ``ems`` is its estimated rectangle."""

    sign: str
    matrix: Matrix
    ems: Box
    colour: str


@dataclass(slots=True)
class _Piece:
    """A character before it is laid out."""

    sign: str
    x: float | None
    y: float | None
    dx: float
    dy: float
    size: float
    anchor: str
    colour: str

    @property
    def width(self) -> float:
        return self.size * _WIDTHS.get(self.sign, _CAPITAL if self.sign.isupper() else _SMALL)


class TextElement:
    """A ``text`` that is being read."""

    def __init__(self, matrix: Matrix) -> None:
        self._matrix = matrix
        self._pieces: list[_Piece] = []
        self._waiting: dict[str, list[float]] = {}  # the next number last

    @property
    def words(self) -> str:
        """The text so far."""
        return "".join(piece.sign for piece in self._pieces).strip()

    def place(self, attributes: Mapping[str, str], style: Mapping[str, str]) -> None:
        """Begin a ``text`` or ``tspan`` with these attributes."""
        size = _font_size(style)
        for name in ("x", "y", "dx", "dy"):
            if name in attributes:
                numbers = reversed(_NUMBER.findall(attributes[name]))
                self._waiting[name] = [float(number) * (size if unit == "em" else 1.0) for number, unit in numbers]
        baseline = style.get("dominant-baseline", style.get("alignment-baseline", ""))
        if baseline in ("middle", "central") and "y" in attributes:
            self._waiting["dy"] = [_MIDDLE * size + sum(self._waiting.get("dy", ())[-1:])]

    def add(self, data: str, style: Mapping[str, str], colour: str) -> None:
        """Add characters."""
        if "\n" in data and not data.strip():  # between two tspan
            return
        words = _BLANKS.sub(" ", data.removesuffix("\n"))  # ROOT ends texts with it
        if not self._pieces or self._waiting.get("x") or self._pieces[-1].sign == " ":
            words = words.lstrip()
        size, anchor = _font_size(style), style.get("text-anchor", "start")
        is_coded = _CODED.search(style.get("font-family", "") + style.get("font", ""))
        for sign in words:
            sign = _NO_CHARACTER if is_coded and not (sign.isascii() and sign.isalnum()) else sign.strip(_NO_WIDTH)
            x, y, dx, dy = (self._next(name) for name in ("x", "y", "dx", "dy"))
            self._pieces.append(_Piece(sign, x, y, dx or 0.0, dy or 0.0, size, anchor, colour))

    def replace(self, words: str) -> None:
        """Put other words in the place of these."""
        if self._pieces:
            first = self._pieces[0]
            rest = [_Piece(sign, None, None, 0.0, 0.0, first.size, first.anchor, first.colour) for sign in words]
            rest[0].x, rest[0].y = first.x, first.y
            self._pieces = rest

    def letters(self) -> Iterator[Letter]:
        """Lay out the characters."""
        y = 0.0
        end = 0.0
        for chunk in self._chunks():
            width = sum(piece.width + piece.dx for piece in chunk)
            x = end if chunk[0].x is None else chunk[0].x
            x -= {"middle": width / 2, "end": width}.get(chunk[0].anchor, 0.0)
            for piece in chunk:
                y = (y if piece.y is None else piece.y) + piece.dy
                x += piece.dx
                matrix = product(self._matrix, (piece.size, 0.0, 0.0, -piece.size, x, y))
                width = piece.width / (piece.size or 1.0)
                if piece.sign:
                    yield Letter(piece.sign, matrix, Box(0.03, 0.0, width - 0.03, _HEIGHT), piece.colour)
                x += piece.width
            end = x

    def _next(self, name: str) -> float | None:
        waiting = self._waiting.get(name)
        return waiting.pop() if waiting else None

    def _chunks(self) -> Iterator[Sequence[_Piece]]:
        chunk: list[_Piece] = []
        for piece in self._pieces:
            if chunk and piece.x is not None:
                yield chunk
                chunk = []
            chunk.append(piece)
        if chunk:
            yield chunk


def sized(own: dict[str, str], style: Mapping[str, str]) -> None:
    """Compute a size of letters that is a part of the size around (``style``)."""
    if match := _PART.fullmatch(own.get("font-size", "")):
        part = float(match[1]) / (100 if match[2] == "%" else 1)
        own["font-size"] = f"{part * _font_size(style)}px"


def _font_size(style: Mapping[str, str]) -> float:
    """Return the size of letters in the units of the figure, that of CSS where none is given."""
    match = _SIZE.search(style.get("font-size", "")) or _SIZE.search(style.get("font", ""))
    return float(match[1]) * PIXELS[match[2]] if match else PIXELS["em"]
