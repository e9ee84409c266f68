"""Early input: sets up the terminal at program start, so that keys typed before the reader runs are saved and not
echoed."""

from __future__ import annotations

import fcntl
import os
import signal
import struct
import termios
import time
from contextlib import suppress
from select import select
from types import FrameType, TracebackType
from typing import Any

from arxtui.tui.terminal import background
from arxtui.tui.terminal.saved_frame import EarlyFrame

_STDIN = 0
_OUTPUT = 2
"""Standard error, which the reader draws on."""
_STREAMS = (_STDIN, 1, _OUTPUT)
_INPUT, _LOCAL = 0, 3
"""Indices of the input and the local modes in the result of ``tcgetattr``."""
_TICK = 0.005
_ANSWER_SECONDS = 0.5
"""Seconds after a query in which the terminal's answer can arrive. A program that ends earlier waits for the answer, so
that the shell does not read it as keys."""
_ANSWER = b"\x1b]"
_ANSWER_ENDS = (b"\x1b\\", b"\x07")


class EarlyInput:
    """Context manager that passes on each key unchanged and without echo. On exit the terminal's modes are restored,
    whether the reader ended, never started, or was ended by SIGTERM (raised as SystemExit). If a standard stream is no
    terminal, as in a pipe to a pager, nothing is changed.

    A terminal in its default mode holds keys back until Enter, echoes them, turns Enter into a line feed and handles
    some keys itself. Ctrl+C and Ctrl+Z stay with the terminal: they end or stop a program that is starting.
    """

    def __init__(self) -> None:
        self.modes: list[Any] | None = None
        """The terminal's original modes; None if nothing was changed."""
        self.frame = EarlyFrame()
        self._line_mode_bytes = 0
        self._unread = b""
        self._queried_at: float | None = None

    def __enter__(self) -> EarlyInput:
        if not all(map(os.isatty, _STREAMS)):
            return self
        if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
            signal.signal(signal.SIGTERM, _exit_on_signal)
        with suppress(termios.error):
            self.modes = termios.tcgetattr(_STDIN)
            modes = termios.tcgetattr(_STDIN)
            modes[_INPUT] &= ~(termios.ICRNL | termios.INLCR | termios.IGNCR | termios.IXON | termios.IXOFF)
            modes[_LOCAL] &= ~(termios.ICANON | termios.ECHO | termios.IEXTEN)
            termios.tcsetattr(_STDIN, termios.TCSANOW, modes)  # TCSANOW: the other options drop typed keys
            self._line_mode_bytes = self._readable_bytes()
        return self

    def show_last_frame(self) -> None:
        """Show the last frame while the reader starts, if the terminal was set up."""
        if self.modes is not None:
            self.frame.show(self.modes)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if signal.getsignal(signal.SIGTERM) is _exit_on_signal:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
        self.frame.remove()
        self.drop_answer()
        # If the reader did not start, the keys typed for it must not reach the shell.
        self.give_back(termios.TCSAFLUSH if error else termios.TCSANOW)

    def give_back(self, when: int = termios.TCSANOW) -> None:
        """Restore the terminal's modes. ``when`` is a constant of ``termios.tcsetattr``."""
        if self.modes is not None:
            with suppress(termios.error):  # the terminal may be gone
                termios.tcsetattr(_STDIN, when, self.modes)

    def as_typed(self, data: bytes) -> bytes:
        """Convert bytes that were read into the keys that were typed. In input from before the terminal was set up, a
        line feed was Enter, and a zero byte Ctrl+D."""
        count, self._line_mode_bytes = self._line_mode_bytes, max(self._line_mode_bytes - len(data), 0)
        return data[:count].replace(b"\n", b"\r").replace(b"\0", b"\x04") + data[count:]

    # The terminal's background

    def query_background(self) -> None:
        """Query the terminal for its background colour, without waiting for the answer."""
        if self.modes is not None and background.can_query(os.environ):
            os.write(_OUTPUT, background.QUERY.encode())
            self._queried_at = time.monotonic()

    def background_is_dark(self) -> bool | None:
        """Return whether the background is dark, if the terminal has answered; None if it has not. Typed keys are saved
        for ``take_unread``."""
        if self._queried_at is None:
            return None
        if readable := self._readable_bytes():
            self._unread += os.read(_STDIN, readable)
        for rest in self._unread.split(_ANSWER)[1:]:
            for end in _ANSWER_ENDS:
                text, ended, _ = rest.partition(end)
                if ended and (dark := background.is_dark_answer(text.decode("ascii", "ignore"))) is not None:
                    return dark
        return None

    def take_unread(self) -> bytes:
        """Return the input that was read while looking for the answer."""
        unread, self._unread = self._unread, b""
        return unread

    def answer_received(self) -> None:
        """Record that the answer was read."""
        self._queried_at = None

    def await_answer(self) -> None:
        """Wait until another thread has read the answer, or its time is over."""
        while self._answer_seconds > 0:
            time.sleep(_TICK)

    def drop_answer(self) -> None:
        """Wait for the answer and discard it, if no thread reads any more."""
        with suppress(OSError):  # the terminal may be gone
            while (seconds := self._answer_seconds) > 0 and self.background_is_dark() is None:
                select([_STDIN], [], [], seconds)
        self.answer_received()

    @property
    def _answer_seconds(self) -> float:
        """Seconds in which the answer can still arrive; 0 if none is expected."""
        return 0.0 if self._queried_at is None else max(self._queried_at + _ANSWER_SECONDS - time.monotonic(), 0.0)

    def _readable_bytes(self) -> int:
        """Return the number of bytes that can be read."""
        waiting = fcntl.ioctl(_STDIN, termios.FIONREAD, struct.pack("i", 0))
        return int(struct.unpack("i", waiting)[0])


def _exit_on_signal(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)
