"""Places in a text: saved for the next visit, and a history of jumps."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, TypeVar

from arxtui.tui.terminal.timers import call_after

if TYPE_CHECKING:
    from textual.timer import Timer

    from arxtui.reader.lines import Place
    from arxtui.tui.reading.bars import Bars
    from arxtui.tui.reading.panes import ReadingPanes
    from arxtui.tui.reading.state import ReadingState
    from arxtui.tui.services.fulltexts import Fulltexts
    from arxtui.tui.state.viewport import ScrollPosition


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
