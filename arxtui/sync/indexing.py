"""Bringing the search index up to the cache: in batches, each committed with the change number it reaches."""

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
BACKLOG = 10_000
"""Papers behind from which on other processes help and commits are rare."""
PATIENCE = 2.0
"""Seconds to wait while another process writes the index: what it finds there, it takes up."""

LEDGER_ROW = ("search.index", "papers")
"""The row of the fetch ledger that stands there as long as the index cannot be brought up to date."""
_NAMED = 20

_log = logging.getLogger(__name__)


def keep_up(cache: Cache, paths: Paths, stop: threading.Event, note: Callable[[str], None]) -> str:
    """Catch up when it is this process's turn at the index. A fault of the index is noted in words and in the log and
    ends nothing: the index is caught up, or built again, the next time.

    Returns why the index could not be brought up to date, in words, which the fetch ledger has, too, until it can;
    empty where it is up to date, or another process is at it. StoreError when the cache cannot be read.
    """
    # Looked at again at the end: whoever came while this one held the turn has left the rest to it.
    while not (stop.is_set() or _is_current(cache, paths.index)):
        with index_turn(paths.state, stop, PATIENCE) as other:
            if other is not None:
                note(busy(other))
                return ""
            try:
                catch_up(cache, paths.index, stop, note)
            except StoreError:
                raise
            # Whatever is wrong with the index, what was fetched is in the cache.
            except Exception as error:
                reason = fault(error)
                note(reason)
                _write_down(cache, reason)
                return reason
    if not stop.is_set():
        forget_failure(cache)
    return ""


def forget_failure(cache: Cache) -> None:
    """The index is up to date: drop the row of the ledger that says otherwise."""
    if cache.ledger.get(*LEDGER_ROW):
        cache.ledger.forget(LEDGER_ROW[0], datetime.max.replace(tzinfo=UTC))


def _write_down(cache: Cache, reason: str) -> None:
    now = datetime.now(UTC)
    before = cache.ledger.get(*LEDGER_ROW)
    failures = before.failures + 1 if before else 1
    cache.ledger.put(LedgerEntry(*LEDGER_ROW, now, Outcome.FAILED, now, reason=reason, failures=failures))


def catch_up(cache: Cache, index: Path, stop: threading.Event, note: Callable[[str], None]) -> int:
    """Bring the index up to the cache's change number; returns the number it has reached when it ends or is stopped.

    An index of another version, or of a cache that was deleted since, is built anew and that is noted. Killed
    anywhere, it goes on from the last batch. SearchError when the index cannot be written.
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
    """Up to which change number the index is built, and whether it has to be built anew, which is noted."""
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
    """In words, that papers cannot be put into the index."""
    told = ", ".join(names[:_NAMED]) + (f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else "")
    return f"the search index leaves out what it cannot hold, all else is found: {told}"


def busy(other: int) -> str:
    """In words, that another process (0: not known) writes the index."""
    process = f"process {other}" if other else "another process"
    return f"{process} is writing the search index; what is new will be found once that is done"


def fault(error: Exception) -> str:
    """In words, that the index cannot be written; the traceback goes to the log."""
    _log.error("the search index could not be brought up to date", exc_info=error)
    known = isinstance(error, SearchError | HandLost)
    words = str(error) if known else f"something in the program went wrong ({type(error).__name__}); the log says where"
    return f"the search index could not be brought up to date: {words}"


def _is_current(cache: Cache, index: Path) -> bool:
    found = SearchIndex.open(index)
    return not found.needs_rebuild and cache.changes.lag(found.change_number) == 0


def _documents(cache: Cache, keys: list[int]) -> Iterator[Document | tuple[int, None]]:
    """The papers of these keys; (key, None) for one that is gone."""
    known = {document.key: document for document in cache.documents(keys)}
    for key in keys:
        document = known.get(key)
        yield (key, None) if document is None else Document(*document)
