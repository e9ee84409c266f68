"""The units of a page, laid out one by one: the front matter, each block, and the notes after the last block."""

from __future__ import annotations

from functools import cached_property
from itertools import islice

from arxtui.model.document import Block, Rule
from arxtui.reader.blocks.front import OPENED, front_sheet, note_sheet, notes_sheet, opened
from arxtui.reader.contents import BEFORE, contents
from arxtui.reader.options import Options
from arxtui.reader.setting import OpenNote, Setter
from arxtui.reader.sheet import Sheet
from arxtui.reader.spacing import gap
from arxtui.reader.spans import Leaf, Leaves
from arxtui.reader.survey import Note, Survey


class Units:
    """Lays out each unit on request. Unit 0 is the front matter, unit 1 the first block."""

    def __init__(self, survey: Survey, width: int, measure: int, options: Options) -> None:
        self._survey = survey
        self._blocks = survey.document.blocks
        self._width = width
        self._measure = measure
        self._options = options
        self._above: dict[int, int] = {}
        """For each block the last block before it that is not empty; ``BEFORE`` if there is none."""

    def sheet(self, unit: int) -> Sheet:
        """Return the lines of a unit, including the empty lines above it."""
        block = unit + BEFORE
        sheet = Sheet()
        if block == BEFORE:
            setter = self._setter(block, self._open)
            return front_sheet(setter, self._survey.document, self._measure)
        if block < len(self._blocks):
            setter = self._setter(block, self._open)
            made = setter.blocks([self._blocks[block]], self._measure)
            above = self._gap(block)
        else:
            setter = self._setter(block, _closed)
            made = notes_sheet(setter, self._survey.notes, self._measure)
            above = 2
        if made.lines:
            sheet.gap(block, above)
        sheet.put(made)
        return sheet

    @cached_property
    def notes(self) -> dict[str, Note]:
        """The footnotes by their targets."""
        return {note.target: note for note in self._survey.notes}

    def _gap(self, block: int) -> int:
        above = block - 1
        while above > BEFORE and _is_empty(self._blocks[above]):
            above = self._above.get(above, above - 1)
        self._above[block] = above
        if above > BEFORE:
            return gap(self._blocks[above], self._blocks[block])
        document = self._survey.document
        return int(bool(document.title or document.people))

    def _setter(self, block: int, open_note: OpenNote) -> Setter:
        leaves = Leaves(block, self._survey.contents(block), tex=self._options.tex)
        return Setter(block, leaves, self._options, self._width, open_note)

    def _open(self, target: str, measure: int) -> Sheet | None:
        """Lay out a footnote below its call; return None if the note is closed."""
        if target not in self._options.open_notes or target not in self.notes:
            return None
        leaves = iter(self._note_leaves[target])
        setter = Setter(len(self._blocks), leaves, self._options, self._width, _closed)
        return opened(note_sheet(setter, self.notes[target], max(measure - OPENED, 1)))

    @cached_property
    def _note_leaves(self) -> dict[str, list[Leaf]]:
        """The leaves of each footnote; their positions count within the text of all notes."""
        block = len(self._blocks)
        leaves = Leaves(block, self._survey.contents(block), tex=self._options.tex)
        return {note.target: list(islice(leaves, sum(1 for _ in note.contents()))) for note in self._survey.notes}


def _is_empty(block: Block) -> bool:
    return type(block) is not Rule and not any(contents([block]))


def _closed(target: str, measure: int) -> None:
    """Return None: no footnote opens within another."""
