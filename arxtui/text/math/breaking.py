"""Formulas wider than the available width: broken before relations and operators, or in one line and wrapped."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from arxtui.text.math import tree
from arxtui.text.math.boxes import Box, beside, blank, line, stack
from arxtui.text.math.grids import join_cells, matrix_lines
from arxtui.text.math.inline import to_line
from arxtui.text.math.layout import beside_each, brace_box, fraction_box, is_column, labelled_box, row_boxes
from arxtui.text.math.spacing import PlacedNode, bare
from arxtui.text.width import wrap

_INDENT = 4
_ROOM = 48
"""The minimum width to break what is between growing delimiters, in cells; in a column, its row is stacked instead."""
_WIDE_GAP = 4
_SHORT = 20
"""The width of a last factor that stands on no line of its own."""
_TIMES = frozenset("·⋅×∘∗*")

Part = tuple[PlacedNode, Box]


def fit(formula: tree.Row, width: int) -> Box | None:
    """Fit a formula that is wider into ``width`` cells: broken, or as a wrapped line. Returns None if nothing fits."""
    rows = [join_cells(row).items for row in _rows(formula)]
    joined = [tuple(map(_with_joined_cells, row)) for row in rows]
    opened = [tuple(chain.from_iterable(map(_opened, row))) for row in joined] if width >= _ROOM else joined
    for items in (form for form, before in ((rows, None), (joined, rows), (opened, joined)) if form != before):
        parts = [row_boxes(row, tree.DISPLAY) for row in items]
        narrow = [[(part, _narrowed(part.node, box, width - _INDENT)) for part, box in row] for row in parts]
        for attempt in (parts, narrow) if narrow != parts else (parts,):
            for depth in (0, 1):
                broken = [_break_row(row, width, depth) for row in attempt]
                if all(broken):
                    return _paragraph([box for boxes in broken for box in boxes])
    lines = wrap(to_line(formula, tree.TEXT), width)
    boxes = [line(each) for each in lines]
    return _stacked(boxes) if all(box.width <= width for box in boxes) else None


def _rows(formula: tree.Row) -> Sequence[tuple[tree.Node, ...]]:
    """Return the rows of a formula that consists only of rows; else the formula as a single row."""
    if len(formula.items) == 1:
        only = formula.items[0]
        if type(only) is tree.Grid and (only.form in (tree.GridForm.ALIGNED, tree.GridForm.STACK) or is_column(only)):
            return [row for row in only.rows if any(cell != tree.EMPTY for cell in row)]
    return [(formula,)]


def _with_joined_cells(node: tree.Node) -> tree.Node:
    """Return a matrix, or one with scripts, with each row as a single cell: narrower than columns are."""
    if type(node) is tree.Script:
        return node._replace(base=_with_joined_cells(node.base))
    if type(node) is not tree.Grid or node.form is not tree.GridForm.MATRIX or not node.left:
        return node
    lines = matrix_lines(node, tree.TEXT, to_line)
    return node._replace(rows=tuple((tree.Symbol(line),) for line in lines), columns="l", rules=())


def _opened(node: tree.Node) -> tuple[tree.Node, ...]:
    """Return what is between growing delimiters as parts of the row around it, so that it can be broken."""
    if type(node) is not tree.Fenced or len(node.parts) > 1:
        return (node,)
    [part] = node.parts
    return (
        tree.Symbol(node.left, tree.OPEN),
        *(part.items if type(part) is tree.Row else (part,)),
        tree.Symbol(node.right, tree.CLOSE),
    )


def _narrowed(node: tree.Node, box: Box, width: int) -> Box:
    """Return the box of a fraction or a brace that is too wide with broken contents, such as the premises of a rule.
    Any other box stays, and one that cannot be broken."""
    if box.width <= width:
        return box
    if type(node) is tree.Fraction:
        above, below = _broken(node.above, width), _broken(node.below, width)
        return box if above is None or below is None else fraction_box(above, below)
    brace = bare(node)
    if type(brace) is tree.Classed and type(brace.body) is tree.Brace and type(node) is tree.Script and node.limits:
        base = _broken(brace.body.base, width)
        return box if base is None else labelled_box(brace_box(base, over=brace.body.over), node)
    return box


def _broken(node: tree.Node, width: int) -> Box | None:
    """Return a part of a formula in lines. None if it cannot be broken."""
    parts = row_boxes(node.items if type(node) is tree.Row else (node,), tree.TEXT)
    lines = next(filter(None, (_break_row(parts, width, depth) for depth in (0, 1))), None)
    return None if lines is None else _paragraph(lines)


def _break_row(parts: Sequence[Part], width: int, depth: int) -> list[Box]:
    """Break a row into lines that fit, with indented continuation lines, if need be within ``depth`` brackets. Returns
    [] if it cannot be broken."""
    lines: list[Box] = []
    start = 0
    breaks = _breaks(parts, depth)
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


def _breaks(parts: Sequence[Part], deepest: int) -> dict[int, int]:
    """Return the places to end a line, with a rank: outside of brackets 4 and 3 at a gap, 2 before a relation, 1 before
    an operator. With ``deepest`` 1 also within brackets that contain no list, 0 and -1, and between factors, -2."""
    breaks = {len(parts): 5}
    within: dict[int, int] = {}
    depth = 0
    is_list = False
    for place, (part, box) in enumerate(parts[1:], 1):
        before = parts[place - 1][0]
        depth += (before.left is tree.OPEN) - (before.right is tree.CLOSE)
        if depth == 0:
            breaks |= {} if is_list else within
            within, is_list = {}, False
            if part.left in (tree.REL, tree.BIN):
                breaks[place] = 2 if part.left is tree.REL else 1
            elif part.gap > 1:
                breaks[place] = 3 if part.gap < _WIDE_GAP else 4
            elif before.right is tree.PUNCT:
                breaks[place] = 2
            elif deepest and (place < len(parts) - 1 or box.width > _SHORT) and _begins_factor(before, part):
                breaks[place] = -2
        elif depth == deepest:
            is_list |= before.right is tree.PUNCT
            if part.left is tree.REL or (part.left is tree.BIN and not _is_times(part.node)):
                within[place] = 0 if part.left is tree.REL else -1
    return breaks if is_list else breaks | within


def _is_times(node: tree.Node) -> bool:
    return type(node) is tree.Symbol and node.text in _TIMES


def _begins_factor(before: PlacedNode, part: PlacedNode) -> bool:
    """Whether a part is an operator like a sum, or a factor after a bracket or fraction; a full stop is neither."""
    if part.left is tree.OP:
        return before.right in (tree.ORD, tree.CLOSE)
    if type(part.node) is tree.Symbol and part.left is tree.ORD and not part.node.text[:1].isalnum():
        return False
    return before.right in (tree.CLOSE, tree.INNER) and part.left in (tree.ORD, tree.OPEN, tree.INNER)


def _end(parts: Sequence[Part], breaks: dict[int, int], start: int, limit: int) -> int | None:
    """Return the end of the line that begins at ``start``: at the last place of the highest rank that fits, unless the
    line would then be less than half as long as with a lower one. Returns None if nothing fits."""
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
    if 5 in best:
        return best[5][0]
    longest = max([length for _, length in best.values()], default=0)
    return next((best[rank][0] for rank in sorted(best, reverse=True) if best[rank][1] * 2 > longest), None)


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
