"""A file read here, made ready by other processes, and brought back in its own order."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future
from datetime import UTC, datetime
from pathlib import Path

from arxtui.sources.errors import SourceError
from arxtui.sources.stretches import Stretch
from arxtui.sync.hands import Hands
from arxtui.sync.parcels import Parcel, make_ready

_MOST = 4
"""Stretches of at most a thousand records that go into one transaction."""


def parcels(stretches: Iterator[Stretch], hands: Hands, cache: Path) -> Iterator[list[Parcel]]:
    """What is ready, in the order of the file: a stretch, and the next ones where they are ready as well.

    Reading keeps a little ahead of the processes, so that memory is bounded. SourceError and OSError of the file come
    after what stands before them.
    """
    ahead = 2 * hands.count + 2
    waiting: deque[Future[Parcel]] = deque()
    fault: SourceError | OSError | None = None
    while True:
        try:
            stretch = next(stretches, None)
        except (SourceError, OSError) as error:
            stretch, fault = None, error
        if stretch is None:
            break
        waiting.append(hands.submit(make_ready, stretch, cache, datetime.now(UTC).date()))
        if len(waiting) >= ahead or waiting[0].done():
            yield _ready(waiting)
    while waiting:
        yield _ready(waiting)
    if fault is not None:
        raise fault


def _ready(waiting: deque[Future[Parcel]]) -> list[Parcel]:
    found = [waiting.popleft().result()]
    while waiting and len(found) < _MOST and waiting[0].done():
        found.append(waiting.popleft().result())
    return found
