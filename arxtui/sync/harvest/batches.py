"""Batches of a harvested page's records, parsed and packed by the process pool."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import NamedTuple

from arxtui.model.intake import Reject
from arxtui.model.paper import Deletion
from arxtui.sources.arxiv.oai.page import RecordBatch, read_batch, split_records
from arxtui.sources.file_parts import FilePart
from arxtui.sync.harvest.pages import HarvestPage
from arxtui.sync.importing.batches import ImportBatch, prepare
from arxtui.sync.worker.process_pool import ProcessPool

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
