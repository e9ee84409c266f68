"""A paper as JSON: the stable format for scripts (docs/cli.md), which ``sources.records`` reads back."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from json.encoder import encode_basestring
from typing import TYPE_CHECKING, Any, NamedTuple

from arxtui.model.arxiv.ids import name_of
from arxtui.model.marks import MARKS, Marks
from arxtui.model.paper import Announcement, Author, Deletion, Link, Paper, Version
from arxtui.model.reviews.review import Review
from arxtui.model.views import Record
from arxtui.patterns import pattern
from arxtui.text import clean, readable
from arxtui.text.mentions.venue import venue_of
from arxtui.text.mentions.withdrawal import withdrawal_of

if TYPE_CHECKING:
    from arxtui.model.reviews.full_review import FullReview
    from arxtui.model.rules import Reason
    from arxtui.model.venue import Venue

# This module builds all values itself, so they contain no circular references.
_ENCODE = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode
_ENCODE_ASCII = json.JSONEncoder(check_circular=False).encode
_ESCAPED_BYTES = bytes(range(0x20)) + b'"\\'
"""The characters that a JSON string contains only in escaped form."""
_MAX_TEXTS = 4096
# JSON allows these characters unescaped, but terminals obey some of them, and line readers break lines at others.
_ESCAPED = pattern("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")


def record_to_json(record: Record, full_reviews: Iterable[FullReview] = ()) -> dict[str, Any]:
    """Return the record as plain values. ``id`` is null while only a review names the paper, and ``name`` is the
    argument of ``arxtui show``; null and empty mean unknown.

    ``title``, ``abstract``, ``comment``, ``journal_ref``, names and affiliations are readable; ``title_tex`` and the
    like are in their original form. Times are ISO 8601 in UTC, days ISO dates. Versions are in ascending order, reviews
    newest first. The title, category and abstract of a review are null if they equal those of the paper. ``rating``,
    ``reading`` and ``score`` are null until they are set; ``deleted`` is null unless arXiv has deleted its record,
    ``withdrawn`` unless this version is withdrawn. Each of ``full_reviews`` is included in the review of its version,
    in a list ``full``.
    """
    full = tuple(full_reviews)
    return {field.name: field.value(record, full) for field in _FIELDS}


def record_to_line(record: Record, full_reviews: Iterable[FullReview] = ()) -> str:
    """Return ``to_line(record_to_json(...))``, but in half the time, for files of many papers."""
    full = tuple(full_reviews)
    texts = []
    for label, value_of, text_of in _LABELLED_FIELDS:
        if text_of:
            text = text_of(record)
        elif (value := value_of(record, full)) is None:
            text = "null"
        else:
            text = encode_basestring(value) if type(value) is str else "[]" if value == [] else _ENCODE(value)
        texts.append(label + text)
    return _escape(f"{{{', '.join(texts)}}}")


def to_line(values: Mapping[str, Any], *, ascii_only: bool = False) -> str:
    """Return one line of JSON that no terminal interprets as commands; the text is preserved."""
    return _escape((_ENCODE_ASCII if ascii_only else _ENCODE)(values))


def _escape(text: str) -> str:
    """Return JSON with escapes for the characters that a terminal obeys."""
    # None of these characters is printable; this check takes half the time of the substitution.
    if (text.isascii() and "\x7f" not in text) or text.isprintable():
        return text
    return _ESCAPED.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def moment(at: datetime | None) -> str | None:
    """Return a time as ISO 8601 in UTC with a Z; None if there is none."""
    if at is None:
        return None
    return (at if at.tzinfo is UTC else at.astimezone(UTC)).isoformat().replace("+00:00", "Z")


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


def _withdrawal(record: Record) -> dict[str, Any] | None:
    withdrawal = withdrawal_of(record.paper, listed=record.withdrawn)
    return withdrawal and {"by": "arXiv" if withdrawal.by_arxiv else "authors", "words": readable(withdrawal.words)}


def _announcement(each: Announcement) -> dict[str, Any]:
    return {
        "day": each.day.isoformat(),
        "category": each.category,
        "type": str(each.type),
        "version": each.version,
    }


def _version(version: Version) -> dict[str, Any]:
    return {"version": version.number, "updated": moment(version.updated), "source": version.source}


def _reviews(record: Record, full_reviews: Iterable[FullReview]) -> list[dict[str, Any]]:
    full = _full_by_review(record.reviews, full_reviews) if record.reviews else {}
    return [
        {**_review(review, record.paper), **({"full": full[place]} if place in full else {})}
        for place, review in enumerate(record.reviews)
    ]


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
        "title": _unless_equal(review.title, paper.title),
        "category": _unless_equal(review.category, paper.primary_category),
        "abstract": _unless_equal(review.abstract, clean(paper.abstract)),
    }


def _full_by_review(reviews: Sequence[Review], full: Iterable[FullReview]) -> dict[int, list[dict[str, Any]]]:
    """Group the full reviews by the index of a review: one of the same version, or else one of unknown version, or else
    the newest."""
    versions = [review.version for review in reviews]
    result: dict[int, list[dict[str, Any]]] = {}
    for each in full:
        place = next((versions.index(version) for version in (each.version, None) if version in versions), 0)
        result.setdefault(place, []).append(_full(each))
    return result


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


def _unless_equal(text: str, of_paper: str) -> str | None:
    return None if text == of_paper else text


def reason_to_json(reason: Reason) -> dict[str, Any]:
    """Return what a rule does to a paper: its name, its effect, the points of a score (otherwise 0), and a note on the
    match (mostly null)."""
    values = {"rule": reason.rule, "effect": str(reason.effect), "points": reason.points}
    return {**values, "note": reason.note or None}


def marks_to_json(marks: Marks) -> dict[str, Any]:
    """Return the user's marks of a paper."""
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


_Full = tuple["FullReview", ...]


class _Field(NamedTuple):
    """A field of a paper: a function for its value, and one for its JSON text if that is faster than encoding the
    value."""

    name: str
    value: Callable[[Record, _Full], Any]
    text: Callable[[Record], str] | None = None


def _author_text(author: Author) -> str:
    if author.affiliations:
        return _ENCODE(_author(author))
    shown, sent = encode_basestring(readable(author.name)), encode_basestring(author.name)
    return f'{{"name": {shown}, "name_tex": {sent}, "affiliations": [], "affiliations_tex": []}}'


def _long_text(text: str) -> str:
    """Return a JSON string. One pass over the bytes checks for all special characters; the encoder checks each
    character."""
    if text.isascii() and len(text.encode().translate(None, _ESCAPED_BYTES)) == len(text):
        return f'"{text}"'
    return encode_basestring(text)


_marks_text = lru_cache(_MAX_TEXTS)(lambda marks: _ENCODE(marks_to_json(marks)))
_names_text = lru_cache(_MAX_TEXTS)(lambda names: _ENCODE(list(names)))
_FIELDS = (
    _Field("id", lambda record, full: record.paper.id or None),
    _Field("name", lambda record, full: record.paper.id or name_of(record.key)),
    _Field("version", lambda record, full: record.paper.version),
    _Field("title", lambda record, full: record.title),
    _Field("title_tex", lambda record, full: record.paper.title),
    _Field(
        "abstract",
        lambda record, full: readable(record.paper.abstract),
        lambda record: _long_text(readable(record.paper.abstract)),
    ),
    _Field(
        "abstract_tex", lambda record, full: record.paper.abstract, lambda record: _long_text(record.paper.abstract)
    ),
    _Field(
        "authors",
        lambda record, full: [_author(author) for author in record.paper.authors],
        lambda record: f"[{', '.join(map(_author_text, record.paper.authors))}]",
    ),
    _Field(
        "categories",
        lambda record, full: list(record.paper.categories),
        lambda record: _names_text(record.paper.categories),
    ),
    _Field("primary_category", lambda record, full: record.paper.primary_category or None),
    _Field("published", lambda record, full: moment(record.paper.published)),
    _Field("updated", lambda record, full: moment(record.paper.updated)),
    _Field("comment", lambda record, full: _readable(record.paper.comment)),
    _Field("comment_tex", lambda record, full: record.paper.comment),
    _Field("journal_ref", lambda record, full: _readable(record.paper.journal_ref)),
    _Field("journal_ref_tex", lambda record, full: record.paper.journal_ref),
    _Field("doi", lambda record, full: record.paper.doi),
    _Field("license", lambda record, full: record.paper.license),
    _Field("announcements", lambda record, full: [_announcement(each) for each in record.announcements]),
    _Field("links", lambda record, full: [_link(link) for link in record.paper.links]),
    _Field("versions", lambda record, full: [_version(version) for version in record.versions]),
    _Field("reviews", _reviews),
    _Field("marks", lambda record, full: marks_to_json(record.marks), lambda record: _marks_text(record.marks)),
    _Field("score", lambda record, full: record.score),
    _Field("why", lambda record, full: [reason_to_json(reason) for reason in record.why]),
    _Field("for_you", lambda record, full: None if record.for_you is None else round(record.for_you, 3)),
    _Field("sources", lambda record, full: list(record.sources), lambda record: _names_text(record.sources)),
    _Field("venue", lambda record, full: _venue(venue_of(record.paper.comment, record.paper.journal_ref))),
    _Field("deleted", lambda record, full: _deletion(record.deletion)),
    _Field("withdrawn", lambda record, full: _withdrawal(record)),
)
_LABELLED_FIELDS = tuple((f'"{field.name}": ', field.value, field.text) for field in _FIELDS)
