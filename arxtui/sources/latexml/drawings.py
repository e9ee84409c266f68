"""Diagrams of xy-pic and tikz-cd in a grid: rows of objects with arrows to neighbours, detected from coordinates.

Every line, arrow head and label has to fit into the grid; otherwise the drawing is not converted at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from selectolax.lexbor import LexborNode

from arxtui.light import NamedTuple, pattern
from arxtui.sources.latexml import tikz

_MOVED = pattern(rf"translate\(\s*{tikz.NUMBER}\s*,\s*{tikz.NUMBER}\s*\)")
_BARB = pattern(rf"M 0 0 A [\d.]+ [\d.]+ [\d.]+ 0 [01] {tikz.NUMBER} {tikz.NUMBER}")
_WIDTH = pattern(rf"{tikz.NUMBER}(?:px)?")
_OBJECT = "\\textstyle{"
_TOLERANCE = 8.0
"""Largest distance of parts that are in the same row or column, or touch each other, in units of the drawing."""
_MAX_LABEL_DISTANCE = 25.0
"""Largest distance of a label from its arrow, in units of the drawing."""


class _Arrow(NamedTuple):
    stroke: tikz.Stroke
    sign: str
    """The sign of the arrow in amscd: ``> < V A``."""


class _LabelledArrow(NamedTuple):
    """An arrow with the labels above and below it, or left and right of it."""

    sign: str = "."
    before: str = ""
    after: str = ""

    @property
    def tex(self) -> str:
        """The arrow in amscd. ``@.`` is the placeholder for no arrow."""
        if self.sign == ".":
            return "@."
        return f"@{self.sign}{{{self.before}}}{self.sign}{{{self.after}}}{self.sign}"


_Place = tuple[int, int]
"""Row number and column number."""
_NO_ARROW = _LabelledArrow()


def grid_tex(drawing: LexborNode) -> str:
    """Convert a drawing to TeX: an amscd diagram, or a formula if it has one row. Returns "" if it is not a grid."""
    try:
        labels, strokes, heads = tikz.tikz_parts(drawing) if drawing.css_first(f".{tikz.MATRIX}") else _parts(drawing)
        objects = [label for label in labels if label.is_object]
        rows = _clusters([-each.y for each in objects])
        columns = _clusters([each.x for each in objects])
        arrows = [_arrow(stroke, heads) for stroke in strokes]
        if not objects or not arrows or not all(any(_is_at(head, each) for each in strokes) for head in heads):
            return ""
        return _diagram_tex(objects, [each for each in labels if not each.is_object], arrows, rows, columns)
    except tikz.UnclearError:
        return ""


def _parts(drawing: LexborNode) -> tikz.Parts:
    labels: list[tikz.Label] = []
    strokes: list[tikz.Stroke] = []
    heads: list[tikz.Head] = []
    for node in drawing.css("math, path"):
        x, y, width = _place(node)
        if node.tag == "math":
            tex = node.attributes.get("alttext") or ""
            labels.append(tikz.Label(_label_tex(tex), x + width / 2, y, tex.startswith(_OBJECT)))
            continue
        shape = node.attributes.get("d") or ""
        line, barb = tikz.LINE.fullmatch(shape), _BARB.fullmatch(shape)
        if line:
            stroke = tikz.stroke_between(*(start + float(line[n]) for n, start in enumerate((x, y, x, y), 1)))
            if max(stroke.right - stroke.x, stroke.y - stroke.bottom) > tikz.LINE_WIDTH:
                strokes.append(stroke)
        elif barb:
            dx, dy = float(barb[1]), float(barb[2])
            right, up = (0, -1 if dy > 0 else 1) if abs(dy) > abs(dx) else (-1 if dx > 0 else 1, 0)
            heads.append(tikz.Head(x, y, right, up))
        else:
            raise tikz.UnclearError
        if len(labels) + len(strokes) + len(heads) > tikz.MAX_PARTS:
            raise tikz.UnclearError
    return labels, strokes, heads


def _place(node: LexborNode) -> tuple[float, float, float]:
    """Return the position (x, y) at which a part is drawn, and its width."""
    x = y = width = 0.0
    for above in tikz.ancestors(node):
        if (above.tag or "").lower() == "foreignobject":
            match = _WIDTH.fullmatch(above.attributes.get("width") or "")
            width = float(match[1]) if match else 0.0
        else:
            for moved in _MOVED.findall(above.attributes.get("transform") or ""):
                x, y = x + float(moved[0]), y + float(moved[1])
    return x, y, width


def _label_tex(tex: str) -> str:
    if not tex.startswith((_OBJECT, tikz.LABEL)) or not tex.endswith("}"):
        raise tikz.UnclearError
    return re.sub(r"\\ignorespaces(?![A-Za-z@])\s*|%\n\s*", "", tex[tex.index("{") + 1 : -1]).strip()


def _clusters(places: Sequence[float]) -> list[float]:
    """Group coordinates that are close to each other. Returns the mean of each group, in ascending order."""
    groups: list[list[float]] = []
    for place in sorted(places):
        if groups and place - groups[-1][-1] <= _TOLERANCE:
            groups[-1].append(place)
        else:
            groups.append([place])
    return [sum(group) / len(group) for group in groups]


def _arrow(stroke: tikz.Stroke, heads: Sequence[tikz.Head]) -> _Arrow:
    """Return the line with its only head, which is at one of its ends."""
    if not stroke.is_upright and stroke.y - stroke.bottom > tikz.LINE_WIDTH:
        raise tikz.UnclearError  # neither horizontal nor vertical
    signs = {_sign(head, stroke) for head in heads if _is_at(head, stroke)}
    if len(signs) != 1:
        raise tikz.UnclearError
    return _Arrow(stroke, signs.pop())


def _is_at(head: tikz.Head, stroke: tikz.Stroke) -> bool:
    return _touches(head, stroke.x, stroke.y, stroke.right, stroke.bottom)


def _sign(head: tikz.Head, stroke: tikz.Stroke) -> str:
    if bool(head.up) == stroke.is_upright:
        points = (stroke.x, stroke.y) if head.right < 0 or head.up > 0 else (stroke.right, stroke.bottom)
        if _touches(head, *points):
            return ">" if head.right > 0 else "<" if head.right < 0 else "A" if head.up > 0 else "V"
    raise tikz.UnclearError


def _touches(head: tikz.Head, *points: float) -> bool:
    """Whether a head is at one of the points, given as x, y, x, y, …"""
    ends = zip(points[::2], points[1::2], strict=True)
    return any(abs(head.x - x) <= 2 * tikz.LINE_WIDTH and abs(head.y - y) <= 2 * tikz.LINE_WIDTH for x, y in ends)


def _diagram_tex(
    objects: Sequence[tikz.Label],
    labels: Sequence[tikz.Label],
    arrows: Sequence[_Arrow],
    rows: Sequence[float],
    columns: Sequence[float],
) -> str:
    cells = {(_nearest(rows, -each.y), _nearest(columns, each.x)): each.tex for each in objects}
    placed: dict[tuple[str, _Place], _LabelledArrow] = {}
    beside: dict[_Arrow, list[tikz.Label]] = {}
    for label in labels:
        beside.setdefault(_nearest_arrow(label, arrows), []).append(label)
    for arrow in arrows:
        place = (
            _row_place(arrow.stroke, rows, columns)
            if arrow.stroke.is_upright
            else _column_place(arrow.stroke, rows, columns)
        )
        kind = "down" if arrow.stroke.is_upright else "across"
        ends = (place, (place[0] + 1, place[1]) if arrow.stroke.is_upright else (place[0], place[1] + 1))
        if (kind, place) in placed or not all(end in cells for end in ends):
            raise tikz.UnclearError
        placed[kind, place] = _with_labels(arrow, beside.get(arrow, ()))
    if len(cells) != len(objects):
        raise tikz.UnclearError
    across = {place: labelled for (kind, place), labelled in placed.items() if kind == "across"}
    down = {place: labelled for (kind, place), labelled in placed.items() if kind == "down"}
    if len(rows) == 1:
        return _one_row(cells, across, len(columns))
    return f"\\begin{{CD}}{' '.join(_lines(cells, across, down, len(rows), len(columns)))}\\end{{CD}}"


def _row_place(stroke: tikz.Stroke, rows: Sequence[float], columns: Sequence[float]) -> _Place:
    """Return the place of the object above a vertical arrow to the next row."""
    above = [number for number, middle in enumerate(rows) if -middle > stroke.y - _TOLERANCE]
    below = [number for number, middle in enumerate(rows) if -middle < stroke.bottom + _TOLERANCE]
    if not above or below[:1] != [above[-1] + 1]:
        raise tikz.UnclearError
    return above[-1], _nearest(columns, stroke.x, _TOLERANCE)


def _column_place(stroke: tikz.Stroke, rows: Sequence[float], columns: Sequence[float]) -> _Place:
    """Return the place of the object to the left of a horizontal arrow to the next column."""
    left = [number for number, middle in enumerate(columns) if middle < stroke.x]
    right = [number for number, middle in enumerate(columns) if middle > stroke.right]
    if not left or right[:1] != [left[-1] + 1]:
        raise tikz.UnclearError
    return _nearest(rows, -stroke.y, _TOLERANCE), left[-1]


def _one_row(cells: dict[_Place, str], across: dict[_Place, _LabelledArrow], columns: int) -> str:
    parts = [cells.get((0, 0), "")]
    for column in range(1, columns):
        arrow = across.get((0, column - 1), _NO_ARROW)
        if arrow.sign != ".":
            command = "xrightarrow" if arrow.sign == ">" else "xleftarrow"
            parts.append(f"\\{command}[{{{arrow.after}}}]{{{arrow.before}}}")
        else:
            parts.append("\\quad ")
        parts.append(cells.get((0, column), ""))
    return "".join(parts)


def _lines(
    cells: dict[_Place, str],
    across: dict[_Place, _LabelledArrow],
    down: dict[_Place, _LabelledArrow],
    rows: int,
    columns: int,
) -> Iterator[str]:
    for row in range(rows):
        line = cells.get((row, 0), "")
        for column in range(1, columns):
            line += across.get((row, column - 1), _NO_ARROW).tex + cells.get((row, column), "")
        yield line + (" \\\\" if row + 1 < rows else "")
        if row + 1 < rows:
            yield "".join(down.get((row, column), _NO_ARROW).tex for column in range(columns)) + " \\\\"


def _nearest(middles: Sequence[float], place: float, limit: float = 2 * _MAX_LABEL_DISTANCE) -> int:
    number = min(range(len(middles)), key=lambda each: abs(middles[each] - place))
    if abs(middles[number] - place) > limit:
        raise tikz.UnclearError
    return number


def _nearest_arrow(label: tikz.Label, arrows: Sequence[_Arrow]) -> _Arrow:
    nearest = min(arrows, key=lambda arrow: _distance(label, arrow.stroke))
    if _distance(label, nearest.stroke) > _MAX_LABEL_DISTANCE:
        raise tikz.UnclearError
    return nearest


def _distance(label: tikz.Label, stroke: tikz.Stroke) -> float:
    across = max(stroke.x - label.x, label.x - stroke.right, 0)
    return across + max(stroke.bottom - label.y, label.y - stroke.y, 0)


def _with_labels(arrow: _Arrow, labels: Sequence[tikz.Label]) -> _LabelledArrow:
    stroke = arrow.stroke
    before = [each.tex for each in labels if (each.x < stroke.x if stroke.is_upright else each.y > stroke.y)]
    after = [each.tex for each in labels if (each.x >= stroke.x if stroke.is_upright else each.y <= stroke.y)]
    if len(before) > 1 or len(after) > 1:
        raise tikz.UnclearError
    return _LabelledArrow(arrow.sign, "".join(before), "".join(after))
