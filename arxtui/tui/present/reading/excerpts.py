"""Excerpts that preview a link's target: a source, an equation, a figure, a theorem, a note, or the start of a
section."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from arxtui.light import pattern
from arxtui.model.arxiv.ids import name_of
from arxtui.model.document import Block, Document, Equation, Heading, Items, Listing, Paragraph, Style, Text
from arxtui.model.views import Record
from arxtui.reader.contents import blocks_in, contents, footnotes
from arxtui.text import clean, readable

_ABSTRACT = 400
"""The number of characters shown of an abstract."""


def cited_blocks(record: Record, *, certain: bool) -> Iterator[Block]:
    """Yield what is here of a cited paper, and the beginning of its abstract. If the paper is not certain to be the
    cited one, its title says so."""
    marks = record.marks
    flags = {"starred": marks.starred, "read": marks.read, "text stored": record.fulltext.state.is_stored}
    here = ", ".join(("in the cache", *(name for name, is_set in flags.items() if is_set)))
    name = name_of(record.key) if certain else f"Probably {name_of(record.key)}"
    yield Paragraph((Text(name, Style.BOLD), Text(f" · {clean(record.title)} ({here})")))
    abstract = " ".join(clean(readable(record.paper.abstract)).split())
    if abstract:
        shown = abstract if len(abstract) <= _ABSTRACT else f"{abstract[:_ABSTRACT].rpartition(' ')[0]} …"
        yield Paragraph((Text(shown),))


_NOTE_NAME = pattern(r"note:([0-9]{1,7})\.([0-9]{1,7})")
_SECTION_BLOCKS = 3
"""Number of blocks shown of a section."""
_CODE_LINES = 12

Excerpts = dict[str, tuple[int, tuple[Block, ...]]]
"""Excerpts by anchor: (index of the top-level block that contains the anchor, blocks to show)."""


def excerpts(document: Document) -> Excerpts:
    """Return the excerpt of every anchor of a document."""
    excerpt_of: Excerpts = {}
    for place, block in enumerate(document.blocks):
        for name, shown in _anchors_within(block):
            excerpt_of.setdefault(name, (place, shown))
        if isinstance(block, Heading):
            shown = (block, *_opening(document.blocks, place + 1))
            excerpt_of.update(dict.fromkeys(block.anchors, (place, shown)))
    return excerpt_of


def note(document: Document, name: str) -> tuple[int, tuple[Block, ...]] | None:
    """Return a footnote by the target of its mark (``reader.spans.note_name``), with the index of the block that calls
    it. Returns None if there is no such footnote."""
    match = _NOTE_NAME.fullmatch(name)
    if not match:
        return None
    block, number = map(int, match.groups())
    notes = (each for line in contents(document.blocks[block : block + 1]) for each in footnotes(line))
    footnote = next(islice(notes, max(number - 1, 0), None), None)
    return (block, footnote.blocks) if footnote else None


def _opening(blocks: Sequence[Block], first: int) -> Iterator[Block]:
    for block in blocks[first : first + _SECTION_BLOCKS]:
        if isinstance(block, Heading):
            return
        yield block


def _anchors_within(block: Block) -> Iterator[tuple[str, tuple[Block, ...]]]:
    """Yield the anchors within a block, inner blocks first; if two share a name, the first one is used."""
    stack: list[tuple[Block, bool]] = [(block, False)]
    while stack:
        each, is_done = stack.pop()
        if is_done:
            yield from _own_anchors(each)
            continue
        stack.append((each, True))
        stack += [(part, False) for part in blocks_in(each)]


def _own_anchors(block: Block) -> Iterator[tuple[str, tuple[Block, ...]]]:
    for names, shown in _parts_with_anchors(block):
        for name in names:
            yield name, (shown,)
    for name in getattr(block, "anchors", ()):
        yield name, (block,)


def _parts_with_anchors(block: Block) -> Iterable[tuple[tuple[str, ...], Block]]:
    """Return the parts of a block that have their own anchors."""
    match block:
        case Equation(rows):
            return [(row.anchors, block._replace(rows=(row,))) for row in rows]
        case Items(items):
            return [(item.anchors, block._replace(items=(item,))) for item in items]
        case Listing(lines):
            return [
                (line.anchors, block._replace(lines=lines[place : place + _CODE_LINES]))
                for place, line in enumerate(lines)
                if line.anchors
            ]
        case _:
            return ()
