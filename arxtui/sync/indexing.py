"""Updating the search index from the cache, in batches; each batch is committed with the change number it reaches."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from arxtui.config.paths import Paths
from arxtui.model.ledger import LedgerEntry, Outcome
from arxtui.search.errors import SearchError
from arxtui.search.index import SearchIndex
from arxtui.search.writer import Document, update
from arxtui.store.cache.database import Cache
from arxtui.store.errors import StoreError
from arxtui.sync.errors import HandLost
from arxtui.sync.importing.index_following import Follower
from arxtui.sync.lock import index_turn
from arxtui.sync.worker.process_pool import Hands

BATCH = 2_000
"""Changed papers in one commit to the index."""
BACKLOG = 10_000
"""Number of unindexed changes from which other processes build the documents and commits are rare."""
PATIENCE = 2.0
"""Seconds to wait for another process that writes the index; it indexes these changes, too, before it ends."""

LEDGER_ROW = ("search.index", "papers")
"""The key of the ledger row that exists as long as the index cannot be brought up to date."""
_NAMED = 20
"""How many papers a message names at most."""

_log = logging.getLogger(__name__)


def keep_up(cache: Cache, paths: Paths, stop: threading.Event, note: Callable[[str], None]) -> str:
    """Update the index, unless another process is writing it. An index error is passed to ``note`` and logged, but not
    raised: the next call updates or rebuilds the index.

    Returns why the index could not be updated, in words (also written to the ledger until an update succeeds). Returns
    "" if the index is up to date or another process is writing it.

    Raises:
        StoreError: the cache cannot be read.
    """
    # Checked again after each update: a process that found the index locked has left its changes to this one.
    while not (stop.is_set() or _is_current(cache, paths.index)):
        with index_turn(paths.state, stop, PATIENCE) as other:
            if other is not None:
                note(busy(other))
                return ""
            try:
                catch_up(cache, paths.index, stop, note)
            except StoreError:
                raise
            # An index error must not end a refresh: the fetched papers are in the cache already.
            except Exception as error:
                reason = fault(error)
                note(reason)
                _write_down(cache, reason)
                return reason
    if not stop.is_set():
        forget_failure(cache)
    return ""


def forget_failure(cache: Cache) -> None:
    """Delete the ledger row that says that the index could not be updated."""
    if cache.ledger.get(*LEDGER_ROW):
        cache.ledger.forget(LEDGER_ROW[0], datetime.max.replace(tzinfo=UTC))


def _write_down(cache: Cache, reason: str) -> None:
    now = datetime.now(UTC)
    before = cache.ledger.get(*LEDGER_ROW)
    failures = before.failures + 1 if before else 1
    cache.ledger.put(LedgerEntry(*LEDGER_ROW, now, Outcome.FAILED, now, reason=reason, failures=failures))


def catch_up(cache: Cache, index: Path, stop: threading.Event, note: Callable[[str], None]) -> int:
    """Update the index to the cache's change number. Returns the change number reached at the end, or when stopped.

    An index of another version, or of a cache that has been deleted, is rebuilt, and ``note`` is called. After a kill,
    the next call resumes from the last committed batch.

    Raises:
        SearchError: the index cannot be written.
    """
    number, anew = standing(cache, index, note)
    if len(cache.changes.since(number, BACKLOG)) == BACKLOG:
        hands = Hands()
        try:
            with Follower(cache, index, (number, anew), hands, stop) as follower:
                follower.follow()
                number, anew = follower.number, False
        finally:
            hands.close()
    while not stop.is_set():
        reached = cache.changes.latest()
        changes = cache.changes.since(number, BATCH)
        if not changes and not anew:
            break
        number = changes[-1][0] if changes else reached
        left_out = update(index, _documents(cache, [key for _, key in changes]), number, rebuild=anew)
        if left_out:
            note(unindexable(left_out))
        anew = False
    return number


def standing(cache: Cache, index: Path, note: Callable[[str], None]) -> tuple[int, bool]:
    """Return (the change number that the index has reached, whether it must be rebuilt). Calls ``note`` if it must."""
    found = SearchIndex.open(index)
    if found.needs_rebuild:
        if index.exists():
            note(f"{found.fault or 'the search index is of another version'}; it is built again")
        return 0, True
    if cache.changes.lag(found.change_number) is None:
        note("the search index is of another cache and is built again")
        return 0, True
    return found.change_number, False


def unindexable(names: Sequence[str]) -> str:
    """Return the message that these papers cannot be put into the index."""
    told = ", ".join(names[:_NAMED]) + (f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else "")
    return f"the search index leaves out what it cannot hold, all else is found: {told}"


def busy(other: int) -> str:
    """Return the message that another process (its id, 0 if unknown) is writing the index."""
    process = f"process {other}" if other else "another process"
    return f"{process} is writing the search index; what is new will be found once that is done"


def fault(error: Exception) -> str:
    """Log an error of the index with its traceback, and return the message for it."""
    _log.error("the search index could not be brought up to date", exc_info=error)
    known = isinstance(error, SearchError | HandLost)
    words = str(error) if known else f"something in the program went wrong ({type(error).__name__}); the log says where"
    return f"the search index could not be brought up to date: {words}"


def _is_current(cache: Cache, index: Path) -> bool:
    found = SearchIndex.open(index)
    return not found.needs_rebuild and cache.changes.lag(found.change_number) == 0


def _documents(cache: Cache, keys: list[int]) -> Iterator[Document | tuple[int, None]]:
    """Yield the documents of these keys; (key, None) for a paper that no longer exists."""
    known = {document.key: document for document in cache.documents(keys)}
    for key in keys:
        document = known.get(key)
        yield (key, None) if document is None else Document(*document)
