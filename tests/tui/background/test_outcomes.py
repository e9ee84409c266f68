"""The result of a refresh as one sentence, without a screen."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from arxtui.model.events import Event, EventKind
from arxtui.model.ledger import UNREACHED
from arxtui.tui.present.outcomes import refresh_words

NOW = datetime(2026, 5, 13, 12, tzinfo=UTC)
LATER, LAST = NOW + timedelta(minutes=5), NOW + timedelta(minutes=9)
DONE = Event(EventKind.DONE, source="arxiv.feed", new=2, changed=1)
REVIEWS = Event(EventKind.DONE, source="pith.day", reviews=1)
FAILED = Event(EventKind.FAILED, source="pith.day", reason="HTTP 503: busy", status=503, next_due=LATER)
NOT_FOUND = Event(
    EventKind.FAILED,
    source="arxiv.feed",
    reason=f"rss.arxiv.org {UNREACHED}: Name or service not known",
    next_due=LAST,
)
OTHER = Event(
    EventKind.FAILED,
    source="pith.day",
    reason=f"pith.science {UNREACHED}: Name or service not known",
    next_due=LATER,
)


@pytest.mark.parametrize(
    ("ends", "words"),
    [
        ([DONE], "arXiv: 2 new papers, 1 changed"),
        ([DONE, DONE], "arXiv: 4 new papers, 2 changed"),
        (
            [Event(EventKind.DONE, source="arxiv.feed", new=1), REVIEWS],
            "arXiv: 1 new paper · Pith: 1 review new or changed",
        ),
        ([Event(EventKind.DONE, source="arxiv.feed", same=3)], "arXiv: nothing new"),
        ([DONE, FAILED], "Pith: HTTP 503, next try 12:05 · arXiv: 2 new papers, 1 changed"),
        (
            [DONE, NOT_FOUND, REVIEWS],
            "arXiv: no network (rss.arxiv.org was not found), next try 12:09 (2 new papers, 1 changed)"
            " · Pith: 1 review new or changed",
        ),
        (
            [NOT_FOUND, OTHER],
            "arXiv and Pith: no network (rss.arxiv.org was not found); no network (pith.science was not found)"
            ", next try 12:05",
        ),
    ],
)
def test_a_refresh_names_failures_first_and_one_network_once(ends: list[Event], words: str) -> None:
    assert refresh_words(ends, NOW) == words
