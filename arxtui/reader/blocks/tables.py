"""Tables: each column is as wide as its content if there is room, otherwise narrower with wrapped cells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from arxtui.model.document import Paragraph, Table
from arxtui.reader.blocks.prose import Prose
from arxtui.reader.blocks.table_grid import Grid, Spot, grid_of
from arxtui.reader.blocks.table_lines import drawn_table
from arxtui.reader.blocks.table_rules import Rules
from arxtui.reader.contents import contents
from arxtui.reader.sheet import Sheet
from arxtui.reader.spacing import indent
from arxtui.reader.spans import Leaf, Span, between

if TYPE_CHECKING:
    from arxtui.reader.setting import Setter

_MOST_CELLS = 20_000
"""The maximum number of cells of a table that is laid out in columns; a larger table is laid out row by row."""
_LARGEST = 10 * _MOST_CELLS
"""The maximum number of grid positions, including empty ones."""
_DEEPEST = 2
"""The number of nested tables that are laid out as tables."""
_MARGIN = 2
_UNBROKEN = 16
"""The maximum width of a cell's text that is never broken, such as a number with its error, in cells of the screen."""
_WIDEST = 60
"""The maximum width of a column with breakable text in a table that scrolls sideways anyway, in cells of the screen."""
_NARROW_BLOCKS = 20, 30
"""Widths to try for a cell that contains more than paragraphs, in cells of the screen; the first width that suffices is
used."""


class _Need(NamedTuple):
    least: int
    natural: int


def table(setter: Setter, block: Table, measure: int) -> Sheet:
    """Lay out a table at its natural width if the measure, or at least the page, has room; otherwise with wrapped
    cells; otherwise as a wide table that scrolls sideways."""
    if sum(map(len, block.rows)) > _MOST_CELLS or setter.depth_of_whole > _DEEPEST:
        return _row_by_row(setter, block)
    grid = grid_of(block)
    if len(grid.rows) * grid.columns > _LARGEST:
        return _row_by_row(setter, block)
    cells = [cell for row in block.rows for cell in row]
    leaves = [setter.fork(cell.blocks) for cell in cells]
    rules = Rules(grid)
    needs = _column_needs(setter, grid, rules, leaves)
    room = 0 if setter.is_nested else indent(measure, _MARGIN)
    page = (measure if setter.is_nested else max(setter.width, measure)) - room
    widths = _widths(needs, sum(rules.gaps), measure - room, page)
    sheets = [Sheet()] * len(cells)
    for spot in _spots(grid):
        width = rules.width(widths, spot.left, spot.right)
        sheets[spot.place] = setter.on(leaves[spot.place]).blocks(spot.cell.blocks, width)
    sheet = drawn_table(grid, rules, widths, sheets, setter.block)
    spare = measure - sum(widths) - sum(rules.gaps)
    if spare < 0:
        sheet.lines = [line._replace(wide=True) for line in sheet.lines]
    return sheet.indent(min(room, spare))


def _spots(grid: Grid) -> Iterator[Spot]:
    """Return every cell once."""
    return (spot for top, row in enumerate(grid.rows) for spot in row if spot.top == top)


def _column_needs(setter: Setter, grid: Grid, rules: Rules, leaves: list[list[Leaf]]) -> list[_Need]:
    least, natural = [0] * grid.columns, [0] * grid.columns
    spanning: list[tuple[Spot, _Need]] = []
    for spot in _spots(grid):
        need = _cell_need(setter, spot, leaves[spot.place])
        if spot.right - spot.left > 1:
            spanning.append((spot, need))
        else:
            least[spot.left] = max(least[spot.left], need.least)
            natural[spot.left] = max(natural[spot.left], need.natural)
    for spot, need in sorted(spanning, key=lambda each: each[0].right - each[0].left):
        _widen(least, spot, need.least, rules)
        _widen(natural, spot, need.natural, rules)
    return list(map(_Need, least, natural))


def _widen(widths: list[int], spot: Spot, need: int, rules: Rules) -> None:
    """Widen the columns so that they are together wide enough for a cell that spans them."""
    missing = need - rules.width(widths, spot.left, spot.right)
    count = spot.right - spot.left
    for place in range(count):
        widths[spot.left + place] += max(missing + place, 0) // count


def _cell_need(setter: Setter, spot: Spot, leaves: list[Leaf]) -> _Need:
    if all(type(block) is Paragraph for block in spot.cell.blocks):
        texts = setter.on(leaves)
        proses = [Prose(texts.spans(), _WIDEST) for _ in leaves]
        natural = max([prose.natural() for prose in proses], default=0)
        if natural <= _UNBROKEN:
            return _Need(natural, natural)
        return _Need(max(_UNBROKEN, *[prose.least() for prose in proses]), natural)

    def width_in(room: int) -> int:
        return max([line.width for line in setter.on(leaves).blocks(spot.cell.blocks, room).lines], default=0)

    natural = width_in(max(setter.width, _WIDEST))
    # A nested table can be too wide for all of these widths.
    least = next((room for room in _NARROW_BLOCKS if room >= natural or width_in(room) <= room), natural)
    return _Need(min(natural, least), natural)


def _widths(needs: list[_Need], gaps: int, measure: int, page: int) -> list[int]:
    least, natural = (sum(column) + gaps for column in ([need[which] for need in needs] for which in (0, 1)))
    if natural <= max(measure, page):
        return [need.natural for need in needs]
    if least > page:
        return [max(need.least, min(need.natural, _WIDEST)) for need in needs]
    room, wanted = page - least, natural - least
    widths = [need.least + room * (need.natural - need.least) // wanted for need in needs]
    for place in range(page - gaps - sum(widths)):
        widths[place % len(widths)] += 1
    return widths


def _row_by_row(setter: Setter, block: Table) -> Sheet:
    """Lay out each row as one line, with its cells one after the other."""
    lines = []
    for row in block.rows:
        spans: list[Span] = []
        for cell in row:
            for _ in contents(cell.blocks):
                spans += [*setter.spans(), between("  ")]
        lines.append(setter.line(setter.runs(spans), wide=True))
    return Sheet(lines)
