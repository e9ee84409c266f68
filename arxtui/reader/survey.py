"""Properties of a document that are known before the layout: approximate lengths of its blocks, sections, footnotes,
anchors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import accumulate, chain
from typing import Any

from arxtui.light import NamedTuple
from arxtui.model import document as doc
from arxtui.reader.canvas import gap
from arxtui.reader.contents import BEFORE, Content, contents, footnotes, is_line, parts, unwrapped
from arxtui.reader.front_matter import front, front_notes
from arxtui.reader.spans import UNMARKED, Leaves, note_name

_EQUATION, _PICTURES, _TABLE = 2, 1, 2
"""The average number of lines of an equation's row and of a row of pictures, and of a table in addition to its rows."""
_NAME = 20
"""The average number of characters of an author's name with its marks."""
_FILL = 0.96
"""The average fraction of a line that prose fills."""
_LINE_WEIGHT = 40
"""The number of characters that a line of anything but prose counts as."""


class Extent(NamedTuple):
    """The approximate length of a block: the number of characters of each paragraph, and the number of other lines."""

    paragraphs: list[int]
    lines: int

    def height(self, measure: int) -> int:
        """Return the approximate height in lines."""
        room = max(int(measure * _FILL), 1)
        return self.lines + sum([-(-size // room) for size in self.paragraphs])

    @property
    def weight(self) -> int:
        """The share of the block in the whole document, in characters."""
        return sum(self.paragraphs) + self.lines * _LINE_WEIGHT


class OutlineEntry(NamedTuple):
    """An entry of the table of contents: level, number and title of a heading, and the index of its block."""

    level: int
    number: str
    title: str
    block: int


class Note(NamedTuple):
    """A footnote: the target of the mark that calls it, its mark, and the footnote itself."""

    target: str
    mark: str
    footnote: doc.Footnote

    def contents(self) -> Iterator[Content]:
        """Yield the lines of the note: its mark, and its text."""
        yield (doc.Text(self.mark),)
        yield from contents(self.footnote.blocks)


class Survey:
    """The properties of one document, independent of the width. ``extents`` has an entry for the front matter, for each
    block, and for the notes after the last block, if there are any; ``notes`` has the footnotes in this order."""

    def __init__(self, document: doc.Document) -> None:
        self.document = document
        self.extents: list[Extent] = []
        self.notes: list[Note] = []
        self._add_notes(BEFORE)
        lines = 2 + len(list(front_notes(document))) if document.people else 0
        self.extents.append(Extent([_size(document.title), _NAME * len(document.people)], lines))
        is_titled = int(bool(document.title or document.people))
        above: doc.Block | None = None
        for index, block in enumerate(document.blocks):
            self._add_notes(index)
            self.extents.append(_extent(block, gap(above, block) if above else is_titled))
            above = block
        self._add_nested_notes(len(document.blocks))
        if self.notes:
            size = [sum(map(_size, note.contents())) for note in self.notes]
            self.extents.append(Extent(size, 3))

    def contents(self, block: int) -> Iterable[Content]:
        """Return the lines of text of a block, of the front matter (``BEFORE``), or of the notes (the number of
        blocks)."""
        if block == BEFORE:
            return front(self.document)
        if block < len(self.document.blocks):
            return contents([self.document.blocks[block]])
        return chain.from_iterable(map(Note.contents, self.notes))

    @cached_property
    def outline(self) -> tuple[OutlineEntry, ...]:
        """The headings."""
        return tuple(
            OutlineEntry(block.level, block.number, plain(block.title), index)
            for index, block in enumerate(self.document.blocks)
            if type(block) is doc.Heading
        )

    @cached_property
    def weights(self) -> list[int]:
        """The number of characters before each extent, and at the end the total."""
        return list(accumulate([extent.weight for extent in self.extents], initial=0))

    @cached_property
    def anchors(self) -> dict[str, int]:
        """The block of each anchor; the number of blocks for anchors in footnotes."""
        result: dict[str, int] = {}
        for index, block in enumerate((*self.document.blocks, tuple(note.footnote.blocks for note in self.notes))):
            for name in _anchors(block):
                result.setdefault(name, index)
        return result

    def _add_notes(self, block: int) -> None:
        count = 0
        for content in self.contents(block):
            for footnote in footnotes(content):
                count += 1
                self.notes.append(Note(note_name(block, count), footnote.mark or UNMARKED, footnote))

    def _add_nested_notes(self, block: int) -> None:
        """Add the footnotes of footnotes, which follow all others."""
        count = 0
        for note in self.notes:
            for content in contents(note.footnote.blocks):
                for footnote in footnotes(content):
                    count += 1
                    self.notes.append(Note(note_name(block, count), footnote.mark or UNMARKED, footnote))


def plain(content: Content) -> str:
    """Return a line of text as displayed, without styles and footnotes."""
    [leaf] = Leaves(0, [tuple(run for run in content if type(run) is not doc.Footnote)])
    return " ".join(leaf.text.split())


def _extent(whole: doc.Block, lines: int) -> Extent:
    paragraphs: list[int] = []
    stack = [whole]
    while stack:
        block = stack.pop()
        fixed = _FIXED.get(type(block))
        if fixed is not None:
            lines += fixed(block)
            continue
        for part in parts(block):
            if is_line(part):
                paragraphs.append(_size(part))
            else:
                stack.append(part)
                lines += type(part) is not doc.Paragraph
    return Extent(paragraphs, lines)


_FIXED: dict[type, Any] = {
    doc.Table: lambda block: _TABLE + len(block.rows),
    doc.Equation: lambda block: _EQUATION * len(block.rows),
    doc.Listing: lambda block: len(block.lines),
    doc.Pictures: lambda block: _PICTURES,
}


def _size(content: Content) -> int:
    size = 0
    for run in content:
        if type(run) is doc.Text:
            size += len(run.text)
        elif type(run) is doc.Formula:
            size += len(run.tex) // 2
        elif type(run) is doc.Reference or type(run) is doc.Link:
            size += _size(tuple(unwrapped(run.content)))
    return size


def _anchors(whole: Any) -> Iterator[str]:
    """Yield the anchors of a block and of everything in it, except its footnotes."""
    stack = [whole]
    while stack:
        part = stack.pop()
        yield from getattr(part, "anchors", ())
        stack += [each for each in part if isinstance(each, tuple) and not isinstance(each, _NO_ANCHORS)]


_NO_ANCHORS = (doc.Text, doc.Formula, doc.Break, doc.Picture, doc.Reference, doc.Link, doc.Footnote)
