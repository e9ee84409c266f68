"""Where the reader was left: the query in the list and where its cursor stood; kept from session to session."""

from __future__ import annotations

import json
import logging
from dataclasses import asdict
from pathlib import Path

from arxtui.files import write_whole
from arxtui.model.frozen import frozen

_KINDS = {"query": str, "key": int, "above": int}
_log = logging.getLogger(__name__)


@frozen
class LastPlace:
    """A query, the key of the paper under the cursor, and how many rows stood above it in sight."""

    query: str
    key: int
    above: int = 0

    @classmethod
    def read(cls, file: Path) -> LastPlace | None:
        """What was kept; None where nothing was, or nothing that can be read."""
        try:
            kept = json.loads(file.read_bytes())
        except (OSError, ValueError):
            return None
        if not isinstance(kept, dict) or any(type(kept.get(name)) is not kind for name, kind in _KINDS.items()):
            return None
        return cls(**{name: kept[name] for name in _KINDS})

    def write(self, file: Path) -> None:
        """Keep this. Where that cannot be, the next session opens as the first did."""
        try:
            write_whole(file, json.dumps(asdict(self)).encode(), durable=False)
        except OSError:
            _log.warning("the place in the list could not be kept", exc_info=True)


def forget(file: Path) -> None:
    """Keep nothing."""
    try:
        file.unlink(missing_ok=True)
    except OSError:
        _log.warning("the place in the list could not be forgotten", exc_info=True)
