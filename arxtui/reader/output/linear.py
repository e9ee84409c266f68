"""A document in words only, for screen readers and plain mode. Headings are announced; tables, pictures and rules
become text. The top-level blocks correspond one to one, so positions are the same in both documents."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from arxtui.model import document as doc
from arxtui.reader.contents import Content, contents

_BETWEEN_CELLS = doc.Text("; ")


def linear(document: doc.Document) -> doc.Document:
    """Return the document with everything that only the layout shows expressed in words."""
    people = tuple(
        doc.Person(_line(person.name), tuple(map(_line, person.notes)), tuple(map(_line, person.contacts)))
        for person in document.people
    )
    return document._replace(title=_line(document.title), people=people, blocks=_blocks(document.blocks))


def _blocks(blocks: Iterable[doc.Block]) -> tuple[doc.Block, ...]:
    return tuple(_LINEAR[type(block)](block) for block in blocks)


def _line(content: Content) -> Content:
    return tuple(map(_inline, content))


def _inline(run: doc.Inline) -> doc.Inline:
    if isinstance(run, doc.Picture):
        return doc.Text(_picture_words(run))
    if isinstance(run, doc.Reference | doc.Link):
        return run._replace(content=_line(run.content))
    return run._replace(blocks=_blocks(run.blocks)) if isinstance(run, doc.Footnote) else run


def _picture_words(picture: doc.Picture) -> str:
    name = doc.DRAWING if picture.is_drawing else picture.address
    return f"[Picture: {picture.alt or name or 'without a description'}]"


def _heading(block: doc.Heading) -> doc.Block:
    number = f"{block.number} " if block.number else ""
    return block._replace(number="", title=(doc.Text(f"Heading {block.level}: {number}"), *_line(block.title)))


def _equation(block: doc.Equation) -> doc.Block:
    rows = tuple(
        row._replace(cells=tuple(cell._replace(content=_line(cell.content)) for cell in row.cells))
        for row in block.rows
    )
    return block._replace(rows=rows)


def _items(block: doc.Items) -> doc.Block:
    items = tuple(item._replace(mark=_line(item.mark), blocks=_blocks(item.blocks)) for item in block.items)
    return block._replace(items=items)


def _group(block: doc.Group) -> doc.Block:
    return block._replace(title=_line(block.title), blocks=_blocks(block.blocks))


def _table(block: doc.Table) -> doc.Block:
    """Return one paragraph per row: its number, and its cells separated by semicolons."""
    rows = tuple(
        doc.Paragraph((doc.Text(f"Row {number}: "), *_row(cells)))
        for number, cells in enumerate(block.rows, 1)
        if cells
    )
    return doc.Group("table", (), rows, block.anchors)


def _row(cells: Iterable[doc.Cell]) -> Iterator[doc.Inline]:
    for index, cell in enumerate(cells):
        if index:
            yield _BETWEEN_CELLS
        yield from _cell(cell)


def _cell(cell: doc.Cell) -> Iterator[doc.Inline]:
    lines = [line for line in contents(cell.blocks) if line]
    for index, line in enumerate(lines):
        if index:
            yield doc.Text(" ")
        yield from _line(line)
    if not lines:
        yield doc.Text("blank")
    if cell.columns > 1:
        yield doc.Text(f" (over {cell.columns} columns)")


def _listing(block: doc.Listing) -> doc.Block:
    return block._replace(lines=tuple(line._replace(content=_line(line.content)) for line in block.lines))


def _pictures(block: doc.Pictures) -> doc.Block:
    return doc.Group("pictures", (), tuple(doc.Paragraph((doc.Text(_picture_words(each)),)) for each in block.pictures))


def _float(block: doc.Float) -> doc.Block:
    return block._replace(caption=_line(block.caption), blocks=_blocks(block.blocks))


_LINEAR: Mapping[type, Callable[[Any], doc.Block]] = {
    doc.Heading: _heading,
    doc.Paragraph: lambda block: block._replace(content=_line(block.content)),
    doc.Equation: _equation,
    doc.Items: _items,
    doc.Group: _group,
    doc.Table: _table,
    doc.Listing: _listing,
    doc.Pictures: _pictures,
    doc.Float: _float,
    doc.Source: lambda block: block._replace(blocks=_blocks(block.blocks)),
    doc.Rule: lambda block: doc.Paragraph(()),
}
