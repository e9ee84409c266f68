"""The terminal from the program's first moment on: what is typed before the reader is up is kept, and not echoed."""

from __future__ import annotations

import fcntl
import struct
import termios
from contextlib import suppress
from types import TracebackType
from typing import Any

_INPUT, _LOCAL = 0, 3
"""Where the input and the local modes stand in what ``tcgetattr`` returns."""


class EarlyInput:
    """While open, a terminal that hands over each key as it is, without an echo; afterwards the terminal as it was.

    A terminal that nobody has set up holds keys back until Enter, shows them among the shell's lines, makes line feeds
    of Enter and takes some keys for itself. Ctrl+C and Ctrl+Z are left to it: they end or stop a program that starts.
    """

    def __init__(self, terminal: int) -> None:
        self._terminal = terminal
        self.modes: list[Any] | None = None
        """The modes of the terminal as it was; None where it has none."""
        self._by_line = 0

    def __enter__(self) -> EarlyInput:
        with suppress(termios.error):
            self.modes = termios.tcgetattr(self._terminal)
            modes = termios.tcgetattr(self._terminal)
            modes[_INPUT] &= ~(termios.ICRNL | termios.INLCR | termios.IGNCR | termios.IXON | termios.IXOFF)
            modes[_LOCAL] &= ~(termios.ICANON | termios.ECHO | termios.IEXTEN)
            termios.tcsetattr(self._terminal, termios.TCSANOW, modes)  # the other ways drop what was typed
            self._by_line = self._waiting()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.give_back()

    def give_back(self) -> None:
        """Set the terminal as it was."""
        if self.modes is not None:
            with suppress(termios.error):  # the terminal may be gone
                termios.tcsetattr(self._terminal, termios.TCSANOW, self.modes)

    def as_typed(self, data: bytes) -> bytes:
        """The next bytes that were read, with the keys that were typed: of what came before the terminal was set up, a
        line feed was Enter, and a zero Ctrl+D."""
        number, self._by_line = self._by_line, max(self._by_line - len(data), 0)
        return data[:number].replace(b"\n", b"\r").replace(b"\0", b"\x04") + data[number:]

    def _waiting(self) -> int:
        """Bytes that can be read."""
        waiting = fcntl.ioctl(self._terminal, termios.FIONREAD, struct.pack("i", 0))
        return int(struct.unpack("i", waiting)[0])
