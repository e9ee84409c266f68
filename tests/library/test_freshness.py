"""The freshness of a service, computed from its rows of the ledger of requests."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from arxtui.library.ledger import of_services
from arxtui.light import changed
from arxtui.model.ledger import LedgerEntry, Outcome

NOW = datetime(2026, 5, 13, 9, tzinfo=UTC)


def failed(target: str, attempted: int, next_due: int) -> LedgerEntry:
    """Return the ledger row of a failed target; times are minutes from ``NOW``."""
    times = NOW + timedelta(minutes=attempted), Outcome.FAILED, NOW + timedelta(minutes=next_due)
    return LedgerEntry("arxiv.backfill", target, *times, reason="127.0.0.1 cannot be reached: refused", failures=1)


def test_the_next_try_is_the_first_of_those_to_come_not_of_one_that_was_passed_over() -> None:
    [arxiv] = of_services([failed("cs.DC", -3, -1), failed("cs.LG", 0, 2), failed("cs.PF", 0, 4)])
    assert arxiv.next_try == NOW + timedelta(minutes=2)
    [arxiv] = of_services([failed("cs.DC", 0, 0)])
    assert (arxiv.next_try, arxiv.failed) == (NOW, True)


def test_a_remark_about_an_answer_is_no_failure() -> None:
    remark = changed(answered("cs.DC", 0, 60), reason="the listing shows no review")
    [arxiv] = of_services([remark])
    assert (arxiv.reason, arxiv.failed) == ("the listing shows no review", False)


def answered(target: str, attempted: int, next_due: int) -> LedgerEntry:
    """Return the ledger row of a target that was answered; times are minutes from ``NOW``."""
    at, due = NOW + timedelta(minutes=attempted), NOW + timedelta(minutes=next_due)
    return LedgerEntry("arxiv.feed", target, at, Outcome.OK, due, fresh_as_of=at)


def test_a_lost_network_counts_as_lost_until_an_answer_came_after_it() -> None:
    for answer, is_lost in ((-10, True), (10, False)):
        [arxiv] = of_services([failed("cs.DC", 0, 60), answered("cs.LG", answer, 60)])
        assert arxiv.reason.startswith("127.0.0.1 cannot be reached") is is_lost, answer
