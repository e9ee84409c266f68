"""The texts of a figure as characters over its drawing in cells.

A text stands in the row where the figure has it, or not at all: moved by a row, the entry of a legend would be beside
another sample. What does not fit is left out, and returned: the list below the figure has every text.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from itertools import permutations
from operator import attrgetter

from arxtui.figures.blocks import legends_of, places_of
from arxtui.figures.cells import Colours, Rgb, Run, brightness, mean
from arxtui.figures.lettering import Lettering, Placed
from arxtui.figures.rows import rows_of
from arxtui.light import pattern
from arxtui.text import cells

_NUMBER = pattern(r"[-−+]?\d[\d.,  ]*(?:[eE×·]?[-−]?[\d⁰¹²³⁴⁵⁶⁷⁸⁹⁻]*)?[%°]?")
_TICKS = 3
"""The fewest numbers along a line that are the ticks of an axis."""
_RISE = 3
"""The rows above an axis that are tried for its name."""
_CONTRAST = 60
"""The least difference in brightness of a text and what is below it."""
_FAINTEST = 8
"""The same of a sample, whose colour is that of what it stands for."""
_NEAR = 1.0
"""Cells by which the ends of numbers on an upright axis differ at most."""
_LEVEL = 0.006
"""How far the edges of upright texts in one row are apart, as a part of the figure's height."""
_SHORTEST = 4
"""The fewest letters of a name that is cut off."""
_STEEP = 80
"""The angle from which an upright text is beside what it names, not beside one of its ends."""
_UPRIGHT = 45
"""The angle, in degrees, from which a text does not run from left to right."""


def overlaid(
    rows: list[list[Run]], colours: Colours | None, texts: Iterable[Lettering]
) -> tuple[list[list[Run]], list[str]]:
    """Return the rows with the texts over them, and the texts that had no room, at least not as a whole; of the numbers
    of an axis, if none of them had. ``colours`` as :func:`cell_runs` returns it.

    Numbers along an axis are thinned evenly until none touches another. An upright text, as beside an axis, stands from
    left to right over the numbers of the axis; several beside each other, as the names of bars, are written downwards.
    """
    height, width = len(rows), sum(cells(run.text) for run in rows[0]) if rows else 0
    seen = [each for each in texts if _is_inside(each) and each.text]
    inside = [each for each in seen if 0 < cells(each.text) <= width]
    left_out = [each.text for each in seen if cells(each.text) > width]
    entries = [each for each in inside if each.sample]
    level = [each for each in inside if abs(each.angle) < _UPRIGHT and not each.sample]
    upright = [each for each in inside if abs(each.angle) >= _UPRIGHT]
    axes = _axes(level, width, height)
    ticks = {id(tick) for axis in axes for tick in axis}
    taken: dict[int, list[Placed]] = defaultdict(list)
    placed = [[_place(tick, width, height) for tick in axis] for axis in axes]
    between = _between([ticks for axis, ticks in zip(axes, placed, strict=True) if _is_column(axis)])
    for row in placed:
        if not _thin(row, between, taken):
            left_out += [tick.text for tick in row]
    left_out += _put_legends(entries, taken, (width, height))
    names = _names(upright)
    free = _blank(rows) if names else set()
    left_out += [
        each.text for each, is_at_top in names if not _put_downwards(each, is_at_top, taken, (width, height), free)
    ]
    named = {id(name) for name, _ in names}
    others = sorted((each for each in level if id(each) not in ticks), key=lambda each: (each.top, each.left))
    left_out += [each.text for each in others if not _put(_place(each, width, height), taken)]
    for each in upright:
        if id(each) not in named and not any(_put(place, taken) for place in _over_axis(each, axes, width, height)):
            left_out.append(each.text)
    return [_written(row, taken[y], colours) if y in taken else row for y, row in enumerate(rows)], left_out


def _is_inside(text: Lettering) -> bool:
    boxes = (text, text.sample) if text.sample else (text,)
    middles = (((box.left + box.right) / 2, (box.top + box.bottom) / 2) for box in boxes)
    return all(0 <= x < 1 and 0 <= y < 1 for x, y in middles)


def _place(text: Lettering, width: int, height: int) -> Placed:
    size = cells(text.text)
    start = (text.left + text.right) / 2 * width - size / 2
    return Placed(text.text, int(_middle(text) * height), min(max(round(start), 0), width - size))


def _put_legends(entries: Sequence[Lettering], taken: dict[int, list[Placed]], size: tuple[int, int]) -> list[str]:
    """Put each legend as one block, or else those of its entries that have room. Returns the texts of the others."""
    left_out = []
    for legend in legends_of(entries, size[0]):
        if not _put_block(legend, taken, size):
            left_out += [each.text for each in legend if not _put_block([each], taken, size)]
    return left_out


def _put_block(entries: Sequence[Lettering], taken: dict[int, list[Placed]], size: tuple[int, int]) -> bool:
    return any(_put_all(places, taken) for places in places_of(entries, *size))


def _axes(texts: Sequence[Lettering], width: int, height: int) -> list[list[Lettering]]:
    """Return the numbers of each axis; of numbers without an axis those that stand in one row, and those that end, or
    have their middles, in one column."""
    known: dict[int, list[Lettering]] = defaultdict(list)
    lines: dict[tuple[str, int], list[Lettering]] = defaultdict(list)
    for each in texts:
        if each.tick_of is not None:
            known[each.tick_of].append(each)
        elif _NUMBER.fullmatch(each.text):
            lines["row", int((each.top + each.bottom) / 2 * height)].append(each)
            lines["end", round(each.right * width / _NEAR)].append(each)
    axes = sorted(known.values(), key=len, reverse=True)
    used: set[int] = set()
    for axis in sorted(lines.values(), key=len, reverse=True):
        free = [each for each in axis if id(each) not in used]
        if len(free) >= _TICKS:
            axes.append(free)
            used.update(map(id, free))
    return [sorted(axis, key=lambda each: (each.top, each.left) if _is_column(axis) else (each.left,)) for axis in axes]


def _middle(text: Lettering) -> float:
    return (text.top + text.bottom) / 2


def _is_column(axis: Sequence[Lettering]) -> bool:
    tops, lefts = [each.top for each in axis], [each.left for each in axis]
    return max(tops) - min(tops) > max(lefts) - min(lefts)


def _between(columns: Sequence[Sequence[Placed]]) -> set[int]:
    """Return the identities of the ticks of upright axes that would be in one place, and could be read as those of
    either: the last number of a plot, and the first of the plot below."""
    rows: dict[int, list[tuple[int, Placed]]] = defaultdict(list)
    for number, column in enumerate(columns):
        for tick in column:
            rows[tick.row].append((number, tick))
    return {
        id(tick)
        for row in rows.values()
        for (number, tick), (other, each) in permutations(row, 2)
        if number != other and tick.start < each.end and each.start < tick.end
    }


def _thin(ticks: list[Placed], between: Container[int], taken: dict[int, list[Placed]]) -> bool:
    """Put every tick, or every second, or third, so that none touches another, but for those without room and those
    ``between`` two plots. Returns whether any is there."""
    free = [tick for tick in ticks if id(tick) not in between and not _touches(tick, taken)]
    for step in range(1, len(ticks) + 1):
        chosen = [tick for tick in ticks[::step] if tick in free]
        if _put_all(chosen, taken):
            return bool(chosen)
    return False


def _over_axis(text: Lettering, axes: list[list[Lettering]], width: int, height: int) -> list[Placed]:
    """Return the places of an upright text, the best first: over the first number of the axis that it names, or else
    of the one beside it at its right, or else from its middle on. Above the first number, then below it."""
    own = [tick for axis in axes for tick in axis if text.name_of is not None and tick.tick_of == text.name_of]
    middle = _middle(text)
    beside = [
        tick
        for axis in axes
        if _is_column(axis) and min(each.top for each in axis) < middle < max(each.bottom for each in axis)
        for tick in axis
        if tick.left >= text.left
    ]
    nearest = min((tick.left for tick in beside), default=0.0)
    ticks = own or [tick for tick in beside if tick.left - nearest < 4 / width]
    first = int(min(map(_middle, ticks), default=middle) * height)
    start = min(max(round(text.left * width), 0), width - cells(text.text))
    end = start + cells(text.text)
    others = [tick for axis in axes for tick in axis if tick.left * width < end and tick.right * width > start]
    above = [row for tick in others if (row := int(_middle(tick) * height)) < first]
    highest = max(
        first - _RISE, max(above, default=-1) + 1
    )  # a name among the numbers of another axis would be its name
    rows = [*range(first - bool(ticks), highest - 1, -1), first + 1]
    return [Placed(text.text, row, start) for row in rows if 0 <= row < height]


def _names(texts: Sequence[Lettering]) -> list[tuple[Lettering, bool]]:
    """Return the upright texts beside each other that begin, or end, in one row, and whether it is their top that is
    there. Texts that are all the same are the names of upright axes."""
    rows = [
        (is_at_top, row)
        for is_at_top, edge in ((True, attrgetter("top")), (False, attrgetter("bottom")))
        for row in rows_of(texts, edge, _LEVEL)
    ]
    found: dict[int, tuple[Lettering, bool]] = {}
    for is_at_top, row in sorted(rows, key=lambda each: len(each[1]), reverse=True):
        if len(row) >= _TICKS and len({each.text for each in row}) > 1:
            for each in row:
                found.setdefault(id(each), (each, is_at_top))
    return list(found.values())


def _blank(rows: list[list[Run]]) -> set[tuple[int, int]]:
    """Return the rows and columns of the cells in which nothing is drawn."""
    cells = [[(sign, run.ground) for run in row for sign in run.text] for row in rows]
    ground = _most([ground for row in cells for _, ground in row])
    return {(y, x) for y, row in enumerate(cells) for x, cell in enumerate(row) if cell == (" ", ground)}


def _put_downwards(
    text: Lettering,
    is_at_top: bool,  # noqa: FBT001
    taken: dict[int, list[Placed]],
    size: tuple[int, int],
    free: Collection[tuple[int, int]],
) -> bool:
    """Put the letters of an upright text below each other, from its top or down to its bottom; below itself, only over
    cells that are ``free``: if these are too few, the last letter of a name is an ellipsis; a number is never cut off,
    and a slanted one not put, since it could end or have its middle at its place.
    Returns whether the whole text is there; if not all of these letters have room, none is put."""
    width, height = size
    is_slanted = abs(text.angle) <= _STEEP
    middle = (text.left + text.right) / 2
    if is_slanted:  # it ends at what it names
        middle = text.right if is_at_top == (text.angle > 0) else text.left
    column, words = int(min(middle * width, width - 1)), text.text
    is_number = bool(_NUMBER.fullmatch(words))
    if cells(words) != len(words) or (is_number and is_slanted):
        return False
    first, last = int(text.top * height), int(text.bottom * height)
    if is_at_top:
        room = next(row for row in range(last + 1, height + 1) if (row, column) not in free) - first
        if len(words) > room:
            words = "" if is_number or room < _SHORTEST else f"{words[: room - 1]}…"
    else:
        first = last - len(words) + 1
    if not words or first < 0 or first + len(words) > height:
        return False
    letters = [Placed(sign, first + place, column) for place, sign in enumerate(words) if sign != " "]
    return _put_all(letters, taken) and words == text.text


def _put_all(texts: Iterable[Placed], taken: dict[int, list[Placed]]) -> bool:
    """Put texts in their places if all of them have room. Returns whether they are there."""
    own: dict[int, list[Placed]] = defaultdict(list)
    if not all(not _touches(text, taken) and _put(text, own) for text in texts):
        return False
    for row, placed in own.items():
        taken[row] += placed
    return True


def _put(text: Placed, taken: dict[int, list[Placed]]) -> bool:
    """Put a text in its place if a cell is free on both of its sides. Returns whether it is there."""
    if _touches(text, taken):
        return False
    taken[text.row].append(text)
    return True


def _touches(text: Placed, taken: Mapping[int, list[Placed]]) -> bool:
    return any(text.start <= other.end and other.start <= text.end for other in taken.get(text.row, ()))


def _written(row: list[Run], texts: Sequence[Placed], colours: Colours | None) -> list[Run]:
    """Return a line with texts over it, each in the colour of its sample or in black, on the colours of its cells."""
    grounds = [run.ground for run in row for _ in run.text]
    parts: list[Run] = []
    at = 0
    for text in sorted(texts, key=lambda each: each.start):
        ground = _most(grounds[text.start : text.end])
        colour = text.colour or 0
        parts += _cut(row, at, text.start)
        if text.sample:
            parts.append(Run(f"{text.sample} ", _legible(colour, ground, colours, _FAINTEST), ground))
        parts.append(Run(text.text, _legible(colour, ground, colours), ground))
        at = text.end
    return [*parts, *_cut(row, at, len(grounds))]


def _legible(colour: Rgb, ground: Rgb | None, colours: Colours | None, least: float = _CONTRAST) -> Rgb | None:
    """Return a colour on the screen, nearer to black or white if it is as bright as what is below it."""
    if colours is None:
        return None

    def contrast(ink: Rgb) -> float:
        return abs(brightness(ink) - brightness(ground or 0))

    ink = colours(colour)
    if contrast(ink) > least:
        return ink
    best = max(colours(0), colours(0xFFFFFF), key=contrast)
    return mean(ink, best) if colour else best


def _cut(row: list[Run], start: int, end: int) -> list[Run]:
    """Return the cells of a line from ``start`` to before ``end``; each character of a drawing is a cell wide."""
    parts, at = [], 0
    for run in row:
        text = run.text[max(start - at, 0) : max(end - at, 0)]
        at += len(run.text)
        if text:
            parts.append(run._replace(text=text))
    return parts


def _most(grounds: Sequence[Rgb | None]) -> Rgb | None:
    return max(set(grounds), key=grounds.count)
