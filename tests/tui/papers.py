"""Made-up papers, for the screen."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from arxtui.model.marks import Marks
from arxtui.model.paper import Announcement, AnnounceType, Author, Paper
from arxtui.model.reviews.review import Review
from arxtui.model.views import Record, Row

DAY = date(2026, 5, 13)

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
"""What upstream might send in a title, by what is wrong with it."""


def paper(number: int, title: str = "", **told: object) -> Paper:
    """Paper 2605.<number>, unlike any real one."""
    held: dict[str, object] = {
        "id": f"2605.{number:05}",
        "title": title or f"Made-up paper number {number}",
        "abstract": f"We make up paper number {number} and show that it does not exist.",
        "authors": (Author("Ada Example"), Author("Björn Måns", ("Institute of Examples",))),
        "categories": ("cs.DC", "cs.LG"),
        "version": 1,
        "published": datetime(2026, 5, 12, 9, tzinfo=UTC),
        "updated": datetime(2026, 5, 12, 9, tzinfo=UTC),
        "comment": "12 pages",
        "source": "api",
    }
    return Paper(**{**held, **told})  # type: ignore[arg-type]


def announced(
    made: Paper, day: date = DAY, kind: AnnounceType = AnnounceType.NEW, category: str = "cs.DC"
) -> Announcement:
    """That it was announced."""
    return Announcement(made.id, day, category, kind, made.version)


def days_back(number: int) -> date:
    """So many days before the newest."""
    return DAY - timedelta(days=number)


def review(made: Paper, links: int | None = 2, headline: str = "Stale gradients cost a third less") -> Review:
    """A review of it."""
    return Review(
        headline=headline,
        title=made.title,
        category="cs.DC",
        listed_on=DAY,
        deck="Bounding the delay keeps the rate",
        deck_truncated=True,
        abstract=made.abstract,
        theorem_links=links,
        has_figure=True,
        arxiv_id=made.id,
        version=1,
        url=f"https://pith.example/{made.id}",
    )


def row(made: Paper, **told: object) -> Row:
    """Its row in a list."""
    held: dict[str, object] = {
        "key": made.key,
        "id": made.id,
        "version": made.version,
        "title": made.title,
        "title_tex": made.title,
        "day": DAY,
        "category": made.primary_category,
    }
    return Row(**{**held, **told})  # type: ignore[arg-type]


def record(made: Paper, **told: object) -> Record:
    """All that is known of it."""
    held: dict[str, object] = {
        "key": made.key,
        "paper": made,
        "title": made.title,
        "marks": Marks(),
        "sources": ("api",),
    }
    return Record(**{**held, **told})  # type: ignore[arg-type]
