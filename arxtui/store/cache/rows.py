"""The rows of a list of papers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from itertools import islice

from arxtui.light import NamedTuple
from arxtui.model.arxiv.day_numbers import AnnounceType
from arxtui.store.cache.announcements import conditions
from arxtui.store.sqlite.codes import moment_of, type_code, type_of
from arxtui.store.sqlite.connection import Database, listed

_CHUNK = 1_000


class ListRow(NamedTuple):
    """The data of a paper that a list shows.

    ``title`` is the TeX as received; ``category`` is the primary one. ``announced`` is the first known day on which the
    paper was announced as new; ``day`` is the first on which it was announced as new or as a cross-list in the
    requested categories. ``type`` is its type on its latest announcement day (new before cross-list before
    replacement). ``headline``, ``theorem_links`` and ``listed_on`` belong to the newest of its ``reviews`` reviews.
    ``added`` is the time when the paper was first stored.
    """

    key: int
    version: int | None
    title: str
    category: str
    withdrawn: bool
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
    day: date | None = None
    type: AnnounceType | None = None


def read_rows(db: Database, keys: Iterable[int], categories: Sequence[str] = ()) -> list[ListRow]:
    """Return the rows of these papers in the given order, with their announcement days in ``categories`` if any are
    given; unknown keys are left out."""
    rows: list[ListRow] = []
    for chunk in _chunks(keys):
        rows += _read_chunk(db, chunk, categories)
    return rows


def _read_chunk(db: Database, keys: Sequence[int], categories: Sequence[str]) -> list[ListRow]:
    named = (listed(keys),)
    papers = db.rows(
        "SELECT key, paper.version, title, category, published, updated, added, withdrawn.key IS NOT NULL "
        "FROM paper JOIN detail USING (key) LEFT JOIN withdrawn USING (key) "
        "WHERE paper.key IN (SELECT value FROM json_each(?))",
        named,
    )
    followed, values = conditions(None, None, categories)
    days = db.rows(
        f"SELECT key, min(day) FILTER (WHERE type = ?), min(day) FILTER (WHERE type <= ? AND {followed}), "  # noqa: S608
        "max(day * 8 - type) FROM announcement WHERE key IN (SELECT value FROM json_each(?)) GROUP BY key",
        (type_code(AnnounceType.NEW), type_code(AnnounceType.CROSS), *values, *named),
    )
    # SQLite takes the other columns from the row with the maximum.
    reviews = db.rows(
        "SELECT key, max(listed_on * 65536 + abs(slot)), listed_on, headline, theorem_links, count(*) FROM review "
        "WHERE key IN (SELECT value FROM json_each(?)) GROUP BY key",
        named,
    )
    announced = {key: _Announced(_day(first), _day(day), _latest(latest)) for key, first, day, latest in days}
    reviewed = {key: (*rest, date.fromordinal(listed_on)) for key, _, listed_on, *rest in reviews}
    rows = {}
    for key, version, title, category, published, updated, added, withdrawn in papers:
        times = (moment_of(published), moment_of(updated), moment_of(added))
        review = reviewed.get(key, ("", None, 0, None))
        days_of = announced.get(key, _Announced())
        rows[key] = ListRow(key, version, title, category, bool(withdrawn), *days_of, *times, *review)
    return [rows[key] for key in keys if key in rows]


def _day(ordinal: int | None) -> date | None:
    return None if ordinal is None else date.fromordinal(ordinal)


def _latest(packed: int) -> AnnounceType:
    """Return the type encoded as ``day * 8 - type``."""
    return type_of(-packed % 8)


def _chunks(keys: Iterable[int]) -> Iterator[list[int]]:
    left = iter(keys)
    while chunk := list(islice(left, _CHUNK)):
        yield chunk
