"""Selection of text with the mouse."""

from __future__ import annotations

from collections.abc import Iterable

from arxtui.reader.contents import contents
from arxtui.reader.find import Match, hits
from arxtui.reader.layout import Page
from arxtui.reader.lines import Line, Place, Run
from arxtui.reader.spans import text_of
from arxtui.tuples import NamedTuple

_BLOCK_END = 1 << 30


class TextRange(NamedTuple):
    """The characters between two places, in either order."""

    anchor: Place
    head: Place

    @property
    def first(self) -> Place:
        """The earlier place."""
        return min(self.anchor, self.head)

    @property
    def last(self) -> Place:
        """The later place."""
        return max(self.anchor, self.head)

    def within(self, block: int) -> list[Match]:
        """Return the selected range of a block."""
        first, last = self.first, self.last
        if not first.block <= block <= last.block:
            return []
        start = first.character if block == first.block else 0
        return [Match(block, start, last.character + 1 if block == last.block else _BLOCK_END)]

    def text(self, page: Page) -> str:
        """Return the selected text, one paragraph per line, without the margins and line breaks of the layout."""
        first, last = page.y_of_place(self.first), page.y_of_place(self.last)
        return lines_text(page, page.lines(first, last + 1), self)


def lines_text(page: Page, lines: Iterable[Line], selection: TextRange | None = None) -> str:
    """Return the text of lines, or the part of it in ``selection``, with each paragraph on one line."""
    paragraphs: list[str] = []
    sources: dict[int, str] = {}
    end: tuple[int, int] | None = None
    for line in lines:
        runs = _covered_runs(line, selection)
        text = "".join(map(_run_text, runs))
        shown = [run for run in runs if run.size]
        if shown and end and end[0] == line.block and _goes_on(page, sources, line.block, end[1], shown[0].start):
            paragraphs[-1] += ("" if end[1] == shown[0].start else " ") + text
        elif text.strip() or (paragraphs and paragraphs[-1]):
            paragraphs.append(text.rstrip())
        end = (line.block, shown[-1].start + shown[-1].size) if shown else None
    return "\n".join(paragraphs).strip("\n")


def _goes_on(page: Page, sources: dict[int, str], block: int, end: int, start: int) -> bool:
    """Return whether two characters of a block are adjacent or separated by one blank."""
    if end == start:
        return True
    if block not in sources and 0 <= block < len(page.document.blocks):
        sources[block] = text_of(block, contents([page.document.blocks[block]]))
    return sources.get(block, "")[end:start] == " "


def _run_text(run: Run) -> str:
    """Return the text of a run; a blank that was widened to justify a line is one blank."""
    return " " if run.size == 1 and run.text.isspace() else run.text


def _covered_runs(line: Line, selection: TextRange | None) -> list[Run]:
    """Return the runs of a line that a selection covers. Runs that the layout added are included if any other run
    is."""
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
