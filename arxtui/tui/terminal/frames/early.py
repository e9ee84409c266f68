"""Early frame: shows the last session's frame on the full screen until the reader paints."""

from __future__ import annotations

import os
import signal
import termios
from contextlib import suppress
from types import FrameType
from typing import Any

from arxtui.tui.terminal.frames.saved import FILE, load_frame, state_folder

FULL_SCREEN = "\x1b[?1049h"
_ENTER = f"{FULL_SCREEN}\x1b[?25l\x1b[?7l"
_LEAVE = "\x1b[0m\x1b[?7h\x1b[?1049l\x1b[?25h"
"""Enter the alternate screen, with cursor and line wrapping off, and leave it."""
_OUTPUT = 2
"""Standard error, which Textual draws on."""
_OUTPUT_SPEED = 5


class EarlyFrame:
    """The frame of the last session, if ``show`` has painted one."""

    def __init__(self) -> None:
        self.is_shown = False

    def show(self, modes: list[Any]) -> None:
        """Show the frame of the last session if it fits this terminal. ``modes`` is the result of ``tcgetattr``."""
        if modes[_OUTPUT_SPEED] < termios.B38400:  # drawing the frame on a serial line takes seconds
            return
        with suppress(OSError, UnicodeEncodeError):
            size = os.get_terminal_size(_OUTPUT)
            if frame := load_frame(f"{state_folder()}/{FILE}", *size):
                if signal.getsignal(signal.SIGTSTP) is signal.SIG_DFL:
                    signal.signal(signal.SIGTSTP, self._stop)
                self.is_shown = True
                _write(_ENTER + frame)

    def hand_over(self) -> bool:
        """Leave the full screen to the caller. Return whether the terminal is in full screen already."""
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
        """Restore the shell's screen and stop the process, for Ctrl+Z."""
        self.remove()
        # Also after a handover; otherwise this handler would call itself forever.
        signal.signal(number, signal.SIG_DFL)
        signal.raise_signal(number)


def _write(text: str) -> None:
    unwritten = text.encode()
    while unwritten:
        unwritten = unwritten[os.write(_OUTPUT, unwritten) :]
