"""The lines of text of a document in reading order, and the parts of its blocks.

Layout and search both use this order, so a character of a block has the same position in both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from arxtui.model import document as doc

if TYPE_CHECKING:
    from typing_extensions import TypeIs

Content = tuple[doc.Inline, ...]
Part = doc.Block | Content
"""A part of a block: another block, or a line of text."""

BEFORE = -1
"""The block index of the text before the first block: title and authors."""


def contents(blocks: Iterable[doc.Block]) -> Iterator[Content]:
    """Yield every line of text in the blocks at any depth. Empty lines are included, such as the number of an
    unnumbered heading."""
    stack: list[Iterator[Part]] = [iter(blocks)]
    while stack:
        for part in stack[-1]:
            if is_line(part):
                yield part
            else:
                stack.append(iter(parts(part)))
                break
        else:
            stack.pop()


def parts(block: doc.Block) -> Iterable[Part]:
    """Return the parts of a block in reading order."""
    return _PARTS[type(block)](block)


def is_line(part: Part) -> TypeIs[Content]:
    """Return whether a part is a line of text. Blocks are tuples, too, but of their own types."""
    return type(part) is tuple


def blocks_in(block: doc.Block) -> list[doc.Block]:
    """Return the blocks directly inside a block, in reading order."""
    return [part for part in parts(block) if not is_line(part)]


def footnotes(content: Content) -> Iterator[doc.Footnote]:
    """Yield the footnotes that a line calls."""
    for inline in content:
        if type(inline) is doc.Footnote:
            yield inline
        elif type(inline) is doc.Reference or type(inline) is doc.Link:
            yield from (each for each in unwrapped(inline.content) if type(each) is doc.Footnote)


def unwrapped(content: Content) -> Iterator[doc.Inline]:
    """Yield the runs of a line, including those within links and references."""
    stack = [iter(content)]
    while stack:
        for inline in stack[-1]:
            if type(inline) is doc.Reference or type(inline) is doc.Link:
                stack.append(iter(inline.content))
                break
            yield inline
        else:
            stack.pop()


def targets_in(content: Content) -> Iterator[str]:
    """Yield the targets of the references in a line, including those within citations."""
    stack = list(content)
    while stack:
        inline = stack.pop()
        if type(inline) is doc.Reference:
            yield inline.target
            stack += inline.content


def _number(text: str) -> Content:
    return (doc.Text(text),) if text else ()


def _equation(block: doc.Equation) -> Iterator[Part]:
    for row in block.rows:
        for cell in row.cells:
            yield cell.content
        yield _number(row.number)


def _items(block: doc.Items) -> Iterator[Part]:
    for item in block.items:
        yield item.mark
        yield from item.blocks


def _listing(block: doc.Listing) -> Iterator[Part]:
    for line in block.lines:
        yield _number(line.number)
        yield line.content


def _float(block: doc.Float) -> Sequence[Part]:
    caption = (_number(block.tag), block.caption)
    return (*caption, *block.blocks) if is_captioned_above(block) else (*block.blocks, *caption)


def is_captioned_above(block: doc.Float) -> bool:
    """Return whether a float's caption stands above it."""
    return block.kind != "figure"


_PARTS: dict[type, Callable[[Any], Iterable[Part]]] = {
    doc.Heading: lambda block: (_number(block.number), block.title),
    doc.Paragraph: lambda block: (block.content,),
    doc.Equation: _equation,
    doc.Items: _items,
    doc.Group: lambda block: (block.title, *block.blocks),
    doc.Table: lambda block: chain.from_iterable(cell.blocks for row in block.rows for cell in row),
    doc.Listing: _listing,
    doc.Pictures: lambda block: [(picture,) for picture in block.pictures],
    doc.Float: _float,
    doc.Source: lambda block: (_number(block.label), *block.blocks),
    doc.Rule: lambda block: (),
}
