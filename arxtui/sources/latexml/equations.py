"""Displayed equations: rows of cells, each row with its number."""

from __future__ import annotations

from arxtui.model.document import Alignment, Equation, EquationCell, EquationRow, Formula
from arxtui.sources.latexml.content import plain
from arxtui.sources.latexml.flow import Flow
from arxtui.sources.latexml.tables import alignment, cells_of, rows_of
from arxtui.sources.latexml.walker import Element, PageReader, Readers

_NUMBER = "ltx_eqn_eqno"
_BARE_GROUPS = frozenset({"span"})
"""Elements that group rows in an equation within a line, as in a footnote."""
_PADDING = frozenset(
    f"ltx_eqn_{where}_pad{side}" for where in ("left", "center", "right") for side in ("left", "right")
)


def put_formula(flow: Flow, tex: str) -> None:
    """Append a formula as a displayed equation."""
    flow.block(Equation((EquationRow((EquationCell((Formula(tex),)),)),), flow.take_anchors()))


def _equation(page: PageReader, element: Element, flow: Flow) -> None:
    """Read ``ltx_equation``, or ``ltx_equationgroup`` with a row for each of its equations."""
    anchors = flow.take_anchors()
    if element.tag == "table" or element.node.css_first(".ltx_eqn_row") is not None:
        rows = tuple(filter(None, (_row(page, row, flow) for row in rows_of(page, element, flow, _BARE_GROUPS))))
    else:
        rows = _bare_row(page, element, flow)
    anchors = (*anchors, *flow.take_anchors())
    if rows:
        flow.block(Equation(rows, anchors))
    else:
        flow.return_anchors(anchors)


def _row(page: PageReader, row: Element, flow: Flow) -> EquationRow | None:
    cells, number = [], ""
    for cell in cells_of(page, row, flow):
        classes = cell.classes
        is_blank = _NUMBER in classes or any(name in _PADDING for name in classes)
        if is_blank and cell.node.first_child is None:
            continue
        line = page.line(cell, flow, takes_tag=_NUMBER in classes)
        content = line.line()
        if line.tag:
            number = plain(line.tag)
        if content or not is_blank:
            cells.append(EquationCell(content, alignment(classes, Alignment.CENTRE)))
    if not number and not any(cell.content for cell in cells):
        return None  # LaTeXML puts empty rows between equations.
    return EquationRow(tuple(cells), number, flow.take_anchors())


def _bare_row(page: PageReader, element: Element, flow: Flow) -> tuple[EquationRow, ...]:
    """Read an equation that is not a table."""
    line = page.line(element, flow, takes_tag=True)
    content = line.line()
    return (EquationRow((EquationCell(content),), plain(line.tag)),) if content else ()


READERS = Readers(
    lines={},
    blocks={".ltx_equation": _equation, ".ltx_equationgroup": _equation, ".ltx_eqn_table": _equation},
)
