"""The entries of arXiv's listings (``/list/<subject>/new``, ``/list/<subject>/recent`` and ``/catchup``), and the items
of a day's announcement feed, with faulty feeds.

Unlike feeds, listings show the current version of a paper, whatever version was announced, and change at 20:00 in New
York, when the day's announcements are made.

Feeds have been seen to serve the previous day's batch under a new ``lastBuildDate``, for one category and for all.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum

from arxtui.demo.messages import Reply, Request
from arxtui.demo.papers.calendar import announced_day, day_before
from arxtui.demo.papers.corpus import Corpus
from arxtui.demo.wire import listing
from arxtui.demo.wire.htmlpage import bad_request, not_found
from arxtui.demo.wire.listing import SIZES, ListingEntry, ListingSection, Window
from arxtui.demo.wire.rss import FeedItem, in_order
from arxtui.model.arxiv.calendar import eastern_day
from arxtui.model.arxiv.day_numbers import AnnounceType
from arxtui.model.arxiv.taxonomy import ARCHIVES, CANONICAL, CATEGORIES, covers
from arxtui.model.paper import Paper

HTML = "text/html; charset=utf-8"

_RECENT = 5
_RECENT_SHOWN = 50
_CATCHUP_PAGE = 2000
_REACH = timedelta(days=91)
"""How far back catch-up pages go: ninety days, and one for time zones."""
_FORMAT = re.compile(r"\d{4}-\d{2}-\d{2}")
_PERIODS = ("new", "recent", "pastweek")
_MOST = 2000
"""The most items of a feed (https://info.arxiv.org/help/rss.html)."""
_SHORT = 10
"""A short feed has the first tenth of the items."""


class BadRequestError(Exception):
    """The request gets status 400; the message says why."""


@dataclass(frozen=True, slots=True)
class Listings:
    """The listings of a corpus at the time ``now``; ``papers`` are the public papers, at their versions then, by id."""

    corpus: Corpus
    papers: Mapping[str, Paper]
    now: datetime

    def answer(self, request: Request) -> Reply:
        """Return the response to a request for a listing."""
        _, service, *rest = request.path.split("/")
        try:
            if service == "catchup":
                return self._catchup(rest, request.query)
            return self._list(rest, request.query)
        except BadRequestError as reason:
            return Reply(400, bad_request(str(reason)), HTML)

    def _list(self, rest: list[str], query: Mapping[str, str]) -> Reply:
        if rest[0] not in CATEGORIES and rest[0] not in ARCHIVES:
            return Reply(404, not_found(), HTML)
        if len(rest) != 2 or rest[1] not in _PERIODS:
            raise BadRequestError("Listing requires subject and valid time period parameters.")
        subject, period = rest
        show = _number(query, "show", SIZES[-1] if period == "new" else _RECENT_SHOWN)
        if show not in SIZES:
            raise BadRequestError(f"Invalid show, it can be one of {', '.join(map(str, SIZES))}")
        window = Window(_number(query, "skip", 0), show)
        days = self._days()
        if period == "new":
            body = listing.new(subject, days[0], self._sections(subject, days[0]), window)
        else:
            body = listing.recent(subject, [(day, self._news(subject, day)) for day in days[:_RECENT]], window)
        return Reply(200, body, HTML)

    def _catchup(self, rest: list[str], query: Mapping[str, str]) -> Reply:
        if len(rest) != 2:
            return Reply(404, not_found(), HTML)
        subject, day_text = rest
        if subject in CANONICAL:
            query_string = "&".join(f"{name}={value}" for name, value in query.items())
            return Reply(301, headers={"Location": f"/catchup/{CANONICAL[subject]}/{day_text}?{query_string}"})
        if subject not in CATEGORIES and subject not in ARCHIVES:
            raise BadRequestError("Invalid subject. Subject must be an archive, category or 'grp_physics'")
        if query.get("abs", "False") not in ("True", "False"):
            raise BadRequestError("Invalid abs value. Use ?abs=True to include abstracts or ?abs=False to not")
        day, page = self._requested_day(day_text), _number(query, "page", 1)
        if page < 1:
            raise BadRequestError("Invalid page value. Page value should be a positive integer like ?page=3")
        later = [each for each in self._days() if each > day]
        body = listing.catchup(
            subject,
            day,
            self._sections(subject, day),
            Window((page - 1) * _CATCHUP_PAGE, _CATCHUP_PAGE),
            abstracts=query.get("abs") == "True",
            next_day=later[-1] if later else None,
        )
        return Reply(200, body, HTML)

    def _requested_day(self, text: str) -> date:
        try:
            day = date.fromisoformat(text)
        except ValueError:
            day = None
        if day is None or not _FORMAT.fullmatch(text):
            raise BadRequestError("Invalid date format. Use format: YYYY-MM-DD")
        today = eastern_day(self.now)
        if day < today - _REACH:
            raise BadRequestError(f"Invalid date: {day}. Catchup only allowed for past 90 days")
        if day > today:
            raise BadRequestError(f"Invalid date: {day}. Can't request date later than today")
        return day

    def _days(self) -> list[date]:
        """Return the announcement days so far, newest first."""
        by_now = announced_day(self.now)
        return [day for day in reversed(self.corpus.days) if day <= by_now] or [by_now]

    def _sections(self, subject: str, day: date) -> list[ListingSection]:
        entries = self._entries(subject, day)
        replaced = [*_of(entries, AnnounceType.REPLACE), *_of(entries, AnnounceType.REPLACE_CROSS)]
        return [
            ListingSection("New", _of(entries, AnnounceType.NEW)),
            ListingSection("Cross", _of(entries, AnnounceType.CROSS)),
            ListingSection("Replacement", replaced),
        ]

    def _news(self, subject: str, day: date) -> list[ListingEntry]:
        """Return the new papers, then the cross-lists, each newest first."""
        entries = self._entries(subject, day)
        return [*reversed(_of(entries, AnnounceType.NEW)), *reversed(_of(entries, AnnounceType.CROSS))]

    def _entries(self, subject: str, day: date) -> list[ListingEntry]:
        """Return what was announced in a subject on a day, sorted by id."""
        rows = self.corpus.announced(day, [subject]) if day <= announced_day(self.now) else []
        entries = [(self.papers[row.id], row.type) for row in rows if row.id in self.papers]
        return sorted(entries, key=lambda entry: entry[0].id)


def _of(entries: list[ListingEntry], kind: AnnounceType) -> list[ListingEntry]:
    return [entry for entry in entries if entry[1] is kind]


def _number(query: Mapping[str, str], name: str, default: int) -> int:
    text = query.get(name, str(default))
    if not text.isdecimal():
        raise BadRequestError(f"Invalid {name}, it must be a number")
    return int(text)


class FeedFault(StrEnum):
    """The faults of a well-formed feed."""

    STALE = "the batch of the day before under today's date"
    SHORT = "only the first items"
    EMPTY = "no items"


@dataclass(frozen=True, slots=True)
class FaultyFeed:
    """A fault of the feed of one whole day, for one category or for all (None)."""

    day: date
    fault: FeedFault
    category: str | None = None

    def affects(self, category: str) -> bool:
        """Whether the fault affects a category."""
        return self.category is None or covers(self.category, category)


def items(
    corpus: Corpus, day: date, categories: Sequence[str], public: Container[str], faulty: Iterable[FaultyFeed] = ()
) -> list[FeedItem]:
    """Return the items of a day's joined feed, in arXiv's order, each paper at its announced version. Papers that are
    not ``public`` (any more) are left out."""
    faults = [fault for fault in faulty if fault.day == day]
    items_by_version: dict[tuple[str, int], FeedItem] = {}
    cut: list[FeedItem] = []
    for row in corpus.announcements:
        if row.id not in public or not any(covers(wanted_category, row.category) for wanted_category in categories):
            continue
        fault = next((each.fault for each in faults if each.affects(row.category)), None)
        shown_day = day_before(day) if fault is FeedFault.STALE else day
        if row.day != shown_day or fault is FeedFault.EMPTY:
            continue
        version = row.version or 1
        item = (corpus.revisions[row.id][version - 1].paper, row.type)
        if fault is FeedFault.SHORT:
            cut.append(item)
        else:
            items_by_version.setdefault((row.id, version), item)
    short = in_order(cut)
    for paper, kind in short[: len(short) // _SHORT]:
        items_by_version.setdefault((paper.id, paper.version or 1), (paper, kind))
    return in_order(items_by_version.values())[:_MOST]
