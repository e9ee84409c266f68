"""Tables: ``table``, or ``span`` and ``div`` with the classes of a table."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from functools import lru_cache

from selectolax.lexbor import LexborNode

from arxtui.light import pattern
from arxtui.model.document import Alignment, Block, Cell, Paragraph, Rule, Table
from arxtui.sources.latexml.classes import latexml_classes
from arxtui.sources.latexml.flow import Flow
from arxtui.sources.latexml.nodes import has_class
from arxtui.sources.latexml.walker import Element, PageReader, Readers

_GROUPS = frozenset({"thead", "tbody", "tfoot", "ltx_thead", "ltx_tbody", "ltx_tfoot"})
_ROWS = frozenset({"tr", "ltx_tr", "ltx_eqn_row"})
_CELLS = frozenset({"td", "th", "ltx_td", "ltx_th", "ltx_eqn_cell"})
_LAYOUT = frozenset({"ltx_subgraphics", "ltx_subfigure", "ltx_subtable", "ltx_subfloat"})
_BORDER = pattern(r"ltx_border_(?:([tT])\1*|([rR])\2*|([bB])\3*|([lL])\4*)")
_BAR = pattern(r"(?!.*height)\s*width\s*:\s*(?!0*(?:\.0*)?p)[0-2](?:\.\d+)?p[tx]")
_ALIGNMENTS = {
    "ltx_align_left": Alignment.LEFT,
    "ltx_align_justify": Alignment.LEFT,
    "ltx_align_center": Alignment.CENTRE,
    "ltx_align_right": Alignment.RIGHT,
    "left": Alignment.LEFT,
    "center": Alignment.CENTRE,
    "right": Alignment.RIGHT,
}
_CELL_COST = 3
"""Extra elements counted for a cell. So about 60,000 cells of a page are read; the rest becomes plain text."""
_MAX_COLSPAN, _MAX_ROWSPAN = 1000, 65_534  # limits of browsers


def _table(page: PageReader, element: Element, flow: Flow) -> None:
    anchors = flow.take_anchors()
    rows = tuple(tuple(_cell(page, cell) for cell in cells_of(page, row, flow)) for row in rows_of(page, element, flow))
    anchors = (*anchors, *flow.take_anchors())
    if any(cell.blocks for row in rows for cell in row):
        flow.block(Table(tuple(_without_struts(_with_rules(filter(None, rows)))), anchors))
    else:
        flow.return_anchors(anchors)


def _with_rules(rows: Iterable[tuple[Cell, ...]]) -> list[tuple[Cell, ...]]:
    """Return the rows; one with nothing but a drawn rule across the table becomes the rule below the row above."""
    result: list[tuple[Cell, ...]] = []
    columns = 0
    for row in rows:
        is_across = len(row) == 1 and row[0].columns >= columns
        columns = max(columns, sum(cell.columns for cell in row))
        if result and is_across and row[0].blocks and all(type(block) is Rule for block in row[0].blocks):
            result[-1] = tuple(cell._replace(rules=_sides(cell.rules + "b")) for cell in result[-1])
        else:
            result.append(row)
    return result


def _without_struts(rows: list[tuple[Cell, ...]]) -> list[tuple[Cell, ...]]:
    """Return the rows without empty ones beside a rule or at an end of the table, by which authors keep room. The rules
    above and below them go to their neighbours."""
    if any(cell.rows > 1 for row in rows for cell in row):
        return rows
    for place in reversed(range(len(rows))):
        row = rows[place]
        above, below = rows[max(place - 1, 0) : place], rows[place + 1 : place + 2]
        columns = [cell.columns for cell in row]
        is_strut = not above or not below or _has(row, "tb") or _has(above[0], "b") or _has(below[0], "t")
        is_alike = len(rows) > 1 and all([cell.columns for cell in each] == columns for each in (*above, *below))
        if is_strut and is_alike and not any(cell.blocks for cell in row):
            rows[place - len(above) : place + 1 + len(below)] = [
                *(_ruled_like(each, row, "b") for each in above),
                *(_ruled_like(each, row, "t") for each in below),
            ]
    return rows


def _has(row: Iterable[Cell], sides: str) -> bool:
    return any(side in cell.rules for cell in row for side in sides)


def _ruled_like(row: tuple[Cell, ...], other: tuple[Cell, ...], side: str) -> tuple[Cell, ...]:
    """Return a row with the rules that another one has on a side."""
    return tuple(
        cell._replace(rules=_sides(cell.rules + side)) if side in like.rules else cell
        for cell, like in zip(row, other, strict=True)
    )


def _plain_table(page: PageReader, element: Element, flow: Flow) -> None:
    """Read a table without LaTeXML's classes: an author's own table, or in old pages a layout of sub-figures."""
    first = element.node.css_first("td")
    if first is not None and not _LAYOUT.isdisjoint((first.attributes.get("class") or "").split()):
        for row in rows_of(page, element, flow):
            for cell in cells_of(page, row, flow):
                page.children(cell, flow)
            flow.end_row()
    else:
        _table(page, element, flow)


def _cell(page: PageReader, element: Element) -> Cell:
    page.spend(_CELL_COST)
    inner = Flow()
    page.children(element, inner)
    alignment, header, rules = _cell_format(element.tag, element.attributes.get("class") or "")
    node = element.node
    bars = "".join(side for side, end in (("r", node.last_child), ("l", node.first_child)) if _is_bar(end))
    return Cell(
        _joined(inner.finished()),
        _span(element.attributes.get("colspan"), _MAX_COLSPAN),
        row_span(element),
        _ALIGNMENTS.get((element.attributes.get("align") or "").lower(), alignment),
        header,
        _sides(rules + bars),
    )


def _is_bar(node: LexborNode | None) -> bool:
    """Whether an element at the end of a cell is a thin rule as high as the row."""
    return (
        node is not None and has_class(node, "ltx_rule") and _BAR.match(node.attributes.get("style") or "") is not None
    )


def _joined(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """Join the paragraphs of a cell into one: each is a line that its author set, as with ``makecell``."""
    paragraphs = [block for block in blocks if isinstance(block, Paragraph)]
    if len(blocks) < 2 or len(paragraphs) < len(blocks):
        return blocks
    lines = Flow(in_line=True)
    for paragraph in paragraphs:
        lines.splice(paragraph.content)
        lines.end_paragraph()
    return (Paragraph(lines.line(), tuple(name for each in paragraphs for name in each.anchors)),)


@lru_cache(maxsize=1024)
def _cell_format(tag: str, classes: str) -> tuple[Alignment, bool, str]:
    """Return the alignment of a cell, whether it is a header, and the sides with a rule (letters of "trbl")."""
    names = latexml_classes(classes)
    sides = {match[0].lower()[len("ltx_border_")] for name in names if (match := _BORDER.fullmatch(name))}
    return (
        alignment(names, Alignment.CENTRE if tag == "th" else Alignment.LEFT),
        tag == "th" or "ltx_th" in names,
        _sides(sides),
    )


def _sides(sides: Container[str]) -> str:
    """Return the sides of a cell with a rule in the order of the model."""
    return "".join(side for side in "trbl" if side in sides)


def alignment(names: tuple[str, ...], usual: Alignment) -> Alignment:
    """Return the alignment of a cell with these classes."""
    return next((_ALIGNMENTS[name] for name in names if name in _ALIGNMENTS), usual)


def rows_of(page: PageReader, table: Element, flow: Flow, groups: frozenset[str] = frozenset()) -> Iterator[Element]:
    """Yield the rows of a table, from all groups. Anything else in it, and anchors, are written into ``flow``."""
    for part, names in _parts(page, table, flow, _ROWS | _GROUPS | groups):
        if names.isdisjoint(_ROWS):
            yield from (row for row, _ in _parts(page, part, flow, _ROWS))
        else:
            yield part


def cells_of(page: PageReader, row: Element, flow: Flow) -> Iterator[Element]:
    """Return the cells of a row. Anything else in the row is written into ``flow``."""
    return (cell for cell, _ in _parts(page, row, flow, _CELLS))


def _parts(
    page: PageReader, whole: Element, flow: Flow, kinds: frozenset[str]
) -> Iterator[tuple[Element, frozenset[str]]]:
    node = whole.node.first_child
    while node is not None:
        names = _names(node.tag or "", node.attributes.get("class") or "") if node.is_element_node else None
        if names is None and node.is_text_node:
            flow.write(node.text_content or "", whole.style)
        elif names is None or kinds.isdisjoint(names) or page.is_spent:
            page.node(node, whole.style, flow)
        else:
            part = page.element(node, whole.style)
            page.note_anchor(part, flow)
            yield part, names
        node = node.next


@lru_cache(maxsize=1024)
def _names(tag: str, classes: str) -> frozenset[str]:
    """Return the name and the classes of an element as a set."""
    return frozenset((tag, *classes.split()))


def row_span(cell: Element) -> int:
    """Return the number of rows that a cell spans."""
    return _span(cell.attributes.get("rowspan"), _MAX_ROWSPAN)


def _span(number: str | None, limit: int) -> int:
    if number is None or not number.isdecimal() or len(number) > len(str(limit)):
        return 1
    return min(max(int(number), 1), limit)


READERS = Readers(
    lines={},
    blocks={"table": _plain_table, ".ltx_tabular": _table, "td": PageReader.children, "th": PageReader.children},
)
"""A cell outside of a table is read as ordinary content."""
