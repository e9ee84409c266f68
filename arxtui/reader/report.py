"""What a document holds, counted, and what of it could not be read or shown as its author meant it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from arxtui.model.document import Block, Document, Formula
from arxtui.reader.contents import BEFORE, blocks_in, unwrapped
from arxtui.reader.survey import Survey
from arxtui.text.math import linear


class Report(NamedTuple):
    """Blocks by kind (``Paragraph``), those within others too; formulas, and those that stand as TeX, each once."""

    blocks: Counter[str]
    formulas: int
    footnotes: int
    as_tex: tuple[str, ...]


def report(document: Document) -> Report:
    """Look through a document."""
    survey = Survey(document)
    blocks = Counter(type(block).__name__ for block in _all_blocks(document.blocks))
    for note in survey.notes:
        blocks.update(type(block).__name__ for block in _all_blocks(note.footnote.blocks))
    formulas = [
        run.tex
        for place in range(BEFORE, len(survey.extents) + BEFORE)
        for content in survey.contents(place)
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
