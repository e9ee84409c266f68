"""The moment since which papers have arrived without a report to the ``on_new_match`` hook. A file stores it, so that
the pass after a stopped or killed one reports those papers, too."""

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
    """Begin a pass: return the stored mark of the first pass that has not been reported, or store and return ``now``.

    If not ``kept``, delete any stored mark and return ``now`` without storing it.
    """
    if not kept:
        told(state)
        return now
    file = state / _FILE
    with suppress(OSError, ValueError, TypeError, KeyError):
        held = json.loads(file.read_bytes())
        at = datetime.fromisoformat(held["at"])
        if at.tzinfo is not None:
            return Mark(int(held["change"]), min(at, now.at))  # the clock may have been ahead when it was written
    with suppress(OSError):
        write_whole(file, json.dumps({"change": now.change, "at": now.at.isoformat()}).encode(), durable=False)
    return now


def told(state: Path) -> None:
    """Delete the stored mark. Call this just before reporting the arrivals, so that none is reported twice."""
    with suppress(OSError):
        (state / _FILE).unlink()
