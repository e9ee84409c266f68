"""A file read here, made ready by other processes, and brought back in its own order."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from arxtui.sources.errors import SourceError
from arxtui.sources.file_parts import FilePart
from arxtui.sync.importing.batches import Parcel, make_ready
from arxtui.sync.worker.process_pool import Hands

_MOST = 4
"""Stretches of at most a thousand records that go into one transaction."""


class Read(NamedTuple):
    """A stretch, and what was made of it."""

    stretch: FilePart
    parcel: Parcel


def parcels(stretches: Iterator[FilePart], hands: Hands, cache: Path) -> Iterator[list[Read]]:
    """What is ready, in the order of the file: a stretch, and the next ones where they are ready as well.

    Reading keeps a little ahead of the processes, so that memory is bounded. SourceError and OSError of the file come
    after what stands before them.
    """
    ahead = 2 * hands.count + 2
    waiting: deque[tuple[FilePart, Future[Parcel]]] = deque()
    fault: SourceError | OSError | None = None
    while True:
        try:
            stretch = next(stretches, None)
        except (SourceError, OSError) as error:
            stretch, fault = None, error
        if stretch is None:
            break
        waiting.append((stretch, hands.submit(make_ready, stretch, cache, datetime.now(UTC).date())))
        if len(waiting) >= ahead or waiting[0][1].done():
            yield _ready(waiting)
    while waiting:
        yield _ready(waiting)
    if fault is not None:
        raise fault


def _ready(waiting: deque[tuple[FilePart, Future[Parcel]]]) -> list[Read]:
    found = [_read(*waiting.popleft())]
    while waiting and len(found) < _MOST and waiting[0][1].done():
        found.append(_read(*waiting.popleft()))
    return found


def _read(stretch: FilePart, future: Future[Parcel]) -> Read:
    return Read(stretch, future.result())
