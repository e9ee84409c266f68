"""A stretch of a text, as the mouse selects it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from arxtui.reader.contents import contents
from arxtui.reader.find import Match, hits
from arxtui.reader.layout import Page
from arxtui.reader.lines import Line, Place, Run
from arxtui.reader.spans import text_of

_BLOCK_END = 1 << 30


class Selection(NamedTuple):
    """The characters from one place to another, in either order."""

    begun: Place
    ended: Place

    @property
    def first(self) -> Place:
        """Where it begins."""
        return min(self.begun, self.ended)

    @property
    def last(self) -> Place:
        """Where it ends."""
        return max(self.begun, self.ended)

    def within(self, block: int) -> list[Match]:
        """What of a block is selected."""
        first, last = self.first, self.last
        if not first.block <= block <= last.block:
            return []
        start = first.character if block == first.block else 0
        return [Match(block, start, last.character + 1 if block == last.block else _BLOCK_END)]

    def text(self, page: Page) -> str:
        """What is selected, a paragraph a line, without the margins and the ends of lines that the page made."""
        first, last = page.y_of_place(self.first), page.y_of_place(self.last)
        return lines_text(page, page.lines(first, last + 1), self)


def lines_text(page: Page, lines: Iterable[Line], selection: Selection | None = None) -> str:
    """Lines as text, of a ``selection`` what it covers: those of a paragraph on one line."""
    told: list[str] = []
    sources: dict[int, str] = {}
    end: tuple[int, int] | None = None
    for line in lines:
        runs = _covered(line, selection)
        text = "".join(map(_said, runs))
        shown = [run for run in runs if run.size]
        if shown and end and end[0] == line.block and _goes_on(page, sources, line.block, end[1], shown[0].start):
            told[-1] += ("" if end[1] == shown[0].start else " ") + text
        elif text.strip() or (told and told[-1]):
            told.append(text.rstrip())
        end = (line.block, shown[-1].start + shown[-1].size) if shown else None
    return "\n".join(told).strip("\n")


def _goes_on(page: Page, sources: dict[int, str], block: int, end: int, start: int) -> bool:
    """Whether nothing but a blank is between two characters of a block."""
    if end == start:
        return True
    if block not in sources and 0 <= block < len(page.document.blocks):
        sources[block] = text_of(block, contents([page.document.blocks[block]]))
    return sources.get(block, "")[end:start] == " "


def _said(run: Run) -> str:
    """What a run says: a blank that was made wider to fill a line is one."""
    return " " if run.size == 1 and run.text.isspace() else run.text


def _covered(line: Line, selection: Selection | None) -> list[Run]:
    """The runs of a line, of a selection what it covers; those that the layout drew go with the others."""
    if selection is None:
        return list(line.runs)
    spans = {hit.run: (hit.start, hit.end) for hit in hits(line, selection.within(line.block))}
    covered: list[Run] = []
    for place, run in enumerate(line.runs):
        if not run.size:
            covered.append(run)
        elif place in spans:
            start, end = spans[place]
            whole = end - start == len(run.text)
            covered.append(
                run if whole else run._replace(text=run.text[start:end], start=run.start + start, size=end - start)
            )
    return covered if spans else []
