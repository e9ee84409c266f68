"""The one-line form of matrices, cases and aligned rows."""

from __future__ import annotations

from collections.abc import Callable

from arxtui.text.math.tree import (
    BIN,
    EMPTY,
    NO_SIGN,
    REL,
    SCRIPT,
    Grid,
    GridForm,
    MathStyle,
    Node,
    Row,
    Script,
    Space,
    Symbol,
)

Flat = Callable[[Node, MathStyle], str]

_LEADING = frozenset([REL, BIN])


def grid_line(grid: Grid, style: MathStyle, flat: Flat) -> str:
    """Return a grid in one line; ``flat`` converts a cell."""
    if grid.form is GridForm.MATRIX:
        left, right = (grid.left, grid.right) if grid.left else ("[", "]")
        return left + "; ".join(matrix_lines(grid, style, flat)) + right
    if grid.form is GridForm.DIAGRAM:
        return "; ".join(" ".join(filter(None, [flat(cell, style) for cell in row])) for row in grid.rows)
    if grid.form is GridForm.CASES:
        return _with_braces("; ".join(_case_lines(grid, style, flat)), grid)
    if grid.form is GridForm.ALIGNED:
        return _with_braces(_aligned_line(grid, style, flat), grid)
    lines = filter(None, [flat(join_cells(row), style).rstrip(" ,") for row in grid.rows])
    return grid.left + (", " if style is SCRIPT else "; ").join(lines) + grid.right


def join_cells(cells: tuple[Node, ...]) -> Row:
    """Join the cells of an aligned row to one formula, with space between the pairs of cells."""
    items: list[Node] = []
    for place, cell in enumerate(cells):
        if place and place % 2 == 0 and items:
            items.append(Space(2))
        items += cell.items if type(cell) is Row else [cell]
    return Row(tuple(items))


def continues(cell: Node) -> bool:
    """Whether a cell continues the one before it: it begins with a relation or operator."""
    items = cell.items if type(cell) is Row else (cell,)
    first: Node = next((item for item in items if type(item) is not Space), EMPTY)
    while type(first) is Script:
        first = first.base
    return type(first) is Symbol and first.kind in _LEADING


def ends_in_relation(cell: Node) -> bool:
    """Whether a cell is continued by the one after it: it ends with a relation."""
    last = cell.items[-1] if type(cell) is Row and cell.items else cell
    return type(last) is Symbol and last.kind is REL


def matrix_lines(grid: Grid, style: MathStyle, flat: Flat) -> list[str]:
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


def _case_lines(grid: Grid, style: MathStyle, flat: Flat) -> list[str]:
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


def _aligned_line(grid: Grid, style: MathStyle, flat: Flat) -> str:
    out = ""
    for row in grid.rows:
        whole = join_cells(row)
        is_apart = not out or out[-1] in ",;"
        is_continued = not is_apart and continues(whole)
        line = flat(Row((NO_SIGN, *whole.items)), style).lstrip() if is_continued else flat(whole, style)
        if out and line:
            out += " " if is_apart or is_continued else "; "
        out += line
    return out


def _with_braces(line: str, grid: Grid) -> str:
    return f"{grid.left} {line} {grid.right}".strip()
