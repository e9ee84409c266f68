"""The cells of a table in their columns and rows, those that span too."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from arxtui.model.document import Cell, Table

_MOST_SPANNING = 100
"""Cells that reach down into a row from above, at most; more are no table that anyone reads."""


class Spot(NamedTuple):
    """A cell and where it stands: rows and columns half-open, counted from 0. ``place`` is its own in reading order."""

    cell: Cell
    place: int
    top: int
    bottom: int
    left: int
    right: int


class Grid(NamedTuple):
    """The cells that each row shows, left to right, with those that reach into it from above; the number of columns."""

    rows: list[list[Spot]]
    columns: int


def grid_of(table: Table) -> Grid:
    """The cells in their places. Columns that only wide cells cross are none."""
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
    """The spots of one row; ``reaching`` are those from above, left to right."""
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
