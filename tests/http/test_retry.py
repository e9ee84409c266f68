"""Which errors are retried, and the pauses before a retry."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxtui.http.errors import (
    BadAnswer,
    Blocked,
    HttpError,
    NoNetwork,
    RateLimited,
    TooLarge,
    TooSlow,
    Unavailable,
)
from arxtui.http.pacer import may_retry, pause_after, retry_after

NOW = datetime(2026, 5, 13, 8, 0, 0, tzinfo=UTC)
ARXIV = "https://export.arxiv.org/api/query"


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        (None, None),
        ("120", 120.0),
        (" 0 ", 0.0),
        ("Wed, 13 May 2026 08:05:00 GMT", 300.0),
        ("Wed, 13 May 2026 10:05:00 +0200", 300.0),
        ("Wed, 13 May 2026 08:05:00 -0000", 300.0),
        ("Wed, 13 May 2026 07:00:00 GMT", 0.0),
        ("-5", None),
        ("1.5", None),
        ("soon", None),
        ("", None),
        ("Wed, 99 May 2026 08:05:00 GMT", None),
        ("9" * 5000, float("9" * 12)),
    ],
)
def test_retry_after_is_seconds_or_a_date(header: str | None, seconds: float | None) -> None:
    assert retry_after(header, NOW) == seconds


@given(st.text())
def test_no_retry_after_header_breaks_anything(header: str) -> None:
    seconds = retry_after(header, NOW)
    assert seconds is None or seconds >= 0


@pytest.mark.parametrize(
    ("error", "again"),
    [
        (RateLimited("429"), True),
        (RateLimited("429", retry_after=600), True),
        (RateLimited("429", retry_after=601), False),
        (Unavailable("503"), True),
        (Unavailable("503", retry_after=3600), False),
        (Blocked("403"), False),
        (TooSlow("slow"), False),
        (TooLarge("large"), False),
        (BadAnswer("404"), False),
        (NoNetwork("offline"), False),
    ],
)
def test_only_throttling_and_transient_errors_are_retried(error: HttpError, again: bool) -> None:
    assert may_retry(error) is again


def test_pauses_grow_from_half_a_minute_to_four() -> None:
    for refusals, first in ((1, 30), (2, 60), (3, 120), (4, 240), (40, 240)):
        assert first <= pause_after(RateLimited("429"), ARXIV, refusals) <= min(2 * first, 240)
    for refusals, first in ((1, 1), (2, 2), (3, 4), (4, 6), (40, 6)):
        assert first * 3600 <= pause_after(Blocked("403"), ARXIV, refusals) <= min(2 * first, 6) * 3600


@pytest.mark.parametrize("expected", [0.0, 1.0, 29.0])
@pytest.mark.parametrize("error", [RateLimited, Unavailable])
def test_upstream_can_request_longer_pauses_but_no_shorter_ones(error: type[HttpError], expected: float) -> None:
    for refusals, least in ((1, 30), (2, 60), (3, 120), (9, 240)):
        assert pause_after(error("refused", retry_after=expected), ARXIV, refusals) >= least
        assert pause_after(error("refused", retry_after=500.0), ARXIV, refusals) == 500.0


def test_pauses_differ_from_one_another() -> None:
    assert len({pause_after(Unavailable("503"), ARXIV, 1) for _ in range(10)}) > 1


def test_pauses_are_milliseconds_at_a_loopback_address() -> None:
    assert pause_after(RateLimited("429"), "http://127.0.0.1:8000/", 3) < 0.1
