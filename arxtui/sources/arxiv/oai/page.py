"""A page of a harvest: what it says of the list, read at once, and its records in pieces that others may read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import NamedTuple

from arxtui.sources.arxiv.oai.answers import OaiPage, parse_page, read_page
from arxtui.sources.arxiv.oai.xml import Harvest
from arxtui.sources.errors import SourceError

_BEGIN = re.compile(rb"<(?:\w+:)?record(?=[\s>])")
_END = re.compile(rb"</(?:\w+:)?record\s*>")
_DATESTAMP = re.compile(rb"<(?:\w+:)?datestamp\s*>\s*(\d{4}-\d\d-\d\d)")
_PROLOG = re.compile(rb"\s*<\?xml[^>]*\?>")


@dataclass(frozen=True, slots=True)
class Envelope:
    """What stands around the records (``page``, without any), and of them: how many ``records`` there are, and their
    datestamps: the first, the last, and whether none is below the one before it."""

    page: OaiPage
    records: int = 0
    oldest: date | None = None
    newest: date | None = None
    ascending: bool = True


class Piece(NamedTuple):
    """Some records of a page as they stand there, with how many records and bytes come before them. ``prolog`` says how
    the page is encoded."""

    data: bytes
    records: int
    at: int
    prolog: bytes = b""


def read_envelope(data: bytes) -> Envelope:
    """Read a page but for its records, at a tenth of what they cost. SourceError when it is none, or ends early."""
    begins = [found.start() for found in _BEGIN.finditer(data)]
    if not begins:
        return Envelope(parse_page(data))
    page = parse_page(data[: begins[0]] + data[_end(data, begins[-1]) :])
    days = list(_datestamps(data))
    ascending = len(days) == len(begins) and all(day <= later for day, later in pairwise(days))
    return Envelope(page, len(begins), min(days, default=None), max(days, default=None), ascending)


def cut(data: bytes, size: int) -> Iterator[Piece]:
    """The records of a sound page, at most ``size`` a piece."""
    begins = [found.start() for found in _BEGIN.finditer(data)]
    if not begins:
        return
    found = _PROLOG.match(data)
    prolog = found[0] if found else b""
    places = [*begins[::size], _end(data, begins[-1])]
    for number, (begin, end) in enumerate(pairwise(places)):
        yield Piece(data[begin:end], number * size, begin, prolog)


def read_piece(piece: Piece) -> OaiPage:
    """The records of a piece; the places of those that are rejected are those in the page."""
    opening = piece.prolog + b"<ListRecords>"
    harvest = Harvest(records=piece.records, at=piece.at - len(opening))
    return read_page(harvest, [opening, piece.data, b"</ListRecords>"])


def _datestamps(data: bytes) -> Iterator[date]:
    for found in _DATESTAMP.finditer(data):
        with suppress(ValueError):
            yield date.fromisoformat(found[1].decode())


def _end(data: bytes, begin: int) -> int:
    """Where the last record ends, which begins at ``begin``."""
    ends = [found.end() for found in _END.finditer(data, begin)]
    if not ends:
        raise SourceError("the document ends early: its last record is never closed")
    return ends[-1]
