"""Tables: each column is as wide as its content if there is room, otherwise narrower with wrapped cells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from arxtui.light import NamedTuple
from arxtui.model.document import Paragraph, Table
from arxtui.reader.blocks.prose import Prose
from arxtui.reader.blocks.table_lines import GridCell, TableGrid, TableRules, draw_table, grid_of
from arxtui.reader.canvas import Canvas, indent
from arxtui.reader.contents import contents
from arxtui.reader.lines import Line, decoration
from arxtui.reader.spans import Leaf, Span, spacer
from arxtui.text import cells

if TYPE_CHECKING:
    from arxtui.reader.typesetter import Typesetter

_MAX_CELLS = 20_000
"""The maximum number of cells of a table that is laid out in columns; a larger table is laid out row by row."""
_MAX_POSITIONS = 10 * _MAX_CELLS
"""The maximum number of grid positions, including empty ones."""
_MAX_DEPTH = 2
"""The number of nested tables that are laid out as tables."""
_MARGIN = 2
_UNBROKEN = 16
"""The maximum width of a cell's text that is never broken, such as a number with its error, in cells of the screen."""
_NARROWED = 4
"""The part of the page that a column with breakable text has at most in a table that scrolls sideways anyway."""
_NARROW_FORMULA = 8
"""The maximum width of a formula that is not broken in a table without room otherwise, in cells of the screen."""
_ERROR = " ("
_WIDEST = 60
"""The width at which the content of a cell is measured, in cells of the screen."""
_NARROW_BLOCKS = 20, 30
"""Widths to try for a cell that contains more than paragraphs, in cells of the screen; the first width that suffices is
used."""


class _Need(NamedTuple):
    min_width: int
    natural_width: int


def table(typesetter: Typesetter, block: Table, measure: int) -> Canvas:
    """Lay out a table at its natural width if the measure, or at least the page, has room; otherwise with wrapped
    cells; otherwise as a wide table that scrolls sideways."""
    if sum(map(len, block.rows)) > _MAX_CELLS or typesetter.whole_depth > _MAX_DEPTH:
        return _row_by_row(typesetter, block)
    grid = grid_of(block)
    if len(grid.rows) * grid.columns > _MAX_POSITIONS:
        return _row_by_row(typesetter, block)
    leaves = [typesetter.take_leaves(cell.blocks) for row in block.rows for cell in row]
    rules = TableRules(grid)
    needs = _column_needs(typesetter, grid, rules, leaves, _UNBROKEN)
    room = 0 if typesetter.is_nested else indent(measure, _MARGIN)
    page = (measure if typesetter.is_nested else max(typesetter.width, measure)) - room
    if (least := _min_width(needs, rules)) > page + room:
        needs = _column_needs(typesetter, grid, rules, leaves, 0)
        least = _min_width(needs, rules)
    if page < least <= page + room:
        page = least  # without the margin
    widths = _widths(needs, sum(rules.gaps), measure - room, page)
    canvases = [Canvas()] * len(leaves)
    for grid_cell in _grid_cells(grid):
        width = rules.width(widths, grid_cell.left, grid_cell.right)
        blocks = grid_cell.cell.blocks
        canvas = typesetter.with_leaves(leaves[grid_cell.number]).blocks(blocks, width)
        if any(type(block) is not Paragraph for block in blocks):
            canvas.lines = _with_one_width(canvas.lines)
        canvases[grid_cell.number] = canvas
    canvas = draw_table(grid, rules, widths, canvases, typesetter.block)
    spare = measure - sum(widths) - sum(rules.gaps)
    if spare < 0:
        canvas.lines = [line._replace(wide=True) for line in canvas.lines]
    return canvas.indent(min(room, spare))


def _with_one_width(lines: list[Line]) -> list[Line]:
    """Return the lines of code or the parts of an equation padded, so that they stay in their places when aligned."""
    widest = max([line.width for line in lines], default=0)
    return [line._replace(runs=(*line.runs, decoration(" " * (widest - line.width)))) for line in lines]


def _grid_cells(grid: TableGrid) -> Iterator[GridCell]:
    """Return every cell once."""
    return (grid_cell for top, row in enumerate(grid.rows) for grid_cell in row if grid_cell.top == top)


def _column_needs(
    typesetter: Typesetter, grid: TableGrid, rules: TableRules, leaves: list[list[Leaf]], unbroken: int
) -> list[_Need]:
    min_widths, natural_widths = [0] * grid.columns, [0] * grid.columns
    spanning: list[tuple[GridCell, _Need]] = []
    for grid_cell in _grid_cells(grid):
        need = _cell_need(typesetter, grid_cell, leaves[grid_cell.number], unbroken)
        if grid_cell.right - grid_cell.left > 1:
            spanning.append((grid_cell, need))
        else:
            min_widths[grid_cell.left] = max(min_widths[grid_cell.left], need.min_width)
            natural_widths[grid_cell.left] = max(natural_widths[grid_cell.left], need.natural_width)
    for grid_cell, need in sorted(spanning, key=lambda each: each[0].right - each[0].left):
        _widen(min_widths, grid_cell, need.min_width, rules)
        _widen(natural_widths, grid_cell, need.natural_width, rules)
    return list(map(_Need, min_widths, natural_widths))


def _min_width(needs: list[_Need], rules: TableRules) -> int:
    return sum(need.min_width for need in needs) + sum(rules.gaps)


def _widen(widths: list[int], grid_cell: GridCell, need: int, rules: TableRules) -> None:
    """Widen the columns so that they are together wide enough for a cell that spans them."""
    missing = need - rules.width(widths, grid_cell.left, grid_cell.right)
    count = grid_cell.right - grid_cell.left
    for index in range(count):
        widths[grid_cell.left + index] += max(missing + index, 0) // count


def _cell_need(typesetter: Typesetter, grid_cell: GridCell, leaves: list[Leaf], unbroken: int) -> _Need:
    if all(type(block) is Paragraph for block in grid_cell.cell.blocks):
        texts = typesetter.with_leaves(leaves)
        proses = [Prose(texts.spans(), _WIDEST if unbroken else _NARROW_FORMULA) for _ in leaves]
        natural_width = max([prose.natural_width() for prose in proses], default=0)
        is_value = not grid_cell.cell.header and any(_is_value(prose.text) for prose in proses)
        if natural_width <= unbroken or (is_value and unbroken):
            return _Need(natural_width, natural_width)
        if is_value:
            return _Need(max(map(_value_width, proses)), natural_width)
        return _Need(max(unbroken, *[prose.min_width() for prose in proses]), natural_width)

    def width_in(room: int) -> int:
        return max(
            [line.width for line in typesetter.with_leaves(leaves).blocks(grid_cell.cell.blocks, room).lines], default=0
        )

    natural_width = width_in(max(typesetter.width, _WIDEST))
    # A nested table can be too wide for all of these widths.
    min_width = next(
        (room for room in _NARROW_BLOCKS if room >= natural_width or width_in(room) <= room), natural_width
    )
    return _Need(min(natural_width, min_width), natural_width)


def _value_width(prose: Prose) -> int:
    """Return the width of a value. The error of a long one can stand below it: ``0.58 (+/- 0.03)``."""
    value, *errors = prose.text.split(_ERROR) if len(prose.text) > _NARROW_FORMULA else [prose.text]
    return max(cells(value), *(cells(error) + 1 for error in errors)) if errors else prose.natural_width()


def _is_value(text: str) -> bool:
    """Whether a text of a cell is short and has a digit, as a number with its error or unit."""
    return len(text) <= _UNBROKEN and any(map(str.isdecimal, text))


def _widths(needs: list[_Need], gaps: int, measure: int, page: int) -> list[int]:
    min_width, natural_width = (sum(column) + gaps for column in ([need[which] for need in needs] for which in (0, 1)))
    if natural_width <= max(measure, page):
        return [need.natural_width for need in needs]
    if min_width > page:
        return [max(need.min_width, min(need.natural_width, page // _NARROWED)) for need in needs]
    room, flexible = page - min_width, natural_width - min_width
    widths = [need.min_width + room * (need.natural_width - need.min_width) // flexible for need in needs]
    for index in range(page - gaps - sum(widths)):
        widths[index % len(widths)] += 1
    return widths


def _row_by_row(typesetter: Typesetter, block: Table) -> Canvas:
    """Lay out each row as one line, with its cells one after the other."""
    lines = []
    for row in block.rows:
        spans: list[Span] = []
        for cell in row:
            for _ in contents(cell.blocks):
                spans += [*typesetter.spans(), spacer("  ")]
        lines.append(typesetter.line(typesetter.runs(spans), wide=True))
    return Canvas(lines)
