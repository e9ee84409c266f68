"""Blocks set in lines: what is common to all kinds of them."""

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
"""Levels of blocks within each other; what is deeper is set as paragraphs."""
_WHOLE = (Table, Equation, Listing)
"""Blocks that no footnote parts."""

OpenNote = Callable[[str, int], Sheet | None]
"""An open footnote, by its target, set to a measure; None where it is closed."""


class Setter:
    """Sets the blocks of a top-level block, in reading order, each to the measure that the one around leaves it.

    ``width`` is what tables may take. Each text that a block holds is the next of ``leaves``.
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
        """The next text, as it is chosen to be shown."""
        spans = next(self._leaves).spans
        if self.options.hide_citations:
            spans = without_citations(spans)
        return spelled_out(spans) if self.options.ascii_only else spans

    def fork(self, blocks: Sequence[Block]) -> list[Leaf]:
        """The texts of blocks that are to be set more than once."""
        return [next(self._leaves) for _ in contents(blocks)]

    def on(self, leaves: Iterable[Leaf]) -> Setter:
        """One like this, for texts that were taken before."""
        made = Setter(self.block, iter(leaves), self.options, self.width, self._open_note)
        made._depth, made._whole = self._depth, self._whole
        return made

    @property
    def depth_of_whole(self) -> int:
        """How many tables, listings and equations are around, that which is being set too."""
        return self._whole

    @property
    def is_nested(self) -> bool:
        """Whether what is being set stands in a table."""
        return self._whole > 1

    def runs(self, spans: Sequence[Span]) -> Runs:
        """A text on one line, whatever lines its author parted it into."""
        prose = Prose(spans, self.width)
        runs = prose.runs(0, len(prose.text))
        return tuple([run._replace(text=run.text.replace(HARD, BLANK)) for run in runs] if HARD in prose.mask else runs)

    def line(self, runs: Iterable[Run], *, wide: bool = False) -> Line:
        """A line of the block."""
        return Line(tuple(runs), self.block, wide)

    def blocks(self, blocks: Iterable[Block], measure: int) -> Sheet:
        """Blocks one below the other."""
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
        """A text in lines, the first wider by ``outdent``; open footnotes stand below the lines that call them."""
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
        """Blocks, the first paragraph on one line with what leads them, which is wider by ``outdent``."""
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
