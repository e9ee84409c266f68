"""The joined feed of all subscribed categories: the day's announcements, and checks whether it is plausible.

Feeds have been seen to serve the previous day's batch under a new build date, for one category and not for others, and
to be empty or short. Such a feed is marked as doubtful, and arXiv's listing pages are fetched for its day.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date, timedelta
from statistics import median
from typing import NoReturn

from arxtui.light import NamedTuple, changed
from arxtui.model.arxiv.announced_days import Announced, AnnouncedDay, DaySource
from arxtui.model.arxiv.calendar import day_words, eastern_day, expected_day, is_announcement_day
from arxtui.model.arxiv.day_numbers import AnnounceType
from arxtui.model.arxiv.plausible import is_plausible
from arxtui.model.arxiv.taxonomy import canonical, covers, listed_under
from arxtui.model.ledger import LedgerEntry
from arxtui.model.paper import Announcement
from arxtui.sources.arxiv.feed import FeedPage, parse_feed
from arxtui.sources.arxiv.urls import feed_url
from arxtui.store.cache.database import Cache
from arxtui.sync.errors import AnomalyError
from arxtui.sync.refresh.due import after_feed, expected, stale
from arxtui.sync.refresh.source_request import SourceRequest

_HISTORY = timedelta(days=21)
"""The number of papers that is usual for a category is computed from this many days."""


def request_feed(request: SourceRequest) -> LedgerEntry:
    """Fetch the feed and store its papers and announcements. ``progress`` in the ledger row is the newest day that the
    feed has shown, as an ISO date.

    Raises:
        AnomalyError: the feed is not the requested one, or is cut off.
    """
    categories = tuple(request.task.target.split("+"))
    now = request.context.now()
    if _settled_by_listings(request, categories):
        request.progress = expected_day(now).isoformat()
        return request.success_entry(after_feed(now, expected_day(now), None, request.context.spread()))
    # A wrong feed can have shown a day in the future: such progress is discarded.
    shown = request.progress is None or is_plausible(date.fromisoformat(request.progress), eastern_day(now))
    if not shown:
        request.progress = None
    answer = request.get(feed_url(request.context.settings.arxiv.feed_url, categories), conditional=shown)
    skip_days: tuple[str, ...] = ()
    if answer.status != 304:
        page = parse_feed(answer.body, categories)
        if reason := why_other_feed(page, categories, eastern_day(now)):
            _discard(request, page, categories, reason)
        skip_days = page.skip_days
        _store(request, page, categories)
        if not page.complete:
            raise AnomalyError("the feed is truncated; the received part is stored")
        request.progress = _newest_shown(page, request.progress)
    now = request.context.now()
    day = date.fromisoformat(request.progress) if request.progress else None
    due = after_feed(now, day, answer.max_age, request.context.spread(), skip_days)
    reason = _stale_reason(day, expected(now, skip_days)) if stale(day, now, skip_days) else ""
    return request.success_entry(due, answer=answer, reason=reason)


def _settled_by_listings(request: SourceRequest, categories: tuple[str, ...]) -> bool:
    """Whether a late feed need not be requested again, because arXiv's listing pages have supplied the day since."""
    entry, now = request.task.entry, request.context.now()
    if entry is None or entry.next_due > now:
        return False
    days = request.context.cache.announced_days
    announced = [days.get(category, expected_day(now)) for category in categories]
    return all(each is not None and each.trusted and each.source is not DaySource.FEED for each in announced)


def _store(request: SourceRequest, page: FeedPage, categories: tuple[str, ...]) -> None:
    """Store the feed's papers and announcements, without repeated ones, and the counts that it claims for its day."""
    day = page.day
    if day is None or not (page.intake.announcements or is_announcement_day(day)):
        request.store(page.intake, 1, 1)
        return
    before = {category: _history_of(request.context.cache, category, day) for category in categories}
    checks = doubts_by_category(page, day, before)
    repeated = {paper for category in categories if checks[category].again for paper in before[category].batch}
    announcements = tuple(row for row in page.intake.announcements if not is_among(repeated, row.id, row.version))
    request.store(changed(page.intake, announcements=announcements), 1, 1)
    of_day = [row for row in announcements if row.day == day]
    received = request.context.now()
    request.context.cache.announced_days.put(
        [
            AnnouncedDay(code, day, DaySource.FEED, received, claimed_counts(code, of_day), checks[code].reason)
            for code in categories
        ]
    )


def _discard(request: SourceRequest, page: FeedPage, categories: tuple[str, ...], reason: str) -> NoReturn:
    """Discard a feed that is not the requested one. Its day is marked as doubtful, so that arXiv's listing pages are
    fetched for it.

    Raises:
        AnomalyError: always.
    """
    received = request.context.now()
    if page.day is not None and is_plausible(page.day, eastern_day(received)) and is_announcement_day(page.day):
        days = [AnnouncedDay(code, page.day, DaySource.FEED, received, None, reason) for code in categories]
        request.context.cache.announced_days.put(days)
    raise AnomalyError(f"{reason}; nothing of it is stored")


def _history_of(cache: Cache, category: str, day: date) -> CategoryHistory:
    days = cache.announced_days
    last = days.newest_before(category, day)
    days_announced = days.of(category, day - _HISTORY, day - timedelta(days=1))
    sizes = tuple(each.counts.papers for each in days_announced if each.trusted and each.counts and each.counts.papers)
    return CategoryHistory(last, days.announced(category, last) if last else (), sizes)


def _newest_shown(page: FeedPage, before: str | None) -> str | None:
    """Return the newest day shown so far (ISO). An empty feed of an announcement day shows nothing yet: for it, return
    ``before``."""
    empty = not (page.intake.papers or page.intake.announcements)
    if page.day is None or (empty and is_announcement_day(page.day)):
        return before
    return max(page.day.isoformat(), before or "")


def _stale_reason(day: date | None, expected: date) -> str:
    if day is None:
        return f"the feed shows no announcements yet, those of {day_words(expected)} are due"
    return f"the feed still shows {day_words(day)}, {day_words(expected)} is due"


MOST_ITEMS = 2000
"""The most items that a feed has (https://info.arxiv.org/help/rss.html)."""
_USUAL = 12
"""Median papers a day from which a category's feed is checked for being short; below it, the numbers vary too much."""
_SHORT = 1 / 3
"""A feed with less than this fraction of the usual papers is short."""
_TYPES = (AnnounceType.NEW, AnnounceType.CROSS, AnnounceType.REPLACE, AnnounceType.REPLACE_CROSS)

Batch = Collection[tuple[str, int | None]]
"""(id, version) of announced papers; the version is None if it was not named."""


class CategoryHistory(NamedTuple):
    """What was announced in a category before: the last ``day``, its ``batch``, and the number of papers of each recent
    day."""

    day: date | None = None
    batch: Batch = ()
    sizes: Sequence[int] = ()


class Doubt(NamedTuple):
    """Why a feed is not believed, in words ("" if it is). ``again``: it repeated the papers of another day, which are
    not announced a second time."""

    reason: str = ""
    again: bool = False


def claimed_counts(category: str, announcements: Sequence[Announcement]) -> Announced:
    """Return how many papers were announced in a category or archive. A paper counts once, under the first of its types
    in the order of ``_TYPES``."""
    types: dict[str, AnnounceType] = {}
    for row in announcements:
        if covers(category, row.category):
            types[row.id] = min(row.type, types.get(row.id, row.type), key=_TYPES.index)
    count = list(types.values()).count
    replacements = count(AnnounceType.REPLACE) + count(AnnounceType.REPLACE_CROSS)
    return Announced(count(AnnounceType.NEW), count(AnnounceType.CROSS), replacements)


def doubts_by_category(page: FeedPage, day: date, before: Mapping[str, CategoryHistory]) -> dict[str, Doubt]:
    """Return, for each category, why its part of a feed of ``day`` is doubtful."""
    of_day = [row for row in page.intake.announcements if row.day == day]
    whole = _doubt_of_feed(page)
    return {category: _doubt_of_category(category, of_day, before[category]) or Doubt(whole) for category in before}


def why_other_feed(page: FeedPage, requested: Sequence[str], today: date) -> str:
    """Return why a feed cannot be the response to a request for the categories ``requested`` on ``today``, in words; ""
    if it can. Its title and its addresses must name the same categories, at least half of its papers must be in one of
    them, and its day must be plausible."""
    if page.day is not None and not is_plausible(page.day, today):
        return f"the feed is for {page.day}, an impossible day"
    categories = list(map(canonical, requested))
    for subjects in page.subjects:
        named = list(map(canonical, subjects))
        if not (_within(named, categories) and _within(categories, named)):
            return f"the feed is for {', '.join(subjects)} instead of {', '.join(requested)}"
    papers = page.intake.papers
    foreign = [
        paper for paper in papers if not any(_within([code], categories) for code in listed_under(paper.categories))
    ]
    if 2 * len(foreign) > len(papers):
        return f"{len(foreign)} of the feed's {len(papers)} papers are in no requested category"
    return ""


def _within(codes: Sequence[str], subscriptions: Sequence[str]) -> bool:
    return all(any(covers(each, code) for each in subscriptions) for code in codes)


def _doubt_of_feed(page: FeedPage) -> str:
    if not page.complete:
        return "the feed was cut off"
    if page.broken:
        return "the XML of the feed is broken, and items may be lost"
    if page.intake.rejects:
        return f"items of the feed that could not be read: {len(page.intake.rejects)}"
    if len(page.intake.papers) >= MOST_ITEMS:
        return f"a feed lists at most {MOST_ITEMS:,} papers, and this one is full"
    if not page.intake.papers:
        return "the feed listed no papers"
    return ""


def is_among(batch: Batch, base: str, version: int | None) -> bool:
    """Whether a paper is in a batch, in this version or without a version."""
    return (base, version) in batch or (base, None) in batch


def repeated_papers(batch: Batch, before: Batch) -> Batch:
    """Return the papers of a batch that are in the batch before it, too; empty if they are less than half of the
    smaller batch, so that the batch is not a repetition."""
    common = [(base, version) for base, version in batch if is_among(before, base, version)]
    return common if common and 2 * len(common) >= min(len(batch), len(before)) else []


def repeat_reason(day: date) -> str:
    """Return the reason for doubting a feed that repeats the papers of an earlier ``day``."""
    return f"the feed repeated the papers of {day_words(day)}"


def _doubt_of_category(category: str, announcements: Sequence[Announcement], before: CategoryHistory) -> Doubt | None:
    batch = {(row.id, row.version) for row in announcements if covers(category, row.category)}
    # In a joined feed, a stale category also has today's papers that are cross-listed from another category.
    if before.day is not None and repeated_papers(batch, before.batch):
        return Doubt(repeat_reason(before.day), again=True)
    papers = claimed_counts(category, announcements).papers
    usual = median(before.sizes) if before.sizes else 0
    if usual >= _USUAL and papers < usual * _SHORT:
        return Doubt(f"the feed listed {papers or 'no'} papers, {usual:g} are usual")
    return None
