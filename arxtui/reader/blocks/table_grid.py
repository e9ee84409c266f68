"""The grid of a table: the columns and rows of its cells, including cells that span several."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from arxtui.model.document import Cell, Table
from arxtui.tuples import NamedTuple

_MOST_SPANNING = 100
"""The maximum number of cells that reach into a row from above; a table with more is unreadable anyway."""


class GridCell(NamedTuple):
    """A cell and its position: half-open ranges of rows and columns, counted from 0. ``number`` is the index of the
    cell in reading order."""

    cell: Cell
    number: int
    top: int
    bottom: int
    left: int
    right: int


class TableGrid(NamedTuple):
    """The cells of each row from left to right, including those that reach into the row from above, and the number of
    columns."""

    rows: list[list[GridCell]]
    columns: int


def grid_of(table: Table) -> TableGrid:
    """Return the grid of a table. Columns in which no cell begins are removed."""
    rows = _placed(table)
    starts = sorted({grid_cell.left for row in rows for grid_cell in row})
    result = [
        [
            grid_cell._replace(left=bisect_left(starts, grid_cell.left), right=bisect_left(starts, grid_cell.right))
            for grid_cell in row
        ]
        for row in rows
    ]
    return TableGrid(result, len(starts))


def _placed(table: Table) -> list[list[GridCell]]:
    rows: list[list[GridCell]] = []
    reaching: list[GridCell] = []
    count = len(table.rows)
    index = 0
    for top, cells in enumerate(table.rows):
        row = _row(cells, top, count, reaching, index)
        index += len(cells)
        rows.append(row)
        reaching = [grid_cell for grid_cell in row if grid_cell.bottom > top + 1][:_MOST_SPANNING]
    return rows


def _row(cells: Sequence[Cell], top: int, count: int, reaching: list[GridCell], index: int) -> list[GridCell]:
    """Return the cells of one row; ``reaching`` are the cells that reach in from above, from left to right."""
    row: list[GridCell] = []
    column = 0
    above = iter(reaching)
    blocked = next(above, None)
    for number, cell in enumerate(cells, index):
        while blocked is not None and blocked.left < column + max(cell.columns, 1):
            row.append(blocked)
            column = max(column, blocked.right)
            blocked = next(above, None)
        right = column + max(cell.columns, 1)
        row.append(GridCell(cell, number, top, min(top + max(cell.rows, 1), count), column, right))
        column = right
    while blocked is not None:
        row.append(blocked)
        blocked = next(above, None)
    return row
