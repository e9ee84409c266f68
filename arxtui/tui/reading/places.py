"""Where one is in a text: kept for the next time, left by jumps, and gone back to."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from arxtui.tui.state.jump_history import Trail

if TYPE_CHECKING:
    from textual.timer import Timer

    from arxtui.reader.lines import Place
    from arxtui.tui.reading.bars import Bars
    from arxtui.tui.reading.state import ReadingState
    from arxtui.tui.screens.reading import ReadingScreen
    from arxtui.tui.services.fulltexts import Fulltexts
    from arxtui.tui.state.viewport import Spot

_REST_SECONDS = 2.0
_log = logging.getLogger(__name__)


class Places:
    """The place at the top of the page, and the trail of places that jumps have left."""

    def __init__(self, screen: ReadingScreen, state: ReadingState, bars: Bars, fulltexts: Fulltexts) -> None:
        self._screen = screen
        self._state = state
        self._bars = bars
        self._fulltexts = fulltexts
        self._trail: Trail[Spot] = Trail()
        self._rest: Timer | None = None

    def keep_soon(self) -> None:
        """The page has moved: keep the place once it rests."""
        if self._rest is None:
            self._rest = self._screen.set_timer(_REST_SECONDS, self._rested)

    def keep(self, *, at_once: bool = False) -> None:
        """Remember what is read at the top; ``at_once`` where there may be no later. Of what stands in for the text no
        place is kept."""
        state, view = self._state, self._screen.viewport
        if view.page is None or state.tab or not state.is_text:
            return
        try:
            self._fulltexts.store_place(state.key, view.place, state.version, at_once=at_once)
        except Exception as error:
            _log.exception("the reading place could not be kept")
            self._bars.failed(error)

    def leave(self, spot: Spot | None = None) -> None:
        """A jump leaves this spot (else where the page is), to be come back to."""
        self._trail.leave(spot or self._screen.viewport.spot)

    def jump_to(self, place: Place) -> None:
        """Go to a place, to be left again with the way back."""
        self.leave()
        self._screen.viewport.go_to(place)

    def back(self) -> bool:
        """Back to where the last jump began; whether there is such a place."""
        return self._return(self._trail.back)

    def forward(self) -> bool:
        """Forward again; whether there is such a place."""
        return self._return(self._trail.forward)

    def _return(self, way: Callable[[Spot], Spot | None]) -> bool:
        spot = way(self._screen.viewport.spot)
        if spot is not None:
            self._screen.viewport.go_to(*spot)
        return spot is not None

    def _rested(self) -> None:
        self._rest = None
        self.keep()
