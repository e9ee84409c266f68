"""Formulas wider than the available width: broken before relations and operators, or in one line and wrapped."""

from __future__ import annotations

from collections.abc import Sequence

from arxtui.text.math.boxes import Box, beside, blank, line, stack
from arxtui.text.math.gridlines import join_cells
from arxtui.text.math.inline import to_line
from arxtui.text.math.layout import beside_each, build, row_boxes
from arxtui.text.math.spacing import PlacedNode
from arxtui.text.math.tree import AtomKind, Grid, GridForm, MathStyle, Node, Row
from arxtui.text.width import wrap

_INDENT = 4

Part = tuple[PlacedNode, Box]


def fit(tree: Row, width: int) -> Box | None:
    """Fit a formula into ``width`` cells: whole, broken, or as a wrapped line. Returns None if nothing fits."""
    whole = build(tree)
    if whole.width <= width:
        return whole
    rows = [join_cells(row) for row in _rows(tree)]
    broken = [_break_row(row_boxes(row.items, MathStyle.DISPLAY), width) for row in rows]
    if all(broken):
        return _paragraph([box for boxes in broken for box in boxes])
    lines = wrap(to_line(tree, MathStyle.TEXT), width)
    boxes = [line(each) for each in lines]
    return _stacked(boxes) if all(box.width <= width for box in boxes) else None


def _rows(tree: Row) -> Sequence[tuple[Node, ...]]:
    """Return the rows of a formula that consists only of rows; else the formula as a single row."""
    if len(tree.items) == 1:
        only = tree.items[0]
        if type(only) is Grid and only.form in (GridForm.ALIGNED, GridForm.STACK):
            return only.rows
    return [(tree,)]


def _break_row(parts: Sequence[Part], width: int) -> list[Box]:
    """Break a row into lines that fit, with indented continuation lines. Returns [] if it cannot be broken."""
    lines: list[Box] = []
    start = 0
    breaks = _breaks(parts)
    while start < len(parts):
        limit = width - (_INDENT if lines else 0)
        end = _end(parts, breaks, start, limit)
        if end is None:
            return []
        first, box = parts[start]
        shown = beside_each([(first._replace(gap=0), box), *parts[start + 1 : end]])
        lines.append(beside([blank(_INDENT), shown]) if lines else shown)
        start = end
    return lines


def _breaks(parts: Sequence[Part]) -> dict[int, int]:
    """Return the places outside of brackets to end a line, with a rank: 2 before a relation, 1 before an operator."""
    breaks = {len(parts): 3}
    depth = 0
    for place, (part, _) in enumerate(parts):
        if depth == 0 and place:
            if part.left in (AtomKind.REL, AtomKind.BIN):
                breaks[place] = 2 if part.left is AtomKind.REL else 1
            elif part.gap > 1 or parts[place - 1][0].right is AtomKind.PUNCT:
                breaks[place] = 2
        depth += (part.left is AtomKind.OPEN) - (part.right is AtomKind.CLOSE)
    return breaks


def _end(parts: Sequence[Part], breaks: dict[int, int], start: int, limit: int) -> int | None:
    """Return the end of the line that begins at ``start``: before the last relation that fits, unless the line would
    then be less than half as long as with an operator. Returns None if nothing fits."""
    used = 0
    best: dict[int, tuple[int, int]] = {}
    for place in range(start, len(parts) + 1):
        if place > start and place in breaks:
            best[breaks[place]] = (place, used)
        if place == len(parts):
            break
        part, box = parts[place]
        used += box.width + (part.gap if place > start else 0)
        if used > limit:
            break
    if 3 in best:
        return best[3][0]
    if 2 in best and (1 not in best or best[2][1] * 2 > best[1][1]):
        return best[2][0]
    return best[1][0] if 1 in best else None


def _paragraph(boxes: Sequence[Box]) -> Box:
    """Stack the lines of a broken formula, with blank lines around tall ones."""
    out: list[Box] = []
    for box in boxes:
        if out and (len(box.lines) > 1 or len(out[-1].lines) > 1):
            out.append(blank(0))
        out.append(box)
    return _stacked(out)


def _stacked(boxes: Sequence[Box]) -> Box:
    box = stack(boxes, boxes[0].baseline, "l")
    return box._replace(end=len(box.lines) - 1 - boxes[-1].below)
