"""Since when papers have arrived that nobody has been told of: kept in a file, so that a pass that is stopped or killed
leaves them to the next."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from arxtui.files import write_whole

_FILE = "arrivals.json"


class Mark(NamedTuple):
    """A moment of the cache: its change number, and the time (aware UTC)."""

    change: int
    at: datetime


def begin(state: Path, now: Mark, *, kept: bool) -> Mark:
    """A pass begins: the mark of the first that was not told of, ``now`` where there is none. Not ``kept``, it is for
    this pass alone."""
    if not kept:
        told(state)
        return now
    file = state / _FILE
    with suppress(OSError, ValueError, TypeError, KeyError):
        held = json.loads(file.read_bytes())
        at = datetime.fromisoformat(held["at"])
        if at.tzinfo is not None:
            return Mark(int(held["change"]), min(at, now.at))  # a clock may have been wrong then
    with suppress(OSError):
        write_whole(file, json.dumps({"change": now.change, "at": now.at.isoformat()}).encode(), durable=False)
    return now


def told(state: Path) -> None:
    """Everything that arrived is told of, or about to be: nothing is told twice."""
    with suppress(OSError):
        (state / _FILE).unlink()
