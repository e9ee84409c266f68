"""The legend: texts with the sample of a line, mark or area beside each."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from colorsys import rgb_to_hls
from dataclasses import dataclass, replace
from itertools import chain, pairwise

from arxtui.figures.attributes import numbers_of
from arxtui.figures.labels import Label
from arxtui.figures.outlines import Box, box_around
from arxtui.figures.rows import rows_of
from arxtui.figures.signs import UNREAD, size_of
from arxtui.figures.svg import Drawing, Shape
from arxtui.figures.values import is_factor, value_of

_WIDEST = 5.5
"""The farthest that a sample begins before its text, in letters' sizes."""
_NEAREST = 2.5
"""The farthest that a sample ends before its text."""
_BESIDE = 0.45
"""How far the middles of a sample and its text are apart."""
_ALIKE = 0.35
"""How far samples of a legend are from being below each other."""
_TALLEST = 1.6
_OFF = 0.12
"""How far a mark is from the middle of its line."""
_LEADING = 1.7
"""The farthest that two lines of a text are apart."""
_MOST_NEAR = 5_000
"""The most shapes at the height of a text among which its sample is looked for."""
_MOST_PARTS = 12
"""The most shapes of a sample; more are a drawing."""
_HUES = (
    (15, "red"),
    (45, "orange"),
    (70, "yellow"),
    (165, "green"),
    (195, "cyan"),
    (255, "blue"),
    (290, "purple"),
    (335, "pink"),
    (360, "red"),
)
_DARK_PURPLE = 305
"""Up to this hue, what is not light is purple."""
_AREAS = ("area", "square")
"""Samples that can be a part of a colour scale."""
_SOME_LINES = 5
_SAME = 0.1
"""How far samples beside each other differ in their widths and gaps, in letters' sizes."""
_SHORT = 0.25
"""Less than this is a dot, in letters' sizes."""
_CROSS = 12
"""Corners of a thick cross."""
_DOT = 1.3
"""As long as this, in parts of its thickness, is a dot."""
_CERTAIN = 2
"""The fewest entries, in as many colours, that are a legend though the figure has no axis."""
_SHAPES = {5: "pentagon", 10: "star"}


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of a legend. ``colour`` (``#rrggbb``) and ``sample`` are those of its own sample; ``sample`` is in words:
    ``line``, ``dashed line``, ``circle``, ``line with square``, ``area``. ``box`` is around the sample."""

    text: str
    sample: str
    colour: str
    box: Box
    label: Label

    @property
    def words(self) -> str:
        """The sample with its colour in words."""
        return f"{colour_name(self.colour)} {self.sample}"


def legend_of(labels: Sequence[Label], drawing: Drawing, taken: set[int], numbers: Container[int] = ()) -> list[Entry]:
    """Find the texts with a sample at their left or right. Samples of a legend lie below each other, or beside each
    other in one row, and no other shape lies between a sample and its text. A number beside a mark is one of these only
    if its identity is among ``numbers``."""
    samples = (_sample_of(shape) for shape in drawing.shapes if shape.kind != "image" and not _is_white(shape))
    shapes = sorted(samples, key=lambda shape: shape.box.middle[1])
    heights = [shape.box.middle[1] for shape in shapes]
    found, bare = [], []
    for label in labels:
        if (
            id(label) in taken
            or label.angle
            or is_factor(label.text)
            or not any(sign.isalnum() or sign == UNREAD for sign in label.text)
        ):
            continue
        near = _near(label, shapes, heights)
        is_text = value_of(label.text) is None or id(label) in numbers
        beside = [
            (is_right, label, parts) for is_right in (False, True) if (parts := _sample(label, near, is_right=is_right))
        ]
        found += [each for each in beside if is_text or any(_is_coloured_line(part, label.size) for part in each[2])]
        if is_text and all(is_right for is_right, *_ in beside):
            bare.append(label)
    for label, both in _in_two_lines(bare):
        if parts := _sample(both, _near(both, shapes, heights), is_right=False):
            found.append((False, label, parts))
    return _rows(found)


def certain(entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries whose samples are as wide as those of others, and all of these in different colours."""
    as_wide = rows_of(entries, lambda each: each.box.width / (each.label.size or 1.0), _SAME)
    alike = [row for row in as_wide if len({entry.colour for entry in row}) >= max(_CERTAIN, len(row))]
    return [entry for entry in entries if any(entry is each for row in alike for each in row)]


def numbered(columns: Iterable[Sequence[Label]], drawing: Drawing) -> set[int]:
    """Return the identities of the numbers in columns that are no ticks but a legend's: each has a line or a round mark
    of its own colour, and no mark of a tick beside it."""
    columns = list(columns)
    own = {id(label) for column in columns for label in column}
    entries = {id(entry.label): entry for entry in legend_of([*chain(*columns)], drawing, set(), own)}
    result: set[int] = set()
    for column in columns:
        rows = [entry for label in column if (entry := entries.get(id(label))) and not entry.sample.endswith(_AREAS)]
        colours = {entry.colour for entry in rows if _is_coloured(entry.colour)}
        if len(rows) == len(column) and len(colours) > 1 and not any(_has_tick(label, drawing) for label in column):
            result.update(id(label) for label in column)
    return result


def colour_name(colour: str) -> str:
    """Return the name of a colour (``#rrggbb``)."""
    if not colour:
        return "white"
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    hue, lightness, saturation = rgb_to_hls(red, green, blue)
    if lightness < 0.12:
        return "black"
    if lightness > 0.95:
        return "white"
    if saturation < 0.15:
        return "light grey" if lightness > 0.7 else "dark grey" if lightness < 0.35 else "grey"
    name = next(name for end, name in _HUES if hue * 360 <= end)
    if name in ("red", "orange") and (saturation < 0.4 or (name == "orange" and lightness < 0.38)) and lightness < 0.55:
        return "brown"
    if name == "pink" and lightness < 0.5 and hue * 360 <= _DARK_PURPLE:
        name = "purple"
    return f"light {name}" if lightness > 0.75 else f"dark {name}" if lightness < 0.25 else name


def _is_coloured_line(shape: Shape, size: float) -> bool:
    """Whether a shape is a line that is no tick mark, as far as its colour tells."""
    return _is_line(shape, size) and _is_coloured(shape.stroke)


def _is_coloured(colour: str) -> bool:
    """Whether a colour is neither grey nor missing."""
    return len({colour[at : at + 2] for at in (1, 3, 5)}) > 1


def _is_white(shape: Shape) -> bool:
    return {shape.fill, shape.stroke} <= {"", "#ffffff"}


def _sample_of(shape: Shape) -> Shape:
    """Return the sample of a curve that is drawn in one path with it (gnuplot); any other shape as it is."""
    return shape._replace(box=shape.line, corners=(), curves=0, outline=None) if shape.line else shape


def _near(label: Label, shapes: Sequence[Shape], heights: Sequence[float]) -> Sequence[Shape]:
    """Return the shapes, of those in the order of their ``heights``, at the height of a text."""
    middle, reach = label.box.middle[1], _BESIDE * label.size
    return shapes[bisect_left(heights, middle - reach) : bisect_right(heights, middle + reach)][:_MOST_NEAR]


def _in_two_lines(labels: Sequence[Label]) -> Iterator[tuple[Label, Label]]:
    """Yield the first lines of texts in two lines, alone and with the box of both."""
    size = max((label.size for label in labels), default=0.0)
    for column in rows_of(labels, lambda each: each.box.left, _SAME * size):
        for label, below in pairwise(sorted(column, key=lambda each: each.base)):
            if 0.9 * label.size < below.base - label.base < _LEADING * label.size:
                yield label, replace(label, box=box_around((label.box, below.box)) or label.box)


def _sample(label: Label, near: Sequence[Shape], *, is_right: bool) -> list[Shape]:
    """Return the shapes that lie beside a text: whole, small and near enough."""
    size = label.size
    start = label.box.right if is_right else label.box.left - _WIDEST * size
    end = label.box.right + _WIDEST * size if is_right else label.box.left
    parts = []
    for shape in near:
        box = shape.box
        is_near = start - 0.1 * size <= box.left and box.right <= end + 0.1 * size and box.height <= _TALLEST * size
        if is_near and not _is_tick(shape, size):
            parts.append(shape)
            if len(parts) > _MOST_PARTS:
                return []
    gap = min(
        (shape.box.left - label.box.right if is_right else label.box.left - shape.box.right for shape in parts),
        default=0,
    )
    return parts if gap <= _NEAREST * size else []


def _rows(found: Sequence[tuple[bool, Label, list[Shape]]]) -> list[Entry]:
    """Keep the texts whose samples stand in a column, with texts beside that begin (or end) at one place."""
    columns: list[list[tuple[Label, list[Shape]]]] = []
    ordered = sorted(found, key=lambda each: (each[0], each[1].box.right if each[0] else each[1].box.left))
    last = None
    for is_right, label, parts in ordered:
        edge = label.box.right if is_right else label.box.left
        if last is None or is_right != last[0] or edge - last[1] > _ALIKE * label.size:
            columns.append([])
        last = (is_right, edge)
        columns[-1].append((label, parts))
    entries: dict[int, Entry] = {}
    in_columns = map(_in_column, sorted(columns, key=len, reverse=True))
    rows = (row for row in (*_level(found).values(), *_below(found).values(), *_alike(found)) if len(row) > 1)
    for label, parts in chain(*in_columns, *rows):
        if id(label) not in entries:
            entries[id(label)] = _entry(label, parts)
    for is_right, label, parts in found:
        if _is_one(label, parts, is_right=is_right) and not (is_right and entries):
            entries.setdefault(id(label), _entry(label, parts))
    return sorted(
        _distinct(entries.values()), key=lambda entry: (round(entry.box.left / (entry.label.size or 1)), entry.box.top)
    )


def _distinct(entries: Collection[Entry]) -> Iterator[Entry]:
    """Leave out entries with the text of another near in their column: it is a part of names in several lines."""
    for entry in entries:
        alike = (each for each in entries if each.text == entry.text and each.colour != entry.colour)
        if not any(_is_near(each.label, entry.label) for each in alike):
            yield entry


def _is_near(first: Label, second: Label) -> bool:
    """Whether two texts begin at one place, some lines apart."""
    size = first.size
    return abs(first.box.left - second.box.left) < _ALIKE * size and abs(first.base - second.base) < _SOME_LINES * size


def _level(found: Sequence[tuple[bool, Label, list[Shape]]]) -> dict[int, list[tuple[Label, list[Shape]]]]:
    """Return the texts on one line that have a line as sample at their left, by the place of the line."""
    rows: dict[int, list[tuple[Label, list[Shape]]]] = defaultdict(list)
    for is_right, label, parts in found:
        lines = [shape for shape in parts if _is_line(shape, label.size)]
        if not is_right and len(lines) == len(parts):
            rows[round(label.base / (label.size or 1.0) / _ALIKE)].append((label, lines))
    return rows


def _alike(found: Sequence[tuple[bool, Label, list[Shape]]]) -> Iterator[list[tuple[Label, list[Shape]]]]:
    """Return the texts on one line whose samples, in different colours, are as wide as each other and as far from their
    texts."""
    left = [(label, parts, box) for is_right, label, parts in found if not is_right and (box := _box(parts))]
    for line in rows_of(left, lambda each: each[0].base, _SAME):
        for width in rows_of(line, lambda each: each[2].width / (each[0].size or 1.0), _SAME):
            for row in rows_of(width, lambda each: (each[0].box.left - each[2].right) / (each[0].size or 1.0), _SAME):
                if len({_colour_of(parts) for _, parts, _ in row}) > 1:
                    yield [(label, parts) for label, parts, _ in row]


def _box(parts: Sequence[Shape]) -> Box | None:
    return box_around(shape.box for shape in parts)


def _colour_of(parts: Sequence[Shape]) -> str:
    return next(filter(_is_coloured, (shape.fill or shape.stroke for shape in reversed(parts))), "")


def _below(found: Sequence[tuple[bool, Label, list[Shape]]]) -> dict[tuple[int, int], list[tuple[Label, list[Shape]]]]:
    """Return the texts whose lines lie below each other, by the place of the line: pgfplots centres the texts."""
    rows: dict[tuple[int, int], list[tuple[Label, list[Shape]]]] = defaultdict(list)
    for is_right, label, parts in found:
        size = label.size or 1.0
        line = next((shape for shape in parts if _is_line(shape, size)), None)
        if line and not is_right:
            rows[round(line.box.left / size / _ALIKE), round(line.box.right / size / _ALIKE)].append((label, parts))
    return rows


def _is_one(label: Label, parts: Sequence[Shape], *, is_right: bool) -> bool:
    """Whether the shapes beside a text are the sample of a legend with one entry: a line or a rectangle of the usual
    size, with a mark at most, at the height of the text. At its right (gnuplot), it is a coloured line."""
    size = label.size or 1.0
    widest = max(parts, key=lambda shape: shape.box.width)
    gap = widest.box.left - label.box.right if is_right else label.box.left - widest.box.right
    off = widest.box.middle[1] - label.box.middle[1]
    is_usual = (
        1.4 < widest.box.width / size < (3.7 if is_right else 3.5) and 0.25 < gap / size < 1.5 and abs(off) < 0.3 * size
    )
    is_rectangle = len(widest.corners) in (4, 5) and widest.box.height > 0.4 * size
    is_plain = _is_coloured_line(widest, size) if is_right else _is_line(widest, size) or is_rectangle
    return is_usual and is_plain and all(shape.box.middle[0] - widest.box.middle[0] < 0.2 * size for shape in parts)


def _is_tick(shape: Shape, size: float) -> bool:
    """Whether a shape is the mark of a tick, a short level line."""
    return shape.box.height < 0.05 * size and shape.box.width < 0.9 * size


def _has_tick(label: Label, drawing: Drawing) -> bool:
    """Whether the mark of a tick stands beside a number."""
    size, box = label.size, label.box
    return any(
        _is_tick(shape, size)
        and abs(shape.box.middle[1] - box.middle[1]) < _BESIDE * size
        and (-size < box.left - shape.box.right < 2 * size or -size < shape.box.left - box.right < 2 * size)
        for shape in drawing.shapes
    )


def _in_column(column: Sequence[tuple[Label, list[Shape]]]) -> Iterable[tuple[Label, list[Shape]]]:
    """Keep, of the shapes beside texts, those in the place that most rows have a shape in."""
    places: dict[int, dict[int, int]] = defaultdict(dict)
    size = column[0][0].size or 1.0
    for row, (_, parts) in enumerate(column):
        for shape in parts:
            latest = places[round(shape.box.middle[0] / size / _ALIKE)]
            latest[row] = max(shape.order, latest.get(row, 0))
    # marks of the curves can lie below the legend, which is drawn over them
    best, rows = max(places.items(), key=lambda each: (len(each[1]), min(each[1].values()), each[0]))
    if len(rows) < 2:
        return
    for label, parts in column:
        own = [shape for shape in parts if abs(round(shape.box.middle[0] / size / _ALIKE) - best) <= 1]
        whole = _box(parts)
        if not own and whole and abs(round(whole.middle[0] / size / _ALIKE) - best) <= 1:
            own = parts  # two marks, one at each end (older matplotlib)
        if own:
            yield label, _without_marks_beside(own, size)


def _without_marks_beside(parts: list[Shape], size: float) -> list[Shape]:
    """Leave out the marks that are not at the middle of the line, which are of a curve."""
    line = next((shape for shape in parts if _is_line(shape, size)), None)
    if line is None:
        return parts
    return [shape for shape in parts if abs(shape.box.middle[0] - line.box.middle[0]) < _OFF * size]


def _entry(label: Label, parts: list[Shape]) -> Entry:
    parts = sorted(parts, key=lambda shape: -shape.order)  # a legend is drawn over the curves
    hatch = [shape for shape in parts if _count_lines(shape) > 2]
    lines = [shape for shape in parts if _is_line(shape, label.size) and shape not in hatch]
    marks = [shape for shape in parts if shape not in lines and shape not in hatch] or hatch
    lines = [line for line in lines if not any(_is_edge(line, mark, label.size) for mark in marks)]
    marks = [mark for mark in marks if mark.fill or not any(_is_edge(mark, each, label.size) for each in marks)]
    colour = next(
        (
            _on_white(shape.stroke or shape.fill, shape.opacity)
            for shape in (*lines, *marks)
            if (shape.stroke or shape.fill) != "#ffffff"
        ),
        "",
    )
    words = []
    if lines:
        words.append(_line_name(lines[0], label.size))
    if marks:
        mark = next((shape for shape in marks if shape.fill), marks[0])
        if not lines or (_is_coloured(mark.fill) and not _is_coloured(colour)):
            colour = _on_white(mark.fill or mark.stroke, mark.opacity)
        words.append(f"{'hatched ' * bool(hatch and mark not in hatch)}{_mark_name(mark, label.size)}")
    box = box_around(shape.box for shape in parts) or label.box
    return Entry(label.text, " with ".join(words), colour, box, label)


def _is_line(shape: Shape, size: float) -> bool:
    return bool(shape.stroke) and not shape.fill and shape.box.height < 0.15 * size and shape.box.width > 0.8 * size


def _is_edge(line: Shape, area: Shape, size: float) -> bool:
    """Whether a line is one of the edges around an area (ROOT draws each by itself)."""
    near, inner, outer = _OFF * size, line.box, area.box
    if not (line.stroke and area.fill and outer.contains(inner, near)):
        return False
    off = [abs(one - other) < near for one, other in zip(inner, outer, strict=True)]
    is_level, is_upright = inner.height < near and off[0] and off[2], inner.width < near and off[1] and off[3]
    return (is_level and (off[1] or off[3])) or (is_upright and (off[0] or off[2]))


def _count_lines(shape: Shape) -> int:
    """Return how many straight lines a shape consists of; 0 if it has other parts."""
    contours = shape.outline.contours if shape.outline else ()
    return len(contours) if all(len(contour) == 2 for contour in contours) else 0


def _is_upright(shape: Shape) -> bool:
    """Whether all edges of a cross are level or upright."""
    contours = shape.outline.contours if shape.outline else ()
    edges = chain(*map(pairwise, contours))
    return all(min(abs(x - u), abs(y - v)) < _SAME * max(abs(x - u), abs(y - v), _SAME) for (x, y), (u, v) in edges)


def _on_white(colour: str, opacity: float) -> str:
    """Return a colour as it is seen on white."""
    if not colour or not 0 <= opacity < 1:
        return colour
    parts = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{round(255 + (part - 255) * opacity):02x}" for part in parts)


def _line_name(line: Shape, size: float) -> str:
    """Return ``line``, or what its dashes make of it; those of a dotted line are short, or shorter than its gaps."""
    lengths = numbers_of(line.dash)
    if len(lengths) < 2 or not any(lengths):
        return "line"
    dashes, (first, gap) = lengths[::2], lengths[:2]
    if max(dashes) > 2 * min(dashes):
        return "dash-dotted line"
    is_short = first * size_of(line.matrix) < max(_SHORT * size, _DOT * line.thickness)
    return "dotted line" if first <= gap and (is_short or first < gap < 1.8 * first) else "dashed line"


def _mark_name(shape: Shape, size: float) -> str:
    if _count_lines(shape) == 2:
        return "plus" if _is_upright(shape) else "cross"
    corners = len(set(shape.points))
    if shape.box.width > 1.3 * shape.box.height and corners == 4 and not shape.curves:
        return "area"
    is_round = (
        shape.curves == 2 and abs(shape.box.width - shape.box.height) < 0.1 * shape.box.height
    )  # two halves (ROOT)
    if shape.curves >= 3 or is_round:
        return "circle" if shape.fill else "open circle"
    if corners == _CROSS:
        return "plus" if _is_upright(shape) else "cross"
    if not shape.fill:
        return "mark"
    if corners == 3:
        bottom = sum(y > shape.box.middle[1] for _, y in set(shape.points))
        return "triangle" if bottom == 2 else "downward triangle" if bottom == 1 else "mark"
    if corners == 4:
        xs = {round(x, 1) for x, _ in shape.points}
        return "square" if len(xs) == 2 else "diamond"
    return _SHAPES.get(corners, "mark")
