"""The terminal from the program's first moment on: what is typed before the reader is up is kept, and not echoed."""

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
from arxtui.tui.terminal.early_frame import EarlyFrame

_STDIN = 0
_DRAWN = 2
"""Where the reader draws: standard error."""
_STREAMS = (_STDIN, 1, _DRAWN)
_INPUT, _LOCAL = 0, 3
"""Where the input and the local modes stand in what ``tcgetattr`` returns."""
_TICK = 0.005
_ANSWER_SECONDS = 0.5
"""How long after the question an answer may still come: a program that ends before waits for it, so that the shell does
not get it as keys."""
_ANSWER = b"\x1b]"
_ANSWER_ENDS = (b"\x1b\\", b"\x07")


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
        self._unread = b""
        self._asked_at: float | None = None

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
        self.drop_answer()
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

    # The terminal's background

    def ask_background(self) -> None:
        """Ask the terminal for the colour of its background, without waiting for the answer."""
        if self.modes is not None and background.may_be_asked(os.environ):
            os.write(_DRAWN, background.QUERY.encode())
            self._asked_at = time.monotonic()

    def background_is_dark(self) -> bool | None:
        """What the terminal has answered by now; None where it has not. Nothing that was typed is lost."""
        if self._asked_at is None:
            return None
        if waiting := self._waiting():
            self._unread += os.read(_STDIN, waiting)
        for begun in self._unread.split(_ANSWER)[1:]:
            for end in _ANSWER_ENDS:
                text, ended, _ = begun.partition(end)
                if ended and (dark := background.of_answer(text.decode("ascii", "ignore"))) is not None:
                    return dark
        return None

    def take_unread(self) -> bytes:
        """What was read while the answer was looked for, for whoever reads on."""
        unread, self._unread = self._unread, b""
        return unread

    def answered(self) -> None:
        """The answer has been read."""
        self._asked_at = None

    def await_answer(self) -> None:
        """Wait until the answer has been read by another thread, for as long as it may be on its way."""
        while self._answer_seconds > 0:
            time.sleep(_TICK)

    def drop_answer(self) -> None:
        """Read the answer where nobody else does any more."""
        with suppress(OSError):  # the terminal may be gone
            while (seconds := self._answer_seconds) > 0 and self.background_is_dark() is None:
                select([_STDIN], [], [], seconds)
        self.answered()

    @property
    def _answer_seconds(self) -> float:
        """How long the answer may still be on its way; 0 where none is."""
        return 0.0 if self._asked_at is None else max(self._asked_at + _ANSWER_SECONDS - time.monotonic(), 0.0)

    def _waiting(self) -> int:
        """Bytes that can be read."""
        waiting = fcntl.ioctl(_STDIN, termios.FIONREAD, struct.pack("i", 0))
        return int(struct.unpack("i", waiting)[0])


def _end(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)
