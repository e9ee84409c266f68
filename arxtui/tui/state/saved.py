"""What one session leaves for the next, in files of the state folder: lines typed, uses of commands, the last place."""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from arxtui.files import write_whole
from arxtui.light import frozen
from arxtui.text import clean

_MAX_COUNT = 1_000_000
_MAX_LINES = 500
"""Maximum number of lines saved."""
_MAX_LENGTH = 2_000
"""Maximum length of a saved line, in characters; longer lines are cut."""
_PLACE_TYPES = {"query": str, "key": int, "above": int}
_log = logging.getLogger(__name__)


def read_saved(file: Path) -> dict[str, Any]:
    """Return the saved values by name; none if the file is missing, unreadable or invalid."""
    try:
        data = json.loads(file.read_bytes())
    except (OSError, ValueError):
        return {}
    return data if isinstance(data, dict) else {}


def save(file: Path, values: Mapping[str, Any], name: str) -> None:
    """Save values, called ``name`` in the log. If the file cannot be written, the next session reads the old ones."""
    try:
        write_whole(file, json.dumps(values).encode(), durable=False)
    except OSError:
        _log.warning("%s could not be saved", name, exc_info=True)


class CommandUses:
    """Number of times each command was run from the palette, in ``file``, which is read on first use of ``counts``."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._counts: Counter[str] | None = None

    @property
    def counts(self) -> Counter[str]:
        """Number of uses by command name."""
        if self._counts is None:
            saved = read_saved(self._file).items()
            self._counts = Counter({id: uses for id, uses in saved if type(uses) is int and 0 < uses < _MAX_COUNT})
        return self._counts

    def add(self, id: str) -> None:
        """Count one use and save the file."""
        self.counts[id] += 1
        save(self._file, self.counts, "the uses of commands")


@frozen
class LastPlace:
    """A query, the key of the paper under the cursor, the number of visible rows above the cursor, the names of lists
    (``Similar to “…”``) by the queries with which the query begins, and the cursor's row (from 1; 0: unknown)."""

    query: str
    key: int
    above: int = 0
    names: Mapping[str, str] | None = None
    row: int = 0

    @classmethod
    def read(cls, file: Path) -> LastPlace | None:
        """Return the saved place; None if the file is missing, unreadable or invalid."""
        data = read_saved(file)
        if any(type(data.get(name)) is not kind for name, kind in _PLACE_TYPES.items()):
            return None
        names = data.get("names")
        if not (isinstance(names, dict) and all(isinstance(name, str) for name in names.values())):
            names = None
        row = data.get("row")
        return cls(**{name: data[name] for name in _PLACE_TYPES}, names=names, row=row if type(row) is int else 0)

    def write(self, file: Path) -> None:
        """Save this place."""
        save(file, asdict(self), "the place in the list")


def forget(file: Path) -> None:
    """Delete the saved place."""
    try:
        file.unlink(missing_ok=True)
    except OSError:
        _log.warning("the place in the list could not be deleted", exc_info=True)


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
        self._lines = _read_lines(self._file)
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
        others = (each for each in _read_lines(self._file) if each != line)
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


def _read_lines(file: Path) -> list[str]:
    """Return the lines of the file; an empty list if the file is missing or unreadable."""
    try:
        text = file.read_bytes().decode(errors="replace")
    except OSError:
        return []
    lines = (clean(line)[:_MAX_LENGTH].strip() for line in text.splitlines())
    return [line for line in lines if line][-_MAX_LINES:]
