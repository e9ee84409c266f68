"""What the ledger of requests says: whether everything that arXiv announced is stored, by category and day (the
completeness report), and how fresh each service is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta

from arxtui.library.views import Freshness, LedgerRow, LedgerView
from arxtui.model.arxiv.announced_days import DaySource, DayStanding, DayState, standings
from arxtui.model.arxiv.calendar import day_words, eastern_day, expected_day
from arxtui.model.ledger import LedgerEntry, Outcome, plain_reason, unreached_host
from arxtui.model.sources import CITATION_SOURCES, SERVICES
from arxtui.store.cache.database import Cache

_FEED = "arxiv.feed"
_LABELS = {**SERVICES, "search": "search index"}
_BY_HAND = frozenset({"arxiv.search", "arxiv.add", "pith.reviews", *(f"{name}.citations" for name in CITATION_SOURCES)})
"""Sources that are requested once, on the user's demand: they say nothing about how fresh the rest is."""
_NOT_REFRESHED = "not refreshed: "
_PASS = timedelta(hours=1)
"""Longer than a pass takes. A target that is still untried so long after its due time is no longer requested."""


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


def of_services(entries: Iterable[LedgerEntry]) -> tuple[Freshness, ...]:
    """Return one line for each service that was ever requested, sorted by name.

    The reason shown is that of the newest failure, otherwise a remark about a successful response (a feed of an older
    day). A target that was due but not requested together with the others belongs to a cancelled subscription, and is
    ignored. A target that failed because the network was unreachable no longer counts as offline once its
    service has answered any other request.
    """
    grouped: dict[str, list[LedgerEntry]] = {}
    reached: dict[str, datetime] = {}
    for entry in entries:
        service = entry.source.split(".")[0]
        if entry.fresh_as_of:
            reached[service] = max(entry.fresh_as_of, reached.get(service, entry.fresh_as_of))
        if entry.source not in _BY_HAND:
            grouped.setdefault(service, []).append(entry)
    return tuple(_of_service(_LABELS.get(name, name), grouped[name], reached.get(name)) for name in sorted(grouped))


def _of_service(label: str, entries: list[LedgerEntry], reached: datetime | None) -> Freshness:
    """Return the line of one service. ``reached`` is the time of its last successful response to any request."""
    as_of = max((entry.fresh_as_of for entry in entries if entry.fresh_as_of), default=None)
    newest = max(entry.attempted for entry in entries)
    current = [entry for entry in entries if entry.next_due + _PASS > newest]
    failures = [entry for entry in current if entry.outcome is Outcome.FAILED]
    if failures:
        last = max(failures, key=lambda entry: entry.attempted)
        reason = f"{_NOT_REFRESHED}{last.reason}" if _is_over(last, reached) else last.reason or "failed"
        # A due target that was skipped because the service did not answer is tried together with the others.
        ahead = [entry.next_due for entry in failures if entry.next_due > newest]
        next_try = min(ahead or [entry.next_due for entry in failures])
        return Freshness(label, as_of, reason, last.status, next_try, failed=True)
    for entry in current:
        if entry.reason:
            return Freshness(label, as_of, entry.reason, None, entry.next_due)
    return Freshness(label, as_of)


def _is_over(failure: LedgerEntry, reached: datetime | None) -> bool:
    """Whether the failure was a missing network, which has returned since."""
    return bool(unreached_host(failure.reason)) and reached is not None and reached > failure.attempted
