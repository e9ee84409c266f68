"""The lines of a table, assembled from cells that are already laid out."""

from __future__ import annotations

from collections.abc import Sequence

from arxtui.model.document import Alignment
from arxtui.reader.blocks.table_grid import Grid, Spot
from arxtui.reader.blocks.table_rules import Rules
from arxtui.reader.lines import Line, Run, drawn
from arxtui.reader.sheet import Sheet


def drawn_table(grid: Grid, rules: Rules, widths: Sequence[int], cells: Sequence[Sheet], block: int) -> Sheet:
    """Return the table: the cells, each laid out to the width of its columns, with the rules between them."""
    heights = _heights(grid, cells)
    sheet = Sheet()
    for top, row in enumerate(grid.rows):
        _put_rule(sheet, rules, widths, top, block)
        first = len(sheet.lines)
        for number in range(heights[top]):
            runs: list[Run] = []
            column = 0
            for spot in row:
                runs += _empty(rules, widths, top, column, spot.left)
                runs.append(drawn(rules.edge(top, spot.left)))
                runs += _cell_line(
                    spot, cells[spot.place], heights, top, number, rules.width(widths, spot.left, spot.right)
                )
                column = spot.right
            runs += _empty(rules, widths, top, column, grid.columns)
            runs.append(drawn(rules.edge(top, grid.columns)))
            sheet.lines.append(Line(tuple(filter(_has_text, runs)), block))
        _note_places(sheet, row, cells, first, rules, widths, top)
    _put_rule(sheet, rules, widths, len(grid.rows), block)
    return sheet


def _heights(grid: Grid, cells: Sequence[Sheet]) -> list[int]:
    last = len(grid.rows) - 1
    heights = []
    for top, row in enumerate(grid.rows):
        ends = [len(cells[spot.place].lines) for spot in row if spot.bottom == spot.top + 1]
        # A row without text has no line, except between other rows, where it is the author's vertical space.
        heights.append(max([int(0 < top < last), *ends]))
    for top, row in enumerate(grid.rows):
        for spot in row:
            if spot.top == top and spot.bottom > top + 1:
                missing = len(cells[spot.place].lines) - sum(heights[top : spot.bottom])
                heights[spot.bottom - 1] += max(missing, 0)
    return heights


def _put_rule(sheet: Sheet, rules: Rules, widths: Sequence[int], row: int, block: int) -> None:
    across = rules.across[row]
    if any(across):
        pieces = [rules.crossing(row, 0)]
        for column, (width, is_ruled) in enumerate(zip(widths, across, strict=True), 1):
            pieces += [("─" if is_ruled else " ") * width, rules.crossing(row, column)]
        sheet.lines.append(Line((drawn("".join(pieces)),), block))


def _empty(rules: Rules, widths: Sequence[int], row: int, left: int, right: int) -> list[Run]:
    """Return the blanks for columns without a cell in this row."""
    return [drawn(rules.edge(row, column) + " " * widths[column]) for column in range(left, right)]


def _cell_line(spot: Spot, sheet: Sheet, heights: list[int], row: int, number: int, width: int) -> list[Run]:
    """Return a line of a cell, padded to the cell's width. A cell that spans rows is centred vertically."""
    above = 0
    if spot.bottom > spot.top + 1:
        spare = sum(heights[spot.top : spot.bottom]) - len(sheet.lines)
        above = spare // 2 - sum(heights[spot.top : row])
    place = number - above
    line = sheet.lines[place] if 0 <= place < len(sheet.lines) else None
    if line is None or not line.runs:
        return [drawn(" " * width)]
    room = width - line.width
    left = {Alignment.LEFT: 0, Alignment.RIGHT: room}.get(spot.cell.alignment, room // 2)
    return [drawn(" " * left), *line.runs, drawn(" " * (room - left))]


def _note_places(
    sheet: Sheet, row: list[Spot], cells: Sequence[Sheet], first: int, rules: Rules, widths: Sequence[int], top: int
) -> None:
    """Store the anchors and pictures of the cells that begin in a row."""
    for spot in row:
        cell = cells[spot.place]
        if spot.top != top or not (cell.anchors or cell.pictures):
            continue
        for name, line in cell.anchors.items():
            sheet.anchors[name] = first + line
        left = rules.gaps[0] + sum(widths[: spot.left]) + sum(rules.gaps[1 : spot.left + 1])
        sheet.pictures += [each._replace(y=each.y + first, x=each.x + left) for each in cell.pictures]


def _has_text(run: Run) -> bool:
    return run.text != ""
