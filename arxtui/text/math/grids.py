"""Matrices, cases and aligned rows, in one line and in two dimensions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arxtui.text.math import tree
from arxtui.text.math.boxes import Box, align, beside, blank, line, stack
from arxtui.text.math.delimiters import delimiter

Flat = Callable[[tree.Node, tree.MathStyle], str]

_LEADING = frozenset([tree.REL, tree.BIN])


def grid_line(grid: tree.Grid, style: tree.MathStyle, flat: Flat) -> str:
    """Return a grid in one line; ``flat`` converts a cell."""
    if grid.form is tree.GridForm.MATRIX:
        left, right = (grid.left, grid.right) if grid.left else ("[", "]")
        return left + "; ".join(matrix_lines(grid, style, flat)) + right
    if grid.form is tree.GridForm.DIAGRAM:
        return "; ".join(" ".join(filter(None, [flat(cell, style) for cell in row])) for row in grid.rows)
    if grid.form is tree.GridForm.CASES:
        return _with_braces("; ".join(_case_lines(grid, style, flat)), grid)
    if grid.form is tree.GridForm.ALIGNED:
        return _with_braces(_aligned_line(grid, style, flat), grid)
    lines = filter(None, [flat(join_cells(row), style).rstrip(" ,") for row in grid.rows])
    return grid.left + (", " if style is tree.SCRIPT else "; ").join(lines) + grid.right


def join_cells(cells: tuple[tree.Node, ...]) -> tree.Row:
    """Join the cells of an aligned row to one formula, with space between the pairs of cells."""
    items: list[tree.Node] = []
    for place, cell in enumerate(cells):
        if place and place % 2 == 0 and items:
            items.append(tree.Space(2))
        items += cell.items if type(cell) is tree.Row else [cell]
    return tree.Row(tuple(items))


def continues(cell: tree.Node) -> bool:
    """Whether a cell continues the one before it: it begins with a relation or operator."""
    items = cell.items if type(cell) is tree.Row else (cell,)
    first: tree.Node = next((item for item in items if type(item) is not tree.Space), tree.EMPTY)
    while type(first) is tree.Script:
        first = first.base
    return type(first) is tree.Symbol and first.kind in _LEADING


def _ends_in_relation(cell: tree.Node) -> bool:
    """Whether a cell is continued by the one after it: it ends with a relation."""
    last = cell.items[-1] if type(cell) is tree.Row and cell.items else cell
    return type(last) is tree.Symbol and last.kind is tree.REL


def matrix_lines(grid: tree.Grid, style: tree.MathStyle, flat: Flat) -> list[str]:
    """Return each row of a matrix in one line, with signs between the cells that none of them contains."""
    rows = [[flat(cell, style) for cell in row] for row in grid.rows]
    cells = [cell for row in rows for cell in row]
    separator = " "
    if any("," in cell for cell in cells):
        separator = " │ "
    elif any(not cell or " " in cell for cell in cells):
        separator = ", "
    lines = []
    for row in rows:
        line = row[0]
        for place, cell in enumerate(row[1:], 1):
            line += (" | " if place in grid.rules else separator) + cell
        lines.append(line)
    return lines


def _case_lines(grid: tree.Grid, style: tree.MathStyle, flat: Flat) -> list[str]:
    """Return each case in one line. A row without its first cell continues the condition above."""
    lines: list[str] = []
    continued = False
    for row in grid.rows:
        first, *others = [flat(cell, style).strip() for cell in row]
        line = "  ".join(filter(None, [first, *others]))
        if line and not first and continued:
            lines[-1] += f" {line}"
        elif line:
            lines.append(line)
        continued = any(others) and bool(first or continued)
    return [*(line.rstrip(" ,;") for line in lines[:-1]), *lines[-1:]]


def _aligned_line(grid: tree.Grid, style: tree.MathStyle, flat: Flat) -> str:
    out = ""
    for row in grid.rows:
        whole = join_cells(row)
        is_apart = not out or out[-1] in ",;"
        is_continued = not is_apart and continues(whole)
        line = flat(tree.Row((tree.NO_SIGN, *whole.items)), style).lstrip() if is_continued else flat(whole, style)
        if out and line:
            out += " " if is_apart or is_continued else "; "
        out += line
    return out


def _with_braces(line: str, grid: tree.Grid) -> str:
    return f"{grid.left} {line} {grid.right}".strip()


_GAP = 2
_GAP_OF_PAIRS = 4


def grid_box(grid: tree.Grid, build: Callable[[tree.Node], Box]) -> Box:
    """Lay out a grid as a block; ``build`` lays out a cell."""
    width = max(len(row) for row in grid.rows)
    cells = [[build(_cell(grid, row, place)) for place in range(width)] for row in grid.rows]
    widths = [max(row[place].width for row in cells) for place in range(width)]
    rows = [_row_box(grid, row, widths) for row in cells]
    whole = _stack_rows(grid, rows)
    if not (grid.left or grid.right):
        return whole
    height = len(whole.lines)
    fences = [delimiter(sign, height, whole.baseline) for sign in (grid.left, grid.right)]
    return beside([fences[0], whole, fences[1]])


def _cell(grid: tree.Grid, row: Sequence[tree.Node], place: int) -> tree.Node:
    """Return a cell. Beside the cell that it continues, there is space before or after its relation, as in TeX."""
    cell = row[place] if place < len(row) else tree.EMPTY
    if grid.form is not tree.GridForm.ALIGNED or grid.columns != "rl":
        return cell
    items = cell.items if type(cell) is tree.Row else (cell,)
    if place % 2:
        return tree.Row((tree.NO_SIGN, *items)) if continues(cell) else cell
    is_continued = place + 1 < len(row) and row[place + 1] != tree.EMPTY and _ends_in_relation(cell)
    return tree.Row((*items, tree.NO_SIGN)) if is_continued else cell


def _row_box(grid: tree.Grid, cells: Sequence[Box], widths: Sequence[int]) -> Box:
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


def _gap(grid: tree.Grid, place: int) -> int:
    if grid.form is not tree.GridForm.ALIGNED:
        return _GAP
    if grid.columns != "rl":
        return 1
    return 0 if place % 2 else _GAP_OF_PAIRS


def _stack_rows(grid: tree.Grid, rows: Sequence[Box]) -> Box:
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
    alignment = grid.columns if grid.form is tree.GridForm.STACK and grid.columns in "lcr" else "l"
    return stack(boxes, (height - 1) // 2, alignment)
