"""The index during an import or a harvest: its lock, and what happens if it cannot be written."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from types import TracebackType

from arxtui.config.paths import Paths
from arxtui.search.errors import SearchError
from arxtui.store.cache.database import Cache
from arxtui.sync.importing.index_follower import IndexFollower
from arxtui.sync.indexing import busy_message, changes_behind, fault_message, index_state
from arxtui.sync.lock import index_lock
from arxtui.sync.worker.process_pool import ProcessPool


class LiveIndex:
    """Updates the index with the cache, from the moment when this process gets the lock of the index.

    While another process holds the lock, a note says so once, and that process updates the index. If the index cannot
    be written, a note says so and this process leaves it alone; the next update includes these changes.
    """

    def __init__(
        self, cache: Cache, paths: Paths, pool: ProcessPool, stop: threading.Event, note: Callable[[str], None]
    ):
        self._cache = cache
        self._paths = paths
        self._pool = pool
        self._stop = stop
        self._note = note
        self._stack = ExitStack()
        self._follower: IndexFollower | None = None
        self._given_up = False
        self._noted_busy = False

    def behind(self) -> int:
        """Return the number of changes stored earlier that the index does not have; 0 while this process updates it."""
        return 0 if self._follower or self._given_up else changes_behind(self._cache, self._paths.index)

    def follow(self, numbers: Mapping[int, int], documents: Mapping[int, str]) -> None:
        """Index the changes that were just stored (see ``IndexFollower.follow``)."""
        if self._given_up:
            return
        try:
            if self._follower is None and not self._open():
                return
            assert self._follower is not None
            self._follower.follow(numbers, documents)
        except SearchError as error:
            self._give_up(fault_message(error))
        except BaseException:
            # The round may be written in part: a commit would contain papers that are indexed again later.
            self._abandon()
            raise

    def _open(self) -> bool:
        with ExitStack() as turn:
            holder = turn.enter_context(index_lock(self._paths.state, self._stop, 0.0))
            if holder is None:
                self._stack = turn.pop_all()
        if holder is not None:
            if not self._noted_busy:
                self._noted_busy = True
                self._note(busy_message(holder))
            return False
        state = index_state(self._cache, self._paths.index, self._note)
        follower = IndexFollower(self._cache, self._paths.index, state, self._pool, self._stop)
        self._follower = self._stack.enter_context(follower)
        return True

    def _give_up(self, words: str) -> None:
        self._note(words)
        self._abandon()

    def _abandon(self) -> None:
        """Close the index without a commit, and do not write it again."""
        self._given_up = True
        self._follower = None
        with suppress(SearchError):
            self._stack.__exit__(SearchError, SearchError(), None)

    def __enter__(self) -> LiveIndex:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._stack.__exit__(kind, error, trace)
        except SearchError as failed:
            self._note(fault_message(failed))
