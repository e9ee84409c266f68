"""The completeness report: whether everything that arXiv announced is stored, by category and day."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from arxtui.library.views import LedgerRow, LedgerView
from arxtui.model.arxiv.announced_days import DaySource, DayStanding, DayState, standings
from arxtui.model.arxiv.calendar import day_words, eastern_day, expected_day
from arxtui.model.ledger import plain_reason
from arxtui.store.cache.database import Cache

_FEED = "arxiv.feed"


def view(cache: Cache, categories: Sequence[str], now: datetime, days: int) -> LedgerView:
    """Return the report for the last ``days`` days of the categories, newest first.

    A category begins with its first known day; without one, only the newest day is reported. Days on which nothing is
    announced by the calendar, and nothing was, are left out. Returns an empty report if no feed was ever requested.
    """
    feeds = [entry for entry in cache.ledger.all() if entry.source == _FEED]
    if not feeds:
        return LedgerView((), ())
    today = expected_day(now)
    why = plain_reason(max(feeds, key=lambda entry: entry.attempted).reason) or "no request has been sent yet"
    rows: list[LedgerRow] = []
    for category in categories:
        begin = cache.announced_days.begin(category) or today
        # In the evening arXiv's pages already show the next announcement: on Sundays that of Monday.
        first, last = max(begin, today - timedelta(days=days - 1)), eastern_day(now) + timedelta(days=1)
        reported = cache.announced_days.of(category, first, last)
        stored = cache.announced_days.stored(category, first, last)
        last = max(today, reported[0].day if reported else today)
        rows += [_row(each, why) for each in standings(category, reported, stored, first, last)]
    rows.sort(key=lambda row: row.day, reverse=True)
    return LedgerView(tuple(rows), tuple(_alarms(rows)))


def _row(standing: DayStanding, silence: str) -> LedgerRow:
    reported = standing.reported
    counts = reported.counts if reported and reported.trusted else None
    return LedgerRow(
        standing.day,
        standing.category,
        standing.announced,
        standing.stored,
        standing.missing,
        counts.new if counts else None,
        counts.crosses if counts else None,
        counts.replacements if counts else None,
        reported.source.value if reported else "",
        standing.state.value,
        _words(standing, silence),
    )


def _words(standing: DayStanding, silence: str) -> str:
    match standing.state:
        case DayState.UNHEARD:
            return silence
        case DayState.QUIET:
            return "arXiv announced nothing"
        case DayState.MISSING if standing.reported and standing.reported.source is not DaySource.FEED:
            return "arXiv's page names more papers than could be read from it"
        case _:
            return standing.reported.doubt if standing.reported else ""


def _alarms(rows: Sequence[LedgerRow]) -> Iterator[str]:
    """Yield one sentence for each unsettled day and reason, newest day first."""
    open_rows = [row for row in rows if row.state in ("unheard", "doubtful", "missing")]
    for day in dict.fromkeys(row.day for row in open_rows):
        of_day = [row for row in open_rows if row.day == day]
        for reason in dict.fromkeys(row.reason for row in of_day):
            same_reason = [row for row in of_day if row.reason == reason]
            missing = sum(row.missing or 0 for row in same_reason)
            papers = "paper" if missing == 1 else "papers"
            what = f"{missing:,} {papers} missing" if missing else "no announcement data"
            why = f": {reason}" if reason else ""
            yield f"{day_words(day)}, {', '.join(row.category for row in same_reason)}: {what}{why}"
