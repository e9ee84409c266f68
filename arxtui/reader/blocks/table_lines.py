"""The grid of a table, with cells that span several rows and columns, and the lines that show it."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence

from arxtui.light import NamedTuple
from arxtui.model.document import Alignment, Cell, Table
from arxtui.reader.canvas import Canvas
from arxtui.reader.lines import Line, Run, decoration

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


def draw_table(
    grid: TableGrid, rules: TableRules, widths: Sequence[int], cells: Sequence[Canvas], block: int
) -> Canvas:
    """Return the table: the cells, each laid out to the width of its columns, with the rules between them."""
    heights = _heights(grid, cells)
    canvas = Canvas()
    for top, row in enumerate(grid.rows):
        _put_rule(canvas, rules, widths, top, block)
        first = len(canvas.lines)
        for number in range(heights[top]):
            runs: list[Run] = []
            column = 0
            for grid_cell in row:
                runs += _empty(rules, widths, top, column, grid_cell.left)
                runs.append(decoration(rules.edge(top, grid_cell.left)))
                runs += _cell_line(
                    grid_cell,
                    cells[grid_cell.number],
                    heights,
                    top,
                    number,
                    rules.width(widths, grid_cell.left, grid_cell.right),
                )
                column = grid_cell.right
            runs += _empty(rules, widths, top, column, grid.columns)
            runs.append(decoration(rules.edge(top, grid.columns)))
            canvas.lines.append(Line(tuple(filter(_has_text, runs)), block))
        _store_anchors(canvas, row, cells, first, rules, widths, top)
    _put_rule(canvas, rules, widths, len(grid.rows), block)
    return canvas


def _heights(grid: TableGrid, cells: Sequence[Canvas]) -> list[int]:
    last = len(grid.rows) - 1
    heights = []
    for top, row in enumerate(grid.rows):
        ends = [len(cells[grid_cell.number].lines) for grid_cell in row if grid_cell.bottom == grid_cell.top + 1]
        # A row without text has no line, except between other rows, where it is the author's vertical space.
        heights.append(max([int(0 < top < last), *ends]))
    for top, row in enumerate(grid.rows):
        for grid_cell in row:
            if grid_cell.top == top and grid_cell.bottom > top + 1:
                missing = len(cells[grid_cell.number].lines) - sum(heights[top : grid_cell.bottom])
                heights[grid_cell.bottom - 1] += max(missing, 0)
    return heights


def _put_rule(canvas: Canvas, rules: TableRules, widths: Sequence[int], row: int, block: int) -> None:
    across = rules.across[row]
    if any(across):
        pieces = [rules.crossing(row, 0)]
        for column, (width, is_ruled) in enumerate(zip(widths, across, strict=True), 1):
            pieces += [("─" if is_ruled else " ") * width, rules.crossing(row, column)]
        canvas.lines.append(Line((decoration("".join(pieces)),), block))


def _empty(rules: TableRules, widths: Sequence[int], row: int, left: int, right: int) -> list[Run]:
    """Return the blanks for columns without a cell in this row."""
    return [decoration(rules.edge(row, column) + " " * widths[column]) for column in range(left, right)]


def _cell_line(grid_cell: GridCell, canvas: Canvas, heights: list[int], row: int, number: int, width: int) -> list[Run]:
    """Return a line of a cell, padded to the cell's width. A cell that spans rows is centred vertically."""
    above = 0
    if grid_cell.bottom > grid_cell.top + 1:
        spare = sum(heights[grid_cell.top : grid_cell.bottom]) - len(canvas.lines)
        above = spare // 2 - sum(heights[grid_cell.top : row])
    line_index = number - above
    line = canvas.lines[line_index] if 0 <= line_index < len(canvas.lines) else None
    if line is None or not line.runs:
        return [decoration(" " * width)]
    room = width - line.width
    left = {Alignment.LEFT: 0, Alignment.RIGHT: room}.get(grid_cell.cell.alignment, room // 2)
    return [decoration(" " * left), *line.runs, decoration(" " * (room - left))]


def _store_anchors(
    canvas: Canvas,
    row: list[GridCell],
    cells: Sequence[Canvas],
    first: int,
    rules: TableRules,
    widths: Sequence[int],
    top: int,
) -> None:
    """Store the anchors and pictures of the cells that begin in a row."""
    for grid_cell in row:
        cell = cells[grid_cell.number]
        if grid_cell.top != top or not (cell.anchors or cell.pictures):
            continue
        for name, line in cell.anchors.items():
            canvas.anchors[name] = first + line
        left = rules.gaps[0] + sum(widths[: grid_cell.left]) + sum(rules.gaps[1 : grid_cell.left + 1])
        canvas.pictures += [each._replace(y=each.y + first, x=each.x + left) for each in cell.pictures]


def _has_text(run: Run) -> bool:
    return run.text != ""
