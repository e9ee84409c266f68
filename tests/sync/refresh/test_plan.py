"""The refresh plan: what is due, for which reason, and when it is due next, at many times of day and year."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from arxtui.config.settings import ArxivSettings, PithSettings, Settings
from arxtui.light import changed
from arxtui.model.ledger import LedgerEntry, Outcome
from arxtui.model.sources import SERVICES
from arxtui.sync.refresh.due import (
    BLOCKED_PAUSE,
    OFFLINE_PAUSE,
    after_failure,
    after_feed,
    after_listing,
    expected,
    stale,
)
from arxtui.sync.refresh.plan import CATCHUP_TARGET, COMPLETE_TARGET, NEVER, Source, Task, first_due, plan

NEW_YORK = ZoneInfo("America/New_York")
NOW = datetime(2026, 5, 13, 12, tzinfo=UTC)
LATER = NOW + timedelta(hours=3)
SETTINGS = Settings(
    arxiv=ArxivSettings(categories=("cs.PF", "cs.DC")), pith=PithSettings(listing_url="http://127.0.0.1:1/{category}")
)


def answered(source: Source, target: str, *, attempted: datetime = NOW, due: datetime = LATER) -> LedgerEntry:
    return LedgerEntry(source, target, attempted, Outcome.OK, due, fresh_as_of=attempted, status=200)


def failed(source: Source, target: str, status: int | None, *, due: datetime = LATER) -> LedgerEntry:
    return LedgerEntry(source, target, NOW, Outcome.FAILED, due, status=status, reason="why", failures=1)


def due(tasks: tuple[Task, ...]) -> list[tuple[str, str]]:
    return [(task.source.value, task.target) for task in tasks if task.due]


FEED = ("arxiv.feed", "cs.DC+cs.PF")
CATCHUP = ("arxiv.catchup", CATCHUP_TARGET)
COMPLETE = ("arxiv.complete", COMPLETE_TARGET)
ALL_ANSWERED = [
    answered(Source.FEED, "cs.DC+cs.PF"),
    answered(Source.CATCHUP, CATCHUP_TARGET),
    answered(Source.COMPLETE, COMPLETE_TARGET),
    *(answered(source, code) for source in (Source.LISTING, Source.BACKFILL) for code in ("cs.PF", "cs.DC")),
]


def test_at_first_everything_is_due_in_the_order_of_a_pass() -> None:
    assert due(plan(SETTINGS, [], NOW)) == [
        FEED,
        CATCHUP,
        COMPLETE,
        ("pith.listing", "cs.PF"),
        ("pith.listing", "cs.DC"),
        ("arxiv.backfill", "cs.PF"),
        ("arxiv.backfill", "cs.DC"),
    ]


def test_without_subscriptions_only_papers_that_reviews_named_are_looked_for() -> None:
    assert due(plan(Settings(), [], NOW)) == [COMPLETE]


def test_a_source_that_is_off_has_no_tasks() -> None:
    off = Settings(arxiv=ArxivSettings(categories=("cs.PF",), backfill_days=0), pith=PithSettings(reviews=False))
    assert {task.source for task in plan(off, [], NOW)} == {Source.FEED, Source.CATCHUP, Source.COMPLETE}


def test_nothing_is_due_again_before_its_time() -> None:
    tasks = plan(SETTINGS, ALL_ANSWERED, NOW + timedelta(hours=1))
    assert due(tasks) == []
    assert first_due(tasks) == LATER


def test_a_backfill_is_due_until_it_has_succeeded_once() -> None:
    tasks = plan(SETTINGS, ALL_ANSWERED, NOW + timedelta(days=90))
    assert [task.at for task in tasks if task.source is Source.BACKFILL] == [NEVER, NEVER]
    again = [entry for entry in ALL_ANSWERED if entry.target != "cs.PF"]
    assert ("arxiv.backfill", "cs.PF") in due(plan(SETTINGS, again, LATER))


def test_an_interrupted_backfill_goes_on_at_once() -> None:
    cut = LedgerEntry(Source.BACKFILL, "cs.PF", NOW, Outcome.FAILED, NOW, reason="not finished", progress="page 3")
    task = next(task for task in plan(SETTINGS, [cut], NOW) if task.entry == cut)
    assert task.due


def test_with_everything_requested_all_is_due_but_a_query_already_sent_that_day() -> None:
    soon = plan(SETTINGS, ALL_ANSWERED, NOW + timedelta(hours=1), everything=True)
    assert due(soon) == [FEED, CATCHUP, COMPLETE, ("pith.listing", "cs.PF"), ("pith.listing", "cs.DC")]
    assert len(due(plan(SETTINGS, ALL_ANSWERED, NOW + timedelta(days=1), everything=True))) == 7


def test_with_everything_requested_pith_rests_for_five_minutes_and_this_machine_does_not() -> None:
    elsewhere = changed(SETTINGS, pith=PithSettings(listing_url="https://pith.science/{category}"))
    soon = NOW + timedelta(minutes=4)
    pith = [task for task in plan(elsewhere, ALL_ANSWERED, soon, everything=True) if task.source is Source.LISTING]
    assert [(task.due, task.at) for task in pith] == [(False, NOW + timedelta(minutes=5))] * 2
    assert len(due(plan(elsewhere, ALL_ANSWERED, NOW + timedelta(minutes=5), everything=True))) == 5
    assert ("pith.listing", "cs.PF") in due(plan(SETTINGS, ALL_ANSWERED, soon, everything=True))
    unanswered = failed(Source.LISTING, "cs.PF", 404)
    assert ("pith.listing", "cs.PF") in due(plan(elsewhere, [unanswered], soon, everything=True))


def test_with_everything_requested_a_blocking_service_still_rests() -> None:
    def asked(status: int) -> list[tuple[str, str]]:
        return due(plan(SETTINGS, [failed(Source.FEED, "cs.DC+cs.PF", status)], NOW, everything=True))

    assert asked(403) == [("pith.listing", "cs.PF"), ("pith.listing", "cs.DC")]
    assert FEED in asked(429)


def test_a_changed_subscription_is_another_feed() -> None:
    more = Settings(arxiv=ArxivSettings(categories=("cs.PF", "cs.DC", "math")))
    assert ("arxiv.feed", "cs.DC+cs.PF+math") in due(plan(more, ALL_ANSWERED, NOW))


def test_catching_up_and_completing_follow_the_feed() -> None:
    rest = ALL_ANSWERED[1:]
    feed_due = [answered(Source.FEED, "cs.DC+cs.PF", due=NOW), *rest]
    assert due(plan(SETTINGS, feed_due, NOW)) == [FEED, CATCHUP, COMPLETE]
    feed_newer = [answered(Source.FEED, "cs.DC+cs.PF", attempted=NOW + timedelta(minutes=1)), *rest]
    assert due(plan(SETTINGS, feed_newer, NOW + timedelta(minutes=2))) == [CATCHUP, COMPLETE]


@pytest.mark.parametrize("status", [403, 406, 429, 500, 503, 599])
def test_one_throttled_target_rests_its_whole_service_and_no_other(status: int) -> None:
    tasks = plan(SETTINGS, [failed(Source.FEED, "cs.DC+cs.PF", status)], NOW)
    assert due(tasks) == [("pith.listing", "cs.PF"), ("pith.listing", "cs.DC")]
    assert {task.at for task in tasks if not task.due} == {LATER}
    assert due(plan(SETTINGS, [failed(Source.FEED, "cs.DC+cs.PF", status)], LATER))[0] == FEED


@pytest.mark.parametrize("status", [None, 200, 400, 404])
def test_a_fault_of_one_target_is_its_own(status: int | None) -> None:
    tasks = plan(SETTINGS, [failed(Source.FEED, "cs.DC+cs.PF", status)], NOW)
    assert FEED not in due(tasks)
    assert ("arxiv.backfill", "cs.PF") in due(tasks)


@pytest.mark.parametrize(
    ("asked", "shown", "following"),
    [
        ("2026-05-13T08:00", "2026-05-13", "2026-05-14T00:00"),
        ("2026-05-15T08:00", "2026-05-15", "2026-05-18T00:00"),
        ("2026-05-16T08:00", "2026-05-15", "2026-05-18T00:00"),
        ("2026-05-17T21:00", "2026-05-15", "2026-05-18T00:00"),
        ("2026-11-27T08:00", "2026-11-26", "2026-11-30T00:00"),
        ("2026-03-06T08:00", "2026-03-06", "2026-03-09T00:00"),
        ("2026-10-30T08:00", "2026-10-30", "2026-11-02T00:00"),
    ],
    ids=["weekday", "friday", "saturday", "sunday", "after-thanksgiving", "into-summer-time", "out-of-summer-time"],
)
def test_a_feed_that_is_up_to_date_is_requested_again_when_the_next_is_built(
    asked: str, shown: str, following: str
) -> None:
    now = datetime.fromisoformat(asked).replace(tzinfo=NEW_YORK).astimezone(UTC)
    built = datetime.fromisoformat(following).replace(tzinfo=NEW_YORK)
    for spread in (0.0, 0.5, 1.0):
        again = after_feed(now, date.fromisoformat(shown), None, spread)
        # The comparison is in UTC, because a difference of local times is wrong on days when clocks change.
        assert again == built.astimezone(UTC) + timedelta(minutes=5 + 30 * spread)


@pytest.mark.parametrize("shown", [None, date(2026, 5, 12), date(2026, 5, 8)])
def test_a_stale_feed_is_requested_again_within_the_hour(shown: date | None) -> None:
    assert stale(shown, NOW)
    for spread in (0.0, 1.0):
        again = after_feed(NOW, shown, 50_000, spread)
        assert timedelta(minutes=45) <= again - NOW <= timedelta(hours=1)


def test_a_feed_may_be_cached_longer_but_not_for_ever() -> None:
    assert after_feed(NOW, date(2026, 5, 13), 80_000, 0) >= NOW + timedelta(seconds=80_000)
    assert after_feed(NOW, date(2026, 5, 13), 1e300, 0) <= NOW + timedelta(days=1, minutes=10)


def test_days_that_the_feed_itself_skips_are_not_expected() -> None:
    monday, tuesday = date(2026, 5, 11), date(2026, 5, 12)
    assert expected(NOW) == date(2026, 5, 13)
    assert expected(NOW, ("Saturday", "Wednesday", "Sunday")) == tuesday
    assert expected(NOW, ("Tuesday", "Wednesday")) == monday
    assert not stale(tuesday, NOW, ("Wednesday",))
    assert after_feed(NOW, tuesday, None, 0, ("Wednesday", "Thursday")).astimezone(NEW_YORK).date() == date(2026, 5, 15)


def test_a_feed_that_skips_the_whole_week_is_not_believed() -> None:
    week = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
    assert expected(NOW, week) == expected(NOW)
    assert after_feed(NOW, date(2026, 5, 13), None, 0, week) == after_feed(NOW, date(2026, 5, 13), None, 0)


def test_ledger_rows_written_by_a_wrong_clock_are_due_again_once_the_clock_is_right() -> None:
    wrong = NOW + timedelta(days=1500)
    rows = [
        answered(Source(entry.source), entry.target, attempted=wrong, due=wrong + timedelta(hours=12))
        for entry in ALL_ANSWERED
    ]
    assert due(plan(SETTINGS, rows, wrong)) == []
    assert due(plan(SETTINGS, rows, NOW)) == [
        FEED,
        CATCHUP,
        COMPLETE,
        ("pith.listing", "cs.PF"),
        ("pith.listing", "cs.DC"),
    ]
    assert len(due(plan(SETTINGS, rows, NOW, everything=True))) == 7


def test_a_fresh_date_in_the_future_from_a_wrong_clock_is_ignored() -> None:
    wrong = NOW + timedelta(days=1500)
    feed = answered(Source.FEED, "cs.DC+cs.PF", attempted=wrong)
    [task] = [task for task in plan(SETTINGS, [feed, *ALL_ANSWERED[1:]], NOW) if task.source is Source.FEED]
    assert task.entry is not None
    assert task.entry.fresh_as_of is None


def test_a_throttle_of_a_clock_that_was_wrong_rests_nobody() -> None:
    row = failed(Source.FEED, "cs.DC+cs.PF", 429, due=NOW + timedelta(hours=1))
    assert due(plan(SETTINGS, [row], NOW - timedelta(hours=2)))[0] == FEED
    assert FEED not in due(plan(SETTINGS, [row], NOW))


def test_a_clock_that_is_some_seconds_off_requests_nothing_twice() -> None:
    assert due(plan(SETTINGS, ALL_ANSWERED, NOW - timedelta(seconds=30))) == []


def test_a_clock_set_far_ahead_requests_once() -> None:
    ahead = NOW + timedelta(days=400)
    asked = [answered(Source(entry.source), entry.target, attempted=ahead, due=ahead) for entry in ALL_ANSWERED]
    assert FEED in due(plan(SETTINGS, ALL_ANSWERED, ahead))
    assert due(plan(SETTINGS, [changed(row, next_due=ahead + timedelta(hours=1)) for row in asked], ahead)) == []


def test_failures_are_followed_by_growing_pauses_up_to_six_hours() -> None:
    pauses = [after_failure(NOW, failures, None, 0) - NOW for failures in range(1, 40)]
    assert pauses[:4] == [timedelta(minutes=minutes) for minutes in (1, 2, 4, 8)]
    assert pauses == sorted(pauses)
    assert pauses[-1] == timedelta(hours=6)
    assert after_failure(NOW, 1, None, 1) - NOW == timedelta(seconds=75)
    assert after_failure(NOW, 30, None, 1) - NOW == timedelta(hours=6)


def test_without_a_network_the_pause_stays_short() -> None:
    assert after_failure(NOW, 20, None, 1, longest=OFFLINE_PAUSE) - NOW == timedelta(minutes=15)


def test_where_this_machine_is_blocked_the_first_pause_is_long() -> None:
    assert after_failure(NOW, 1, None, 0, shortest=BLOCKED_PAUSE) - NOW == timedelta(hours=1)
    assert after_failure(NOW, 8, None, 0, shortest=BLOCKED_PAUSE) - NOW == timedelta(minutes=128)


def test_retry_after_is_obeyed_within_reason() -> None:
    assert timedelta(0) <= after_failure(NOW, 9, 120, 1) - NOW - timedelta(seconds=120) <= timedelta(seconds=5)
    assert after_failure(NOW, 1, 1e300, 0) - NOW == timedelta(days=1)
    for words in (0.0, 1.0, 59.0):
        assert after_failure(NOW, 1, words, 0) - NOW == timedelta(minutes=1)
        assert after_failure(NOW, 4, words, 0) - NOW == timedelta(minutes=8)


def test_a_listing_is_kept_five_minutes_or_as_long_as_it_says() -> None:
    assert after_listing(NOW, None) - NOW == timedelta(minutes=5)
    assert after_listing(NOW, 3600) - NOW == timedelta(hours=1)
    assert after_listing(NOW, 1e300) - NOW == timedelta(days=1)


def test_every_source_is_of_a_service_that_has_a_name() -> None:
    assert {source.partition(".")[0] for source in Source} <= SERVICES.keys()
