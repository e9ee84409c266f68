"""The two-dimensional form of matrices, cases and aligned rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arxtui.text.math.boxes import Box, align, beside, blank, line, stack
from arxtui.text.math.delimiters import delimiter
from arxtui.text.math.gridlines import continues, ends_in_relation
from arxtui.text.math.tree import EMPTY, NO_SIGN, Grid, GridForm, Node, Row

_GAP = 2
_GAP_OF_PAIRS = 4


def grid_box(grid: Grid, build: Callable[[Node], Box]) -> Box:
    """Lay out a grid as a block; ``build`` lays out a cell."""
    width = max(len(row) for row in grid.rows)
    cells = [[build(_cell(grid, row, place)) for place in range(width)] for row in grid.rows]
    widths = [max(row[place].width for row in cells) for place in range(width)]
    rows = [_row(grid, row, widths) for row in cells]
    whole = _stack_rows(grid, rows)
    if not (grid.left or grid.right):
        return whole
    height = len(whole.lines)
    fences = [delimiter(sign, height, whole.baseline) for sign in (grid.left, grid.right)]
    return beside([fences[0], whole, fences[1]])


def _cell(grid: Grid, row: Sequence[Node], place: int) -> Node:
    """Return a cell. Beside the cell that it continues, there is space before or after its relation, as in TeX."""
    cell = row[place] if place < len(row) else EMPTY
    if grid.form is not GridForm.ALIGNED or grid.columns != "rl":
        return cell
    items = cell.items if type(cell) is Row else (cell,)
    if place % 2:
        return Row((NO_SIGN, *items)) if continues(cell) else cell
    is_continued = place + 1 < len(row) and row[place + 1] != EMPTY and ends_in_relation(cell)
    return Row((*items, NO_SIGN)) if is_continued else cell


def _row(grid: Grid, cells: Sequence[Box], widths: Sequence[int]) -> Box:
    boxes: list[Box] = []
    above, below = max(cell.baseline for cell in cells), max(cell.below for cell in cells)
    rule = Box(("│",) * (above + 1 + below), above, 1)
    for place, (cell, width) in enumerate(zip(cells, widths, strict=True)):
        if place in grid.rules:
            boxes += [*([blank(1)] if place else []), rule, blank(1)]
        elif place:
            boxes.append(blank(_gap(grid, place)))
        boxes.append(align(cell, width, grid.columns[place % len(grid.columns)]))
    if len(cells) in grid.rules:
        boxes += [blank(1), rule]
    return beside(boxes)


def _gap(grid: Grid, place: int) -> int:
    if grid.form is not GridForm.ALIGNED:
        return _GAP
    if grid.columns != "rl":
        return 1
    return 0 if place % 2 else _GAP_OF_PAIRS


def _stack_rows(grid: Grid, rows: Sequence[Box]) -> Box:
    """Stack the rows. A blank line separates tall rows, and the two rows after a brace; an empty row is one itself."""
    airy = (grid.left == "{" or grid.right == "}") and len(rows) == 2
    width = max(row.width for row in rows)
    boxes: list[Box] = []
    for place, row in enumerate(rows):
        if place in grid.lines:
            boxes.append(line("─" * width))
        elif place and (airy or len(row.lines) > 1 or len(rows[place - 1].lines) > 1):
            pair = (rows[place - 1], row)
            boxes += [blank(width)] if all(any(map(str.strip, each.lines)) for each in pair) else []
        boxes.append(row)
    if len(rows) in grid.lines:
        boxes.append(line("─" * width))
    height = sum(len(box.lines) for box in boxes)
    alignment = grid.columns if grid.form is GridForm.STACK and grid.columns in "lcr" else "l"
    return stack(boxes, (height - 1) // 2, alignment)
