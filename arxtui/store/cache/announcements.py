"""Announcements: which paper was announced in which category on which day."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime
from itertools import groupby
from operator import itemgetter

from arxtui.light import deferred
from arxtui.model.arxiv.calendar import last_day
from arxtui.model.arxiv.day_numbers import AnnounceType
from arxtui.model.arxiv.ids import id_of
from arxtui.model.arxiv.taxonomy import codes_of
from arxtui.store.sqlite.codes import type_code, type_of
from arxtui.store.sqlite.connection import Database, listed

with deferred():
    from arxtui.model.paper import Announcement

_FIRST_DAY, _LAST_DAY = date.min.toordinal(), date.max.toordinal()


class Announcements:
    """The announcements, by paper and by day."""

    def __init__(self, db: Database, clock: Callable[[], datetime]) -> None:
        self._db = db
        self._clock = clock

    def of(self, key: int) -> tuple[Announcement, ...]:
        """Return a paper's announcements, newest day first, then new before cross-list before replacement."""
        return self.of_papers([key]).get(key, ())

    def of_papers(self, keys: Iterable[int]) -> dict[int, tuple[Announcement, ...]]:
        """Return the announcements of each of these papers that has any, in the order of :meth:`of`."""
        rows = self._db.rows(
            "SELECT key, day, category, type, version FROM announcement WHERE key IN (SELECT value FROM json_each(?)) "
            "ORDER BY key, day DESC, type, category",
            (listed(keys),),
        )
        by_key: dict[int, tuple[Announcement, ...]] = {}
        for key, day, category, kind, version in rows:
            announcement = Announcement(id_of(key) or "", date.fromordinal(day), category, type_of(kind), version)
            by_key[key] = (*by_key.get(key, ()), announcement)
        return by_key

    def keys(
        self,
        first: date | None,
        last: date | None,
        type: AnnounceType | None = None,
        categories: Sequence[str] = (),
        *,
        news: bool = False,
    ) -> array[int]:
        """Return the ascending keys (``array('q')``) of papers announced from ``first`` to ``last``, both included;
        None is an open end.

        ``type`` selects announcements of one type. ``categories`` selects announcements in any of them; an archive
        includes its categories. With ``news``, announcements known only from a dump are left out.
        """
        where, values = conditions(first, last, categories)
        if news:
            where = f"{where} AND NOT archive"
        if type is not None:
            where, values = f"{where} AND type = ?", [*values, type_code(type)]
        # With DISTINCT and ORDER BY, SQLite would scan the whole index by key instead of the requested days.
        rows = self._db.rows(f"SELECT key FROM announcement WHERE {where}", values)  # noqa: S608
        return array("q", sorted({key for (key,) in rows}))

    def types(self, first: date, last: date, categories: Sequence[str] = ()) -> dict[date, dict[int, AnnounceType]]:
        """Return the papers announced from ``first`` to ``last``, both included, in ``categories`` if any are given, by
        day, newest first: the key of each, and its type on that day. Of several types, that is the first in the order
        of a daily listing."""
        where, values = conditions(first, last, categories)
        sql = f"SELECT day, key, min(type) FROM announcement WHERE {where} GROUP BY day, key ORDER BY day DESC, key"  # noqa: S608
        days: dict[date, dict[int, AnnounceType]] = {}
        for ordinal, papers in groupby(self._db.rows(sql, values), itemgetter(0)):
            days[date.fromordinal(ordinal)] = {key: type_of(kind) for _, key, kind in papers}
        return days

    def days(self, limit: int, categories: Sequence[str] = ()) -> list[tuple[date, int]]:
        """Return (day, number of papers announced), newest first, in ``categories`` if any are given; future days are
        left out."""
        where, values = conditions(None, self._last_day(), categories)
        sql = f"SELECT day, count(DISTINCT key) FROM announcement WHERE {where} GROUP BY day ORDER BY day DESC LIMIT ?"  # noqa: S608
        return [(date.fromordinal(day), n) for day, n in self._db.rows(sql, [*values, limit])]

    def day_beside(self, day: date | None, step: int, categories: Sequence[str] = ()) -> date | None:
        """Return the nearest day with announcements in ``categories`` before ``day`` (``step`` below 0) or after it;
        the newest if ``day`` is None. Returns None if there is none; never a future day."""
        later, last = day is not None and step > 0, self._last_day()
        bounds = (day, last) if later else (None, min(day, last) if day else last)
        where, values = conditions(*bounds, categories)
        sql = (
            f"SELECT day FROM announcement WHERE {where} AND day <> ? ORDER BY day {'ASC' if later else 'DESC'} LIMIT 1"  # noqa: S608
        )
        ordinal = self._db.value(sql, [*values, day.toordinal() if day else 0])
        return None if ordinal is None else date.fromordinal(ordinal)

    def _last_day(self) -> date:
        return last_day(self._clock().date())


def conditions(first: date | None, last: date | None, categories: Sequence[str]) -> tuple[str, list[object]]:
    """Return the SQL condition for rows of these days and categories, and its values. A category is meant under all of
    its codes; an archive includes all of its categories, as in ``model.taxonomy.covers``."""
    low = _FIRST_DAY if first is None else first.toordinal()
    high = _LAST_DAY if last is None else last.toordinal()
    parts, values = [], []
    for category in (code for each in categories for code in codes_of(each)):
        parts.append("category = ?")
        values.append(category)
        if "." not in category:
            # "/" follows "." in ASCII, so the range contains every code that begins with the archive and a dot.
            parts.append("(category > ? AND category < ?)")
            values += [f"{category}.", f"{category}/"]
    chosen = f" AND ({' OR '.join(parts)})" if parts else ""
    return f"day BETWEEN ? AND ?{chosen}", [low, high, *values]
