"""The terminal's full screen before the reader has it: with the last frame, until the reader paints."""

from __future__ import annotations

import os
import signal
import termios
from contextlib import suppress
from types import FrameType
from typing import Any

from arxtui.tui.terminal.saved_frame import FILE, readable, state_folder

FULL_SCREEN = "\x1b[?1049h"
_ENTER = f"{FULL_SCREEN}\x1b[?25l\x1b[?7l"
_LEAVE = "\x1b[0m\x1b[?7h\x1b[?1049l\x1b[?25h"
"""The alternate screen without a cursor and without wrapping, and back."""
_DRAWN_ON = 2
"""Standard error, where Textual draws."""
_OUTPUT_SPEED = 5


class EarlyFrame:
    """The last frame, where ``show`` has put one on the screen."""

    def __init__(self) -> None:
        self.is_shown = False

    def show(self, modes: list[Any]) -> None:
        """Show the frame of the last session, if it fits this terminal, whose modes these are."""
        if modes[_OUTPUT_SPEED] < termios.B38400:  # a serial line would be busy with it for seconds
            return
        with suppress(OSError, UnicodeEncodeError):
            size = os.get_terminal_size(_DRAWN_ON)
            if frame := readable(f"{state_folder()}/{FILE}", *size):
                if signal.getsignal(signal.SIGTSTP) is signal.SIG_DFL:
                    signal.signal(signal.SIGTSTP, self._stop)
                self.is_shown = True
                _write(_ENTER + frame)

    def hand_over(self) -> bool:
        """Leave the full screen to who draws on it from here on. Whether the terminal shows it already."""
        was_shown, self.is_shown = self.is_shown, False
        return was_shown

    def remove(self) -> None:
        """Leave the full screen, unless it was handed over."""
        if self.hand_over():
            with suppress(OSError):
                _write(_LEAVE)
            if signal.getsignal(signal.SIGTSTP) == self._stop:
                signal.signal(signal.SIGTSTP, signal.SIG_DFL)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        """Stop, as Ctrl+Z asks, with the shell's lines on the screen."""
        self.remove()
        signal.signal(number, signal.SIG_DFL)  # also where the frame was handed over: this would call itself for ever
        signal.raise_signal(number)


def _write(text: str) -> None:
    left = text.encode()
    while left:
        left = left[os.write(_DRAWN_ON, left) :]
