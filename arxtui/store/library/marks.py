"""The marks of papers as they are, and what the acts with a word of their own make of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from arxtui.model.marks import MARKS, Marks, What
from arxtui.store.library import inbox
from arxtui.store.sqlite.codes import reading_of
from arxtui.store.sqlite.connection import AMONG, Database, listed

if TYPE_CHECKING:
    from arxtui.store.library.fields import Value

AND_READ = "read"
"""``Deed.to`` of an act that sets a mark and marks the papers read as well."""


class Deed(NamedTuple):
    """What is about to be done; the fields as of an ``Act``."""

    what: str
    at: datetime
    name: str = ""
    to: str = ""
    by: str = ""


_VALUES: dict[str, Value] = {
    "read": None,
    **dict.fromkeys(("tag", *(mark.gives for mark in MARKS)), 1),
    **dict.fromkeys(("untag", *(mark.takes for mark in MARKS)), 0),
}
COLUMNS = (*(mark.name for mark in MARKS), "rating", "reading")
"""The columns of the table of marks that say something of a paper."""
_MARKED = f"SELECT key, {', '.join(COLUMNS)} FROM mark WHERE {AMONG}"  # noqa: S608
_UNMARKED = (0,) * len(COLUMNS)


def wanted(db: Database, what: What, before: Mapping[int, Value]) -> dict[int, Value]:
    """What an act makes of the values of its field."""
    if what == "unread":
        others = [key for key, value in before.items() if value in (None, inbox.UNSEEN)]
        days = inbox.days_of(db, others)
        return {key: days.get(key, 0) for key in others}
    return dict.fromkeys(before, _VALUES[what])


def read(db: Database, keys: Iterable[int]) -> dict[int, Marks]:
    """The marks of each of these papers."""
    asked = list(keys)
    named = (listed(asked),)
    unread = {key for (key,) in db.rows(f"SELECT key FROM inbox WHERE {AMONG}", named)}  # noqa: S608
    seen = {key for (key,) in db.rows(f"SELECT key FROM read WHERE {AMONG}", named)}  # noqa: S608
    told = {key: marks for key, *marks in db.rows(_MARKED, named)}
    tags, lists = _names(db, "tag", named), _names(db, "listed", named)
    notes: dict[int, str] = dict(db.rows(f"SELECT key, text FROM note WHERE {AMONG}", named))  # noqa: S608
    found = {}
    for key in asked:
        *given, rating, reading = told.get(key, _UNMARKED)
        found[key] = Marks(
            unread=key in unread,
            read=key in seen,
            tags=tags.get(key, ()),
            note=notes.get(key),
            rating=rating or None,
            reading=reading_of(reading),
            lists=lists.get(key, ()),
            **{mark.name: bool(value) for mark, value in zip(MARKS, given, strict=True)},
        )
    return found


def _names(db: Database, table: str, named: tuple[str]) -> dict[int, tuple[str, ...]]:
    found: dict[int, tuple[str, ...]] = {}
    for key, name in db.rows(f"SELECT key, name FROM {table} WHERE {AMONG} ORDER BY key, name", named):  # noqa: S608
        found[key] = (*found.get(key, ()), name)
    return found
