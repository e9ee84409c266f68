"""The feeds of the made-up upstream follow the clock, and are wrong on the intended days."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from arxtui.demo import listings
from arxtui.demo.faults import Fault
from arxtui.demo.listings import FaultyFeed, FeedFault
from arxtui.demo.messages import Request
from arxtui.demo.papers.corpus import Corpus
from arxtui.demo.upstream import CATEGORIES_SHOWN, Upstream
from arxtui.model.arxiv.day_numbers import AnnounceType
from arxtui.sources.arxiv.api.atom import parse_answer
from arxtui.sources.arxiv.feed import FeedPage, parse_feed
from tests.demo.conftest import At, Get
from tests.demo.month import make_month

THURSDAY, FRIDAY, SATURDAY = (date(2026, 9, day) for day in (10, 11, 12))


class Clock:
    """A clock that is set by hand: noon in New York on ``day``."""

    def __init__(self, day: date) -> None:
        self.day = day

    def __call__(self) -> datetime:
        return datetime(self.day.year, self.day.month, self.day.day, 16, tzinfo=UTC)


def feed(upstream: Upstream, *categories: str) -> FeedPage:
    return parse_feed(upstream.feed(categories or CATEGORIES_SHOWN))


def identities(page: FeedPage) -> set[tuple[str, int | None]]:
    return {(paper.id, paper.version) for paper in page.intake.papers}


def announced(corpus: Corpus, day: date, *categories: str) -> set[tuple[str, int | None]]:
    return {(row.id, row.version) for row in corpus.announced(day, categories or CATEGORIES_SHOWN)}


def test_each_day_has_its_feed_and_days_without_announcements_an_empty_one(month: Corpus, at: At) -> None:
    clock = Clock(month.days[0])
    upstream = at(month, clock)
    while clock.day <= month.days[-1]:
        page = feed(upstream)
        assert (page.day, page.complete) == (clock.day, True)
        assert identities(page) == announced(month, clock.day)
        clock.day += timedelta(days=1)


def test_the_feed_holds_until_midnight_and_names_the_days_to_skip(month: Corpus, at: At) -> None:
    upstream = at(month, Clock(FRIDAY))
    reply = upstream.reply(Request("GET", "/rss/cs.DC", {}))
    assert reply.headers["Cache-Control"] == "max-age=43200"
    assert set(parse_feed(reply.body).skip_days) == {"Saturday", "Sunday"}


def test_a_paper_is_neither_found_nor_shown_before_its_announcement(month: Corpus, at: At) -> None:
    clock = Clock(FRIDAY)
    upstream = at(month, clock)
    query = Request("GET", "/api/query?search_query=cat:*&max_results=2000", {})
    found = {(paper.id, paper.version) for paper in parse_answer(upstream.reply(query).body).intake.papers}
    assert found == {(paper.id, paper.version) for paper in month.papers_on(FRIDAY).values()}
    later = next(row for row in month.announcements if row.day > FRIDAY and row.type is AnnounceType.NEW)
    assert later.id not in {base for base, _ in found}
    assert upstream.reply(Request("GET", f"/abs/{later.id}", {})).status == 404
    clock.day = later.day
    assert upstream.reply(Request("GET", f"/abs/{later.id}", {})).status == 200


def test_a_stale_feed_has_the_day_before_under_a_fresh_date(month: Corpus, at: At) -> None:
    upstream = at(month, Clock(FRIDAY))
    upstream.spoil(FaultyFeed(FRIDAY, FeedFault.STALE))
    page = feed(upstream)
    assert (page.day, identities(page)) == (FRIDAY, announced(month, THURSDAY))


def test_a_feed_can_be_stale_for_one_category_alone(month: Corpus, at: At) -> None:
    upstream = at(month, Clock(FRIDAY))
    upstream.spoil(FaultyFeed(FRIDAY, FeedFault.STALE, "cs.DC"))
    assert identities(feed(upstream, "cs.DC")) == announced(month, THURSDAY, "cs.DC")
    assert identities(feed(upstream, "math.NT")) == announced(month, FRIDAY, "math.NT")
    both = identities(feed(upstream, "cs.DC", "math.NT"))
    assert both == announced(month, THURSDAY, "cs.DC") | announced(month, FRIDAY, "math.NT")


def test_a_short_feed_has_its_first_items_and_an_empty_one_none(month: Corpus, at: At) -> None:
    whole = feed(at(month, Clock(FRIDAY)))
    short = at(month, Clock(FRIDAY))
    short.spoil(FaultyFeed(FRIDAY, FeedFault.SHORT))
    page = feed(short)
    count = len(page.intake.papers)
    assert 0 < count < len(whole.intake.papers)
    assert page.intake.papers == whole.intake.papers[:count]
    assert page.complete
    empty = at(month, Clock(FRIDAY))
    empty.spoil(FaultyFeed(FRIDAY, FeedFault.EMPTY))
    page = feed(empty)
    assert (page.day, page.intake.papers, page.complete) == (FRIDAY, (), True)


def test_the_day_after_a_spoilt_feed_all_is_well(month: Corpus, at: At) -> None:
    clock = Clock(THURSDAY)
    upstream = at(month, clock)
    upstream.spoil(FaultyFeed(THURSDAY, FeedFault.EMPTY))
    clock.day = FRIDAY
    assert identities(feed(upstream)) == announced(month, FRIDAY)


def test_a_feed_has_two_thousand_items_at_most(at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    assert listings._MOST == 2000
    monkeypatch.setattr(listings, "_MOST", 200)  # a tenth of the papers shows the same
    large = make_month(FRIDAY, days=1, papers=160)
    page = feed(at(large))
    assert len(page.intake.papers) == 200
    assert len(announced(large, FRIDAY)) > 200


def test_listings_can_freeze_and_everything_can_be_refused_for_a_while(get: Get, upstream: Upstream) -> None:
    upstream.faults.add("/list", Fault.UNAVAILABLE_RETRY_AFTER, retry_after=300)
    status, headers, _ = get("/list/cs.DC/new")
    assert (status, headers["Retry-After"]) == (503, "300")
    assert headers["Content-Type"].startswith("text/plain")
    assert get("/catchup/cs.DC/2026-05-12")[0] == 200
    upstream.faults.clear()
    upstream.faults.add("/", Fault.RATE_LIMITED, 2)
    assert [get(path)[0] for path in ("/rss/cs.DC", "/api/query?id_list=2605.90001", "/list/cs.DC/new")] == [
        429,
        429,
        200,
    ]
