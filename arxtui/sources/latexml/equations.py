"""Displayed equations: rows of cells, each row with its number; and proof trees, drawn as equations."""

from __future__ import annotations

from re import Match

from selectolax.lexbor import LexborNode

from arxtui.light import pattern
from arxtui.model.document import Alignment, Equation, EquationCell, EquationRow, Formula, Text
from arxtui.sources.latexml.content import Content, plain
from arxtui.sources.latexml.flow import Flow
from arxtui.sources.latexml.nodes import NUMBER_IN_FORMULA, elements_in
from arxtui.sources.latexml.tables import alignment, cells_of, row_span, rows_of
from arxtui.sources.latexml.walker import Element, PageReader, Readers
from arxtui.text.math import display

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


BAR = ".ltx_inline-block > .ltx_filled_leader"
_WIDEST = 76
"""The most cells of a tree that is drawn; a wider one is a paragraph a line."""
_SIGNS = pattern(r"[\\{}$&#%_^~]")


def inference_tex(page: PageReader, box: Element, flow: Flow) -> str:
    """Return a proof tree of bussproofs and the like, which is boxes of premises, a bar with the rule's name, and a
    conclusion, as nested continued fractions; "" if it cannot be drawn."""
    faults, unknown = len(page.faults), page.unknown.copy()
    tex = _stack(page, box, flow)
    drawn = display(tex, 2 * _WIDEST)
    if drawn and drawn.width <= _WIDEST:
        return tex
    # The parts are read again as lines.
    del page.faults[faults:]
    page.unknown = unknown
    return ""


def is_bar(node: LexborNode) -> bool:
    """Whether a box holds only the bar above a conclusion."""
    return [each.attributes.get("class") for each in elements_in(node)] == ["ltx_rule ltx_filled_leader"]


def _stack(page: PageReader, box: Element, flow: Flow) -> str:
    """Return a column of lines: premises, then bars, each with a conclusion below it."""
    tex, rule = "", ""
    for node in elements_in(box.node):
        line = _beside(page, box._replace(node=node), flow)
        if any(map(is_bar, elements_in(node))):
            rule = line and rf"\,{line}"
        else:
            tex = rf"\cfrac{{{tex}}}{{{line}}}{rule}" if tex else line
    return tex


def _beside(page: PageReader, line: Element, flow: Flow) -> str:
    """Return what stands beside each other in a line: formulas, words, and trees."""
    parts = []
    for node in elements_in(line.node):
        part = line._replace(node=node)
        if node.css_first(BAR):
            is_column = any(is_bar(inner) for row in elements_in(node) for inner in elements_in(row))
            parts.append((_stack if is_column else _beside)(page, part, flow))
        elif not is_bar(node):
            words = Flow(in_line=True, anchors=flow.anchors)
            page.node(node, line.style, words)
            parts.append(_words_as_tex(words.line()))
    return r"\quad ".join(filter(None, parts))


def _words_as_tex(content: Content) -> str:
    parts = []
    for run in content:
        if isinstance(run, Formula):
            parts.append(run.tex)
        elif isinstance(run, Text):
            parts.append(rf"\text{{{_SIGNS.sub(_escaped, run.text)}}}")
    return " ".join(parts)


def _escaped(sign: Match[str]) -> str:
    return f"\\{sign[0]}"


READERS = Readers(
    lines={},
    blocks={".ltx_equation": _equation, ".ltx_equationgroup": _equation, ".ltx_eqn_table": _equation},
)
