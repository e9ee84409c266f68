"""Statistics of a document: how many blocks, formulas and footnotes it has, and which formulas cannot be displayed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from arxtui.light import NamedTuple
from arxtui.model.document import Block, Document, Formula
from arxtui.reader.contents import BEFORE, blocks_in, unwrapped
from arxtui.reader.survey import Survey
from arxtui.text.math import linear


class Report(NamedTuple):
    """The number of blocks by type (``Paragraph``), including nested blocks; the number of formulas and footnotes; and
    the distinct formulas that can be shown only as TeX."""

    blocks: Counter[str]
    formulas: int
    footnotes: int
    as_tex: tuple[str, ...]


def report(document: Document) -> Report:
    """Return the statistics of a document."""
    survey = Survey(document)
    blocks = Counter(type(block).__name__ for block in _all_blocks(document.blocks))
    for note in survey.notes:
        blocks.update(type(block).__name__ for block in _all_blocks(note.footnote.blocks))
    formulas = [
        run.tex
        for block_index in range(BEFORE, len(survey.extents) + BEFORE)
        for content in survey.contents(block_index)
        for run in unwrapped(content)
        if isinstance(run, Formula)
    ]
    as_tex = tuple(tex for tex in dict.fromkeys(formulas) if linear(tex) is None)
    return Report(blocks, len(formulas), len(survey.notes), as_tex)


def _all_blocks(blocks: tuple[Block, ...]) -> Iterator[Block]:
    stack = [iter(blocks)]
    while stack:
        for block in stack[-1]:
            yield block
            stack.append(iter(blocks_in(block)))
            break
        else:
            stack.pop()
