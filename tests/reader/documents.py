"""Short builders of made-up documents."""

from __future__ import annotations

from typing import Any

from arxtui.model.document import (
    Alignment,
    Block,
    Cell,
    Document,
    Equation,
    EquationCell,
    EquationRow,
    Formula,
    Heading,
    Inline,
    Paragraph,
    Reference,
    Table,
    Text,
)
from arxtui.reader import Line, Options, Page
from arxtui.text import cells

Words = str | Inline


def content(*parts: Words) -> tuple[Inline, ...]:
    """Return inline content; ``$x$`` becomes a formula."""
    runs: list[Inline] = []
    for part in parts:
        if not isinstance(part, str):
            runs.append(part)
        else:
            pieces = part.split("$")
            for place, piece in enumerate(pieces):
                if piece:
                    runs.append(Formula(piece) if place % 2 else Text(piece))
    return tuple(runs)


def para(*parts: Words, anchors: tuple[str, ...] = ()) -> Paragraph:
    """Return a paragraph."""
    return Paragraph(content(*parts), anchors)


def section(title: str, number: str = "", level: int = 1) -> Heading:
    """Return a heading."""
    return Heading(level, number, content(title))


def equation(*rows: str, number: str = "") -> Equation:
    """Return an equation with rows of cells separated by ``&``; the first row has the number."""
    made = [EquationRow(tuple(EquationCell((Formula(cell),)) for cell in row.split("&"))) for row in rows]
    return Equation((made[0]._replace(number=number), *made[1:]))


def cite(text: str, target: str = "bib1") -> Reference:
    """Return a citation; ``text`` includes its brackets."""
    return Reference(content(text), target, cites=True)


def cell(
    text: str,
    *,
    columns: int = 1,
    rows: int = 1,
    alignment: Alignment = Alignment.LEFT,
    header: bool = False,
    rules: str = "",
) -> Cell:
    """Return a table cell."""
    return Cell((para(text),) if text else (), columns, rows, alignment, header, rules)


def table(*rows: str) -> Table:
    """Return a table with rows of cells separated by ``|``."""
    return Table(tuple(tuple(cell(text.strip()) for text in row.split("|")) for row in rows))


def document(*blocks: Block) -> Document:
    """Return a document without a title."""
    return Document((), (), blocks)


def page(*blocks: Block, width: int = 40, **options: Any) -> Page:
    """Return the page of the blocks."""
    return Page(document(*blocks), width, Options(**options))


def all_lines(laid: Page) -> list[Line]:
    """Lay out the whole page, and return all its lines."""
    while laid.lay_out_more(100):
        pass
    return laid.lines(0, laid.height)


def shown(*blocks: Block, width: int = 40, **options: object) -> list[str]:
    """Lay out the blocks, and return their lines as text."""
    return [line.text.rstrip() for line in all_lines(page(*blocks, width=width, **options))]


def widest(lines: list[Line]) -> int:
    """Return the width of the widest line in cells."""
    return max((cells(line.text) for line in lines), default=0)
