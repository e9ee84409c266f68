"""The moment since which papers have arrived without a report to the ``on_new_match`` hook. A file stores it, so that
the pass after a stopped or killed one reports those papers, too."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from arxtui.files import write_whole
from arxtui.light import NamedTuple

_FILE = "arrivals.json"


class ArrivalMark(NamedTuple):
    """A moment of the cache: its change number, and the time (aware UTC)."""

    change: int
    at: datetime


def begin(state: Path, now: ArrivalMark, *, persist: bool) -> ArrivalMark:
    """Begin a pass: return the stored mark of the first pass that has not been reported, or store and return ``now``.

    If not ``persist``, delete any stored mark and return ``now`` without storing it.
    """
    if not persist:
        clear(state)
        return now
    file = state / _FILE
    with suppress(OSError, ValueError, TypeError, KeyError):
        stored = json.loads(file.read_bytes())
        at = datetime.fromisoformat(stored["at"])
        if at.tzinfo is not None:
            return ArrivalMark(int(stored["change"]), min(at, now.at))  # its clock may have been ahead
    with suppress(OSError):
        write_whole(file, json.dumps({"change": now.change, "at": now.at.isoformat()}).encode(), durable=False)
    return now


def clear(state: Path) -> None:
    """Delete the stored mark. Call this just before reporting the arrivals, so that none is reported twice."""
    with suppress(OSError):
        (state / _FILE).unlink()
