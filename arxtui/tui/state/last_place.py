"""Last place of a session, saved between sessions: the list's query and the cursor's paper and row."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

from arxtui.files import write_whole
from arxtui.model.frozen import frozen

_FIELD_TYPES = {"query": str, "key": int, "above": int}
_log = logging.getLogger(__name__)


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
        try:
            data = json.loads(file.read_bytes())
        except (OSError, ValueError):
            return None
        if not isinstance(data, dict) or any(type(data.get(name)) is not kind for name, kind in _FIELD_TYPES.items()):
            return None
        names = data.get("names")
        if not (isinstance(names, dict) and all(isinstance(name, str) for name in names.values())):
            names = None
        row = data.get("row")
        return cls(**{name: data[name] for name in _FIELD_TYPES}, names=names, row=row if type(row) is int else 0)

    def write(self, file: Path) -> None:
        """Save this place. If the file cannot be written, the next session opens at the default place."""
        try:
            write_whole(file, json.dumps(asdict(self)).encode(), durable=False)
        except OSError:
            _log.warning("the place in the list could not be saved", exc_info=True)


def forget(file: Path) -> None:
    """Delete the saved place."""
    try:
        file.unlink(missing_ok=True)
    except OSError:
        _log.warning("the place in the list could not be deleted", exc_info=True)
