"""The progress of refreshes and harvests in other processes of this home.

A worker writes a file in the state directory: its process id, then its events, one a line (``sync.joining``).
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from arxtui.config.paths import Paths
from arxtui.model.events import Event, EventKind

_TAIL = 8_192
"""Bytes to read at the end of such a file: a few events."""


def current_refresh(paths: Paths) -> Event | None:
    """Return the last event of a refresh in another process, or in a child of this one; None if none is running."""
    return _last_event(paths.state / "worker.ndjson")


def current_harvest(paths: Paths) -> Event | None:
    """Return the last event of a harvest in another process; None if none is running."""
    return _last_event(paths.state / "harvest.ndjson")


def _last_event(file: Path) -> Event | None:
    try:
        with file.open("rb") as events:
            process = int(events.readline())
            begin = events.tell()
            events.seek(max(begin, os.fstat(events.fileno()).st_size - _TAIL))
            lines = events.read().split(b"\n")[:-1]
        os.kill(process, 0)
    except (OSError, ValueError):
        return None
    last = next((event for line in reversed(lines) if (event := _event(line))), Event(EventKind.STARTED))
    return None if last.kind is EventKind.FINISHED or process == os.getpid() else last


def _event(line: bytes) -> Event | None:
    with suppress(ValueError):
        return Event.from_json(line.decode())
    return None
