"""Writing the index during large changes: other processes build the documents, and commits are rare."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

from arxtui.search.writer import BulkWriter
from arxtui.store.cache.database import Cache
from arxtui.sync.importing.batches import packed_documents
from arxtui.sync.worker.process_pool import ProcessPool

COMMIT_AFTER = 100_000
"""Papers between two commits: each commit creates a segment, and many small segments must be merged."""
COMMIT_EVERY = 30.0
"""Seconds after which new papers are committed, so that searches find them; longer after a longer time, see
``_PART_OF_TIME``."""
_PART_OF_TIME = 1 / 4
"""New papers wait at most this part of the time since the start, if that is longer: a commit each 30 seconds makes so
many segments that their merges write every paper twice."""
_ROUND = 4_000
"""Changes that are processed in one round."""
_PER_PROCESS = 500
"""Papers whose documents one process builds at a time."""


def follow_once(cache: Cache, index: Path, index_state: tuple[int, bool], stop: threading.Event) -> int:
    """Index every change, with documents from other processes, and return the change number reached."""
    pool = ProcessPool()
    try:
        with IndexFollower(cache, index, index_state, pool, stop) as follower:
            follower.follow()
            return follower.number
    finally:
        pool.close()


class IndexFollower:
    """Updates the index with the changes of the cache; the only writer while it is open. ``number`` is the change
    number that it has reached.

    After a kill, the index is at the change number of its last commit and is updated from there. Methods raise
    SearchError if the index cannot be written.
    """

    def __init__(
        self, cache: Cache, index: Path, index_state: tuple[int, bool], pool: ProcessPool, stop: threading.Event
    ) -> None:
        """``index_state`` is (change number that the index has reached, whether it must be rebuilt)."""
        self.number, rebuild = index_state
        self._cache = cache
        self._pool = pool
        self._stop = stop
        self._writer = BulkWriter(index, rebuild=rebuild)
        # Up to this change number, a new index has no older document to remove: each paper appears only once, under
        # its last change.
        self._fresh_until = cache.changes.latest() if rebuild else 0
        self._since = 0
        self._opened = self._committed = time.monotonic()

    def follow(self, numbers: Mapping[int, int] | None = None, documents: Mapping[int, str] | None = None) -> None:
        """Index every change since ``number``, including those of other processes, until done or stopped.

        ``documents`` are documents that are built already, by key. They are used for papers whose last change is in
        ``numbers`` (key by change number); these papers are new to the index.
        """
        numbers, documents = numbers or {}, documents or {}
        while not self._stop.is_set():
            latest = self._cache.changes.latest()
            changes = self._cache.changes.since(self.number, _ROUND)
            if not changes:
                self.number = latest
                return
            prepared = [pair for pair in changes if numbers.get(pair[0]) == pair[1] and pair[1] in documents]
            self._writer.add(documents[key] for _, key in prepared)
            if len(prepared) < len(changes):
                self._replace(sorted(set(changes).difference(prepared)))
            self.number = changes[-1][0]
            self._since += len(changes)
            if self._since >= COMMIT_AFTER or time.monotonic() - self._committed > self._patience():
                self.commit()

    def commit(self) -> None:
        """Commit, so that searches find the indexed papers."""
        self._writer.commit(self.number)
        self._since, self._committed = 0, time.monotonic()

    def _patience(self) -> float:
        return max(COMMIT_EVERY, (time.monotonic() - self._opened) * _PART_OF_TIME)

    def _replace(self, changes: list[tuple[int, int]]) -> None:
        keys = [key for _, key in changes]
        futures = [
            self._pool.submit(packed_documents, self._cache.path, keys[start : start + _PER_PROCESS])
            for start in range(0, len(keys), _PER_PROCESS)
        ]
        self._writer.remove(key for change, key in changes if change > self._fresh_until)
        for future in futures:
            self._writer.add(future.result().values())

    def __enter__(self) -> IndexFollower:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                self.commit()
        finally:
            self._writer.close(self._stop)
