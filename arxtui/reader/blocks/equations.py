"""Displayed equations: two-dimensional, with aligned columns and numbers on the right."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from arxtui.light import NamedTuple, pattern
from arxtui.model.document import Alignment, Equation, EquationRow
from arxtui.reader.canvas import Canvas
from arxtui.reader.lines import Line, Role, Run, Runs, decoration, width_of
from arxtui.reader.spans import Span, with_role
from arxtui.text import cells
from arxtui.text.encodable import is_lost_in_ascii
from arxtui.text.math import display
from arxtui.text.tex.marks import SUBSCRIPTS, SUPERSCRIPTS

if TYPE_CHECKING:
    from arxtui.reader.typesetter import Typesetter

_NARROWEST = 20
"""The minimum width to which a column of formulas can be broken, in cells."""
_CONTINUED = 4
_BEFORE_NUMBER = 2
_WORDS = 4
"""The minimum number of words of a row that is treated as prose."""
_SHORT_INDEX = 2
_UNCLEAR_INDEX = pattern(rf"_\(|_\w+[{''.join(SUPERSCRIPTS.values())}]")
"""An index in brackets, or with a superscript, which would be read as a superscript of the index."""
_LIMITS = pattern(r"[∑∏∐⋃⋂⨁⨂⋁⋀]|(?:lim|max|min|sup|inf)")
"""What has its index below it, as an index without characters of its own has."""
_OPERATORS = tuple("+−±∓×·")
_ENDS = tuple(",;.=<>≤≥≈≡∼:([{")
"""What a formula ends with if the next row does not continue it with an operator."""
_MAX_PARTS = 50_000
"""The limit for setting the parts of a cell side by side: the number of parts times that of their lines."""


class _Box(NamedTuple):
    """A part of a row: lines that are all ``width`` cells wide. The line at ``baseline`` is aligned with the boxes
    before it, the line at ``end`` with those after it: what follows a broken formula continues its last line.
    ``is_whole``: no formula in it is broken."""

    lines: Sequence[Runs]
    baseline: int
    width: int
    end: int
    is_whole: bool = True


class _Row(NamedTuple):
    cells: list[list[Span]]
    number: Runs
    source: EquationRow
    in_line: bool = False
    """Whether its formulas are set in one line each, those with an index below it in their one-line form."""
    continues: int = -1
    """The cell that continues the formula of the row above, if any."""


def equation(typesetter: Typesetter, block: Equation, measure: int) -> Canvas:
    """Lay out the rows, centred in the measure, with formulas that are too wide broken; rows of words are laid out as
    prose."""
    all_rows: list[_Row] = []
    for each in block.rows:
        all_rows.append(_row(typesetter, each, all_rows[-1] if all_rows else None))
    spans = (span for row in all_rows for cell in row.cells for span in cell)
    if all(_reads_in_line(span, measure) for span in spans):
        all_rows = [row._replace(in_line=True) for row in all_rows]
    rows = [row for row in all_rows if not _is_prose(row, measure)]
    row_boxes = _row_boxes(typesetter, rows, measure)
    extent = measure
    room = measure if typesetter.is_nested else measure + max(typesetter.width - typesetter.options.measure, 0)
    if measure < room and not all(box.is_whole for box in row_boxes):
        wide_boxes = _row_boxes(typesetter, rows, room)
        if all(box.is_whole for box in wide_boxes):
            row_boxes = wide_boxes
            extent = min(max(measure, *map(_width_with_number, row_boxes, rows)), room)
    left = 0 if typesetter.is_nested else _left(row_boxes, rows, extent)
    boxes = iter(row_boxes)
    canvas = Canvas()
    tall_above = False
    for index, row in enumerate(all_rows):
        box = None if _is_prose(row, measure) else next(boxes)
        if index and (box is None or tall_above or len(box.lines) > 1):
            canvas.gap(typesetter.block)
        canvas.anchors.update(dict.fromkeys(row.source.anchors, len(canvas.lines)))
        if box is None:
            canvas.put(typesetter.prose(row.cells[0], measure))
        else:
            canvas.lines += _with_number(typesetter, box, row.number, left, extent, measure)
        tall_above = box is None or len(box.lines) > 1
    return canvas


def _row_boxes(typesetter: Typesetter, rows: list[_Row], measure: int) -> list[_Box]:
    """Return each row in common columns, or, if the columns are too wide, with its parts below each other."""
    boxes = _columns(typesetter, rows, measure)
    if boxes is None:
        return [_stack_row(typesetter, row, measure) for row in rows]
    widths = _widths(boxes)
    return [_join_row(row.source, line, widths) for row, line in zip(rows, boxes, strict=True)]


def _is_prose(row: _Row, measure: int) -> bool:
    r"""Return whether a row is prose: words between the rows (``\intertext``), or words that do not fit on a line."""
    if len(row.cells) != 1 or row.number or not row.cells[0] or row.cells[0][0].role is Role.MATH:
        return False
    words = sum(len(span.text.split()) for span in row.cells[0] if span.role is not Role.MATH)
    return words >= _WORDS or (words > 1 and sum(cells(span.text) for span in row.cells[0]) > measure)


def _row(typesetter: Typesetter, row: EquationRow, above: _Row | None) -> _Row:
    parts = [typesetter.spans() for _ in row.cells]
    number = typesetter.runs(with_role(typesetter.spans(), Role.NUMBER))
    return _Row(parts, number, row, continues=_continuing(parts, row, above))


def _continuing(parts: list[list[Span]], row: EquationRow, above: _Row | None) -> int:
    """Return the place of the cell that continues with an operator what is before it in its row, or else in the row
    above: one that is not in the first column, nor aligned on the right; -1 if there is none."""
    end = next((part[-1].text for part in reversed(above.cells) if part), "") if above else ""
    for place, (part, cell) in enumerate(zip(parts, row.cells, strict=True)):
        if place and part and part[0].text.startswith(_OPERATORS) and cell.alignment is not Alignment.RIGHT:
            return place if end and not end.endswith(_ENDS) else -1
        end = part[-1].text if part else end
    return -1


def _columns(typesetter: Typesetter, rows: list[_Row], measure: int) -> list[list[_Box]] | None:
    """Return the cells laid out so that their columns fit side by side; None if they do not fit."""
    boxes = [[_cell(typesetter, row, place, measure) for place in range(len(row.cells))] for row in rows]
    widths = _widths(boxes)
    room = measure - _total(rows, widths)
    if room < 0:
        widest = widths.index(max(widths))
        narrower = widths[widest] + room
        if narrower < _NARROWEST:
            return None
        for row, line in zip(rows, boxes, strict=True):
            if len(line) > widest:
                line[widest] = _cell(typesetter, row, widest, narrower)
                if _would_touch(line[widest], line[widest + 1 :]):
                    return None
        if _total(rows, _widths(boxes)) > measure:
            return None
    return boxes


def _would_touch(broken: _Box, following: list[_Box]) -> bool:
    """Return whether the upper part of what follows a broken formula would stand beside the line before its last."""
    is_dense = all(any(run.text.strip() for run in runs) for runs in broken.lines)
    return broken.end > broken.baseline and is_dense and any(box.baseline for box in following)


def _widths(boxes: list[list[_Box]]) -> list[int]:
    count = max([len(line) for line in boxes], default=0)
    return [max(line[index].width for line in boxes if len(line) > index) for index in range(count)]


def _total(rows: list[_Row], widths: list[int]) -> int:
    gaps = max([sum(_gaps(row.source)) for row in rows], default=0)
    return sum(widths) + gaps


def _gaps(row: EquationRow) -> list[int]:
    """Return the gap before each column. It is one cell, as a formula continues in the next column, but three where a
    left-aligned column meets a right-aligned one."""
    gaps = [0]
    for before, cell in zip(row.cells, row.cells[1:], strict=False):
        apart = before.alignment is Alignment.LEFT and cell.alignment is Alignment.RIGHT
        gaps.append(3 if apart else 1)
    return gaps


def _join_row(row: EquationRow, boxes: list[_Box], widths: list[int]) -> _Box:
    parts: list[_Box] = []
    for cell, box, width, gap in zip(row.cells, boxes, widths, _gaps(row), strict=False):
        room = width - box.width
        left = {Alignment.LEFT: 0, Alignment.RIGHT: room}.get(cell.alignment, room // 2)
        parts.append(_pad(box, gap + left, room - left))
    return _side_by_side(parts)


def _stack_row(typesetter: Typesetter, row: _Row, measure: int) -> _Box:
    """Lay out the parts of a row below each other, all but the first indented."""
    lines: list[Runs] = []
    for index in range(len(row.cells)):
        indent = _CONTINUED if index else 0
        box = _pad(_cell(typesetter, row, index, max(measure - indent, 1)), indent, 0)
        lines += [(*runs, decoration(" " * max(measure - box.width, 0))) for runs in box.lines]
    return _Box(lines, len(lines) - 1, measure, len(lines) - 1, is_whole=False) if lines else _EMPTY_BOX


def _cell(typesetter: Typesetter, row: _Row, place: int, width: int) -> _Box:
    """Lay out the spans of a cell side by side, or as prose if many spans would take many lines."""
    spans = row.cells[place]
    boxes = [_box(typesetter, row, place, index, width) for index in range(len(spans))]
    if len(boxes) * sum(len(box.lines) for box in boxes) > _MAX_PARTS:
        return _prose(typesetter, spans, width)
    return _side_by_side(boxes)


def _box(typesetter: Typesetter, row: _Row, place: int, index: int, width: int) -> _Box:
    """Lay out a span of a cell. A row of lines keeps the blanks at the beginning of a cell if it is left-aligned."""
    span = row.cells[place][index]
    if span.role is Role.MATH and not typesetter.options.tex:
        tex = span.target.removeprefix("tex:")
        continued = place == row.continues and not index
        built = display(tex, width, continued=True) if continued else display(tex, width)
        if built is not None and row.in_line and not continued and cells(span.text) <= width:
            is_indented = index or row.source.cells[place].alignment is Alignment.LEFT
            line = built.lines[0] if is_indented else built.lines[0].lstrip()
            built = built._replace(lines=(line,), width=cells(line)) if len(built.lines) == 1 else None
        if built is not None and not (typesetter.options.ascii_only and any(map(is_lost_in_ascii, built.lines))):
            lines = [(Run(line, Role.MATH, span.target, span.style, span.start, span.size),) for line in built.lines]
            end = built.baseline if built.end is None else built.end
            return _Box(lines, built.baseline, built.width, end, built.end is None)
    runs = typesetter.runs([span])
    if width_of(runs) <= width:
        return _Box([runs], 0, width_of(runs), 0)
    return _prose(typesetter, [span], width)


def _reads_in_line(span: Span, measure: int) -> bool:
    """Return whether a formula has one line, or a second one only for indices without characters of their own: in one
    line, as ``|ψ⟩_g`` beside ``|ψ⟩ₐ``, it reads better."""
    built = display(span.target.removeprefix("tex:"), measure) if span.role is Role.MATH else None
    if built is None or len(built.lines) == 1:
        return True
    if len(built.lines) > 2 or built.baseline or _UNCLEAR_INDEX.search(span.text):
        return False
    indices = built.lines[1].split()
    has_form = [SUBSCRIPTS.keys() >= set(index) for index in indices]
    is_short = all(len(index) <= _SHORT_INDEX and index.isalpha() for index in indices)
    return is_short and not all(has_form) and not (any(has_form) and _LIMITS.search(span.text))


def _prose(typesetter: Typesetter, spans: list[Span], width: int) -> _Box:
    wrap_runs = [line.runs for line in typesetter.prose(spans, width).lines]
    widest = max(map(width_of, wrap_runs))
    lines = [(*runs, decoration(" " * (widest - width_of(runs)))) for runs in wrap_runs]
    return _Box(lines, 0, widest, len(lines) - 1, len(lines) == 1)


def _side_by_side(boxes: list[_Box]) -> _Box:
    if not boxes:
        return _EMPTY_BOX
    if len(boxes) == 1:
        return boxes[0]
    levels = list(accumulate((box.end - box.baseline for box in boxes), initial=0))
    tops = [level - box.baseline for level, box in zip(levels, boxes, strict=False)]
    first = min(tops)
    height = max(top + len(box.lines) for top, box in zip(tops, boxes, strict=True)) - first
    lines: list[list[Run]] = [[] for _ in range(height)]
    for top, box in zip(tops, boxes, strict=True):
        for index, line in enumerate(lines, first - top):
            line.extend(box.lines[index] if 0 <= index < len(box.lines) else [decoration(" " * box.width)])
    is_whole = all(box.is_whole for box in boxes)
    return _Box([tuple(line) for line in lines], -first, sum(box.width for box in boxes), levels[-1] - first, is_whole)


def _pad(box: _Box, left: int, right: int) -> _Box:
    before, after = [decoration(" " * left)] if left else [], [decoration(" " * right)] if right else []
    return box._replace(lines=[(*before, *runs, *after) for runs in box.lines], width=left + box.width + right)


def _left(boxes: list[_Box], rows: list[_Row], measure: int) -> int:
    """Return the cells before the rows: enough to centre them, fewer where their numbers need the room."""
    widest = max([box.width for box in boxes], default=0)
    number = max([width_of(row.number) for row in rows], default=0)
    beside = measure - widest - (number + _BEFORE_NUMBER if number else 0)
    centred = (measure - widest) // 2
    return max(min(centred, beside) if beside >= 0 else centred, 0)


def _width_with_number(box: _Box, row: _Row) -> int:
    return box.width + (_BEFORE_NUMBER + width_of(row.number) if row.number else 0)


def _with_number(typesetter: Typesetter, box: _Box, number: Runs, left: int, extent: int, measure: int) -> list[Line]:
    """Return the lines of a row, with its number on the right of ``extent`` cells, or below if there is no room."""
    indent = [decoration(" " * left)] if left else []
    lines = [typesetter.line((*indent, *runs), wide=max(extent, left + box.width) > measure) for runs in box.lines]
    if not number:
        return lines
    room = _BEFORE_NUMBER if typesetter.is_nested else extent - left - box.width - width_of(number)
    if room >= _BEFORE_NUMBER:
        level = lines[box.baseline]
        lines[box.baseline] = level._replace(runs=(*level.runs, decoration(" " * room), *number))
    else:
        lines.append(typesetter.line([decoration(" " * max(measure - width_of(number), 0)), *number]))
    return lines


_EMPTY_BOX = _Box([()], 0, 0, 0)
