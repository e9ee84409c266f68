"""What a program has printed so far, as lines that are safe to show. Free of Textual."""

from __future__ import annotations

import codecs
import threading

from arxtui.model.counted import counted
from arxtui.text.clean import clean_line

MOST_BYTES = 1_000_000
MOST_LINES = 10_000
_LONGEST_MESSAGE = 600


class ProgramOutput:
    """Filled by the thread that runs the program, read by that of the screen. ``size`` grows with it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._lines: list[str] = []
        self._last = ""
        self._left_out = 0
        self.size = 0

    def add(self, piece: bytes) -> None:
        """Take what the program has printed. Beyond the bounds it is counted and left out."""
        with self._lock:
            room = 0 if len(self._lines) >= MOST_LINES else max(MOST_BYTES - self.size, 0)
            self._left_out += max(len(piece) - room, 0)
            self.size += len(piece)
            *lines, self._last = (self._last + self._decoder.decode(piece[:room])).split("\n")
            self._lines += map(clean_line, lines)

    @property
    def lines(self) -> list[str]:
        """What there is, line by line, and how much was left out."""
        with self._lock:
            left_out = [f"… {counted(self._left_out, 'more byte')}"] if self._left_out else []
            return [*self._lines, *filter(None, [clean_line(self._last)]), *left_out]

    @property
    def message(self) -> str:
        """What there is, as a message: the first lines, in one."""
        words = " · ".join(filter(None, map(str.strip, self.lines)))
        return words if len(words) <= _LONGEST_MESSAGE else f"{words[:_LONGEST_MESSAGE]}…"
