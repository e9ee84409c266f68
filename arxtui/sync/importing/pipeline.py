"""The pipeline of an import: read a file here, prepare its parts in other processes, return them in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from arxtui.sources.errors import SourceError
from arxtui.sources.stretches import Stretch
from arxtui.sync.importing.batches import Parcel, make_ready
from arxtui.sync.worker.process_pool import ProcessPool

_MOST = 4
"""The most parts, of at most a thousand records each, in one transaction."""


class Read(NamedTuple):
    """Part of a file, and the batch prepared from it."""

    stretch: Stretch
    parcel: Parcel


def parcels(stretches: Iterator[Stretch], hands: ProcessPool, cache: Path) -> Iterator[list[Read]]:
    """Yield the prepared batches in the order of the file: the next one, with up to three more if they are ready.

    Reading stays a few parts ahead of the processes, so that memory is bounded.

    Raises:
        SourceError, OSError: the file cannot be read further; raised after the batches before the error.
    """
    ahead = 2 * hands.count + 2
    waiting: deque[tuple[Stretch, Future[Parcel]]] = deque()
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


def _ready(waiting: deque[tuple[Stretch, Future[Parcel]]]) -> list[Read]:
    found = [_read(*waiting.popleft())]
    while waiting and len(found) < _MOST and waiting[0][1].done():
        found.append(_read(*waiting.popleft()))
    return found


def _read(stretch: Stretch, future: Future[Parcel]) -> Read:
    return Read(stretch, future.result())
