"""Keep the text that is being read at its place on the screen when another document of the same paper replaces it."""

from __future__ import annotations

from collections.abc import Sequence

from arxtui.reader.contents import BEFORE, contents
from arxtui.reader.spans import text_of
from arxtui.tui.state.viewport import Viewport
from arxtui.tuples import NamedTuple

_WORD_COUNTS = (8, 5, 3)
"""How many words to search for in the other document. Fewer words are tried next, as formulas can be written
differently there."""


_MAX_LINES = 8
"""How many visible lines to search for: the first line can be a label that the other document writes differently."""


class Anchor(NamedTuple):
    """Visible words, and the line of the screen on which they begin, counted from the top of the page."""

    words: Sequence[str]
    row: int


def anchors_of(view: Viewport) -> list[Anchor]:
    """Return anchors for the beginnings of the first visible lines that show text of the blocks."""
    anchors: list[Anchor] = []
    document = view.document
    for row, line in enumerate(view.in_sight):
        shown = next((run for run in line.runs if run.size), None)
        if document and shown and 0 <= line.block < len(document.blocks):
            text = text_of(line.block, contents([document.blocks[line.block]]))
            anchors.append(Anchor(text[shown.start :].split(maxsplit=_WORD_COUNTS[0])[: _WORD_COUNTS[0]], row))
    return anchors[:_MAX_LINES]


def scroll_back_to(view: Viewport, anchors: Sequence[Anchor]) -> None:
    """Scroll so that the first anchor found in the document is on its former line, if there is enough text above."""
    if view.page is None:
        return
    for count in _WORD_COUNTS:
        for anchor in anchors:
            matches = view.page.finder.find(" ".join(anchor.words[:count]))
            place = next((match.place for match in matches if match.block > BEFORE), None)
            if place and len(anchor.words) >= count:
                view.go_to(place, anchor.row)
                return
