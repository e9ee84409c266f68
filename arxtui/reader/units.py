"""The units of a page, laid out one by one: the front matter, each block, and the notes after the last block."""

from __future__ import annotations

from functools import cached_property
from itertools import islice

from arxtui.model import document as doc
from arxtui.reader.blocks.equations import equation
from arxtui.reader.blocks.figures import float_block, pictures
from arxtui.reader.blocks.front import BAR_WIDTH, lay_out_front, lay_out_note, lay_out_notes, with_bar
from arxtui.reader.blocks.listings import listing
from arxtui.reader.blocks.tables import table
from arxtui.reader.blocks.text_blocks import group, heading, items, paragraph, rule, source
from arxtui.reader.canvas import Canvas, gap
from arxtui.reader.contents import BEFORE, contents
from arxtui.reader.options import Options
from arxtui.reader.spans import Leaf, Leaves
from arxtui.reader.survey import Note, Survey
from arxtui.reader.typesetter import Layouts, OpenNote, Typesetter

LAYOUTS: Layouts = {
    doc.Heading: heading,
    doc.Paragraph: paragraph,
    doc.Equation: equation,
    doc.Items: items,
    doc.Group: group,
    doc.Table: table,
    doc.Listing: listing,
    doc.Pictures: pictures,
    doc.Float: float_block,
    doc.Source: source,
    doc.Rule: rule,
}


class Units:
    """Lays out each unit on request. Unit 0 is the front matter, unit 1 the first block."""

    def __init__(self, survey: Survey, width: int, measure: int, options: Options) -> None:
        self._survey = survey
        self._blocks = survey.document.blocks
        self._width = width
        self._measure = measure
        self._options = options
        self._nonempty_above: dict[int, int] = {}
        """For each block the last block before it that is not empty; ``BEFORE`` if there is none."""

    def canvas(self, unit: int) -> Canvas:
        """Return the lines of a unit, including the empty lines above it."""
        block = unit + BEFORE
        canvas = Canvas()
        if block == BEFORE:
            typesetter = self._typesetter(block, self._open_note)
            return lay_out_front(typesetter, self._survey.document, self._measure)
        if block < len(self._blocks):
            typesetter = self._typesetter(block, self._open_note)
            result = typesetter.blocks([self._blocks[block]], self._measure)
            above = self._gap(block)
        else:
            typesetter = self._typesetter(block, _closed_note)
            result = lay_out_notes(typesetter, self._survey.notes, self._measure)
            above = 2
        if result.lines:
            canvas.gap(block, above)
        canvas.put(result)
        return canvas

    @cached_property
    def notes(self) -> dict[str, Note]:
        """The footnotes by their targets."""
        return {note.target: note for note in self._survey.notes}

    def _gap(self, block: int) -> int:
        above = block - 1
        while above > BEFORE and _is_empty(self._blocks[above]):
            above = self._nonempty_above.get(above, above - 1)
        self._nonempty_above[block] = above
        if above > BEFORE:
            return gap(self._blocks[above], self._blocks[block])
        document = self._survey.document
        return int(bool(document.title or document.people))

    def _typesetter(self, block: int, open_note: OpenNote) -> Typesetter:
        return Typesetter(LAYOUTS, block, self._leaves(block), self._options, self._width, open_note)

    def _leaves(self, block: int) -> Leaves:
        options = self._options
        return Leaves(block, self._survey.contents(block), tex=options.tex, struck_signs=options.struck_signs)

    def _open_note(self, target: str, measure: int) -> Canvas | None:
        """Lay out a footnote below its call; return None if the note is closed."""
        if target not in self._options.open_notes or target not in self.notes:
            return None
        leaves = iter(self._note_leaves[target])
        typesetter = Typesetter(LAYOUTS, len(self._blocks), leaves, self._options, self._width, _closed_note)
        return with_bar(lay_out_note(typesetter, self.notes[target], max(measure - BAR_WIDTH, 1)))

    @cached_property
    def _note_leaves(self) -> dict[str, list[Leaf]]:
        """The leaves of each footnote; their positions count within the text of all notes."""
        block = len(self._blocks)
        leaves = self._leaves(block)
        return {note.target: list(islice(leaves, sum(1 for _ in note.contents()))) for note in self._survey.notes}


def _is_empty(block: doc.Block) -> bool:
    return type(block) is not doc.Rule and not any(contents([block]))


def _closed_note(target: str, measure: int) -> None:
    """Return None: no footnote opens within another."""
