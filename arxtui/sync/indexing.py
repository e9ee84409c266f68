"""Bringing the search index up to the cache: in batches, each committed with the change number it reaches."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from arxtui.config.paths import Paths
from arxtui.search.errors import SearchError
from arxtui.search.index import SearchIndex
from arxtui.search.writer import Document, update
from arxtui.store.cache import Cache
from arxtui.sync.errors import HandLost
from arxtui.sync.following import Follower
from arxtui.sync.hands import Hands
from arxtui.sync.lock import index_turn

BATCH = 2_000
BACKLOG = 10_000
"""Papers behind from which on other processes help and commits are rare."""
PATIENCE = 2.0
"""Seconds to wait while another process writes the index: what it finds there, it takes up."""

_log = logging.getLogger(__name__)


def keep_up(cache: Cache, paths: Paths, stop: threading.Event, note: Callable[[str], None]) -> None:
    """Catch up when it is this process's turn at the index. A fault of the index is noted in words and in the log and
    ends nothing: the index is caught up, or built again, the next time."""
    # Looked at again at the end: whoever came while this one held the turn has left the rest to it.
    while not (stop.is_set() or _is_current(cache, paths.index)):
        with index_turn(paths.state, stop, PATIENCE) as other:
            if other is not None:
                note(busy(other))
                return
            try:
                catch_up(cache, paths.index, stop, note)
            except (SearchError, HandLost) as error:
                note(fault(error))
                return


def catch_up(cache: Cache, index: Path, stop: threading.Event, note: Callable[[str], None]) -> int:
    """Bring the index up to the cache's change number; returns the number it has reached when it ends or is stopped.

    An index of another version, or of a cache that was deleted since, is built anew and that is noted. Killed
    anywhere, it goes on from the last batch. SearchError when the index cannot be written.
    """
    number, anew = standing(cache, index, note)
    if len(cache.changed_since(number, BACKLOG)) == BACKLOG:
        hands = Hands()
        try:
            with Follower(cache, index, (number, anew), hands, stop) as follower:
                follower.follow()
                number, anew = follower.number, False
        finally:
            hands.close()
    while not stop.is_set():
        reached = cache.change_number()
        changes = cache.changed_since(number, BATCH)
        if not changes and not anew:
            break
        number = changes[-1][0] if changes else reached
        update(index, _documents(cache, [key for _, key in changes]), number, rebuild=anew)
        anew = False
    return number


def standing(cache: Cache, index: Path, note: Callable[[str], None]) -> tuple[int, bool]:
    """Up to which change number the index is built, and whether it has to be built anew, which is noted."""
    found = SearchIndex.open(index)
    if found.needs_rebuild:
        if index.exists():
            note(f"{found.fault or 'the search index is of another version'}; it is built anew")
        return 0, True
    if cache.lag(found.change_number) is None:
        note("the search index is of another cache and is built anew")
        return 0, True
    return found.change_number, False


def busy(other: int) -> str:
    """In words, that another process (0: not known) writes the index."""
    process = f"process {other}" if other else "another process"
    return f"{process} is writing the search index; what is new will be found once that is done"


def fault(error: SearchError | HandLost) -> str:
    """In words, that the index cannot be written; the traceback goes to the log."""
    _log.error("the search index could not be brought up to date", exc_info=error)
    return f"the search index could not be brought up to date: {error}"


def _is_current(cache: Cache, index: Path) -> bool:
    found = SearchIndex.open(index)
    return not found.needs_rebuild and cache.lag(found.change_number) == 0


def _documents(cache: Cache, keys: list[int]) -> Iterator[Document | tuple[int, None]]:
    """The papers of these keys; (key, None) for one that is gone."""
    known = {document.key: document for document in cache.documents(keys)}
    for key in keys:
        document = known.get(key)
        yield (key, None) if document is None else Document(*document)
