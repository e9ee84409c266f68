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
from arxtui.sync.lock import index_turn

BATCH = 2_000
BACKLOG = 20_000
"""Papers in a batch while much is behind: a commit costs as much as a thousand papers."""

_log = logging.getLogger(__name__)


def keep_up(cache: Cache, paths: Paths, stop: threading.Event, note: Callable[[str], None]) -> None:
    """Catch up when it is this process's turn at the index. A fault of the index is noted in words and in the log and
    ends nothing: the index is caught up, or built again, the next time."""
    if _is_current(cache, paths.index):
        return
    with index_turn(paths.state, stop) as mine:
        if not mine:
            return
        try:
            catch_up(cache, paths.index, stop, note)
        except SearchError as error:
            _log.exception("the search index could not be brought up to date")
            note(f"the search index could not be brought up to date: {error}")


def catch_up(cache: Cache, index: Path, stop: threading.Event, note: Callable[[str], None]) -> int:
    """Bring the index up to the cache's change number; returns the number it has reached when it ends or is stopped.

    An index of another version, or of a cache that was deleted since, is built anew and that is noted. Killed
    anywhere, it goes on from the last batch. SearchError when the index cannot be written.
    """
    found = SearchIndex.open(index)
    number, anew = found.change_number, found.needs_rebuild
    if anew and index.exists():
        note(f"{found.fault or 'the search index is of another version'}; it is built anew")
    elif not anew and cache.lag(number) is None:
        note("the search index is of another cache and is built anew")
        number, anew = 0, True
    limit = BATCH
    while not stop.is_set():
        reached = cache.change_number()
        changes = cache.changed_since(number, limit)
        if not changes and not anew:
            break
        number = changes[-1][0] if changes else reached
        update(index, _documents(cache, [key for _, key in changes]), number, rebuild=anew)
        anew = False
        limit = BACKLOG if len(changes) == limit else BATCH
    return number


def _is_current(cache: Cache, index: Path) -> bool:
    found = SearchIndex.open(index)
    return not found.needs_rebuild and cache.lag(found.change_number) == 0


def _documents(cache: Cache, keys: list[int]) -> Iterator[Document | tuple[int, None]]:
    """The papers of these keys; (key, None) for one that is gone."""
    known = {document.key: document for document in cache.documents(keys)}
    for key in keys:
        document = known.get(key)
        yield (key, None) if document is None else Document(*document)
