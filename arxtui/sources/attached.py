"""The announcements, reviews, earlier versions and sources attached to a paper in arxtui's own JSON form."""

from __future__ import annotations

from arxtui.model.paper import Announcement, AnnounceType, History, Paper, Version
from arxtui.model.reviews.full_review import FullReview, Part, Passage, ReviewField, Section
from arxtui.model.reviews.review import Review
from arxtui.model.sources import SOURCES
from arxtui.sources import values
from arxtui.sources.pith.links import review_target
from arxtui.sources.values import Row
from arxtui.text import clean


def announcements(row: Row, paper: Paper) -> tuple[Announcement, ...]:
    """Return the announcements attached to a paper."""
    return tuple(values.items(row, "announcements", lambda value: _announcement(paper.id, values.mapping(value))))


def reviews(row: Row, paper: Paper) -> tuple[Review, ...]:
    """Return the reviews attached to a paper, in the order of the row: newest first in arxtui's own form."""
    rows = values.items(row, "reviews", values.mapping)
    return tuple(_review(each, paper, len(rows) - 1 - number) for number, each in enumerate(rows))


def full_reviews(row: Row, paper: Paper) -> tuple[FullReview, ...]:
    """Return the full reviews attached to a paper. In a row, each full review is nested in its review."""
    rows = values.items(row, "reviews", values.mapping)
    return tuple(_full_review(full, paper) for each in rows for full in values.items(each, "full", values.mapping))


def history(row: Row, paper: Paper) -> History | None:
    """Return the versions before the paper's own version, and its other sources; None if there are neither."""
    versions = values.items(row, "versions", lambda value: _version(values.mapping(value), paper.source))
    earlier = tuple(version for version in versions if paper.version and 0 < version.number < paper.version)
    others = tuple(name for name in sources(row) if name != paper.source)
    return History(paper.id, earlier, others) if earlier or others else None


def sources(row: Row) -> list[str]:
    """Return the names of known sources (``model.sources``), in the order of the row; skip unknown names."""
    return [name for name in values.items(row, "sources", values.string) if name in SOURCES]


def _version(row: Row, source: str) -> Version:
    own = values.text(row, "source")
    return Version(
        values.integer(row.get("version"), "version"), values.time(row, "updated"), own if own in SOURCES else source
    )


def _announcement(paper_id: str, row: Row) -> Announcement:
    return Announcement(
        id=paper_id,
        day=values.day(row, "day"),
        category=values.line(row, "category"),
        type=_announce_type(values.text(row, "type")),
        version=values.number(row, "version"),
    )


def _announce_type(text: str) -> AnnounceType:
    try:
        return AnnounceType(text)
    except ValueError as error:
        raise ValueError(f"{text!r} is not an announcement type") from error


def _review(row: Row, paper: Paper, place: int) -> Review:
    """Read one review; ``place`` is the default for a row without one.

    Title, category and abstract default to the paper's. A row with ``"abstract": ""`` has a review without abstract.
    """
    url = values.line(row, "url") or None
    target = review_target((url,)) if url else None
    own_place = values.number(row, "place")
    return Review(
        headline=values.line(row, "headline"),
        title=values.line(row, "title") or paper.title,
        category=values.line(row, "category") or paper.primary_category,
        listed_on=values.day(row, "listed_on"),
        deck=values.line(row, "deck"),
        deck_truncated=row.get("deck_truncated") is True,
        abstract=clean(paper.abstract) if row.get("abstract") is None else values.line(row, "abstract"),
        theorem_links=values.number(row, "theorem_links"),
        has_figure=row.get("has_figure") is True,
        votes=values.number(row, "votes"),
        comments=values.number(row, "comments"),
        other_counts=tuple(values.items(row, "other_counts", values.integer)),
        arxiv_id=paper.id or None,
        version=values.number(row, "version") or (target.version if target else None),
        url=url,
        place=place if own_place is None else own_place,
        source=values.line(row, "source") or "pith",
    )


def _full_review(row: Row, paper: Paper) -> FullReview:
    return FullReview(
        arxiv_id=paper.id,
        version=values.number(row, "version"),
        title=values.line(row, "title"),
        sections=tuple(_section(each) for each in values.items(row, "sections", values.mapping)),
        verdict=values.line(row, "verdict"),
        scores=_statements(row, "scores"),
        recognition=values.line(row, "recognition"),
        model=values.line(row, "model"),
        reviewed_at=values.time(row, "reviewed_at"),
        category=values.line(row, "category"),
        url=values.line(row, "url"),
        links=tuple(map(clean, values.items(row, "links", values.string))),
        extra=_statements(row, "extra"),
    )


def _section(row: Row) -> Section:
    """Read one section. An unknown part becomes None: the heading is enough to show the section."""
    passages = values.items(row, "passages", values.mapping)
    part = values.text(row, "part")
    return Section(
        values.line(row, "heading"),
        tuple(Passage(values.line(each, "text"), each.get("listed") is True) for each in passages),
        Part(part) if part in set(Part) else None,
    )


def _statements(row: Row, name: str) -> tuple[ReviewField, ...]:
    return tuple(
        ReviewField(values.line(each, "name"), values.line(each, "value"))
        for each in values.items(row, name, values.mapping)
    )
