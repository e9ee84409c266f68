"""The lines that were typed on the command line, kept from session to session."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from pathlib import Path

from arxtui.files import write_whole
from arxtui.text import clean

_MOST = 500
"""Lines that are kept."""
_LONGEST = 2_000
"""Characters of a line that is kept."""
_log = logging.getLogger(__name__)


class CommandHistory:
    """The lines in ``file``, the newest last, each once; and a walk through those that begin with what was typed."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lines: list[str] = []
        self._typed = ""
        self._place = 0
        self._shown = ""

    def begin(self) -> None:
        """Begin a walk behind the newest line. Other readers may have added some."""
        self._lines = _read(self._file)
        self._place, self._typed, self._shown = len(self._lines), "", ""

    def earlier(self, shown: str) -> str:
        """The line before the one that is ``shown``; that one where there is none."""
        return self._step(shown, range(self._start(shown) - 1, -1, -1))

    def later(self, shown: str) -> str:
        """The line after the one that is ``shown``, behind the newest what was typed."""
        found = self._step(shown, range(self._start(shown) + 1, len(self._lines)))
        if found == shown and self._place < len(self._lines):
            self._place, found = len(self._lines), self._typed
        self._shown = found
        return found

    def add(self, line: str) -> None:
        """Keep a line for this and for later sessions. Where that cannot be, this session has it."""
        others = (each for each in _read(self._file) if each != line)
        self._lines = [*others, line][-_MOST:]
        try:
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(self._file, "".join(f"{each}\n" for each in self._lines).encode(), mode=0o600, durable=False)
        except OSError:
            _log.warning("the command line could not be kept", exc_info=True)

    def _start(self, shown: str) -> int:
        """The place of the walk; what was edited begins another one."""
        if shown != self._shown:
            self._place, self._typed = len(self._lines), shown
        return self._place

    def _step(self, shown: str, places: Iterable[int]) -> str:
        for place in places:
            line = self._lines[place]
            if line.startswith(self._typed) and line != shown:
                self._place = place
                self._shown = line
                return line
        self._shown = shown
        return shown


def _read(file: Path) -> list[str]:
    """The lines of the file; none where there is none, or none that can be read."""
    try:
        text = file.read_bytes().decode(errors="replace")
    except OSError:
        return []
    lines = (clean(line)[:_LONGEST].strip() for line in text.splitlines())
    return [line for line in lines if line][-_MOST:]
