"""The layout of blocks in lines: what all types of blocks have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from arxtui.light import pattern
from arxtui.model.document import Block, Equation, Listing, Paragraph, Table
from arxtui.reader.blocks.prose import BLANK, HARD, Prose, wrap_runs
from arxtui.reader.canvas import Canvas, gap
from arxtui.reader.contents import contents
from arxtui.reader.lines import Line, Role, Run, Runs
from arxtui.reader.options import Options
from arxtui.reader.spans import Leaf, Span, in_ascii, spacer
from arxtui.text.tex.marks import SUPERSCRIPTS

_MAX_DEPTH = 24
"""The number of nested levels of blocks; deeper blocks are laid out as plain paragraphs."""
_WHOLE = (Table, Equation, Listing)
"""Blocks that an open footnote never divides."""

OpenNote = Callable[[str, int], Canvas | None]
"""A function that lays out an open footnote, given its target and a measure; returns None if the note is closed."""

Layouts = Mapping[type, Callable[["Typesetter", Any, int], Canvas]]
"""The function that lays out each type of block, given the typesetter, the block and the measure."""


class Typesetter:
    """Lays out the blocks of one top-level block in reading order, each to the measure that the surrounding block
    leaves.

    ``layouts`` has the function of each type; ``width`` is the width that tables can use. Each text in the block
    consumes the next of ``leaves``.
    """

    def __init__(
        self,
        layouts: Layouts,
        block: int,
        leaves: Iterator[Leaf],
        options: Options,
        width: int,
        open_note: OpenNote,
    ) -> None:
        self._layouts = layouts
        self.block = block
        self.options = options
        self.width = width
        self._leaves = leaves
        self._open_note = open_note
        self._depth = 0
        self._whole_depth = 0

    def spans(self) -> list[Span]:
        """Return the next text with the options applied: without citations, or in ASCII."""
        spans = next(self._leaves).spans
        if self.options.hide_citations:
            spans = _without_citations(spans)
        return in_ascii(spans) if self.options.ascii_only else spans

    def take_leaves(self, blocks: Sequence[Block]) -> list[Leaf]:
        """Take the texts of blocks that are laid out more than once."""
        return [next(self._leaves) for _ in contents(blocks)]

    def with_leaves(self, leaves: Iterable[Leaf]) -> Typesetter:
        """Return a copy of this typesetter for texts that were taken before."""
        result = Typesetter(self._layouts, self.block, iter(leaves), self.options, self.width, self._open_note)
        result._depth, result._whole_depth = self._depth, self._whole_depth
        return result

    @property
    def whole_depth(self) -> int:
        """The number of nested tables, listings and equations, including the one that is being laid out."""
        return self._whole_depth

    @property
    def is_nested(self) -> bool:
        """Whether the block that is being laid out is inside a table."""
        return self._whole_depth > 1

    def runs(self, spans: Sequence[Span]) -> Runs:
        """Return a text on one line, without the line breaks of its author."""
        prose = Prose(spans, self.width)
        runs = prose.runs(0, len(prose.text))
        return tuple([run._replace(text=run.text.replace(HARD, BLANK)) for run in runs] if HARD in prose.mask else runs)

    def line(self, runs: Iterable[Run], *, wide: bool = False) -> Line:
        """Return a line of the block."""
        return Line(tuple(runs), self.block, wide)

    def blocks(self, blocks: Iterable[Block], measure: int) -> Canvas:
        """Lay out blocks one below the other."""
        if self._depth >= _MAX_DEPTH:
            return self._flattened(blocks, measure)
        self._depth += 1
        canvas = Canvas()
        previous: Block | None = None
        for block in blocks:
            block_canvas = self._lay_out(block, measure)
            if block_canvas.lines:
                if previous is not None:
                    canvas.gap(self.block, gap(previous, block))
                previous = block
            canvas.put(block_canvas)
        self._depth -= 1
        return canvas

    def _lay_out(self, block: Block, measure: int) -> Canvas:
        is_whole = isinstance(block, _WHOLE)
        self._whole_depth += is_whole
        canvas = self._layouts[type(block)](self, block, measure)
        self._whole_depth -= is_whole
        for name in getattr(block, "anchors", ()):
            canvas.anchors[name] = 0
        if is_whole and not self._whole_depth and self.options.open_notes:
            for note in self._notes([run for line in canvas.lines for run in line.runs], measure):
                canvas.put(note)
        return canvas

    def _flattened(self, blocks: Iterable[Block], measure: int) -> Canvas:
        canvas = Canvas()
        for _ in contents(blocks):
            canvas.put(self.prose(self.spans(), measure))
        return canvas

    def prose(self, spans: Sequence[Span], measure: int, outdent: int = 0) -> Canvas:
        """Lay out a text in lines, the first wider by ``outdent``. Open footnotes follow the lines that call them."""
        lines = wrap_runs(Prose(spans, measure), measure, outdent, justified=self.options.justified)
        if self._whole_depth or not self.options.open_notes:
            return Canvas(map(self.line, lines))
        canvas = Canvas()
        for runs in lines:
            canvas.lines.append(self.line(runs))
            for note in self._notes(runs, measure):
                canvas.put(note)
        return canvas

    def run_in(self, lead: Sequence[Span], blocks: Sequence[Block], measure: int, outdent: int = 0) -> Canvas:
        """Lay out blocks with ``lead`` at the beginning of the first paragraph's first line, which is wider by
        ``outdent``."""
        if not lead:
            return self.blocks(blocks, measure)
        canvas = Canvas()
        if not blocks or not isinstance(blocks[0], Paragraph):
            canvas.put(self.prose(lead, measure, outdent))
            if blocks:
                canvas.gap(self.block)
                canvas.put(self.blocks(blocks, measure))
            return canvas
        first, others = blocks[0], blocks[1:]
        canvas.put(self.prose([*lead, spacer(), *self.spans()], measure, outdent))
        canvas.anchors.update(dict.fromkeys(first.anchors, 0))
        if others:
            canvas.gap(self.block, gap(first, others[0]))
            canvas.put(self.blocks(others, measure))
        return canvas

    def _notes(self, runs: Iterable[Run], measure: int) -> Iterator[Canvas]:
        for run in runs:
            if run.role is Role.NOTE and (note := self._open_note(run.target, measure)) is not None:
                yield note


_BETWEEN = pattern(r"[\s,;–-]*")
_PAIRS = {"[": "]", "(": ")"}
_RAISED_CHARACTERS = frozenset(SUPERSCRIPTS.values()) | {"⁽"}
# After these words the citation is part of the sentence.
_CITING_WORDS = pattern(
    r"(?i)(?:^|[\s(\[])(?:refs?\.?|references?|in|of|by|from|see|to|with|and|or|than|on|at|via|following|e\.g\.,?|cf\.)\s*$"
)
_CLOSING = " .,;:)]!?"


def _without_citations(spans: Sequence[Span]) -> list[Span]:
    """Return the text without citations in brackets or superscript, and without the blanks before them that become
    superfluous. Author names stay, and so does a citation after words such as "see" or "Ref."."""
    result: list[Span] = []
    index = 0
    while index < len(spans):
        if spans[index].role is not Role.CITATION:
            result.append(spans[index])
            index += 1
            continue
        end = _group_end(spans, index)
        group = spans[index:end]
        following = spans[end] if end < len(spans) else None
        if _CITING_WORDS.search(_text_before(result)):
            result += group
        elif group[0].text[:1] in _PAIRS or group[0].text[:1] in _RAISED_CHARACTERS:
            _drop_blank(result, following)
        elif result and following and _PAIRS.get(result[-1].text[-1:], "-") == following.text[:1]:
            result[-1] = _without_last(result[-1])
            following = following._replace(text=following.text[1:], start=following.start + 1, size=following.size - 1)
            _drop_blank(result, following)
            result.append(following)
            end += 1
        else:
            result += group
        index = end
    return result


def _group_end(spans: Sequence[Span], index: int) -> int:
    """Return the index after the last of a group of citations that only commas, semicolons, dashes or blanks
    separate."""
    end = index + 1
    while end < len(spans):
        if spans[end].role is Role.CITATION:
            end += 1
        elif end + 1 < len(spans) and spans[end + 1].role is Role.CITATION and _BETWEEN.fullmatch(spans[end].text):
            end += 2
        else:
            break
    return end


def _text_before(result: Sequence[Span]) -> str:
    """Return the text before a citation, without its opening bracket."""
    text = result[-1].text if result else ""
    return text[:-1] if text[-1:] in _PAIRS else text


def _drop_blank(result: list[Span], following: Span | None) -> None:
    if result and result[-1].text.endswith(" ") and (following is None or following.text[:1] in _CLOSING):
        result[-1] = _without_last(result[-1])


def _without_last(span: Span) -> Span:
    return span._replace(text=span.text[:-1], size=max(span.size - 1, 0))
