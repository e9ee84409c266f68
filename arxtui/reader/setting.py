"""The layout of blocks in lines: what all types of blocks have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from arxtui.model.document import Block, Equation, Listing, Paragraph, Table
from arxtui.reader.blocks.dispatch import SETTERS
from arxtui.reader.blocks.prose import BLANK, HARD, Prose
from arxtui.reader.citations import without_citations
from arxtui.reader.contents import contents
from arxtui.reader.lines import Line, Role, Run, Runs
from arxtui.reader.options import Options
from arxtui.reader.sheet import Sheet
from arxtui.reader.spacing import gap
from arxtui.reader.spans import Leaf, Span, between, spelled_out
from arxtui.reader.wrapping import wrapped

_DEEPEST = 24
"""The number of nested levels of blocks; deeper blocks are laid out as plain paragraphs."""
_WHOLE = (Table, Equation, Listing)
"""Blocks that an open footnote never divides."""

OpenNote = Callable[[str, int], Sheet | None]
"""A function that lays out an open footnote, given its target and a measure; returns None if the note is closed."""


class Setter:
    """Lays out the blocks of one top-level block in reading order, each to the measure that the surrounding block
    leaves.

    ``width`` is the width that tables can use. Each text in the block consumes the next of ``leaves``.
    """

    def __init__(self, block: int, leaves: Iterator[Leaf], options: Options, width: int, open_note: OpenNote) -> None:
        self.block = block
        self.options = options
        self.width = width
        self._leaves = leaves
        self._open_note = open_note
        self._depth = 0
        self._whole = 0

    def spans(self) -> list[Span]:
        """Return the next text with the options applied: without citations, or in ASCII."""
        spans = next(self._leaves).spans
        if self.options.hide_citations:
            spans = without_citations(spans)
        return spelled_out(spans) if self.options.ascii_only else spans

    def fork(self, blocks: Sequence[Block]) -> list[Leaf]:
        """Take the texts of blocks that are laid out more than once."""
        return [next(self._leaves) for _ in contents(blocks)]

    def on(self, leaves: Iterable[Leaf]) -> Setter:
        """Return a copy of this setter for texts that were taken before."""
        made = Setter(self.block, iter(leaves), self.options, self.width, self._open_note)
        made._depth, made._whole = self._depth, self._whole
        return made

    @property
    def depth_of_whole(self) -> int:
        """The number of nested tables, listings and equations, including the one that is being laid out."""
        return self._whole

    @property
    def is_nested(self) -> bool:
        """Whether the block that is being laid out is inside a table."""
        return self._whole > 1

    def runs(self, spans: Sequence[Span]) -> Runs:
        """Return a text on one line, without the line breaks of its author."""
        prose = Prose(spans, self.width)
        runs = prose.runs(0, len(prose.text))
        return tuple([run._replace(text=run.text.replace(HARD, BLANK)) for run in runs] if HARD in prose.mask else runs)

    def line(self, runs: Iterable[Run], *, wide: bool = False) -> Line:
        """Return a line of the block."""
        return Line(tuple(runs), self.block, wide)

    def blocks(self, blocks: Iterable[Block], measure: int) -> Sheet:
        """Lay out blocks one below the other."""
        if self._depth >= _DEEPEST:
            return self._flat(blocks, measure)
        self._depth += 1
        sheet = Sheet()
        previous: Block | None = None
        for block in blocks:
            made = self._set(block, measure)
            if made.lines:
                if previous is not None:
                    sheet.gap(self.block, gap(previous, block))
                previous = block
            sheet.put(made)
        self._depth -= 1
        return sheet

    def _set(self, block: Block, measure: int) -> Sheet:
        is_whole = isinstance(block, _WHOLE)
        self._whole += is_whole
        sheet = SETTERS[type(block)](self, block, measure)
        self._whole -= is_whole
        for name in getattr(block, "anchors", ()):
            sheet.anchors[name] = 0
        if is_whole and not self._whole and self.options.open_notes:
            for note in self._notes([run for line in sheet.lines for run in line.runs], measure):
                sheet.put(note)
        return sheet

    def _flat(self, blocks: Iterable[Block], measure: int) -> Sheet:
        sheet = Sheet()
        for _ in contents(blocks):
            sheet.put(self.prose(self.spans(), measure))
        return sheet

    def prose(self, spans: Sequence[Span], measure: int, outdent: int = 0) -> Sheet:
        """Lay out a text in lines, the first wider by ``outdent``. Open footnotes follow the lines that call them."""
        lines = wrapped(Prose(spans, measure), measure, outdent, justified=self.options.justified)
        if self._whole or not self.options.open_notes:
            return Sheet(map(self.line, lines))
        sheet = Sheet()
        for runs in lines:
            sheet.lines.append(self.line(runs))
            for note in self._notes(runs, measure):
                sheet.put(note)
        return sheet

    def run_in(self, lead: Sequence[Span], blocks: Sequence[Block], measure: int, outdent: int = 0) -> Sheet:
        """Lay out blocks with ``lead`` at the beginning of the first paragraph's first line, which is wider by
        ``outdent``."""
        if not lead:
            return self.blocks(blocks, measure)
        sheet = Sheet()
        if not blocks or not isinstance(blocks[0], Paragraph):
            sheet.put(self.prose(lead, measure, outdent))
            if blocks:
                sheet.gap(self.block)
                sheet.put(self.blocks(blocks, measure))
            return sheet
        first, others = blocks[0], blocks[1:]
        sheet.put(self.prose([*lead, between(), *self.spans()], measure, outdent))
        sheet.anchors.update(dict.fromkeys(first.anchors, 0))
        if others:
            sheet.gap(self.block, gap(first, others[0]))
            sheet.put(self.blocks(others, measure))
        return sheet

    def _notes(self, runs: Iterable[Run], measure: int) -> Iterator[Sheet]:
        for run in runs:
            if run.role is Role.NOTE and (note := self._open_note(run.target, measure)) is not None:
                yield note
