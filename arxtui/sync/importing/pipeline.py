"""The pipeline of an import: read a file here, prepare its parts in other processes, return them in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from arxtui.sources.errors import SourceError
from arxtui.sources.file_parts import FilePart
from arxtui.sync.importing.batches import ImportBatch, prepare
from arxtui.sync.worker.process_pool import ProcessPool

_MOST_PARTS = 4
"""The most parts, of at most a thousand records each, in one transaction."""


class PreparedPart(NamedTuple):
    """Part of a file, and the batch prepared from it."""

    stretch: FilePart
    batch: ImportBatch


def prepared_parts(stretches: Iterator[FilePart], pool: ProcessPool, cache: Path) -> Iterator[list[PreparedPart]]:
    """Yield the prepared batches in the order of the file: the next one, with up to three more if they are ready.

    Reading stays a few parts ahead of the processes, so that memory is bounded.

    Raises:
        SourceError, OSError: the file cannot be read further; raised after the batches before the error.
    """
    ahead = 2 * pool.count + 2
    waiting: deque[tuple[FilePart, Future[ImportBatch]]] = deque()
    fault: SourceError | OSError | None = None
    while True:
        try:
            stretch = next(stretches, None)
        except (SourceError, OSError) as error:
            stretch, fault = None, error
        if stretch is None:
            break
        waiting.append((stretch, pool.submit(prepare, stretch, cache, datetime.now(UTC).date())))
        if len(waiting) >= ahead or waiting[0][1].done():
            yield _ready(waiting)
    while waiting:
        yield _ready(waiting)
    if fault is not None:
        raise fault


def _ready(waiting: deque[tuple[FilePart, Future[ImportBatch]]]) -> list[PreparedPart]:
    parts = [_read(*waiting.popleft())]
    while waiting and len(parts) < _MOST_PARTS and waiting[0][1].done():
        parts.append(_read(*waiting.popleft()))
    return parts


def _read(stretch: FilePart, future: Future[ImportBatch]) -> PreparedPart:
    return PreparedPart(stretch, future.result())
