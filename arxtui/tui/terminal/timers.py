"""Timers that call a function once."""

from __future__ import annotations

from collections.abc import Callable

from textual.message_pump import MessagePump
from textual.timer import Timer


def call_after(pump: MessagePump, seconds: float, callback: Callable[[], object]) -> Timer:
    """Call a function of a screen or widget once, after a number of seconds.

    Textual's timers skip calls that are late. That includes the only call of ``set_timer``, if the process is held up
    for longer than ``seconds`` between the timer's first two looks at the clock.
    """
    timer = pump.set_timer(seconds, callback)
    timer._skip = False
    return timer
