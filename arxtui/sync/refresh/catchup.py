"""Catch-up: fetch arXiv's listing pages for announcement days whose feed is missing or doubtful.

``/list/<category>/new`` shows the newest day, ``/catchup/<category>/<day>`` an earlier day. Each page is of one
category or archive and is stored as it arrives, so that a kill loses at most one page. A page names a paper's version
only if it links the paper's HTML; the query API supplies the other versions (``complete``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from itertools import pairwise

from arxtui.http.errors import BadAnswer
from arxtui.model.arxiv.announced_days import Announced, AnnouncedDay, DaySource, DayStanding, DayState, standings
from arxtui.model.arxiv.calendar import day_words, eastern_day, expected_day
from arxtui.model.arxiv.day_numbers import AnnounceType
from arxtui.model.arxiv.plausible import is_plausible
from arxtui.model.events import EventKind
from arxtui.model.ledger import LedgerEntry
from arxtui.sources.arxiv.pages.listing import ListingPage, parse_listing
from arxtui.sources.arxiv.urls import catchup_url, listing_url
from arxtui.sync.errors import AnomalyError
from arxtui.sync.refresh.due import COMPLETE_PAUSE, SAME_QUERY, STALE_PAUSE
from arxtui.sync.refresh.feed import repeat_reason, repeated_papers
from arxtui.sync.refresh.source_request import SourceRequest

REACH = timedelta(days=90)
"""How far back arXiv's catch-up pages go."""
_MOST_PAGES = 20
"""Pages of one day that are fetched, at most."""
_PER_PAGE = 2000
"""Entries of a day on one page, at most."""
_REFUSED = (400, 404)
"""Statuses that mean that arXiv no longer has the page of a day."""
_REPLACED = (AnnounceType.REPLACE, AnnounceType.REPLACE_CROSS)


def request_catchup(request: SourceRequest) -> LedgerEntry:
    """Fetch the pages of every unsettled day, newest first. If arXiv has not announced the newest day yet, the next
    request is due within the hour."""
    late = _settle_gaps(request, _gaps(request))
    if _recheck_feeds(request):
        late = _settle_gaps(request, _gaps(request)) or late
    now = request.context.now()
    if late is None:
        return request.success_entry(now + COMPLETE_PAUSE)
    reason = f"{day_words(late)} is not announced yet"
    return request.success_entry(now + STALE_PAUSE, reason=reason)


def _settle_gaps(request: SourceRequest, gaps: Sequence[DayStanding]) -> date | None:
    """Fetch the page of each gap. Returns the day that arXiv has not announced yet, or None."""
    late: date | None = None
    for number, gap in enumerate(gaps, 1):
        if gap.day != late and not _settle(request, gap, number, len(gaps)):
            late = gap.day
    return late


def _recheck_feeds(request: SourceRequest) -> bool:
    """Check again each feed that was believed before its previous day was known. If the feed repeated the papers of
    that previous day, withdraw them and mark the feed as doubtful. Returns whether any feed was marked."""
    days, categories = request.context.cache.announced_days, request.context.settings.arxiv.categories
    today = expected_day(request.context.now())
    doubted = False
    for code in categories:
        for later, earlier in pairwise(days.of(code, today - REACH, today)):
            if later.source is not DaySource.FEED or earlier.source is DaySource.FEED or earlier.heard < later.heard:
                continue
            repeats = repeated_papers(days.announced(code, later.day), days.announced(code, earlier.day))
            doubted = doubted or bool(repeats)
            for category in categories if repeats else ():
                days.withdraw(category, later.day, [base for base, _ in repeats], repeat_reason(earlier.day))
    return doubted


def _gaps(request: SourceRequest) -> list[DayStanding]:
    """Return the unsettled days of all categories, newest first, by category within a day."""
    context, now = request.context, request.context.now()
    today = expected_day(now)
    gaps: list[DayStanding] = []
    for category in context.settings.arxiv.categories:
        days = context.cache.announced_days
        first = max(days.begin(category) or today, today - REACH)
        days_announced, stored = days.of(category, first, today), days.stored(category, first, today)
        gaps += [each for each in standings(category, days_announced, stored, first, today) if _is_open(each, now)]
    return sorted(gaps, key=lambda each: each.day, reverse=True)


def _is_open(standing: DayStanding, now: datetime) -> bool:
    """Whether a request may settle the day. A page whose papers are not all stored is requested again after a day; a
    page that arXiv refused is not."""
    announced = standing.reported
    if standing.settled or announced is None or announced.source is DaySource.FEED:
        return not standing.settled
    return standing.state is DayState.MISSING and announced.heard + SAME_QUERY <= now


def _settle(request: SourceRequest, gap: DayStanding, number: int, gaps: int) -> bool:
    """Fetch what was announced on a day. Returns False if arXiv has not announced it yet."""
    shown = _fetch_newest_day(request, gap, number, gaps) if gap.day == expected_day(request.context.now()) else None
    if shown is not None and shown <= gap.day:
        return shown == gap.day
    _fetch_past_day(request, gap, number, gaps)
    return True


def _fetch_newest_day(request: SourceRequest, gap: DayStanding, number: int, gaps: int) -> date:
    """Fetch and store the category's ``/new`` page. Returns the day that it shows.

    Raises:
        AnomalyError: the page shows no day, or an implausible one.
    """
    base = request.context.settings.arxiv.listing_url

    def address(page: int) -> str:
        return listing_url(base, gap.category, skip=page * _PER_PAGE, show=_PER_PAGE if page else 0)

    pages = _fetch_pages(request, gap.category, address, None, number, gaps)
    day = pages[0].day
    if day is None:
        raise AnomalyError(f"arXiv's page of {gap.category} does not say which day it is for")
    if not is_plausible(day, eastern_day(request.context.now())):
        raise AnomalyError(f"arXiv's page of {gap.category} is for {day}, an impossible day")
    _store_day(request, gap.category, day, DaySource.LISTING, _claimed_counts(pages))
    return day


def _fetch_past_day(request: SourceRequest, gap: DayStanding, number: int, gaps: int) -> None:
    base = request.context.settings.arxiv.catchup_url

    def address(page: int) -> str:
        return catchup_url(base, gap.category, gap.day, page + 1)

    try:
        pages = _fetch_pages(request, gap.category, address, gap.day, number, gaps)
    except BadAnswer as error:
        if error.status not in _REFUSED:
            raise
        reason = f"arXiv no longer has a page for this day ({error.status})"
        request.emit(EventKind.NOTE, reason=f"{gap.category}, {gap.day}: {reason}")
        counts = gap.reported.counts if gap.reported and gap.reported.source is not DaySource.FEED else None
        _store_day(request, gap.category, gap.day, DaySource.CATCHUP, counts, reason)
    else:
        _store_day(request, gap.category, gap.day, DaySource.CATCHUP, _claimed_counts(pages))


def _fetch_pages(
    request: SourceRequest, category: str, address: Callable[[int], str], day: date | None, number: int, gaps: int
) -> list[ListingPage]:
    """Fetch and store all pages of a ``day`` (None: of the day that the first page shows). ``address`` returns the URL
    of a page by its number, from 0.

    Raises:
        AnomalyError: a page shows another day.
    """
    pages: list[ListingPage] = []
    while not pages or (pages[-1].next_page and len(pages) < _MOST_PAGES):
        page = parse_listing(request.get(address(len(pages))).body, category)
        day = day or page.day
        if page.day not in (None, day):
            raise AnomalyError(f"arXiv's page shows {page.day} instead of {day}")
        request.store(page.intake, number, gaps)
        pages.append(page)
    return pages


def _store_day(
    request: SourceRequest, category: str, day: date, source: DaySource, counts: Announced | None, doubt: str = ""
) -> None:
    now = request.context.now()
    request.context.cache.announced_days.put([AnnouncedDay(category, day, source, now, counts, doubt)])


def _claimed_counts(pages: Sequence[ListingPage]) -> Announced:
    """Return how many papers a listing claims, by the headings of its sections, which each of its pages repeats. A
    paper listed as new or cross-list and as a replacement, too, is not counted as a replacement."""
    claimed = dict.fromkeys(AnnounceType, 0)
    for page in pages:
        for section in page.sections:
            claimed[section.type] = max(claimed[section.type], section.of)
    announcements = [each for page in pages for each in page.intake.announcements]
    replaced = {each.id for each in announcements if each.type in _REPLACED}
    others = {each.id for each in announcements if each.type not in _REPLACED}
    replacements = claimed[AnnounceType.REPLACE] + claimed[AnnounceType.REPLACE_CROSS] - len(replaced & others)
    return Announced(claimed[AnnounceType.NEW], claimed[AnnounceType.CROSS], replacements)
