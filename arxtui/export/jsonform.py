"""A paper as JSON: the stable form that scripts rely on (docs/cli.md), read back by ``sources.records``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from arxtui.model.arxiv.ids import name_of
from arxtui.model.marks import MARKS, Marks
from arxtui.model.paper import Announcement, Author, Deletion, Link, Paper, Version
from arxtui.model.reviews.review import Review
from arxtui.model.views import Record
from arxtui.patterns import pattern
from arxtui.text import clean, readable
from arxtui.text.mentions.venue import venue_of

if TYPE_CHECKING:
    from arxtui.model.reviews.full_review import FullReview
    from arxtui.model.rules import Reason
    from arxtui.model.venue import Venue

# What is written is made here: nothing in it holds itself.
_ENCODE = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode
_ENCODE_ASCII = json.JSONEncoder(check_circular=False).encode
# JSON may hold these bare, but a terminal obeys some and readers of lines break at others.
_ESCAPED = pattern("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")


def record_to_json(record: Record, full_reviews: Iterable[FullReview] = ()) -> dict[str, Any]:
    """The record as plain values. ``id`` is null while only a review names the paper, ``name`` what ``arxtui show``
    takes; null and empty mean not known.

    ``title``, ``abstract``, ``comment``, ``journal_ref``, names and affiliations are readable; ``title_tex`` and
    the like are as they were sent. Times are ISO 8601 in UTC, days ISO dates. Versions ascend, reviews are newest
    first; the title, category and abstract that a review shows are null where they are the paper's. ``rating``,
    ``reading`` and ``score`` are null until given, ``deleted`` unless arXiv has deleted its record. Each of
    ``full_reviews`` stands with the review of its version, in a list ``full``.
    """
    paper = record.paper
    full = _full_by_review(record.reviews, full_reviews)
    return {
        "id": paper.id or None,
        "name": name_of(record.key),
        "version": paper.version,
        "title": record.title,
        "title_tex": paper.title,
        "abstract": readable(paper.abstract),
        "abstract_tex": paper.abstract,
        "authors": [_author(author) for author in paper.authors],
        "categories": list(paper.categories),
        "primary_category": paper.primary_category or None,
        "published": moment(paper.published),
        "updated": moment(paper.updated),
        "comment": _readable(paper.comment),
        "comment_tex": paper.comment,
        "journal_ref": _readable(paper.journal_ref),
        "journal_ref_tex": paper.journal_ref,
        "doi": paper.doi,
        "license": paper.license,
        "announcements": [_announcement(each) for each in record.announcements],
        "links": [_link(link) for link in paper.links],
        "versions": [_version(version) for version in record.versions],
        "reviews": [
            {**_review(review, paper), **({"full": full[place]} if place in full else {})}
            for place, review in enumerate(record.reviews)
        ],
        "marks": marks_to_json(record.marks),
        "score": record.score,
        "why": [reason_to_json(reason) for reason in record.why],
        "for_you": None if record.for_you is None else round(record.for_you, 3),
        "sources": list(record.sources),
        "venue": _venue(venue_of(paper.comment, paper.journal_ref)),
        "deleted": _deletion(record.deletion),
    }


def to_line(held: Mapping[str, Any], *, ascii_only: bool = False) -> str:
    """One line of JSON that a terminal shows and never obeys; nothing of the text is lost."""
    text = (_ENCODE_ASCII if ascii_only else _ENCODE)(held)
    if text.isascii() and "\x7f" not in text:
        return text
    return _ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def moment(at: datetime | None) -> str | None:
    """ISO 8601 in UTC with a Z."""
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z") if at else None


def _author(author: Author) -> dict[str, Any]:
    return {
        "name": readable(author.name),
        "name_tex": author.name,
        "affiliations": [readable(place) for place in author.affiliations],
        "affiliations_tex": list(author.affiliations),
    }


def _readable(text: str | None) -> str | None:
    return None if text is None else readable(text)


def _link(link: Link) -> dict[str, Any]:
    return {"href": link.href, "rel": link.rel, "title": link.title, "type": link.type}


def _venue(venue: Venue | None) -> dict[str, Any] | None:
    return {"name": venue.name, "year": venue.year, "status": venue.status} if venue else None


def _deletion(deletion: Deletion | None) -> dict[str, Any] | None:
    return {"day": deletion.day and deletion.day.isoformat()} if deletion else None


def _announcement(each: Announcement) -> dict[str, Any]:
    return {
        "day": each.day.isoformat(),
        "category": each.category,
        "type": str(each.type),
        "version": each.version,
    }


def _version(version: Version) -> dict[str, Any]:
    return {"version": version.number, "updated": moment(version.updated), "source": version.source}


def _review(review: Review, paper: Paper) -> dict[str, Any]:
    return {
        "source": review.source,
        "headline": review.headline,
        "deck": review.deck,
        "deck_truncated": review.deck_truncated,
        "badge": review.badge,
        "theorem_links": review.theorem_links,
        "listed_on": review.listed_on.isoformat(),
        "has_figure": review.has_figure,
        "votes": review.votes,
        "comments": review.comments,
        "other_counts": list(review.other_counts),
        "url": review.url,
        "version": review.version,
        "place": review.place,
        "title": _own(review.title, paper.title),
        "category": _own(review.category, paper.primary_category),
        "abstract": _own(review.abstract, clean(paper.abstract)),
    }


def _full_by_review(reviews: Sequence[Review], full: Iterable[FullReview]) -> dict[int, list[dict[str, Any]]]:
    """The whole reviews by the place of the one of their version, else of one whose version is not known, else of the
    newest."""
    versions = [review.version for review in reviews]
    found: dict[int, list[dict[str, Any]]] = {}
    for each in full:
        place = next((versions.index(version) for version in (each.version, None) if version in versions), 0)
        found.setdefault(place, []).append(_full(each))
    return found


def _full(review: FullReview) -> dict[str, Any]:
    return {
        "version": review.version,
        "title": review.title or None,
        "verdict": review.verdict or None,
        "scores": [each._asdict() for each in review.scores],
        "recognition": review.recognition or None,
        "theorem_links": review.theorem_links,
        "model": review.model or None,
        "reviewed_at": moment(review.reviewed_at),
        "category": review.category or None,
        "url": review.url or None,
        "links": list(review.links),
        "sections": [
            {"part": each.part, "heading": each.heading, "passages": [passage._asdict() for passage in each.passages]}
            for each in review.sections
        ],
        "extra": [each._asdict() for each in review.extra],
    }


def _own(text: str, of_paper: str) -> str | None:
    return None if text == of_paper else text


def reason_to_json(reason: Reason) -> dict[str, Any]:
    """What a rule does to a paper: its name, an effect, the points of a score, else 0, and what is to be known of the
    match, mostly null."""
    told = {"rule": reason.rule, "effect": str(reason.effect), "points": reason.points}
    return {**told, "note": reason.note or None}


def marks_to_json(marks: Marks) -> dict[str, Any]:
    """What the user made of a paper."""
    return {
        "unread": marks.unread,
        "read": marks.read,
        **{mark.name: marks.has(mark) for mark in MARKS},
        "tags": list(marks.tags),
        "note": marks.note,
        "rating": marks.rating,
        "reading": marks.reading,
        "lists": list(marks.lists),
    }
