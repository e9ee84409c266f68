"""The lines of text of a document in reading order, and the parts of its blocks.

Layout and search both use this order, so a character of a block has the same position in both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from arxtui.model.document import (
    Block,
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
    Pictures,
    Reference,
    Rule,
    Source,
    Table,
    Text,
)

if TYPE_CHECKING:
    from typing_extensions import TypeIs

Content = tuple[Inline, ...]
Part = Block | Content
"""A part of a block: another block, or a line of text."""

BEFORE = -1
"""The block index of the text before the first block: title and authors."""


def contents(blocks: Iterable[Block]) -> Iterator[Content]:
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


def parts(block: Block) -> Iterable[Part]:
    """Return the parts of a block in reading order."""
    return _PARTS[type(block)](block)


def is_line(part: Part) -> TypeIs[Content]:
    """Return whether a part is a line of text. Blocks are tuples, too, but of their own types."""
    return type(part) is tuple


def blocks_in(block: Block) -> list[Block]:
    """Return the blocks directly inside a block, in reading order."""
    return [part for part in parts(block) if not is_line(part)]


def footnotes(content: Content) -> Iterator[Footnote]:
    """Yield the footnotes that a line calls."""
    for inline in content:
        if type(inline) is Footnote:
            yield inline
        elif type(inline) is Reference or type(inline) is Link:
            yield from (each for each in unwrapped(inline.content) if type(each) is Footnote)


def unwrapped(content: Content) -> Iterator[Inline]:
    """Yield the runs of a line, including those within links and references."""
    stack = [iter(content)]
    while stack:
        for inline in stack[-1]:
            if type(inline) is Reference or type(inline) is Link:
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
        if type(inline) is Reference:
            yield inline.target
            stack += inline.content


def _number(text: str) -> Content:
    return (Text(text),) if text else ()


def _equation(block: Equation) -> Iterator[Part]:
    for row in block.rows:
        for cell in row.cells:
            yield cell.content
        yield _number(row.number)


def _items(block: Items) -> Iterator[Part]:
    for item in block.items:
        yield item.mark
        yield from item.blocks


def _listing(block: Listing) -> Iterator[Part]:
    for line in block.lines:
        yield _number(line.number)
        yield line.content


def _float(block: Float) -> Sequence[Part]:
    caption = (_number(block.tag), block.caption)
    return (*caption, *block.blocks) if is_captioned_above(block) else (*block.blocks, *caption)


def is_captioned_above(block: Float) -> bool:
    """Return whether a float's caption stands above it."""
    return block.kind != "figure"


_PARTS: dict[type, Callable[[Any], Iterable[Part]]] = {
    Heading: lambda block: (_number(block.number), block.title),
    Paragraph: lambda block: (block.content,),
    Equation: _equation,
    Items: _items,
    Group: lambda block: (block.title, *block.blocks),
    Table: lambda block: chain.from_iterable(cell.blocks for row in block.rows for cell in row),
    Listing: _listing,
    Pictures: lambda block: [(picture,) for picture in block.pictures],
    Float: _float,
    Source: lambda block: (_number(block.label), *block.blocks),
    Rule: lambda block: (),
}
