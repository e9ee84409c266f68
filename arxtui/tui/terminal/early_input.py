"""The terminal from the program's first moment on: what is typed before the reader is up is kept, and not echoed."""

from __future__ import annotations

import fcntl
import os
import signal
import struct
import termios
from contextlib import suppress
from types import FrameType, TracebackType
from typing import Any

from arxtui.tui.terminal.early_frame import EarlyFrame

_STDIN = 0
_STREAMS = (_STDIN, 1, 2)
_INPUT, _LOCAL = 0, 3
"""Where the input and the local modes stand in what ``tcgetattr`` returns."""


class EarlyInput:
    """While open, a terminal that hands over each key as it is, without an echo; afterwards the terminal as it was,
    whether the reader was left, never came, or was ended by SIGTERM (as SystemExit). Where a standard stream is no
    terminal, as in a pipe to a pager that sets it up itself, nothing is changed.

    A terminal that nobody has set up holds keys back until Enter, shows them among the shell's lines, makes line feeds
    of Enter and takes some keys for itself. Ctrl+C and Ctrl+Z are left to it: they end or stop a program that starts.
    """

    def __init__(self) -> None:
        self.modes: list[Any] | None = None
        """The modes of the terminal as it was; None where nothing was changed."""
        self.frame = EarlyFrame()
        self._by_line = 0

    def __enter__(self) -> EarlyInput:
        if not all(map(os.isatty, _STREAMS)):
            return self
        if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
            signal.signal(signal.SIGTERM, _end)
        with suppress(termios.error):
            self.modes = termios.tcgetattr(_STDIN)
            modes = termios.tcgetattr(_STDIN)
            modes[_INPUT] &= ~(termios.ICRNL | termios.INLCR | termios.IGNCR | termios.IXON | termios.IXOFF)
            modes[_LOCAL] &= ~(termios.ICANON | termios.ECHO | termios.IEXTEN)
            termios.tcsetattr(_STDIN, termios.TCSANOW, modes)  # the other ways drop what was typed
            self._by_line = self._waiting()
        return self

    def show_last_frame(self) -> None:
        """Show the last frame of the reader while it starts, where the terminal was set up."""
        if self.modes is not None:
            self.frame.show(self.modes)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if signal.getsignal(signal.SIGTERM) is _end:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
        self.frame.remove()
        # What was typed for a reader that never came is no line for the shell.
        self.give_back(termios.TCSAFLUSH if error else termios.TCSANOW)

    def give_back(self, when: int = termios.TCSANOW) -> None:
        """Set the terminal as it was; ``when`` as for ``termios.tcsetattr``."""
        if self.modes is not None:
            with suppress(termios.error):  # the terminal may be gone
                termios.tcsetattr(_STDIN, when, self.modes)

    def as_typed(self, data: bytes) -> bytes:
        """The next bytes that were read, with the keys that were typed: of what came before the terminal was set up, a
        line feed was Enter, and a zero Ctrl+D."""
        number, self._by_line = self._by_line, max(self._by_line - len(data), 0)
        return data[:number].replace(b"\n", b"\r").replace(b"\0", b"\x04") + data[number:]

    def _waiting(self) -> int:
        """Bytes that can be read."""
        waiting = fcntl.ioctl(_STDIN, termios.FIONREAD, struct.pack("i", 0))
        return int(struct.unpack("i", waiting)[0])


def _end(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)
