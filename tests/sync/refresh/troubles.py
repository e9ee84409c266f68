"""The troubles in the month of ``tests.sync.refresh.month``, and the number of requests that the month needs in spite
of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from enum import StrEnum
from math import ceil

from arxtui.demo.listings import FeedFault
from arxtui.demo.oai import records_of
from arxtui.demo.papers.corpus import Corpus
from arxtui.model.arxiv.calendar import is_feed_day, midnight
from arxtui.model.arxiv.taxonomy import covers

BACKFILL_DAYS = 14
PER_REQUEST = 100
"""Papers described by one response of the query API."""
HARVESTS = (0, 2, 9, 21)
"""Indexes of the announcement days with a harvest: all of arXiv on the first one, changed records on the others."""
OAI_PAGE = 40

_SATURDAY = 5


class Trouble(StrEnum):
    """The trouble on a day."""

    STALE = "the feed serves yesterday"
    STALE_ONE = "the feed serves yesterday for one category"
    SHORT = "the feed is short"
    EMPTY = "the feed is empty"
    OFFLINE = "no network"
    STORM = "a storm of 429"
    FROZEN = "the feed serves yesterday, listings answer 503"
    LONG_STORM = "a storm of 429 that outlasts a pass"
    EXPIRED = "a resumption token expires"


TROUBLES: dict[int, Trouble] = {
    2: Trouble.STORM,
    5: Trouble.STALE,
    7: Trouble.STALE_ONE,
    9: Trouble.EXPIRED,
    11: Trouble.OFFLINE,
    13: Trouble.SHORT,
    15: Trouble.LONG_STORM,
    17: Trouble.FROZEN,
    19: Trouble.EMPTY,
}
"""The trouble by index of the announcement day in the month. The holiday comes from the calendar."""
SPOILT = {
    Trouble.STALE: FeedFault.STALE,
    Trouble.STALE_ONE: FeedFault.STALE,
    Trouble.FROZEN: FeedFault.STALE,
    Trouble.SHORT: FeedFault.SHORT,
    Trouble.EMPTY: FeedFault.EMPTY,
}
STORMS = {Trouble.STORM: 2, Trouble.LONG_STORM: 5}
"""Number of refused requests: fewer, or more, than the attempts made for one request."""


def bound(corpus: Corpus, categories: Sequence[str]) -> dict[str, int]:
    """Return the minimum number of requests of each kind that fetch all announcements and describe their papers.

    The minimum is: one feed for each of arXiv's feed days (a holiday's missing feed is known only after the request);
    one listing for each category whose feed of the day is wrong; one catch-up page for each category and missed day;
    one request for each hundred papers that a day announced, and for each hundred papers of a category's backfill; and
    the pages of the harvests.
    """
    troubles = {corpus.days[place]: trouble for place, trouble in TROUBLES.items()}
    offline = {day for day, trouble in troubles.items() if trouble is Trouble.OFFLINE}
    doubted = {
        day: 1 if trouble is Trouble.STALE_ONE else len(categories)
        for day, trouble in troubles.items()
        if trouble in SPOILT
    }
    brought: Counter[date] = Counter()
    for day in corpus.days:
        heard = min(each for each in corpus.days if each >= day and each not in offline)
        brought[heard] += len(corpus.announced(day, categories))
    return {
        "feeds": sum(is_feed_day(day) and day not in offline for day in lived_days(corpus)),
        "listings": sum(doubted.values()),
        "days caught up with": len(offline) * len(categories),
        "papers completed": sum(ceil(count / PER_REQUEST) for count in brought.values()),
        "first days": sum(ceil(max(1, _submitted(corpus, category)) / PER_REQUEST) for category in categories),
        "harvest": sum(_pages(corpus, number) for number in range(len(HARVESTS))),
    }


def _pages(corpus: Corpus, number: int) -> int:
    """Return the number of pages of a harvest. An expired token costs one refused request, and the list begins again at
    the last day of the page before it."""
    day = corpus.days[HARVESTS[number]]
    since = corpus.days[HARVESTS[number - 1]] if number else date.min
    stamps = sorted(record.datestamp for record in records_of(corpus, corpus.papers_on(day), day))
    stamps = [stamp for stamp in stamps if stamp >= since]
    if TROUBLES.get(HARVESTS[number]) is not Trouble.EXPIRED:
        return ceil(len(stamps) / OAI_PAGE)
    again = [stamp for stamp in stamps if stamp >= stamps[OAI_PAGE - 1]]
    return 2 + ceil(len(again) / OAI_PAGE)


def _submitted(corpus: Corpus, category: str) -> int:
    """Return how many papers of a category were submitted in the ``BACKFILL_DAYS`` before the first day and are public
    on it."""
    first = corpus.days[0]
    papers = corpus.papers_on(first).values()
    came = [paper for paper in papers if any(covers(category, code) for code in paper.categories) and paper.published]
    return sum(paper.published.date() >= first - timedelta(days=BACKFILL_DAYS) for paper in came if paper.published)


def lived_days(corpus: Corpus) -> list[date]:
    """Return the days on which the processes run: every day that can have a feed, and the first Saturday."""
    days = [corpus.days[0] + timedelta(days=number) for number in range((corpus.day - corpus.days[0]).days + 1)]
    saturday = next(day for day in days if day.weekday() == _SATURDAY)
    return [day for day in days if is_feed_day(day) or day == saturday]


def hour(day: date, at: int) -> datetime:
    """Return this hour of the day in New York."""
    return midnight(day) + timedelta(hours=at)
