"""The announcements of each day as upstream reports them, compared with what the cache has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from arxtui.model.arxiv.announced_days import Announced, AnnouncedDay, DaySource
from arxtui.model.arxiv.ids import id_of, key_of
from arxtui.store.cache.announcements import conditions
from arxtui.store.sqlite.codes import moment_of
from arxtui.store.sqlite.connection import Database, Row, listed

_SELECT = "SELECT category, day, told, heard, new, crosses, replacements, doubt FROM announced_day"
_PUT = (
    "INSERT INTO announced_day (category, day, told, heard, new, crosses, replacements, doubt) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (category, day) DO UPDATE SET told = excluded.told, "
    "heard = excluded.heard, new = excluded.new, crosses = excluded.crosses, replacements = excluded.replacements, "
    "doubt = CASE WHEN excluded.doubt = '' AND excluded.told <> 'feed' THEN doubt ELSE excluded.doubt END"
)


_STORED = (
    "EXISTS (SELECT 1 FROM paper WHERE paper.key = announcement.key AND (announcement.version IS NULL "
    "OR paper.version IS NULL OR paper.version >= announcement.version))"
)


class AnnouncedDays:
    """Reports of announcements: one row for each subscribed category and announcement day."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def put(self, days: Sequence[AnnouncedDay]) -> None:
        """Store reports, each unless a more trusted report of its day is stored. A doubt about a feed stays
        recorded."""
        with self._db.transaction():
            for report in days:
                stored = self.get(report.category, report.day)
                if stored is None or _weight(report) >= _weight(stored):
                    counts = report.counts or (None, None, None)
                    reported_at = report.heard.timestamp()
                    row = (
                        report.category,
                        report.day.toordinal(),
                        report.source.value,
                        reported_at,
                        *counts,
                        report.doubt,
                    )
                    self._db.run(_PUT, row)

    def get(self, category: str, day: date) -> AnnouncedDay | None:
        """Return the report for a category and a day; None if there is none."""
        row = self._db.row(f"{_SELECT} WHERE category = ? AND day = ?", (category, day.toordinal()))
        return None if row is None else _report(row)

    def of(self, category: str, first: date, last: date) -> list[AnnouncedDay]:
        """Return the reports for a category from ``first`` to ``last``, both included, newest first."""
        sql = f"{_SELECT} WHERE category = ? AND day BETWEEN ? AND ? ORDER BY day DESC"
        return [_report(row) for row in self._db.rows(sql, (category, first.toordinal(), last.toordinal()))]

    def begin(self, category: str) -> date | None:
        """Return the first reported day of a category; None if there is none."""
        day = self._db.value("SELECT min(day) FROM announced_day WHERE category = ?", (category,))
        return None if day is None else date.fromordinal(day)

    def stored(self, category: str, first: date, last: date) -> dict[date, int]:
        """Return, by day, how many of the papers announced in a category are stored in the announced version or a newer
        one; days without any are left out."""
        where, values = conditions(first, last, (category,))
        sql = f"SELECT day, count(DISTINCT key) FROM announcement WHERE {where} AND {_STORED} GROUP BY day"  # noqa: S608
        return {date.fromordinal(day): papers for day, papers in self._db.rows(sql, values)}

    def announced(self, category: str, day: date) -> set[tuple[str, int | None]]:
        """Return (id, version) of the papers announced in a category on a day."""
        where, values = conditions(day, day, (category,))
        rows = self._db.rows(f"SELECT DISTINCT key, version FROM announcement WHERE {where}", values)  # noqa: S608
        return {(id_of(key) or "", version) for key, version in rows}

    def withdraw(self, category: str, day: date, ids: Iterable[str], doubt: str) -> None:
        """Delete announcements of papers in a category on a day, and record the doubt about the feed that reported
        them. Does nothing if the day's report is not from a feed, or if none of the papers was announced."""
        where, values = conditions(day, day, (category,))
        keys = listed(map(key_of, ids))
        with self._db.transaction():
            report = self.get(category, day)
            if report is None or report.source is not DaySource.FEED:
                return
            sql = f"DELETE FROM announcement WHERE {where} AND key IN (SELECT value FROM json_each(?))"  # noqa: S608
            if self._db.run(sql, [*values, keys]):
                row = (doubt, category, day.toordinal())
                self._db.run("UPDATE announced_day SET doubt = ? WHERE category = ? AND day = ?", row)

    def newest_before(self, category: str, day: date) -> date | None:
        """Return the last day before ``day`` with announcements in a category; None if there is none."""
        where, values = conditions(None, date.fromordinal(day.toordinal() - 1), (category,))
        ordinal = self._db.value(f"SELECT max(day) FROM announcement WHERE {where}", values)  # noqa: S608
        return None if ordinal is None else date.fromordinal(ordinal)


def is_readable(row: Row) -> bool:
    """Whether a row (category, day, told, heard, new, crosses, replacements, doubt) is a valid report."""
    try:
        _, _, _, _, *counts, _ = row
        report = _report(row)
        return {type(report.category), type(report.doubt)} == {str} and {type(count) for count in counts} <= {
            int,
            type(None),
        }
    except (AssertionError, TypeError, ValueError, OverflowError):
        return False


def _weight(report: AnnouncedDay) -> int:
    """Return the trust in a report: arXiv's own pages rank above a feed, then trusted reports above doubted ones."""
    return 2 * (report.source is not DaySource.FEED) + report.trusted


def _report(row: Row) -> AnnouncedDay:
    category, day, reporter, reported_at, *counts, doubt = row
    moment = moment_of(reported_at)
    assert moment is not None
    announced = None if None in counts else Announced(*counts)
    return AnnouncedDay(category, date.fromordinal(day), DaySource(reporter), moment, announced, doubt)
