"""A page of a harvest: its envelope is parsed first; its records are split into parts for other processes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from arxtui.light import NamedTuple
from arxtui.sources.arxiv.oai.answers import OaiPage, parse_page, read_page
from arxtui.sources.arxiv.oai.xml import Harvest
from arxtui.sources.errors import SourceError

_BEGIN = re.compile(rb"<(?:\w+:)?record(?=[\s>])")
_END = re.compile(rb"</(?:\w+:)?record\s*>")
_DATESTAMP = re.compile(rb"<(?:\w+:)?datestamp\s*>\s*(\d{4}-\d\d-\d\d)")
_PROLOG = re.compile(rb"\s*<\?xml[^>]*\?>")


@dataclass(frozen=True, slots=True)
class Envelope:
    """The response without its records (``page``); and, of the records, their number, the first and the last datestamp,
    and whether the datestamps are in ascending order."""

    page: OaiPage
    records: int = 0
    oldest: date | None = None
    newest: date | None = None
    ascending: bool = True


class RecordBatch(NamedTuple):
    """Consecutive records of a page as bytes, with the number of records and of bytes before them. ``prolog`` is the
    XML declaration of the page, which names its encoding."""

    data: bytes
    records: int
    at: int
    prolog: bytes = b""


def read_envelope(data: bytes) -> Envelope:
    """Parse a page without its records, in a tenth of the time. Raises: SourceError if it is no page, or ends early."""
    begins = [match.start() for match in _BEGIN.finditer(data)]
    if not begins:
        return Envelope(parse_page(data))
    page = parse_page(data[: begins[0]] + data[_end(data, begins[-1]) :])
    days = list(_datestamps(data))
    ascending = len(days) == len(begins) and all(day <= later for day, later in pairwise(days))
    return Envelope(page, len(begins), min(days, default=None), max(days, default=None), ascending)


def split_records(data: bytes, size: int) -> Iterator[RecordBatch]:
    """Split the records of a well-formed page into parts of at most ``size`` records."""
    begins = [match.start() for match in _BEGIN.finditer(data)]
    if not begins:
        return
    match = _PROLOG.match(data)
    prolog = match[0] if match else b""
    places = [*begins[::size], _end(data, begins[-1])]
    for number, (begin, end) in enumerate(pairwise(places)):
        yield RecordBatch(data[begin:end], number * size, begin, prolog)


def read_batch(batch: RecordBatch) -> OaiPage:
    """Parse the records of a part. The places in its rejects are those in the whole page."""
    opening = batch.prolog + b"<ListRecords>"
    harvest = Harvest(records=batch.records, at=batch.at - len(opening))
    return read_page(harvest, [opening, batch.data, b"</ListRecords>"])


def _datestamps(data: bytes) -> Iterator[date]:
    for match in _DATESTAMP.finditer(data):
        with suppress(ValueError):
            yield date.fromisoformat(match[1].decode())


def _end(data: bytes, begin: int) -> int:
    """Return the byte after the last record, which begins at ``begin``."""
    ends = [match.end() for match in _END.finditer(data, begin)]
    if not ends:
        raise SourceError("the document ends early: its last record is never closed")
    return ends[-1]
