"""A document in words only, for screen readers and plain mode. Headings are announced; tables, pictures and rules
become text. The top-level blocks correspond one to one, so positions are the same in both documents."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from arxtui.model.document import (
    Block,
    Cell,
    Document,
    Equation,
    Float,
    Footnote,
    Group,
    Heading,
    Inline,
    Items,
    Link,
    Listing,
    Paragraph,
    Person,
    Picture,
    Pictures,
    Reference,
    Rule,
    Source,
    Table,
    Text,
)
from arxtui.reader.contents import Content, contents

_BETWEEN_CELLS = Text("; ")


def linear(document: Document) -> Document:
    """Return the document with everything that only the layout shows expressed in words."""
    people = tuple(
        Person(_line(person.name), tuple(map(_line, person.notes)), tuple(map(_line, person.contacts)))
        for person in document.people
    )
    return document._replace(title=_line(document.title), people=people, blocks=_blocks(document.blocks))


def _blocks(blocks: Iterable[Block]) -> tuple[Block, ...]:
    return tuple(_LINEAR[type(block)](block) for block in blocks)


def _line(content: Content) -> Content:
    return tuple(map(_inline, content))


def _inline(run: Inline) -> Inline:
    if isinstance(run, Picture):
        return Text(_picture_words(run))
    if isinstance(run, Reference | Link):
        return run._replace(content=_line(run.content))
    return run._replace(blocks=_blocks(run.blocks)) if isinstance(run, Footnote) else run


def _picture_words(picture: Picture) -> str:
    return f"[Picture: {picture.alt or picture.address or 'without a description'}]"


def _heading(block: Heading) -> Block:
    number = f"{block.number} " if block.number else ""
    return block._replace(number="", title=(Text(f"Heading {block.level}: {number}"), *_line(block.title)))


def _equation(block: Equation) -> Block:
    rows = tuple(
        row._replace(cells=tuple(cell._replace(content=_line(cell.content)) for cell in row.cells))
        for row in block.rows
    )
    return block._replace(rows=rows)


def _items(block: Items) -> Block:
    items = tuple(item._replace(mark=_line(item.mark), blocks=_blocks(item.blocks)) for item in block.items)
    return block._replace(items=items)


def _group(block: Group) -> Block:
    return block._replace(title=_line(block.title), blocks=_blocks(block.blocks))


def _table(block: Table) -> Block:
    """Return one paragraph per row: its number, and its cells separated by semicolons."""
    rows = tuple(
        Paragraph((Text(f"Row {number}: "), *_row(cells))) for number, cells in enumerate(block.rows, 1) if cells
    )
    return Group("table", (), rows, block.anchors)


def _row(cells: Iterable[Cell]) -> Iterator[Inline]:
    for index, cell in enumerate(cells):
        if index:
            yield _BETWEEN_CELLS
        yield from _cell(cell)


def _cell(cell: Cell) -> Iterator[Inline]:
    lines = [line for line in contents(cell.blocks) if line]
    for index, line in enumerate(lines):
        if index:
            yield Text(" ")
        yield from _line(line)
    if not lines:
        yield Text("blank")
    if cell.columns > 1:
        yield Text(f" (over {cell.columns} columns)")


def _listing(block: Listing) -> Block:
    return block._replace(lines=tuple(line._replace(content=_line(line.content)) for line in block.lines))


def _pictures(block: Pictures) -> Block:
    return Group("pictures", (), tuple(Paragraph((Text(_picture_words(each)),)) for each in block.pictures))


def _float(block: Float) -> Block:
    return block._replace(caption=_line(block.caption), blocks=_blocks(block.blocks))


_LINEAR: Mapping[type, Callable[[Any], Block]] = {
    Heading: _heading,
    Paragraph: lambda block: block._replace(content=_line(block.content)),
    Equation: _equation,
    Items: _items,
    Group: _group,
    Table: _table,
    Listing: _listing,
    Pictures: _pictures,
    Float: _float,
    Source: lambda block: block._replace(blocks=_blocks(block.blocks)),
    Rule: lambda block: Paragraph(()),
}
