"""Timers that call a function once, or repeatedly while a widget is idle, so that no frame waits for that work."""

from __future__ import annotations

from collections.abc import Callable

from textual.message_pump import MessagePump
from textual.timer import Timer
from textual.widget import Widget


def call_after(pump: MessagePump, seconds: float, callback: Callable[[], object]) -> Timer:
    """Call a function of a screen or widget once, after a number of seconds.

    Textual's timers skip calls that are late. That includes the only call of ``set_timer``, if the process is held up
    for longer than ``seconds`` between the timer's first two looks at the clock.
    """
    timer = pump.set_timer(seconds, callback)
    timer._skip = False
    return timer


_REST_SECONDS = 0.05


class IdleWork:
    """Calls ``work`` repeatedly while a widget is idle, until ``work`` returns False because there is nothing left to
    do."""

    def __init__(self, widget: Widget, work: Callable[[], bool]) -> None:
        self._widget = widget
        self._work = work
        self._timer: Timer | None = None

    def schedule(self) -> None:
        """Begin, or begin again, after an idle moment."""
        if self._timer is None:
            self._timer = self._widget.set_interval(_REST_SECONDS, self._work_once)
        self._timer.reset()

    def _work_once(self) -> None:
        if not self._work() and self._timer:
            self._timer.pause()
