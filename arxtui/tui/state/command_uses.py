"""Number of times each command was run from the palette, saved between sessions."""

from __future__ import annotations

import json
import logging
from collections import Counter
from pathlib import Path

from arxtui.files import write_whole

_MAX_COUNT = 1_000_000
_log = logging.getLogger(__name__)


class CommandUses:
    """Command counts in ``file``. The file is read on first use of ``counts``."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._counts: Counter[str] | None = None

    @property
    def counts(self) -> Counter[str]:
        """Number of uses by command name."""
        if self._counts is None:
            self._counts = _read(self._file)
        return self._counts

    def add(self, id: str) -> None:
        """Count one use and save the file. If the file cannot be written, the next session reads the old counts."""
        self.counts[id] += 1
        try:
            write_whole(self._file, json.dumps(self.counts).encode(), durable=False)
        except OSError:
            _log.warning("the uses of commands could not be saved", exc_info=True)


def _read(file: Path) -> Counter[str]:
    try:
        counts = json.loads(file.read_bytes())
    except (OSError, ValueError):
        return Counter()
    if not isinstance(counts, dict):
        return Counter()
    return Counter({id: number for id, number in counts.items() if type(number) is int and 0 < number < _MAX_COUNT})
