"""The texts of the figures of a document, below each figure: for screen readers, plain text and Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from arxtui.model.document import Block, Break, Document, Float, Group, Paragraph, Pictures, Text

Lines = Callable[[str], Sequence[str]]
"""Returns the text of the figure at an address of the page, in lines; none if it has none or is not at hand."""


def with_figure_texts(document: Document, lines: Lines) -> Document:
    """Return the document with the text of each figure below it. Its blocks correspond one to one to those before."""
    return document._replace(blocks=tuple(_with_texts(block, lines) for block in document.blocks))


def _with_texts(block: Block, lines: Lines) -> Block:
    if isinstance(block, Float | Group):
        return block._replace(blocks=tuple(_with_texts(each, lines) for each in block.blocks))
    if not isinstance(block, Pictures):
        return block
    runs = [run for line in _lines(block, lines) for run in (Text(line), Break())]
    return Group("picture", (), (block, Paragraph(tuple(runs[:-1])))) if runs else block


def _lines(block: Pictures, lines: Lines) -> Iterator[str]:
    """Number the pictures of a row of several that have text."""
    for number, picture in enumerate(block.pictures, 1):
        for line in lines(picture.address) if picture.address else ():
            yield f"({number}) {line}" if len(block.pictures) > 1 else line
