"""Made-up papers for tests of the reader."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

from arxtui.model.paper import Author, Paper
from arxtui.model.reviews import Review
from tests import builders
from tests.builders import DAY, card

HOSTILE = {
    "index in brackets": "Collaborative Inference on Edge Devices [28]",
    "a name in brackets": "[Re] Reproducing Fair Locks",
    "a closing tag": "A tale of a[/b]c and [/] alone",
    "a link that acts": "[@click=app.quit]press[/] to leave",
    "an open bracket": "Intervals [0, 1) and [red",
    "an escape": "Red \x1b[31malert\x1b[0m",
    "a clipboard escape": "Take \x1b]52;c;aGVsbG8=\x07this",
    "a newline": "Two\nlines",
    "a delete": "Back\x7fspace",
    "right to left": "שלום Peace \u202eevil\u202c",
    "wide characters": "链 × μ: 分布式快照 for queues",
    "combining marks": "Z\u0335\u0321a\u0300\u0301l\u0334go of o\u0308rder",
    "emoji": "Snapshots 👩‍🔬 of 🧊 frozen queues",
}
"""Titles that upstream could send, by the problem that each has."""


def paper(number: int, title: str = "", **more: Any) -> Paper:
    """Return paper 2605.<number>, in two categories and by two authors."""
    usual: dict[str, Any] = {
        "abstract": f"We make up paper number {number} and show that it does not exist.",
        "authors": (Author("Ada Example"), Author("Björn Måns", ("Institute of Examples",))),
        "categories": ("cs.DC", "cs.LG"),
        "published": datetime(2026, 5, 12, 9, tzinfo=UTC),
        "updated": datetime(2026, 5, 12, 9, tzinfo=UTC),
        "comment": "12 pages",
    }
    return builders.paper(number, title, **{**usual, **more})


def days_back(number: int) -> date:
    """Return the date ``number`` days before the newest day."""
    return DAY - timedelta(days=number)


def review(made: Paper, links: int | None = 2, headline: str = "Stale gradients cost a third less") -> Review:
    """Return a review like those on Pith's pages: with a truncated deck, a figure and an address."""
    return card(
        made,
        headline,
        deck="Bounding the delay keeps the rate",
        deck_truncated=True,
        theorem_links=links,
        has_figure=True,
        arxiv_id=made.id,
        version=1,
        url=f"https://pith.example/{made.id}",
    )
