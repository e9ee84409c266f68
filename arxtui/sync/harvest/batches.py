"""The records of a page made ready by other processes."""

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
from arxtui.sync.harvest.pages import Page
from arxtui.sync.importing.batches import Parcel, make_ready
from arxtui.sync.worker.process_pool import Hands

PIECE = 500
"""Records that one process makes ready at a time: a page of arXiv's is some five of them."""


class Made(NamedTuple):
    """Records made ready, and the papers whose records were deleted."""

    parcel: Parcel
    deleted: tuple[Deletion, ...]


class Making(NamedTuple):
    """A page of which the parts are being made ready."""

    page: Page
    parts: Sequence[Future[Made]]


def make(piece: RecordBatch, page: int, cache: Path | None, day: date) -> Made:
    """Read, hash and pack the records of a piece of the page of that number (``parcels.make_ready``)."""
    told = read_batch(piece)
    rejects = tuple(Reject(f"page {page:,}, {each.place}", each.reason) for each in told.intake.rejects)
    return Made(make_ready(FilePart(0, read=replace(told.intake, rejects=rejects)), cache, day), told.deleted)


def begin(page: Page, hands: Hands, cache: Path) -> Making:
    """Have a page made ready; what the cache holds already is only named."""
    day = datetime.now(UTC).date()
    pieces = split_records(page.body, PIECE)
    return Making(page, [hands.submit(make, piece, page.place.pages, cache, day) for piece in pieces])


def make_whole(page: Page) -> list[Made]:
    """Make a page ready here and now, with all that it holds."""
    day = datetime.now(UTC).date()
    return [make(piece, page.place.pages, None, day) for piece in split_records(page.body, PIECE)]
