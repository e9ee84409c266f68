"""Pixels to character cells: dots of ink on the most frequent colour of each cell, as they fit into one character."""

from __future__ import annotations

import sys
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from functools import lru_cache, reduce
from itertools import groupby, product
from typing import TYPE_CHECKING

from arxtui.light import NamedTuple

if TYPE_CHECKING:  # imported by the screen, too
    from PIL.Image import Image

_PIXELS_WIDE = 8
"""Pixels of a cell from side to side."""
_INK_SHARE = 154
"""The coverage from which a dot is ink, in 256ths of the best among its neighbours: thin lines stay, and stay thin."""
_FAINTEST = 5
"""The least coverage of ink, of 255."""
_TONE_SHARE = 0.3
"""A cell in which no colour has this share of the pixels is part of a photograph or a shading."""
_TONES, _GROUNDS = 0.12, 24
"""From this share of cells of many tones, or this number of colours of other cells, a picture keeps its colours."""
_DARKEST_INK = 96
"""The least brightness of a colour on a dark ground."""
_WHITE = 0xF0
_DARKEST_GROUND = 80
"""A picture whose ground is darker is right on a dark screen as it is."""
_NUMBERED = "BGRX" if sys.byteorder == "little" else "XRGB"
"""How Pillow writes a pixel of four bytes that is the number of its colour."""
_BAYER = (0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5)

Rgb = int
"""A colour as 0xRRGGBB."""
Colours = Callable[[Rgb], Rgb]
"""What a colour of a picture becomes on the screen."""


class Cells(StrEnum):
    """Characters that divide a cell into dots."""

    HALVES = "halves"
    QUADRANTS = "quadrants"
    SEXTANTS = "sextants"
    BRAILLE = "braille"


class Shape(NamedTuple):
    """Dots of a cell from left to right and from top to bottom, the height of a dot in pixels, and the character of
    each set of dots; the lowest bit is the first dot of the first row."""

    wide: int
    high: int
    dot_pixels: int
    signs: str

    @property
    def pixels(self) -> tuple[int, int]:
        """The width and height of a cell in pixels."""
        return _PIXELS_WIDE, self.high * self.dot_pixels


class Run(NamedTuple):
    """Cells of the same colours in a line. A colour that is None is the terminal's own."""

    text: str
    ink: Rgb | None
    ground: Rgb | None


class Paper(NamedTuple):
    """The colours of the screen that stand for white and for black."""

    white: Rgb
    black: Rgb


def _sextant(dots: int) -> str:
    """Unicode 13 (https://www.unicode.org/charts/PDF/U1FB00.pdf); four of them were in earlier blocks."""
    known = {0: " ", 21: "▌", 42: "▐", 63: "█"}
    return known.get(dots) or chr(0x1FB00 + dots - 1 - (dots > 21) - (dots > 42))


def _braille(dots: int) -> str:
    """The dots of braille are numbered by columns, and the lowest two come last."""
    places = (0, 3, 1, 4, 2, 5, 6, 7)
    return chr(0x2800 + sum(1 << place for at, place in enumerate(places) if dots >> at & 1)) if dots else " "


SHAPES = {
    Cells.HALVES: Shape(1, 2, 8, " ▀▄█"),
    Cells.QUADRANTS: Shape(2, 2, 8, " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"),
    Cells.SEXTANTS: Shape(2, 3, 5, "".join(map(_sextant, range(64)))),
    Cells.BRAILLE: Shape(2, 4, 4, "".join(map(_braille, range(256)))),
}


class _Cell(NamedTuple):
    dots: int
    ink: Rgb
    ground: Rgb
    is_tone: bool
    shape: Shape


def cell_runs(
    image: Image, kind: Cells, paper: Paper | None, photographs: Sequence[tuple[int, int, int, int]] = ()
) -> tuple[list[list[Run]], Colours | None]:
    """Draw a picture in RGB, whose size is a multiple of the cell's in :data:`SHAPES`. Returns its lines, and what its
    colours become.

    ``paper`` has the colours of the screen; white and black become these and colours keep their hue, except in
    photographs and colour scales, in pictures on a dark ground, and in ``photographs``, the parts of the picture (left,
    top, right, bottom, in pixels) that are one. Without it, the cells have no colours, and shades are patterns of dots.
    """
    shape = SHAPES[kind]
    columns, lines = image.width // shape.pixels[0], image.height // shape.pixels[1]
    cells = list(_cells(image, shape, columns, lines))
    kept = _within(photographs, lines, columns, shape)
    colour = _colours([cell for cell, part in zip(cells, kept, strict=True) if part is None] or cells, paper)
    rows = [slice(start, start + columns) for start in range(0, len(cells), columns)]
    if colour is None:
        return [[Run("".join(_plain(cells[row], y, shape)), None, None)] for y, row in enumerate(rows)], None
    return [list(_runs(cells[row], colour, kept[row])) for row in rows], colour


def _within(parts: Sequence[tuple[int, int, int, int]], lines: int, columns: int, shape: Shape) -> list[bool | None]:
    """Return of each cell whether it is at an edge of parts of the picture; None if it is outside of them."""
    wide, high = shape.pixels
    kept: list[bool | None] = [None] * (lines * columns)
    for left, top, right, bottom in parts:
        first, last, upper, lower = left // wide, right // wide, top // high, bottom // high
        across = range(max(first - 1, 0), min(last + 2, columns))
        down = range(max(upper - 1, 0), min(lower + 2, lines))
        for y, x in product(down, across):
            kept[y * columns + x] = not (first < x < last and upper < y < lower)
    return kept


def _runs(row: list[_Cell], colour: Colours, kept: Sequence[bool | None]) -> Iterator[Run]:
    """Return the runs of a line. Of the cells that are ``kept``, only white at an edge becomes what it is elsewhere."""

    def at_an_edge(each: Rgb) -> Rgb:
        return colour(each) if brightness(each) > _WHITE else each

    own: dict[bool | None, Colours] = {None: colour, True: at_an_edge, False: _as_it_is}
    seen = [(*_seen(cell), is_edge) for cell, is_edge in zip(row, kept, strict=True)]
    for (ink, ground, is_edge), run in groupby(seen, lambda cell: cell[1:]):
        text = "".join(sign for sign, *_ in run)
        yield Run(text, None if text.isspace() else own[is_edge](ink), own[is_edge](ground))


def _as_it_is(colour: Rgb) -> Rgb:
    return colour


def _seen(cell: _Cell) -> tuple[str, Rgb, Rgb]:
    """Return the character of a cell, its ink and its ground. A full cell is a blank on its ink: some terminals leave
    gaps between blocks."""
    if cell.dots == len(cell.shape.signs) - 1:
        return " ", 0, cell.ink
    return cell.shape.signs[cell.dots], cell.ink if cell.dots else 0, cell.ground


def _cells(image: Image, shape: Shape, columns: int, lines: int) -> Iterator[_Cell]:
    from PIL import Image as Images

    width, height = shape.pixels
    # Fewer colours, so that the most frequent is found also where a JPEG scatters them.
    rounded = image.point([value & 0xF8 | value >> 5 for value in range(256)] * 3)
    found = _counted(rounded, shape, columns, lines)
    filled = array("I", (ground for _, ground in found)).tobytes()
    grounds = Images.frombytes("RGB", (columns, lines), filled, "raw", _NUMBERED)
    dots = _dots(rounded, grounds, shape)
    means = _numbers(rounded.reduce((_PIXELS_WIDE // shape.wide, shape.dot_pixels)))
    tone_shape = shape if len(shape.signs) <= 16 else SHAPES[Cells.QUADRANTS]
    tones = _numbers(image.resize((columns * tone_shape.wide, lines * tone_shape.high), Images.Resampling.BOX))
    for at, (counted, ground) in enumerate(found):
        y, x = divmod(at, columns)
        if len(counted) == 1:
            yield _Cell(0, ground, ground, is_tone=False, shape=shape)
        elif counted[ground] < _TONE_SHARE * width * height:
            yield _tone(_part(tones, x, y, columns, tone_shape), tone_shape)
        else:
            ink = _ink(counted, ground)
            bits, colours = (_part(each, x, y, columns, shape) for each in (dots, means))
            along = _scale(ground, ink)
            least = along(ground)
            set_dots = sum(1 << place for place, bit in enumerate(bits) if bit and along(colours[place]) >= least)
            yield _Cell(set_dots, ink, ground, is_tone=False, shape=shape)


def _counted(image: Image, shape: Shape, columns: int, lines: int) -> list[tuple[Counter[Rgb], Rgb]]:
    """Return how often each colour is in each cell, row by row, and the most frequent."""
    width, height = shape.pixels
    size = width * height * 4
    counted: dict[bytes, tuple[Counter[Rgb], Rgb]] = {}

    def count(cell: bytes) -> tuple[Counter[Rgb], Rgb]:
        if cell not in counted:  # most cells are all of one colour
            colours = Counter(memoryview(cell).cast("I"))
            counted[cell] = colours, colours.most_common(1)[0][0]
        return counted[cell]

    across = []
    for left in range(0, columns * width, width):
        column = image.crop((left, 0, left + width, lines * height)).tobytes("raw", _NUMBERED)
        across.append([count(column[start : start + size]) for start in range(0, lines * size, size)])
    return [cell for row in zip(*across, strict=True) for cell in row]


def _numbers(image: Image) -> memoryview:
    return memoryview(image.tobytes("raw", _NUMBERED)).cast("I")


def _dots(image: Image, grounds: Image, shape: Shape) -> bytes:
    """Return a byte for each dot of a picture, not 0 if it is ink. ``grounds`` has a pixel for each cell."""
    from PIL import Image as Images
    from PIL import ImageChops

    size = _PIXELS_WIDE // shape.wide, shape.dot_pixels
    coverage = _difference(image, grounds.resize(image.size, Images.Resampling.NEAREST)).reduce(size)
    share = [value * _INK_SHARE >> 8 for value in range(256)]
    near = _neighbours(image.reduce(size), grounds.resize(coverage.size, Images.Resampling.NEAREST))
    around = reduce(ImageChops.lighter, near.values(), coverage).point(share)
    beside, above = ImageChops.lighter(near[-1, 0], near[1, 0]), ImageChops.lighter(near[0, -1], near[0, 1])
    # A line stays beside a thick mark: there, it is much darker than what is on both of its sides.
    ridge = coverage.point(share)
    edges = ImageChops.lighter(ImageChops.subtract(ridge, beside), ImageChops.subtract(ridge, above))
    is_ink = ImageChops.lighter(ImageChops.subtract(coverage, around, offset=1), edges)
    return ImageChops.darker(is_ink, coverage.point([value >= _FAINTEST and 255 for value in range(256)])).tobytes()


def _difference(one: Image, other: Image) -> Image:
    from PIL import ImageChops

    red, green, blue = ImageChops.difference(one, other).split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue)


def _neighbours(dots: Image, grounds: Image) -> dict[tuple[int, int], Image]:
    """Return how far the dots around each dot are from its own ground, by their places: in another cell, the same
    colour can be the ground."""
    from PIL import Image as Images

    width, height = dots.size
    steps = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
    framed = Images.new("RGB", (width + 2, height + 2))
    for x, y in (*steps, (0, 0)):  # beyond an edge is what is at it
        framed.paste(dots, (1 + x, 1 + y))
    return {(x, y): _difference(framed.crop((1 + x, 1 + y, 1 + x + width, 1 + y + height)), grounds) for x, y in steps}


def _ink(counted: Counter[Rgb], ground: Rgb) -> Rgb:
    """Return the most frequent colour among those that are far from the ground."""
    far = {colour: distance(colour, ground) for colour in counted}
    limit = 0.7 * max(far.values())
    return max((colour for colour in counted if far[colour] >= limit), key=lambda each: counted[each] * far[each])


@lru_cache(1 << 16)
def distance(one: Rgb, other: Rgb) -> int:
    """Return how far two colours are apart: the largest difference of their parts."""
    return max(abs((one >> shift & 255) - (other >> shift & 255)) for shift in (16, 8, 0))


def _scale(ground: Rgb, ink: Rgb) -> Callable[[Rgb], int]:
    """Return the function that is the larger, the farther a colour is from the ground toward the ink: white beside a
    black line in a grey band is on the other side of the grey."""
    red, green, blue = ((ink >> shift & 255) - (ground >> shift & 255) for shift in (16, 8, 0))
    return lambda colour: red * (colour >> 16) + green * (colour >> 8 & 255) + blue * (colour & 255)


def _part(dots: Sequence[int], x: int, y: int, columns: int, shape: Shape) -> list[int]:
    """Return the dots of one cell of a picture."""
    across = columns * shape.wide
    starts = [(y * shape.high + row) * across + x * shape.wide for row in range(shape.high)]
    return [dot for start in starts for dot in dots[start : start + shape.wide]]


def _tone(dots: list[Rgb], shape: Shape) -> _Cell:
    """Return a cell of a shading: the brighter dots as ground, the others as ink, each in their mean colour."""
    bright = [brightness(dot) for dot in dots]
    middle = (max(bright) + min(bright)) / 2
    dark = [dot for dot, value in zip(dots, bright, strict=True) if value < middle]
    light = [dot for dot, value in zip(dots, bright, strict=True) if value >= middle]
    bits = sum(1 << at for at, value in enumerate(bright) if value < middle)
    return _Cell(bits, mean(*(dark or light)), mean(*light), is_tone=True, shape=shape)


def mean(*colours: Rgb) -> Rgb:
    """Return the mean of colours."""
    count = len(colours)
    red, green, blue = (sum(colour >> shift & 255 for colour in colours) // count for shift in (16, 8, 0))
    return red << 16 | green << 8 | blue


def brightness(colour: Rgb) -> float:
    """Return how bright a colour is, from 0 to 255."""
    return 0.299 * (colour >> 16) + 0.587 * (colour >> 8 & 255) + 0.114 * (colour & 255)


def _colours(cells: list[_Cell], paper: Paper | None) -> Colours | None:
    """Return the function that gives a colour on this paper; None without one."""
    if paper is None:
        return None
    tones = sum(cell.is_tone for cell in cells)
    grounds = len({cell.ground & 0xE0E0E0 for cell in cells if not cell.is_tone})
    is_dark = brightness(paper.white) < brightness(paper.black)
    (ground, _), *_ = Counter(cell.ground for cell in cells).most_common(1)
    is_on_dark = is_dark and brightness(ground) < _DARKEST_GROUND
    if tones > _TONES * len(cells) or grounds >= _GROUNDS or is_on_dark:
        return _as_it_is
    white, black = ([each >> shift & 255 for shift in (16, 8, 0)] for each in paper)

    @lru_cache(None)
    def on_paper(colour: Rgb) -> Rgb:
        parts = [colour >> shift & 255 for shift in (16, 8, 0)]
        middle = (max(parts) + min(parts)) / 2
        turned = [dark + (light - dark) * middle / 255 for light, dark in zip(white, black, strict=True)]
        mixed = [grey + part - middle for grey, part in zip(turned, parts, strict=True)]
        if is_dark and max(parts) - min(parts) > _DARKEST_INK:
            lacking = _DARKEST_INK - (0.299 * mixed[0] + 0.587 * mixed[1] + 0.114 * mixed[2])
            mixed = [part + max(lacking, 0) for part in mixed]
        red, green, blue = (min(max(round(part), 0), 255) for part in mixed)
        return red << 16 | green << 8 | blue

    return on_paper


def _plain(row: list[_Cell], y: int, shape: Shape) -> Iterator[str]:
    """Return the characters of a line without colours: grounds and shadings as patterns of dots."""
    for x, cell in enumerate(row):
        if cell.is_tone or (not cell.dots and cell.ground == 0xFFFFFF):
            yield _shade(cell.ground, x, y, shape) if cell.is_tone else " "
            continue
        pattern = shape.signs.index(_shade(cell.ground, x, y, shape))
        ink_is_darker = brightness(cell.ink) <= brightness(cell.ground)
        yield shape.signs[pattern | cell.dots if ink_is_darker else pattern & ~cell.dots]


def _shade(colour: Rgb, x: int, y: int, shape: Shape) -> str:
    darkness = (255 - brightness(colour)) / 16
    places = (
        (x * shape.wide + at % shape.wide, y * shape.high + at // shape.wide) for at in range(shape.wide * shape.high)
    )
    return shape.signs[sum(1 << at for at, (a, b) in enumerate(places) if _BAYER[b % 4 * 4 + a % 4] + 1 < darkness)]
