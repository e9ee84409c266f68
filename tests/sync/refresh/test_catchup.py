"""Days that the feed did not report or reported implausibly: arXiv's own pages are requested until no paper is
missing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta

import pytest

from arxtui.config.paths import Paths
from arxtui.demo.faults import Fault
from arxtui.demo.messages import Reply, Request
from arxtui.library import ledger
from arxtui.library.views import LedgerRow, LedgerView
from arxtui.model.arxiv.ids import key_of
from arxtui.model.ledger import Outcome
from arxtui.store.cache.database import Cache
from arxtui.sync.refresh import catchup
from tests.sources.fixtures import listing
from tests.sync.upstream import API, CATCHUP, FEED, LIST, NOW, TODAY, Reader, Upstream, entry, running

CATCHUP_ROW = ("arxiv.catchup", "days")
TUESDAY, THURSDAY, FRIDAY, MONDAY = date(2026, 5, 12), date(2026, 5, 14), date(2026, 5, 15), date(2026, 5, 18)
FIRST, SECOND, THIRD = ([f"2605.{number:05}" for number in range(first, first + 20)] for first in (1, 21, 41))


def at(day: date) -> datetime:
    """Return eight in the morning in New York on this day."""
    return datetime.combine(day, NOW.time(), NOW.tzinfo)


def view(reader: Reader) -> LedgerView:
    with Cache.open(reader.paths.cache_db) as cache:
        return ledger.view(cache, reader.settings.arxiv.categories, reader.now, 30)


def numbers(rows: Sequence[LedgerRow]) -> list[tuple[date, int | None, int, int | None, str, str]]:
    return [(row.day, row.announced, row.stored, row.missing, row.source, row.state) for row in rows]


def test_a_sound_feed_is_enough_for_a_day(paths: Paths, upstream: Upstream) -> None:
    reader = Reader(paths, upstream.settings("cs.DC", "cs.PF"))
    assert reader.refresh() == 0
    assert [(row.category, row.announced, row.new) for row in view(reader).rows] == [
        ("cs.DC", 20, 20),
        ("cs.PF", 5, 5),
    ]
    assert view(reader).alarms == ()
    assert upstream.asked(LIST) + upstream.asked(CATCHUP) == []


def test_a_repeated_batch_is_recognised_and_arxivs_own_page_is_requested(paths: Paths, upstream: Upstream) -> None:
    reader = Reader(paths, upstream.settings("cs.DC", "cs.PF"))
    reader.refresh()
    reader.now, upstream.day = NOW + timedelta(days=1), THURSDAY
    upstream.listed, upstream.listed_day = {THURSDAY: [*SECOND, "2605.01011"]}, THURSDAY
    assert reader.refresh() == 0
    assert upstream.asked(LIST) == [f"{LIST}/cs.DC/new", f"{LIST}/cs.PF/new"]
    rows = view(reader).rows
    assert numbers(rows[:2]) == [
        (THURSDAY, 20, 20, 0, "listing", "complete"),
        (THURSDAY, 1, 1, 0, "listing", "complete"),
    ]
    assert rows[0].reason == "the feed repeated the papers of Wed 13 May"
    with Cache.open(paths.cache_db) as cache:
        assert cache.announcements.days(5) == [(THURSDAY, 21), (TODAY, 25)]
        assert cache.papers.incomplete(5) == []


def test_a_category_that_is_served_again_alone_is_requested_alone(paths: Paths, upstream: Upstream) -> None:
    reader = Reader(paths, upstream.settings("cs.DC", "cs.PF"))
    reader.refresh()
    reader.now, upstream.day = NOW + timedelta(days=1), THURSDAY
    upstream.announced = [*FIRST, *(f"2605.{number:05}" for number in range(1006, 1011))]
    upstream.listed, upstream.listed_day = {THURSDAY: SECOND}, THURSDAY
    assert reader.refresh() == 0
    assert upstream.asked(LIST) == [f"{LIST}/cs.DC/new"]
    assert {row.missing for row in view(reader).rows} == {0}


def test_days_missed_are_caught_up_with_the_newest_first(paths: Paths, upstream: Upstream) -> None:
    reader = Reader(paths, upstream.settings())
    reader.refresh()
    upstream.listed = {THURSDAY: SECOND, FRIDAY: ()}
    upstream.announced, upstream.day = THIRD, MONDAY
    reader.now = at(MONDAY)
    assert reader.refresh() == 0
    assert upstream.asked(CATCHUP) == [f"{CATCHUP}/cs.DC/{day}?abs=True" for day in (FRIDAY, THURSDAY)]
    assert upstream.asked(LIST) == []
    assert reader.ledger()[CATCHUP_ROW].reason == ""
    assert numbers(view(reader).rows) == [
        (MONDAY, 20, 20, 0, "feed", "complete"),
        (FRIDAY, 0, 0, 0, "catchup", "quiet"),
        (THURSDAY, 20, 20, 0, "catchup", "complete"),
        (TODAY, 20, 20, 0, "feed", "complete"),
    ]
    before = len(upstream.asked())
    assert reader.refresh(everything=True) == 0
    assert [path for path in upstream.asked()[before:] if path.startswith((LIST, CATCHUP))] == []


def test_a_missed_day_is_requested_in_each_category(paths: Paths, upstream: Upstream) -> None:
    reader = Reader(paths, upstream.settings("cs.DC", "cs.PF", backfill_days=0))
    reader.refresh()
    upstream.announce(FRIDAY)
    reader.now = at(FRIDAY)
    assert reader.refresh() == 0
    assert upstream.asked(CATCHUP) == [f"{CATCHUP}/{code}/{THURSDAY}?abs=True" for code in ("cs.DC", "cs.PF")]


def test_missed_days_are_requested_as_far_back_as_arxiv_lists_them(paths: Paths, upstream: Upstream) -> None:
    reader = Reader(paths, upstream.settings(backfill_days=0))
    reader.refresh()
    upstream.announced, upstream.day = (), TODAY + timedelta(days=98)
    upstream.listed_day = upstream.day
    reader.now = at(upstream.day)
    assert reader.refresh() == 0
    asked = upstream.asked(CATCHUP)
    assert len(asked) == len(set(asked))
    assert (asked[0], asked[-1]) == tuple(
        f"{CATCHUP}/cs.DC/{upstream.day - timedelta(days=days)}?abs=True" for days in (1, 90)
    )


def test_papers_of_missed_days_enter_the_inbox_like_those_of_the_feed(paths: Paths, upstream: Upstream) -> None:
    reader = Reader(paths, upstream.settings())
    reader.refresh()
    upstream.listed = {THURSDAY: SECOND, FRIDAY: THIRD}
    upstream.announced, upstream.day = (), date(2026, 5, 16)
    reader.now = at(upstream.day)
    upstream.listed_day = FRIDAY
    assert reader.refresh() == 0
    assert upstream.asked(LIST) == [f"{LIST}/cs.DC/new"]
    with Cache.open(paths.cache_db) as cache:
        assert len(cache.announcements.keys(THURSDAY, FRIDAY, news=True)) == 40


def test_before_the_announcement_one_category_is_requested_and_that_is_shown(paths: Paths, upstream: Upstream) -> None:
    reader = Reader(paths, upstream.settings("cs.DC", "cs.PF"))
    reader.refresh()
    reader.now = NOW + timedelta(days=1)
    assert reader.refresh() == 0
    assert upstream.asked(LIST) == [f"{LIST}/cs.DC/new"]
    row = reader.ledger()[CATCHUP_ROW]
    assert row.reason == "Thu 14 May is not announced yet"
    assert row.next_due == reader.now + timedelta(hours=1)
    assert [(each.day, each.state) for each in view(reader).rows[:2]] == [(THURSDAY, "unheard")] * 2
    assert view(reader).alarms == (
        "Thu 14 May, cs.DC, cs.PF: no announcement data: the feed still shows Wed 13 May, Thu 14 May is due",
    )
    upstream.announce(THURSDAY)
    reader.now += timedelta(hours=2)
    assert reader.refresh() == 0
    assert view(reader).alarms == ()


def test_a_feed_that_was_behind_is_left_alone_once_the_page_has_reported(paths: Paths, upstream: Upstream) -> None:
    reader = Reader(paths, upstream.settings())
    reader.refresh()
    reader.now = NOW + timedelta(days=1)
    upstream.listed, upstream.listed_day = {THURSDAY: SECOND}, THURSDAY
    reader.refresh()
    feeds = len(upstream.asked(FEED))
    reader.now += timedelta(hours=2)
    assert reader.refresh() == 0
    assert len(upstream.asked(FEED)) == feeds
    assert view(reader).alarms == ()


def test_in_the_evening_the_page_shows_the_next_day_and_both_are_kept(paths: Paths, upstream: Upstream) -> None:
    upstream.announced = ()
    reader = Reader(paths, upstream.settings(backfill_days=0), now=NOW + timedelta(hours=13))
    upstream.listed, upstream.listed_day = {TODAY: FIRST, THURSDAY: SECOND}, THURSDAY
    assert reader.refresh() == 0
    assert upstream.asked(LIST) + upstream.asked(CATCHUP) == [
        f"{LIST}/cs.DC/new",
        f"{CATCHUP}/cs.DC/2026-05-13?abs=True",
    ]
    assert numbers(view(reader).rows) == [
        (THURSDAY, 20, 20, 0, "listing", "complete"),
        (TODAY, 20, 20, 0, "catchup", "complete"),
    ]


def test_a_catchup_page_that_fails_is_requested_again_and_days_before_it_are_kept(
    paths: Paths, upstream: Upstream
) -> None:
    reader = Reader(paths, upstream.settings())
    reader.refresh()
    upstream.listed = {THURSDAY: SECOND, FRIDAY: THIRD}
    upstream.announce(MONDAY, times=3)
    reader.now = at(MONDAY)
    upstream.faults.add(f"{CATCHUP}/cs.DC/{THURSDAY}", Fault.HTML, 1)
    assert reader.refresh() == 3
    assert reader.ledger()[CATCHUP_ROW].outcome is Outcome.FAILED
    assert [row.state for row in view(reader).rows] == ["complete", "complete", "unheard", "complete"]
    reader.now = reader.ledger()[CATCHUP_ROW].next_due
    assert reader.refresh() == 0
    assert upstream.asked(CATCHUP)[-1] == f"{CATCHUP}/cs.DC/{THURSDAY}?abs=True"
    assert {row.missing for row in view(reader).rows} == {0}


def test_a_page_of_a_day_that_cannot_be_is_not_believed(paths: Paths, upstream: Upstream) -> None:
    reader = Reader(paths, upstream.settings("cs.DC"))
    reader.refresh()
    reader.now, upstream.day = NOW + timedelta(days=1), THURSDAY
    upstream.listed, upstream.listed_day = {date(2026, 6, 19): SECOND}, date(2026, 6, 19)
    assert reader.refresh() == 3
    with Cache.open(paths.cache_db) as cache:
        row = cache.ledger.get(*CATCHUP_ROW)
        assert row is not None
        assert row.outcome is Outcome.FAILED
        assert row.reason == "arXiv's page of cs.DC is for 2026-06-19, an impossible day"
        assert cache.announcements.days(5) == [(TODAY, 20)]


def on_friday(paths: Paths, upstream: Upstream) -> Reader:
    """Return a reader that refreshed on Wednesday and is about to refresh on Friday, so that it missed Thursday."""
    reader = Reader(paths, upstream.settings(backfill_days=0))
    reader.refresh()
    upstream.announce(FRIDAY)
    reader.now = at(FRIDAY)
    return reader


class Refusing(Upstream):
    """An upstream that refuses every catch-up page."""

    def answer(self, request: Request) -> Reply:
        return Reply(400) if request.path.startswith(CATCHUP) else super().answer(request)


def test_a_day_that_arxiv_refuses_stays_unknown_and_is_not_requested_again(paths: Paths) -> None:
    with running(Refusing()) as upstream:
        reader = on_friday(paths, upstream)
        assert [reader.refresh(everything=True) for _ in range(2)] == [0, 0]
        assert len(upstream.asked(CATCHUP)) == 1
    assert view(reader).rows[1].reason == "arXiv no longer has a page for this day (400)"


def test_a_day_beyond_arxivs_reach_is_not_requested_again_and_stays_unknown(paths: Paths, upstream: Upstream) -> None:
    reader = on_friday(paths, upstream)
    upstream.reach = FRIDAY
    assert reader.refresh() == 0
    row = view(reader).rows[1]
    assert (row.day, row.state, row.announced) == (THURSDAY, "doubtful", None)
    assert row.reason == "arXiv no longer has a page for this day (404)"
    asked = len(upstream.asked(CATCHUP))
    assert reader.refresh(everything=True) == 0
    assert len(upstream.asked(CATCHUP)) == asked == 1


def test_the_version_of_a_replacement_that_a_page_does_not_name_is_requested(paths: Paths, upstream: Upstream) -> None:
    reader = Reader(paths, upstream.settings("cs.DC", "cs.PF"))
    reader.refresh()
    upstream.entries[0] = entry(1, id="2605.00001v2", summary="We study it anew.")
    upstream.replaced = ["2605.00001", "2605.01001"]
    upstream.listed, upstream.listed_day = {THURSDAY: SECOND}, THURSDAY
    reader.now = NOW + timedelta(days=1)
    asked = len(upstream.asked(API))
    assert reader.refresh() == 0
    (completed,) = upstream.asked(API)[asked:]
    assert "id_list=2605.01001,2605.00001&" in completed
    with Cache.open(paths.cache_db) as cache:
        paper = cache.papers.get(key_of("2605.00001"))
        assert paper is not None
        assert (paper.version, paper.abstract) == (2, "We study it anew.")
        assert [version.number for version in cache.papers.versions(paper.key)] == [1, 2]
    assert {row.missing for row in view(reader).rows} == {0}


def test_a_feed_that_cannot_be_read_does_not_keep_the_day_away(paths: Paths, upstream: Upstream) -> None:
    upstream.faults.add(FEED, Fault.HTML)
    reader = Reader(paths, upstream.settings(backfill_days=0))
    assert reader.refresh() == 3
    assert numbers(view(reader).rows) == [(TODAY, 20, 20, 0, "listing", "complete")]
    assert len(upstream.asked(API)) == 1


def test_a_day_whose_page_leaves_papers_missing_is_requested_once_a_day(paths: Paths, upstream: Upstream) -> None:
    reader = Reader(paths, upstream.settings())
    reader.refresh()
    upstream.entries[20] = entry(21, title="")
    upstream.listed = {THURSDAY: SECOND, FRIDAY: THIRD}
    for day in (THURSDAY, FRIDAY):
        reader.now, upstream.listed_day = at(day) + timedelta(hours=day.day - 14), day
        reader.refresh()
    assert upstream.asked(CATCHUP) == [f"{CATCHUP}/cs.DC/{THURSDAY}?abs=True"]
    assert [(row.day, row.missing) for row in view(reader).rows if row.missing] == [(THURSDAY, 1)]
    reader.now += timedelta(hours=2)
    reader.refresh(everything=True)
    assert len(upstream.asked(CATCHUP)) == 1
    reader.now += timedelta(hours=22)
    upstream.reach = FRIDAY
    for _ in range(2):
        reader.refresh(everything=True)
    assert len(upstream.asked(CATCHUP)) == 2
    assert [(row.day, row.missing) for row in view(reader).rows if row.missing] == [(THURSDAY, 1)]


class InPages(Upstream):
    """An upstream whose listing of new submissions is too long for one page."""

    def answer(self, request: Request) -> Reply:
        """Return the listing in two pages."""
        if not request.path.startswith(LIST):
            return super().answer(request)
        begun = bool(request.query.get("skip"))
        shown = [listing.Entry(base, f"Queues {base}", "Ada Example", html=1) for base in FIRST]
        page = listing.new(
            shown[10:] if begun else shown[:10],
            claims=[f"showing {'last' if begun else 'first'} 10 of 20 entries"],
            paging=listing.paged("cs.DC", 20, *(("11-20", "1-10") if begun else ("1-10", "11-20"))),
            first=11 if begun else 1,
        )
        return Reply(200, page, "text/html; charset=utf-8")


def test_a_long_newest_day_is_read_to_its_last_page(paths: Paths) -> None:
    with running(InPages(announced=())) as upstream:
        reader = Reader(paths, upstream.settings(backfill_days=0))
        assert reader.refresh() == 0
        assert upstream.asked(LIST) == [f"{LIST}/cs.DC/new", f"{LIST}/cs.DC/new?skip=2000&show=2000"]
        assert numbers(view(reader).rows) == [(TODAY, 20, 20, 0, "listing", "complete")]


class MissedInPages(Upstream):
    """An upstream whose catch-up page of a missed day is too long for one page; ``days`` are those the pages show."""

    days = (THURSDAY, THURSDAY)

    def answer(self, request: Request) -> Reply:
        """Return the missed day in two pages."""
        if not request.path.startswith(CATCHUP):
            return super().answer(request)
        second = request.query.get("page") == "2"
        shown = [listing.Entry(base, f"Queues {base}", "Ada Example", html=1) for base in SECOND]
        page = listing.catchup(
            shown[10:] if second else shown[:10],
            day=f"{self.days[second]:%a, %d %b %Y}",
            total=20,
            pages="" if second else f'<a href="{CATCHUP}/cs.DC/{THURSDAY}?abs=True&amp;page=2">2</a>',
            first=11 if second else 1,
        )
        return Reply(200, page, "text/html; charset=utf-8")


def test_pages_without_end_are_read_to_a_limit(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catchup, "_MOST_PAGES", 1)
    with running(InPages(announced=())) as upstream:
        Reader(paths, upstream.settings(backfill_days=0)).refresh()
        assert upstream.asked(LIST) == [f"{LIST}/cs.DC/new"]


def test_a_long_day_that_was_missed_is_read_to_its_last_page(paths: Paths) -> None:
    with running(MissedInPages()) as upstream:
        reader = on_friday(paths, upstream)
        assert reader.refresh() == 0
        day = f"{CATCHUP}/cs.DC/{THURSDAY}?abs=True"
        assert upstream.asked(CATCHUP) == [day, f"{day}&page=2"]
    assert view(reader).rows[1].stored == 20


@pytest.mark.parametrize("days", [(FRIDAY, FRIDAY), (THURSDAY, TODAY)])
def test_a_page_of_another_day_is_refused_and_the_day_stays_open(paths: Paths, days: tuple[date, date]) -> None:
    missed = MissedInPages()
    missed.days = days
    with running(missed) as upstream:
        reader = on_friday(paths, upstream)
        assert reader.refresh() == 3
    other = next(day for day in days if day != THURSDAY)
    assert reader.ledger()[CATCHUP_ROW].reason == f"arXiv's page shows {other} instead of {THURSDAY}"
    assert view(reader).rows[1].announced is None


def test_a_paper_that_a_page_lists_as_new_and_as_replaced_is_one(paths: Paths, upstream: Upstream) -> None:
    upstream.announced, upstream.listed = (), {TODAY: FIRST}
    upstream.replaced = [FIRST[0], SECOND[0]]
    reader = Reader(paths, upstream.settings(backfill_days=0))
    assert reader.refresh() == 0
    (row,) = view(reader).rows
    assert (row.new, row.replacements, row.announced, row.missing) == (20, 1, 21, 0)
    assert view(reader).alarms == ()


def test_on_sunday_evening_the_page_shows_monday_and_so_does_the_ledger(paths: Paths, upstream: Upstream) -> None:
    upstream.announced, upstream.day = (), FRIDAY
    reader = Reader(paths, upstream.settings(backfill_days=0), now=at(date(2026, 5, 17)) + timedelta(hours=13))
    upstream.listed, upstream.listed_day = {FRIDAY: FIRST, MONDAY: SECOND}, MONDAY
    assert reader.refresh() == 0
    assert numbers(view(reader).rows) == [
        (MONDAY, 20, 20, 0, "listing", "complete"),
        (FRIDAY, 20, 20, 0, "catchup", "complete"),
    ]


def test_a_batch_served_again_is_known_once_the_day_that_was_missed_is(paths: Paths, upstream: Upstream) -> None:
    reader = Reader(paths, upstream.settings("cs.DC", "cs.PF"))
    reader.refresh()
    upstream.announced, upstream.day = SECOND, FRIDAY
    upstream.listed, upstream.listed_day = {THURSDAY: SECOND, FRIDAY: THIRD}, FRIDAY
    reader.now = at(FRIDAY)
    assert reader.refresh() == 0
    assert upstream.asked(LIST) == [f"{LIST}/cs.DC/new"]
    rows = [row for row in view(reader).rows if row.category == "cs.DC"]
    assert numbers(rows[:2]) == [
        (FRIDAY, 20, 20, 0, "listing", "complete"),
        (THURSDAY, 20, 20, 0, "catchup", "complete"),
    ]
    assert rows[0].reason == "the feed repeated the papers of Thu 14 May"
    with Cache.open(paths.cache_db) as cache:
        assert {base for base, _ in cache.announced_days.announced("cs", FRIDAY)} == set(THIRD)


def test_a_batch_served_again_is_known_though_a_page_did_not_name_its_versions(
    paths: Paths, upstream: Upstream, monkeypatch: pytest.MonkeyPatch
) -> None:
    upstream.faults.add(FEED, Fault.HTML, 1)
    upstream.announced = upstream.listed[TODAY] = FIRST
    reader = Reader(paths, upstream.settings(backfill_days=0))
    with monkeypatch.context() as without_html:
        without_html.setattr(upstream, "version", None)
        assert reader.refresh() == 3
    upstream.day = upstream.listed_day = THURSDAY
    upstream.listed[THURSDAY] = SECOND
    reader.now = at(THURSDAY)
    assert reader.refresh() == 0
    assert numbers(view(reader).rows[:1]) == [(THURSDAY, 20, 20, 0, "listing", "complete")]
    with Cache.open(paths.cache_db) as cache:
        assert {base for base, _ in cache.announced_days.announced("cs.DC", THURSDAY)} == set(SECOND)
