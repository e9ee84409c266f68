"""Places in a text: saved for the next visit, held when another document of the paper replaces it, a history of
jumps, and the headings with the table of contents."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

from arxtui.light import NamedTuple
from arxtui.reader.contents import BEFORE, contents
from arxtui.reader.lines import Place
from arxtui.reader.spans import text_of
from arxtui.tui.state.viewport import MARGIN, ScrollPosition, Viewport
from arxtui.tui.terminal.timers import call_after

if TYPE_CHECKING:
    from textual.timer import Timer

    from arxtui.reader.survey import OutlineEntry
    from arxtui.tui.reading.bars import Bars
    from arxtui.tui.reading.panes import ReadingPanes, ReadingState
    from arxtui.tui.services.fulltexts import Fulltexts

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


_P = TypeVar("_P")
_MAX_PLACES = 200


class JumpHistory(Generic[_P]):
    """Back and forward history as in a browser: a new jump discards the forward places."""

    def __init__(self) -> None:
        self._behind: list[_P] = []
        self._ahead: list[_P] = []

    def leave(self, here: _P) -> None:
        """Record the place that a jump starts from."""
        self._behind.append(here)
        del self._behind[:-_MAX_PLACES]
        self._ahead.clear()

    def back(self, here: _P) -> _P | None:
        """Return the place left last and store ``here`` for ``forward``. Returns None if there is no earlier place."""
        if not self._behind:
            return None
        self._ahead.append(here)
        return self._behind.pop()

    def forward(self, here: _P) -> _P | None:
        """Return the place that ``back`` left last. Returns None if there is none."""
        if not self._ahead:
            return None
        self._behind.append(here)
        return self._ahead.pop()


_SAVE_DELAY_SECONDS = 2.0
_log = logging.getLogger(__name__)


class Places:
    """The place at the top of the page, and the history of places that jumps started from."""

    def __init__(self, screen: ReadingPanes, state: ReadingState, bars: Bars, fulltexts: Fulltexts) -> None:
        self._screen = screen
        self._state = state
        self._bars = bars
        self._fulltexts = fulltexts
        self._history: JumpHistory[ScrollPosition] = JumpHistory()
        self._save_timer: Timer | None = None
        self._glanced: Place | None = None

    def save_soon(self) -> None:
        """Save the place once scrolling has stopped."""
        if self._save_timer is None:
            self._save_timer = call_after(self._screen, _SAVE_DELAY_SECONDS, self._save_rested)

    def save(self, *, at_once: bool = False) -> None:
        """Save the place at the top of the page; ``at_once``: do not delay the write, because the screen may be
        closing. No place is saved for a page that is shown in place of a text, nor one that was only looked up."""
        state, view = self._state, self._screen.viewport
        if view.page is None or state.tab or not state.is_text or view.place == self._glanced:
            return
        try:
            words = view.page.finder.words_at(view.place)
            self._fulltexts.store_place(state.key, view.place, state.version, words, at_once=at_once)
        except Exception as error:
            _log.exception("the reading position could not be saved")
            self._bars.failed(error)

    def glance(self) -> None:
        """Do not save the place that is shown, until another one is."""
        self._glanced = self._screen.viewport.place

    def leave(self, position: ScrollPosition | None = None) -> None:
        """Record a position (by default the current one) as the start of a jump."""
        self._history.leave(position or self._screen.viewport.position)

    def jump_to(self, place: Place) -> None:
        """Go to a place, and record the current position for the way back."""
        self.leave()
        self._screen.viewport.go_to(place)

    def back(self) -> bool:
        """Go back to the start of the last jump. Return False if there is none."""
        return self._return(self._history.back)

    def forward(self) -> bool:
        """Go forward again. Return False if there is no later place."""
        return self._return(self._history.forward)

    def _return(self, step: Callable[[ScrollPosition], ScrollPosition | None]) -> bool:
        position = step(self._screen.viewport.position)
        if position is not None:
            self._screen.viewport.go_to(*position)
        return position is not None

    def _save_rested(self) -> None:
        self._save_timer = None
        self.save()


_WIDEST = 60
"""Maximum width of contents beside the text, in cells."""
_FRAME = 2
"""Width of the scroll bar and the line beside the contents, in cells."""


class Contents:
    """The headings of the page, and the table of contents."""

    def __init__(self, screen: ReadingPanes, bars: Bars, places: Places) -> None:
        self._screen = screen
        self._bars = bars
        self._places = places

    def step(self, step: int) -> None:
        """Go to the next heading (1); to the heading of this section, then to the one before it (-1)."""
        view = self._screen.viewport
        page, position_before = view.page, view.position
        if page is None:
            return
        here = page.section_at(view.top)
        target = -1 if here is None else here
        if step > 0 or (here is not None and self._is_at_top(page.outline[here])):
            target += step
        if 0 <= target < len(page.outline):
            view.go_to(Place(page.outline[target].block))
        elif step < 0:
            view.to_end(last=False)
        if step > 0 and view.position == position_before:
            self._bars.say("This is the last section")

    def open(self) -> None:
        """Open the table of contents, if the paper has one."""
        screen, page = self._screen, self._screen.viewport.page
        if page is None:
            return
        screen.add_class("-contents")
        screen.contents.show(page.outline, screen.viewport.place.block)
        self.fit()
        screen.set_focus(screen.contents, scroll_visible=False)
        self._bars.update()

    def fit(self) -> None:
        """Put the open contents beside the text; over all of it if the terminal is too narrow for both."""
        screen = self._screen
        width = min(screen.contents.longest + _FRAME, _WIDEST)
        is_beside = screen.in_contents and screen.size.width - width >= screen.viewport.options.measure + 2 * MARGIN
        screen.contents_pane.styles.width = width if is_beside else "100%"
        screen.set_class(is_beside, "-contents-beside")

    def leave(self) -> bool:
        """Close the table of contents. Return whether it was open."""
        was_open = self._screen.in_contents
        if was_open:
            self._screen.remove_class("-contents")
            self._screen.set_focus(self._screen.text, scroll_visible=False)
            self._bars.update()
        return was_open

    def open_selected(self) -> None:
        """Go to the heading under the cursor."""
        section = self._screen.contents.row
        self.leave()
        if section:
            self._places.jump_to(Place(section.block))

    def _is_at_top(self, section: OutlineEntry) -> bool:
        view = self._screen.viewport
        page = view.page
        line = view.hold_place(lambda: page.y_of_place(Place(section.block))) if page else 0
        return line >= view.top
