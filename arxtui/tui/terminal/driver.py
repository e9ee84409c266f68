"""Driver: non-blocking output to the terminal, and robust input."""

from __future__ import annotations

import logging
import os
import termios
import time
from collections.abc import Callable, Iterable
from select import select
from threading import RLock

from textual import constants
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from arxtui.tui.terminal.background import UNWATCH, WATCH
from arxtui.tui.terminal.early_input import EarlyInput
from arxtui.tui.terminal.input_parser import BackgroundReported, TerminalInput
from arxtui.tui.terminal.saved_frame import FULL_SCREEN

_SPEEDS = {getattr(termios, f"B{speed}"): speed for speed in (300, 600, 1_200, 1_800, 2_400, 4_800, 9_600, 19_200)}
"""The speeds of slow lines, in bits a second. Pseudo-terminals are set to 38,400, which therefore means nothing."""
_BITS = 10
"""Bits of a byte on a serial line, with its start and stop bit."""
_OUTPUT_SPEED = 5
_MAX_WAITING = 0.1
"""Seconds of output that can be waiting when a frame is painted."""


def bytes_per_second(terminal: int) -> float | None:
    """Return the speed of a slow line; None if the terminal is not on one."""
    try:
        speed = _SPEEDS.get(termios.tcgetattr(terminal)[_OUTPUT_SPEED])
    except termios.error:
        return None
    return speed / _BITS if speed else None


class LineQueue:
    """The bytes that were written and not yet transmitted, if the line transmits ``rate`` bytes a second; always empty
    without a rate."""

    def __init__(self, rate: float | None, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._empty_at = 0.0

    def add(self, size: int) -> None:
        """Count written bytes."""
        if self._rate:
            self._empty_at = max(self._empty_at, self._clock()) + size / self._rate

    @property
    def is_long(self) -> bool:
        """Whether a frame that is painted now would be shown late."""
        return self._empty_at - self._clock() > _MAX_WAITING


_REPORT_PLACES = "\x1b[=4;2u"
"""Adds to Textual's choice of kitty's keyboard protocol that the place of a key on the US layout is reported."""
_STANDARD_ERROR = 2
"""The standard stream that Textual draws on."""
_MAX_READ = 1 << 16
"""Maximum number of bytes per read."""
_log = logging.getLogger(__name__)


class DirectDriver(LinuxDriver):
    """Terminal driver that writes directly and never blocks. Textual passes its output to a thread, so a frame waits
    for the thread to be scheduled; this driver writes immediately, and writes the rest when the terminal is ready for
    more.

    Textual's input thread ends at the first byte that is not valid UTF-8; this driver drops such bytes.
    """

    _terminal: int | None = None
    _wake_writer: int | None = None
    _is_full_screen = False

    @property
    def is_behind(self) -> bool:
        """Whether output is still waiting because the terminal is slow or stopped."""
        return bool(self._unwritten) or self._line.is_long

    @property
    def _early_input(self) -> EarlyInput | None:
        """The early input that set up the terminal; None if there is none."""
        return getattr(self._app, "early_input", None)

    def start_application_mode(self) -> None:
        """Take over the terminal through a new file descriptor, because O_NONBLOCK applies to everyone who shares
        one."""
        self._unwritten = bytearray()
        self._wake_reader, self._wake_writer = os.pipe()  # wakes the input thread when it must end
        self._lock = RLock()  # reentrant: a signal handler can write in the middle of a write
        try:
            name = os.ttyname(_STANDARD_ERROR)
            self._terminal = os.open(name, os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY)
        except OSError:
            self._terminal = None
        self._line = LineQueue(None if self._terminal is None else bytes_per_second(self._terminal))
        early = self._early_input
        self._is_full_screen = bool(early and early.frame.hand_over())
        super().start_application_mode()  # type: ignore[no-untyped-call]  # untyped in Textual
        if not constants.DISABLE_KITTY_KEY:
            self.write(_REPORT_PLACES)
        if early and early.modes:
            self.attrs_before = early.modes  # a suspended reader restores the terminal's original modes
        self._is_watching = getattr(self._app, "watches_background", False)
        """Whether the terminal is to report changes of its colour scheme. The user can choose a theme in the
        meantime."""
        if self._is_watching:
            self.write(WATCH)

    def stop_application_mode(self) -> None:
        """Restore the terminal after clearing the screen. A terminal without an alternate screen (GNU screen by
        default) would otherwise keep showing the reader. Turn off reports, which the next program would read as
        input."""
        if self._is_watching:
            self.write(UNWATCH)
        self.write("\x1b[m\x1b[H\x1b[J")
        super().stop_application_mode()

    def write(self, data: str) -> None:
        """Write to the terminal. Safe to call from any thread."""
        if self._is_full_screen and data == FULL_SCREEN:
            self._is_full_screen = False  # entering the full screen again would clear it
            return
        if self._terminal is None:
            super().write(data)
            return
        with self._lock:
            idle = not self._unwritten
            self._unwritten += data.encode()
            if idle and not self._write_unwritten(self._terminal):
                self._loop.call_soon_threadsafe(self._loop.add_writer, self._terminal, self._write_more, self._terminal)

    def close(self) -> None:
        """Write the remaining output, blocking, and close the terminal."""
        if self._terminal is not None:
            terminal, self._terminal = self._terminal, None
            self._loop.remove_writer(terminal)
            os.set_blocking(terminal, True)
            self._write_unwritten(terminal)
            os.close(terminal)
        super().close()

    def disable_input(self) -> None:
        """Stop the input thread and drop unread input."""
        if self._wake_writer is not None:
            if self._early_input:
                self._early_input.await_answer()
            os.close(self._wake_writer)
            self._wake_writer = None
            super().disable_input()
            os.close(self._wake_reader)

    def run_input_thread(self) -> None:
        """Read input until the driver stops. The app detects a lost terminal elsewhere."""
        read, early = TerminalInput(os.environ.get("ESCDELAY")), self._early_input
        try:
            if early:
                self._pass_on(read.events(early.as_typed(early.take_unread())))
            while not self.exit_event.is_set():
                ready = select([self.fileno, self._wake_reader], [], [], read.patience)[0]
                if self._wake_reader in ready:
                    return
                if not ready:
                    messages = read.pause()
                elif data := os.read(self.fileno, _MAX_READ):
                    messages = read.events(early.as_typed(data) if early else data)
                else:
                    return
                self._pass_on(messages)
        except OSError:
            _log.info("the terminal cannot be read any more", exc_info=True)
        except Exception as error:
            self._loop.call_soon_threadsafe(self._app._handle_exception, error)

    def _pass_on(self, messages: Iterable[Message]) -> None:
        for event in messages:
            if self._early_input and isinstance(event, BackgroundReported):
                self._early_input.answer_received()
            self.process_message(event)

    def _write_more(self, terminal: int) -> None:
        with self._lock:
            if self._write_unwritten(terminal):
                self._loop.remove_writer(terminal)

    def _write_unwritten(self, terminal: int) -> bool:
        """Write as much as the terminal accepts. Return whether everything was written."""
        while self._unwritten:
            try:
                written = os.write(terminal, bytes(self._unwritten))
                del self._unwritten[:written]
                self._line.add(written)
            except BlockingIOError:
                return False
            except OSError:  # the terminal is gone; the app detects that itself
                self._unwritten.clear()
        return True
