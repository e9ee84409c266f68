"""The pictures of a document: what is written about them, and their texts, below them, where pictures are not seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from arxtui.light import NamedTuple, pattern
from arxtui.model.document import Block, Break, Document, Float, Group, Paragraph, Picture, Pictures, Reference, Text
from arxtui.reader.contents import blocks_in, contents
from arxtui.reader.survey import plain

_SENTENCE = pattern(r"(?<=[.!?])\s+(?=[A-Z])(?<!Fig\.\s)(?<!Figs\.\s)(?<!Eq\.\s)(?<!al\.\s)(?<!e\.g\.\s)(?<!i\.e\.\s)")
_MOST_MENTIONS = 3


class CaptionedPicture(NamedTuple):
    """A picture, the outermost float around it (None if it stands alone), and the caption of the innermost."""

    picture: Picture
    whole: Float | None
    caption: str


def captioned_pictures(document: Document) -> Iterator[CaptionedPicture]:
    """Yield the pictures that have an address and are no part of a line, in reading order. Not recursive, since blocks
    can be nested deeply."""
    stack: list[tuple[Block, Float | None, str]] = [(block, None, "") for block in reversed(document.blocks)]
    while stack:
        block, whole, caption = stack.pop()
        if isinstance(block, Pictures):
            for picture in block.pictures:
                if picture.address:
                    yield CaptionedPicture(picture, whole, caption or picture.alt)
        elif isinstance(block, Float):
            own = ": ".join(filter(None, (block.tag, plain(block.caption))))
            caption, whole = " · ".join(filter(None, (caption, own))), whole or block
        stack += [(each, whole, caption) for each in reversed(blocks_in(block))]


def mentions(blocks: tuple[Block, ...], anchors: tuple[str, ...]) -> list[str]:
    """Return the first sentences that refer to one of these anchors, in reading order."""
    found: list[str] = []
    for line in contents(blocks):
        for at, run in enumerate(line):
            if isinstance(run, Reference) and run.target in anchors:
                before, whole = plain(line[:at]), plain(line)
                start = max((match.end() for match in _SENTENCE.finditer(before)), default=0)
                end = _SENTENCE.search(whole, len(before) + len(plain((run,))))
                found.append(whole[start : end.start() if end else len(whole)].strip())
        if len(found) >= _MOST_MENTIONS:
            break
    return list(dict.fromkeys(found))[:_MOST_MENTIONS]


FigureLines = Callable[[str], Sequence[str]]
"""Returns the text of the figure at an address of the page, in lines; none if it has none or is not at hand."""


def with_figure_texts(document: Document, lines: FigureLines) -> Document:
    """Return the document with the text of each figure below it. Its blocks correspond one to one to those before."""
    return document._replace(blocks=tuple(_with_texts(block, lines) for block in document.blocks))


def _with_texts(block: Block, lines: FigureLines) -> Block:
    if isinstance(block, Float | Group):
        return block._replace(blocks=tuple(_with_texts(each, lines) for each in block.blocks))
    if not isinstance(block, Pictures):
        return block
    texts = [lines(picture.address) if picture.address else () for picture in block.pictures]
    runs = [run for line in _numbered(texts) for run in (Text(line), Break())]
    if not runs:
        return block
    pictures = tuple(
        picture._replace(alt="") if picture.is_drawing and text else picture  # its description is the same words
        for picture, text in zip(block.pictures, texts, strict=True)
    )
    return Group("picture", (), (Pictures(pictures), Paragraph(tuple(runs[:-1]))))


def _numbered(texts: Sequence[Sequence[str]]) -> Iterator[str]:
    """Number the pictures of a row of several that have text."""
    for number, text in enumerate(texts, 1):
        for line in text:
            yield f"({number}) {line}" if len(texts) > 1 else line
