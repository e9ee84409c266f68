"""Builders of made-up papers, announcements, reviews, list rows and records, for the tests of all packages."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

from arxtui.light import changed
from arxtui.model.paper import Announcement, AnnounceType, Author, Paper
from arxtui.model.reviews import Review
from arxtui.model.views import Record, Row

DAY = date(2026, 5, 13)
NOW = datetime(2026, 5, 13, 8, 14, tzinfo=UTC)


def paper(number: int, title: str = "", *, month: str = "2605", category: str = "cs.DC", **more: Any) -> Paper:
    """Return a made-up paper with the id ``month``.``number``; ``more`` overrides fields."""
    plain = Paper(
        id=f"{month}.{number:05}",
        version=1,
        title=title or f"Made-up paper number {number}",
        abstract=f"The abstract of number {number} is about queues.",
        authors=(Author("Ada Example"),),
        categories=(category,),
        published=datetime(2026, 5, 11, tzinfo=UTC),
        updated=datetime(2026, 5, 11, tzinfo=UTC),
        source="api",
    )
    return replace(plain, **more)


def paper_json(number: int, title: str = "", **more: Any) -> dict[str, Any]:
    """Return paper 2605.``number`` as a JSON object of a file that ``arxtui import`` reads; ``more`` overrides
    fields."""
    plain = {"id": f"2605.{number:05}", "title": title or f"Made-up paper number {number}", "abstract": "Nothing."}
    return {**plain, "authors": ["Ada Example"], "categories": ["cs.DC"], **more}


def announced(
    of: Paper,
    day: date = DAY,
    kind: AnnounceType = AnnounceType.NEW,
    category: str = "cs.DC",
    version: int | None = 1,
) -> Announcement:
    """Return the announcement of a paper in a category."""
    return Announcement(of.id, day, category, kind, version)


def card(of: Paper, headline: str = "Queues cost a third less", **more: Any) -> Review:
    """Return a review of a paper as parsed from the text of a listing: without a link and without an id."""
    plain = Review(headline, of.title, "cs.DC", DAY, deck="And keep the rate", abstract=of.abstract, theorem_links=2)
    return replace(plain, **more)


def row(of: Paper, **more: Any) -> Row:
    """Return a paper's row of a list."""
    return changed(Row(of.key, of.id, of.version, of.title, of.title, DAY, of.primary_category), **more)


def record(of: Paper, **more: Any) -> Record:
    """Return a paper with everything that is stored about it."""
    return changed(Record(of.key, of, of.title, sources=("api",)), **more)
