"""The index written while much is to come: documents made by other processes, commits far apart."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

from arxtui.search.bulk import BulkWriter
from arxtui.store.cache.database import Cache
from arxtui.sync.importing.batches import packed_documents
from arxtui.sync.worker.process_pool import Hands

COMMIT_AFTER = 100_000
"""Papers after which they are committed: a commit makes a segment, and many small ones must be merged."""
COMMIT_EVERY = 30.0
"""Seconds after which what is new is found at the latest."""
_AT_ONCE = 4_000
_APIECE = 500


class Follower:
    """The one writer of the index while it is open; ``number`` is the change number it has taken up.

    Only what a commit holds counts: killed anywhere, the index stands at a change number of the cache and is caught up
    from there. SearchError when the index cannot be written.
    """

    def __init__(
        self, cache: Cache, index: Path, standing: tuple[int, bool], hands: Hands, stop: threading.Event
    ) -> None:
        """``standing``: up to which change number the index is built, and whether it has to be built anew."""
        self.number, anew = standing
        self._cache = cache
        self._hands = hands
        self._stop = stop
        self._writer = BulkWriter(index, rebuild=anew)
        # A new index holds none of the papers that it meets up to here, for each stands under its last change.
        self._fresh_until = cache.changes.latest() if anew else 0
        self._since = 0
        self._committed = time.monotonic()

    def follow(self, numbers: Mapping[int, int] | None = None, documents: Mapping[int, str] | None = None) -> None:
        """Take up every change since, also other processes'; stopped, as far as it came.

        ``documents`` are there already, by key, and good for papers whose last change is in ``numbers`` (the key by
        change number), which the index does not hold.
        """
        numbers, documents = numbers or {}, documents or {}
        while not self._stop.is_set():
            reached = self._cache.changes.latest()
            changes = self._cache.changes.since(self.number, _AT_ONCE)
            if not changes:
                self.number = reached
                return
            made = [pair for pair in changes if numbers.get(pair[0]) == pair[1] and pair[1] in documents]
            self._writer.add(documents[key] for _, key in made)
            if len(made) < len(changes):
                self._replace(sorted(set(changes).difference(made)))
            self.number = changes[-1][0]
            self._since += len(changes)
            if self._since >= COMMIT_AFTER or time.monotonic() - self._committed > COMMIT_EVERY:
                self.commit()

    def commit(self) -> None:
        """What was taken up is found from now on."""
        self._writer.commit(self.number)
        self._since, self._committed = 0, time.monotonic()

    def _replace(self, changes: list[tuple[int, int]]) -> None:
        keys = [key for _, key in changes]
        making = [
            self._hands.submit(packed_documents, self._cache.path, keys[start : start + _APIECE])
            for start in range(0, len(keys), _APIECE)
        ]
        self._writer.remove(key for change, key in changes if change > self._fresh_until)
        for made in making:
            self._writer.add(made.result().values())

    def __enter__(self) -> Follower:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                self.commit()
        finally:
            self._writer.close(self._stop)
