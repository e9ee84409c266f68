"""Updating the search index from the cache, in batches; each batch is committed with the change number it reaches."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from arxtui.config.paths import Paths
from arxtui.light import deferred
from arxtui.model.ledger import LedgerEntry, Outcome
from arxtui.search.errors import SearchError
from arxtui.search.index import SearchIndex
from arxtui.search.writer import Document, update
from arxtui.store.cache.database import Cache
from arxtui.store.errors import StoreError
from arxtui.sync.errors import PoolProcessLost, internal_error_words
from arxtui.sync.index_reached import LEDGER_ROW, files_of, set_reached
from arxtui.sync.lock import index_lock

with deferred():
    from arxtui.sync.importing.index_follower import follow_once

BATCH = 2_000
"""Changed papers in one commit to the index."""
BACKLOG = 10_000
"""Number of unindexed changes from which other processes build the documents and commits are rare."""
LOCK_TIMEOUT = 2.0
"""Seconds to wait for another process that writes the index; it indexes these changes, too, before it ends."""

_MOST_NAMED = 20
"""How many papers a message names at most."""

_log = logging.getLogger(__name__)


def update_if_unlocked(cache: Cache, paths: Paths, stop: threading.Event, note: Callable[[str], None]) -> str:
    """Update the index, unless another process is writing it. An index error is passed to ``note`` and logged, but not
    raised: the next call updates or rebuilds the index.

    Returns why the index could not be updated, in words (also written to the ledger until an update succeeds). Returns
    "" if the index is up to date or another process is writing it.

    Raises:
        StoreError: the cache cannot be read.
    """
    files = files_of(paths.index)
    opened = SearchIndex.open(paths.index)
    reached = -1 if opened.needs_rebuild else opened.change_number
    # Checked again after each update: a process that found the index locked has left its changes to this one.
    while not stop.is_set() and cache.changes.lag(reached) != 0:
        with index_lock(paths.state, stop, LOCK_TIMEOUT) as other:
            if other is not None:
                note(busy_message(other))
                return ""
            try:
                reached = update_index(cache, paths.index, stop, note)
                files = files_of(paths.index)
            except StoreError:
                raise
            # An index error must not end a refresh: the fetched papers are in the cache already.
            except Exception as error:
                reason = fault_message(error)
                note(reason)
                _record_failure(cache, reason)
                return reason
    if not stop.is_set():
        clear_failure(cache)
        set_reached(paths.index, reached, files)
    return ""


def clear_failure(cache: Cache) -> None:
    """Delete the ledger row that says that the index could not be updated."""
    if cache.ledger.get(*LEDGER_ROW):
        cache.ledger.forget(LEDGER_ROW[0], datetime.max.replace(tzinfo=UTC))


def _record_failure(cache: Cache, reason: str) -> None:
    now = datetime.now(UTC)
    previous = cache.ledger.get(*LEDGER_ROW)
    failures = previous.failures + 1 if previous else 1
    cache.ledger.put(LedgerEntry(*LEDGER_ROW, now, Outcome.FAILED, now, reason=reason, failures=failures))


def update_index(cache: Cache, index: Path, stop: threading.Event, note: Callable[[str], None]) -> int:
    """Update the index to the cache's change number. Returns the change number reached at the end, or when stopped.

    An index of another version, or of a cache that has been deleted, is rebuilt, and ``note`` is called. After a kill,
    the next call resumes from the last committed batch.

    Raises:
        SearchError: the index cannot be written.
    """
    number, rebuild = index_state(cache, index, note)
    if len(cache.changes.since(number, BACKLOG)) == BACKLOG:
        number, rebuild = follow_once(cache, index, (number, rebuild), stop), False
    while not stop.is_set():
        latest = cache.changes.latest()
        changes = cache.changes.since(number, BATCH)
        if not changes and not rebuild:
            break
        number = changes[-1][0] if changes else latest
        names = update(index, _documents(cache, [key for _, key in changes]), number, rebuild=rebuild)
        if names:
            note(unindexable_message(names))
        rebuild = False
    return number


def index_state(cache: Cache, index: Path, note: Callable[[str], None]) -> tuple[int, bool]:
    """Return (the change number that the index has reached, whether it must be rebuilt). Calls ``note`` if it must."""
    index_found = SearchIndex.open(index)
    if index_found.needs_rebuild:
        if index.exists():
            note(f"{index_found.fault or 'the search index has a different version'}; it is rebuilt")
        return 0, True
    if cache.changes.lag(index_found.change_number) is None:
        note("the search index belongs to another cache and is rebuilt")
        return 0, True
    return index_found.change_number, False


def changes_behind(cache: Cache, index: Path) -> int:
    """Return the number of changes of the cache that the index does not have yet."""
    number, _ = index_state(cache, index, lambda note: None)
    return cache.count() if (lag := cache.changes.lag(number)) is None else lag


def unindexable_message(names: Sequence[str]) -> str:
    """Return the message that these papers cannot be put into the index."""
    named = ", ".join(names[:_MOST_NAMED]) + (
        f" and {len(names) - _MOST_NAMED:,} more" if len(names) > _MOST_NAMED else ""
    )
    return f"these papers could not be added to the search index: {named}"


def busy_message(other: int) -> str:
    """Return the message that another process (its id, 0 if unknown) is writing the index."""
    process = f"process {other}" if other else "another process"
    return f"{process} is writing the search index; new papers can be found when it has finished"


def fault_message(error: Exception) -> str:
    """Log an error of the index with its traceback, and return the message for it."""
    _log.error("the search index could not be brought up to date", exc_info=error)
    known = isinstance(error, SearchError | PoolProcessLost)
    words = str(error) if known else internal_error_words(error)
    return f"the search index could not be brought up to date: {words}"


def _documents(cache: Cache, keys: list[int]) -> Iterator[Document | tuple[int, None]]:
    """Yield the documents of these keys; (key, None) for a paper that no longer exists."""
    documents = {document.key: document for document in cache.documents(keys, derived=True)}
    for key in keys:
        document = documents.get(key)
        yield (key, None) if document is None else Document(*document)
