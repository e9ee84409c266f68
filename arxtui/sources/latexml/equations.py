"""Displayed equations: rows of cells, each row with its number."""

from __future__ import annotations

from re import Match

from arxtui.model.document import Alignment, Equation, EquationCell, EquationRow, Formula
from arxtui.sources.latexml.content import Content, plain
from arxtui.sources.latexml.flow import Flow
from arxtui.sources.latexml.nodes import NUMBER_IN_FORMULA
from arxtui.sources.latexml.tables import alignment, cells_of, row_span, rows_of
from arxtui.sources.latexml.walker import Element, PageReader, Readers

_NUMBER = "ltx_eqn_eqno"
_BARE_GROUPS = frozenset({"span"})
"""Elements that group rows in an equation within a line, as in a footnote."""
_PADDING = frozenset(
    f"ltx_eqn_{where}_pad{side}" for where in ("left", "center", "right") for side in ("left", "right")
)


def put_formula(flow: Flow, tex: str, notes: Content = ()) -> None:
    """Append a formula as a displayed equation, with the notes in it."""
    flow.block(Equation((EquationRow((EquationCell((Formula(tex), *notes)),)),), flow.take_anchors()))


def _equation(page: PageReader, element: Element, flow: Flow) -> None:
    """Read ``ltx_equation``, or ``ltx_equationgroup`` with a row for each of its equations."""
    anchors = flow.take_anchors()
    if element.tag == "table" or element.node.css_first(".ltx_eqn_row") is not None:
        rows = _rows(page, element, flow)
    else:
        rows = _bare_row(page, element, flow)
    anchors = (*anchors, *flow.take_anchors())
    if rows:
        flow.block(Equation(rows, anchors))
    else:
        flow.return_anchors(anchors)


def _rows(page: PageReader, element: Element, flow: Flow) -> tuple[EquationRow, ...]:
    """Read the rows; a number that spans several is moved to the middle one, of two to the second."""
    rows: list[EquationRow] = []
    moves: list[tuple[int, int]] = []
    for row in rows_of(page, element, flow, _BARE_GROUPS):
        read, span = _row(page, row, flow)
        if read is not None:
            if span > 1:
                moves.append((len(rows), len(rows) + span // 2))
            rows.append(read)
    for source, middle in moves:
        target = min(middle, len(rows) - 1)
        if not rows[target].number:
            rows[target] = rows[target]._replace(number=rows[source].number)
            rows[source] = rows[source]._replace(number="")
    return tuple(rows)


def _row(page: PageReader, row: Element, flow: Flow) -> tuple[EquationRow | None, int]:
    """Read a row. Also returns the number of rows that its number spans."""
    cells, number, span = [], "", 1
    for cell in cells_of(page, row, flow):
        classes = cell.classes
        is_blank = _NUMBER in classes or any(name in _PADDING for name in classes)
        if is_blank and cell.node.first_child is None:
            continue
        line = page.line(cell, flow, takes_tag=_NUMBER in classes)
        content = line.line()
        if line.tag:
            number = plain(line.tag)
            span = row_span(cell)
        if content or not is_blank:
            cells.append(EquationCell(content, alignment(classes, Alignment.CENTRE)))
    if not number and not any(cell.content for cell in cells):
        return None, 1  # LaTeXML puts empty rows between equations.
    if not number and cells and (match := _number_at_end(cells[-1].content)):
        number = f"({match[1]})"
        cells[-1] = cells[-1]._replace(content=(*cells[-1].content[:-1], Formula(match.string[: match.start()])))
    return EquationRow(tuple(cells), number, flow.take_anchors()), span


def _number_at_end(content: Content) -> Match[str] | None:
    return NUMBER_IN_FORMULA.search(content[-1].tex) if content and isinstance(content[-1], Formula) else None


def _bare_row(page: PageReader, element: Element, flow: Flow) -> tuple[EquationRow, ...]:
    """Read an equation that is not a table."""
    line = page.line(element, flow, takes_tag=True)
    content = line.line()
    return (EquationRow((EquationCell(content),), plain(line.tag)),) if content else ()


READERS = Readers(
    lines={},
    blocks={".ltx_equation": _equation, ".ltx_equationgroup": _equation, ".ltx_eqn_table": _equation},
)
