"""Short texts of rows and details: badges, full texts, reasons of failures."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from arxtui.model.document import Origin
from arxtui.model.fulltext import FulltextState, TextState
from arxtui.model.ledger import LedgerEntry, Outcome, plain_reason, unreached_host
from arxtui.model.views import Row

NOW = datetime(2026, 5, 13, 8, 14, tzinfo=UTC)


@pytest.mark.parametrize(
    ("links", "reviews", "badge"), [(2, 1, "◆2"), (0, 1, "◇"), (None, 1, "·"), (None, 0, ""), (1, 0, "◆1")]
)
def test_the_badge_of_a_row_shows_links_recognition_or_a_review(links: int | None, reviews: int, badge: str) -> None:
    row = Row(1, "2605.00001", 1, "T", "T", date(2026, 5, 13), "cs.DC", theorem_links=links, reviews=reviews)
    assert row.badge == badge


@pytest.mark.parametrize(
    ("figures", "missing", "words"),
    [
        (0, 0, "8,412 words from arXiv's HTML"),
        (1, 0, "8,412 words from arXiv's HTML, 1 figure"),
        (5, 1, "8,412 words from arXiv's HTML, 5 figures (1 missing)"),
    ],
)
def test_a_full_text_that_is_here_is_reported_with_its_figures(figures: int, missing: int, words: str) -> None:
    assert FulltextState(TextState.HAVE, Origin.HTML, 1, NOW, 8_412, figures, missing).summary == words
    assert FulltextState(words=8_412).summary == ""


@pytest.mark.parametrize(
    ("reason", "host", "plain"),
    [
        ("", None, ""),
        ("arxiv.example answered 503", None, "arxiv.example answered 503"),
        ("arxiv.example cannot be reached", "arxiv.example", "arxiv.example cannot be reached"),
        (
            "not asked: arxiv.example cannot be reached: its name was not found",
            "arxiv.example",
            "no network (arxiv.example was not found)",
        ),
        (
            "arxiv.example cannot be reached: [Errno -2] Name or service not known",
            "arxiv.example",
            "no network (arxiv.example was not found)",
        ),
        (
            "arxiv.example cannot be reached: timed out",
            "arxiv.example",
            "arxiv.example cannot be reached (timed out)",
        ),
    ],
)
def test_why_a_request_failed_is_reported_plainly(reason: str, host: str | None, plain: str) -> None:
    assert unreached_host(reason) == host
    assert plain_reason(reason) == plain


@pytest.mark.parametrize(("ahead", "believed"), [(-60, True), (0, True), (60, True), (61, False)])
def test_an_attempt_of_the_future_was_written_by_a_clock_that_was_wrong(ahead: int, believed: bool) -> None:
    entry = LedgerEntry("arxiv.api", "", NOW + timedelta(seconds=ahead), Outcome.OK, NOW)
    assert entry.is_credible(NOW) is believed


def test_no_reason_is_no_host() -> None:
    assert unreached_host(None) is None
