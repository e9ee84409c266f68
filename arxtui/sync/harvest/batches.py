"""Batches of a harvested page's records, prefetched, parsed and packed by the process pool."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Generic, TypeVar

from arxtui.light import NamedTuple
from arxtui.model.intake import Reject
from arxtui.model.paper import Deletion
from arxtui.sources.arxiv.oai.page import RecordBatch, read_batch, split_records
from arxtui.sources.jsonlines import FilePart
from arxtui.sync.harvest.pages import HarvestPage
from arxtui.sync.importing.batches import ImportBatch, prepare
from arxtui.sync.worker.process_pool import ProcessPool

_Item = TypeVar("_Item")
_LONGEST_WAIT = 0.5
"""Seconds after which a thread that waits for an item looks for signals."""


class Prefetcher(Generic[_Item]):
    """The items of an iterator, prefetched by a thread; at most ``most`` items wait to be taken."""

    def __init__(self, items: Iterator[_Item], most: int) -> None:
        self._items = items
        self._most = most
        self._ready: deque[_Item] = deque()
        self._fault: Exception | None = None
        self._ended = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="ahead", daemon=True)
        self._thread.start()

    @property
    def ready(self) -> bool:
        """Whether an item is waiting."""
        return bool(self._ready)

    @property
    def ended(self) -> bool:
        """Whether the thread will produce no more items."""
        return self._ended

    def take(self) -> _Item | None:
        """Wait for the next item and return it; None after the last. An exception of the iterator is raised after the
        items before it."""
        with self._changed:
            # A signal that comes just before a wait is handled after it: a wait without an end would not hear it.
            while not self._changed.wait_for(lambda: self._ready or self._ended, _LONGEST_WAIT):
                pass
            self._changed.notify_all()
            if self._ready:
                return self._ready.popleft()
            if self._fault is not None:
                raise self._fault
            return None

    def close(self) -> None:
        """Stop the thread, and wait until it has finished the current item."""
        with self._changed:
            self._most = 0
            self._ended = True
            self._changed.notify_all()
        self._thread.join()

    def _run(self) -> None:
        fault = None
        try:
            for item in self._items:
                with self._changed:
                    self._ready.append(item)
                    self._changed.notify_all()
                    self._changed.wait_for(lambda: len(self._ready) < self._most or self._ended)
                    if self._ended:
                        return
        except Exception as error:
            fault = error
        with self._changed:
            self._fault, self._ended = fault, True
            self._changed.notify_all()


RECORDS_PER_BATCH = 500
"""Records in one batch. A page of arXiv makes about five batches."""


class PreparedBatch(NamedTuple):
    """A prepared batch of records, and the papers whose records arXiv has deleted."""

    import_batch: ImportBatch
    deleted: tuple[Deletion, ...]


class PendingPage(NamedTuple):
    """A page whose batches are being prepared."""

    page: HarvestPage
    parts: Sequence[Future[PreparedBatch]]


def prepare_batch(piece: RecordBatch, page: int, cache: Path | None, day: date) -> PreparedBatch:
    """Parse, hash and pack one batch of the records of page number ``page`` (see ``importing.batches.prepare``)."""
    batch_page = read_batch(piece)
    rejects = tuple(Reject(f"page {page:,}, {each.place}", each.reason) for each in batch_page.intake.rejects)
    return PreparedBatch(
        prepare(FilePart(0, read=replace(batch_page.intake, rejects=rejects)), cache, day), batch_page.deleted
    )


def prepare_page(page: HarvestPage, pool: ProcessPool, cache: Path) -> PendingPage:
    """Start preparing a page in the process pool. Papers that the cache has already are only named."""
    day = datetime.now(UTC).date()
    pieces = split_records(page.body, RECORDS_PER_BATCH)
    return PendingPage(page, [pool.submit(prepare_batch, piece, page.place.pages, cache, day) for piece in pieces])


def prepare_whole_page(page: HarvestPage) -> list[PreparedBatch]:
    """Prepare a page in this process, with all its papers, including those that the cache has already."""
    day = datetime.now(UTC).date()
    return [prepare_batch(piece, page.place.pages, None, day) for piece in split_records(page.body, RECORDS_PER_BATCH)]
