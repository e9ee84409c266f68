"""The grid of a table: the columns and rows of its cells, including cells that span several."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from arxtui.model.document import Cell, Table

_MOST_SPANNING = 100
"""The maximum number of cells that reach into a row from above; a table with more is unreadable anyway."""


class Spot(NamedTuple):
    """A cell and its position: half-open ranges of rows and columns, counted from 0. ``place`` is the index of the cell
    in reading order."""

    cell: Cell
    place: int
    top: int
    bottom: int
    left: int
    right: int


class Grid(NamedTuple):
    """The cells of each row from left to right, including those that reach into the row from above, and the number of
    columns."""

    rows: list[list[Spot]]
    columns: int


def grid_of(table: Table) -> Grid:
    """Return the grid of a table. Columns in which no cell begins are removed."""
    rows = _placed(table)
    starts = sorted({spot.left for row in rows for spot in row})
    found = [
        [spot._replace(left=bisect_left(starts, spot.left), right=bisect_left(starts, spot.right)) for spot in row]
        for row in rows
    ]
    return Grid(found, len(starts))


def _placed(table: Table) -> list[list[Spot]]:
    rows: list[list[Spot]] = []
    reaching: list[Spot] = []
    count = len(table.rows)
    place = 0
    for top, cells in enumerate(table.rows):
        reaching = [spot for spot in reaching if spot.bottom > top]
        row = _row(cells, top, count, reaching, place)
        place += len(cells)
        rows.append(row)
        reaching = [spot for spot in row if spot.bottom > top + 1][:_MOST_SPANNING]
    return rows


def _row(cells: Sequence[Cell], top: int, count: int, reaching: list[Spot], place: int) -> list[Spot]:
    """Return the cells of one row; ``reaching`` are the cells that reach in from above, from left to right."""
    row: list[Spot] = []
    column = 0
    above = iter(reaching)
    blocked = next(above, None)
    for number, cell in enumerate(cells, place):
        while blocked is not None and blocked.left < column + max(cell.columns, 1):
            row.append(blocked)
            column = max(column, blocked.right)
            blocked = next(above, None)
        right = column + max(cell.columns, 1)
        row.append(Spot(cell, number, top, min(top + max(cell.rows, 1), count), column, right))
        column = right
    while blocked is not None:
        row.append(blocked)
        blocked = next(above, None)
    return row
