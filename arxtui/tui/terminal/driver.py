"""The way to the terminal."""

from __future__ import annotations

import logging
import os
from select import select
from threading import RLock

from textual.drivers.linux_driver import LinuxDriver

from arxtui.tui.terminal.early_input import EarlyInput
from arxtui.tui.terminal.input_parser import TerminalInput

_STANDARD_ERROR = 2
"""Where Textual draws."""
_READ = 1 << 16
"""Bytes that are read at once, at most."""
_log = logging.getLogger(__name__)


class DirectDriver(LinuxDriver):
    """Textual hands what it writes to a thread, and the frame waits until that thread gets its turn. Here the terminal
    gets it on the spot, and what it does not take at once when it is ready for more: nobody ever waits for it.

    Textual's way to read ends with the first byte that is no UTF-8; ours does not."""

    _terminal: int | None = None
    _wake: int | None = None

    @property
    def is_behind(self) -> bool:
        """Whether the terminal has yet to take what was written: over a slow line, or stopped."""
        return bool(self._left)

    @property
    def _early_input(self) -> EarlyInput | None:
        """What set up the terminal before, if anything did."""
        return getattr(self._app, "early_input", None)

    def start_application_mode(self) -> None:
        """Take over the terminal; through a descriptor of our own, since whether a write waits is a trait of it."""
        self._left = bytearray()
        self._awake, self._wake = os.pipe()  # a thread that waits for keys has to be told that it is over
        self._lock = RLock()  # a signal may come in the middle of a write, and its handler writes too
        try:
            name = os.ttyname(_STANDARD_ERROR)
            self._terminal = os.open(name, os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY)
        except OSError:
            self._terminal = None
        super().start_application_mode()  # type: ignore[no-untyped-call]  # Textual leaves it untyped
        if (early := self._early_input) and early.modes:
            self.attrs_before = early.modes  # whoever gets the terminal in between gets it as it was

    def stop_application_mode(self) -> None:
        """Give the terminal back, cleared: one without a second screen, as GNU screen by default, would go on showing
        the reader around the shell's prompt."""
        self.write("\x1b[m\x1b[H\x1b[J")
        super().stop_application_mode()

    def write(self, data: str) -> None:
        """Write; from any thread."""
        if self._terminal is None:
            super().write(data)
            return
        with self._lock:
            idle = not self._left
            self._left += data.encode()
            if idle and not self._pour(self._terminal):
                self._loop.call_soon_threadsafe(self._loop.add_writer, self._terminal, self._go_on, self._terminal)

    def close(self) -> None:
        """Let the terminal take what is left, and give it back."""
        if self._terminal is not None:
            terminal, self._terminal = self._terminal, None
            self._loop.remove_writer(terminal)
            os.set_blocking(terminal, True)
            self._pour(terminal)
            os.close(terminal)
        super().close()

    def disable_input(self) -> None:
        """Read no more; what the terminal sent since is dropped."""
        if self._wake is not None:
            os.close(self._wake)
            self._wake = None
            super().disable_input()
            os.close(self._awake)

    def run_input_thread(self) -> None:
        """Read until the driver stops. A terminal that is gone is noticed by the app."""
        read, early = TerminalInput(os.environ.get("ESCDELAY")), self._early_input
        try:
            while not self.exit_event.is_set():
                ready = select([self.fileno, self._awake], [], [], read.patience)[0]
                if self._awake in ready:
                    return
                if not ready:
                    found = read.pause()
                elif data := os.read(self.fileno, _READ):
                    found = read.events(early.as_typed(data) if early else data)
                else:
                    return
                for event in found:
                    self.process_message(event)
        except OSError:
            _log.info("the terminal cannot be read any more", exc_info=True)
        except Exception as error:
            self._loop.call_soon_threadsafe(self._app._handle_exception, error)

    def _go_on(self, terminal: int) -> None:
        with self._lock:
            if self._pour(terminal):
                self._loop.remove_writer(terminal)

    def _pour(self, terminal: int) -> bool:
        """Write as much as the terminal takes; whether that was everything."""
        while self._left:
            try:
                del self._left[: os.write(terminal, bytes(self._left))]
            except BlockingIOError:
                return False
            except OSError:  # the terminal is gone, and the app notices by itself
                self._left.clear()
        return True
