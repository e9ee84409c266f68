"""The narrow rows of a list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from itertools import islice
from typing import NamedTuple

from arxtui.model.arxiv.announce_types import AnnounceType
from arxtui.store.sqlite.codes import moment_of, type_code, type_of
from arxtui.store.sqlite.connection import Database, listed

_AT_ONCE = 1_000


class ListRow(NamedTuple):
    """What a list shows of one paper. ``title`` is the TeX as sent; ``category`` the primary one;
    ``announced`` the first day known on which it was announced as new; ``day`` the latest announcement day known and
    ``type`` its type there (new before cross before replacements); ``headline``, ``theorem_links`` and ``listed_on`` of
    the newest of ``reviews`` reviews; ``added`` is when the paper was first heard of."""

    key: int
    version: int | None
    title: str
    category: str
    announced: date | None
    day: date | None
    type: AnnounceType | None
    published: datetime | None
    updated: datetime | None
    added: datetime | None
    headline: str
    theorem_links: int | None
    reviews: int
    listed_on: date | None


class _Announced(NamedTuple):
    first: date | None = None
    last: date | None = None
    type: AnnounceType | None = None


def read_rows(db: Database, keys: Iterable[int]) -> list[ListRow]:
    """The rows of these papers in the order asked; those that are not known are left out."""
    rows: list[ListRow] = []
    for chunk in _chunks(keys):
        rows += _read_chunk(db, chunk)
    return rows


def _read_chunk(db: Database, keys: Sequence[int]) -> list[ListRow]:
    named = (listed(keys),)
    papers = db.rows(
        "SELECT key, version, title, category, published, updated, added FROM paper JOIN detail USING (key) "
        "WHERE key IN (SELECT value FROM json_each(?))",
        named,
    )
    days = db.rows(
        "SELECT key, min(day) FILTER (WHERE type = ?), max(day * 8 - type) FROM announcement "
        "WHERE key IN (SELECT value FROM json_each(?)) GROUP BY key",
        (type_code(AnnounceType.NEW), *named),
    )
    # SQLite gives the other columns from the row that holds the maximum.
    reviews = db.rows(
        "SELECT key, max(listed_on * 65536 + abs(slot)), listed_on, headline, theorem_links, count(*) FROM review "
        "WHERE key IN (SELECT value FROM json_each(?)) GROUP BY key",
        named,
    )
    announced = {key: _Announced(_day(first), *_latest(latest)) for key, first, latest in days}
    reviewed = {key: (*rest, date.fromordinal(listed_on)) for key, _, listed_on, *rest in reviews}
    found = {}
    for key, version, title, category, published, updated, added in papers:
        times = (moment_of(published), moment_of(updated), moment_of(added))
        told = reviewed.get(key, ("", None, 0, None))
        days_of = announced.get(key, _Announced())
        found[key] = ListRow(key, version, title, category, *days_of, *times, *told)
    return [found[key] for key in keys if key in found]


def _day(ordinal: int | None) -> date | None:
    return None if ordinal is None else date.fromordinal(ordinal)


def _latest(packed: int) -> tuple[date, AnnounceType]:
    """The day and the type of ``day * 8 - type``."""
    day = -(-packed // 8)
    return date.fromordinal(day), type_of(day * 8 - packed)


def _chunks(keys: Iterable[int]) -> Iterator[list[int]]:
    left = iter(keys)
    while chunk := list(islice(left, _AT_ONCE)):
        yield chunk
