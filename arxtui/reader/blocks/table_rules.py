"""The rules between the rows and columns of a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from arxtui.reader.blocks.table_grid import GridCell, TableGrid

# Indexed by the sum of the directions in which lines leave the crossing.
_CROSSINGS = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8
_GAP, _RULED_GAP, _RULED_EDGE = 2, 3, 2


class TableRules:
    """The rules of a table: ``across[row][column]`` is the rule above a row (and below the last), ``down[row][column]``
    the rule left of a column (and right of the last). ``gaps`` are the cells between columns, before the first column
    and after the last."""

    def __init__(self, grid: TableGrid) -> None:
        rows, columns = len(grid.rows), grid.columns
        self.across = [[False] * columns for _ in range(rows + 1)]
        self.down = [[False] * (columns + 1) for _ in range(rows)]
        # The (row, column) positions where a horizontal rule is interrupted: the heading of a group of columns has
        # its own rule.
        self._interrupted: set[tuple[int, int]] = set()
        for top, row in enumerate(grid.rows):
            for grid_cell in row:
                if grid_cell.top == top:
                    self._draw(grid_cell)
        ends = {row: self._group_ends(grid, row) for row in {row for row, _ in self._interrupted}}
        self._interrupted = {(row, column) for row, column in self._interrupted if column in ends[row]}
        if not any(map(any, self.across)) and not any(map(any, self.down)):
            self._draw_under_head(grid)
        ruled = [any(row[column] for row in self.down) for column in range(columns + 1)]
        self.gaps = [_RULED_GAP if each else _GAP for each in ruled]
        for edge in (0, columns):
            self.gaps[edge] = _RULED_EDGE if ruled[edge] else 0
        self._ruled = ruled

    def width(self, widths: Sequence[int], left: int, right: int) -> int:
        """Return the width of some columns including the gaps between them, in cells."""
        return sum(widths[left:right]) + sum(self.gaps[left + 1 : right])

    def edge(self, row: int, column: int) -> str:
        """Return the text left of a column in the lines of a row."""
        gap = self.gaps[column]
        if not self._ruled[column]:
            return " " * gap
        sign = "│" if self.down[row][column] else " "
        if column == 0:
            return f"{sign} "
        return f" {sign}" if column == len(self.gaps) - 1 else f" {sign} "

    def crossing(self, row: int, column: int) -> str:
        """Return the text left of a column in the rule above a row."""
        across = self.across[row]
        left = column > 0 and across[column - 1]
        right = column < len(across) and across[column]
        before, after = "─" if left else " ", "─" if right else " "
        if not self._ruled[column]:
            joined = left and right and (row, column) not in self._interrupted
            return ("─" if joined else " ") * self.gaps[column]
        up = row > 0 and self.down[row - 1][column]
        below = row < len(self.down) and self.down[row][column]
        sign = _CROSSINGS[_UP * up + _DOWN * below + _LEFT * left + _RIGHT * right]
        if column == 0:
            return sign + after
        return before + sign if column == len(self.gaps) - 1 else before + sign + after

    def _draw(self, grid_cell: GridCell) -> None:
        sides = grid_cell.cell.rules
        columns = range(grid_cell.left, grid_cell.right)
        for side, row in (("t", grid_cell.top), ("b", grid_cell.bottom)):
            if side in sides:
                for column in columns:
                    self.across[row][column] = True
        for side, column in (("l", grid_cell.left), ("r", grid_cell.right)):
            if side in sides:
                for row in range(grid_cell.top, grid_cell.bottom):
                    self.down[row][column] = True
        if grid_cell.right - grid_cell.left > 1:
            self._interrupted |= {(grid_cell.bottom, grid_cell.left), (grid_cell.bottom, grid_cell.right)}

    def _group_ends(self, grid: TableGrid, row: int) -> set[int]:
        """Return where groups of columns above a row end its rule: a rule across the table ends only between two
        groups, and one below the table nowhere."""
        if row == len(grid.rows):
            return set()
        groups = (each for each in grid.rows[row - 1] if each.right - each.left > 1)
        ends = Counter(column for each in groups for column in (each.left, each.right))
        fewest = 2 if all(self.across[row]) else 1
        return {column for column, count in ends.items() if count >= fewest}

    def _draw_under_head(self, grid: TableGrid) -> None:
        head = 0
        while head < len(grid.rows) and grid.rows[head] and all(grid_cell.cell.header for grid_cell in grid.rows[head]):
            head += 1
        if head < len(grid.rows):
            self.across[head] = [head > 0] * grid.columns
