"""History of the lines entered on the command line or in the search box, saved between sessions."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from pathlib import Path

from arxtui.files import write_whole
from arxtui.text import clean

_MAX_LINES = 500
"""Maximum number of lines saved."""
_MAX_LENGTH = 2_000
"""Maximum length of a saved line, in characters; longer lines are cut."""
_log = logging.getLogger(__name__)


class LineHistory:
    """Lines from ``file``, newest last, without duplicates. ``earlier`` and ``later`` step through the lines
    that start with the typed text."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lines: list[str] = []
        self._typed = ""
        self._position = 0
        self._shown = ""

    def begin(self) -> None:
        """Read the file again, because other readers can have added lines, and move behind the newest line."""
        self._lines = _read(self._file)
        self._position, self._typed, self._shown = len(self._lines), "", ""

    def earlier(self, shown: str) -> str:
        """Return the matching line before ``shown``, or ``shown`` if there is none."""
        return self._step(shown, range(self._start(shown) - 1, -1, -1))

    def later(self, shown: str) -> str:
        """Return the matching line after ``shown``; after the newest line, return the typed text."""
        line = self._step(shown, range(self._start(shown) + 1, len(self._lines)))
        if line == shown and self._position < len(self._lines):
            self._position, line = len(self._lines), self._typed
        return line

    def add(self, line: str) -> None:
        """Append a line to the history and save the file. If the file cannot be written, the line is lost."""
        others = (each for each in _read(self._file) if each != line)
        self._lines = [*others, line][-_MAX_LINES:]
        try:
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(self._file, "".join(f"{each}\n" for each in self._lines).encode(), mode=0o600, durable=False)
        except OSError:
            _log.warning("a line of the history could not be saved", exc_info=True)

    def _start(self, shown: str) -> int:
        """Return the current position. If the user edited the line, start again behind the newest line, with ``shown``
        as the typed text."""
        if shown != self._shown:
            self._position, self._typed = len(self._lines), shown
        return self._position

    def _step(self, shown: str, positions: Iterable[int]) -> str:
        for position in positions:
            line = self._lines[position]
            if line.startswith(self._typed) and line != shown:
                self._position = position
                self._shown = line
                return line
        self._shown = shown
        return shown


def _read(file: Path) -> list[str]:
    """Return the lines of the file; an empty list if the file is missing or unreadable."""
    try:
        text = file.read_bytes().decode(errors="replace")
    except OSError:
        return []
    lines = (clean(line)[:_MAX_LENGTH].strip() for line in text.splitlines())
    return [line for line in lines if line][-_MAX_LINES:]
