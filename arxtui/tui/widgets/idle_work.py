"""Work that no frame waits for."""

from __future__ import annotations

from collections.abc import Callable

from textual.timer import Timer
from textual.widget import Widget

_REST_SECONDS = 0.05


class IdleWork:
    """Has ``work`` done, a part at a time, once a widget rests; ``work`` tells whether there may be more to do."""

    def __init__(self, widget: Widget, work: Callable[[], bool]) -> None:
        self._widget = widget
        self._work = work
        self._timer: Timer | None = None

    def begin_soon(self) -> None:
        """Begin anew after a rest."""
        if self._timer is None:
            self._timer = self._widget.set_interval(_REST_SECONDS, self._go_on)
        self._timer.reset()

    def _go_on(self) -> None:
        if not self._work() and self._timer:
            self._timer.pause()
