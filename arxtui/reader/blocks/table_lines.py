"""The lines of a table, assembled from cells that are already laid out."""

from __future__ import annotations

from collections.abc import Sequence

from arxtui.model.document import Alignment
from arxtui.reader.blocks.table_grid import GridCell, TableGrid
from arxtui.reader.blocks.table_rules import TableRules
from arxtui.reader.canvas import Canvas
from arxtui.reader.lines import Line, Run, decoration


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
