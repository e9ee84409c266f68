"""Output of a running program, as lines that are safe to show. Free of Textual."""

from __future__ import annotations

import codecs
import threading

from arxtui.model.counted import counted
from arxtui.text.clean import clean_line

MOST_BYTES = 1_000_000
MOST_LINES = 10_000
_MAX_MESSAGE = 600


class ProgramOutput:
    """Program output, written by the program's thread and read by the screen's thread. ``size`` is the number of bytes
    received."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._lines: list[str] = []
        self._last = ""
        self._left_out = 0
        self.size = 0

    def add(self, data: bytes) -> None:
        """Append output. Bytes beyond ``MOST_BYTES`` or after ``MOST_LINES`` lines are counted but not stored."""
        with self._lock:
            room = 0 if len(self._lines) >= MOST_LINES else max(MOST_BYTES - self.size, 0)
            self._left_out += max(len(data) - room, 0)
            self.size += len(data)
            *lines, self._last = (self._last + self._decoder.decode(data[:room])).split("\n")
            self._lines += map(clean_line, lines)

    @property
    def lines(self) -> list[str]:
        """The stored lines, and a last line with the number of bytes left out."""
        with self._lock:
            left_out = [f"… {counted(self._left_out, 'more byte')}"] if self._left_out else []
            return [*self._lines, *filter(None, [clean_line(self._last)]), *left_out]

    @property
    def message(self) -> str:
        """The output as one line, cut to the length of a message."""
        words = " · ".join(filter(None, map(str.strip, self.lines)))
        return words if len(words) <= _MAX_MESSAGE else f"{words[:_MAX_MESSAGE]}…"
