"""A paper as JSON: the stable format for scripts (docs/cli.md), which ``sources.records`` reads back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from json.encoder import encode_basestring
from typing import TYPE_CHECKING, Any

from arxtui.light import pattern
from arxtui.model.arxiv.ids import name_of
from arxtui.model.counted import moment
from arxtui.model.marks import MARKS, Marks
from arxtui.model.paper import Announcement, Author, Deletion, Link, Paper, Venue, Version
from arxtui.model.reviews import Review
from arxtui.model.views import Record
from arxtui.text import clean, readable
from arxtui.text.mentions.derived import abstract_of, venues_in
from arxtui.text.mentions.withdrawal import withdrawal_of

if TYPE_CHECKING:
    from datetime import datetime

    from arxtui.model.reviews import FullReview
    from arxtui.model.rules import Reason

# This module builds all values itself, so they contain no circular references.
_ENCODE = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode
_ENCODE_ASCII = json.JSONEncoder(check_circular=False).encode
_ESCAPED_BYTES = bytes(range(0x20)) + b'"\\'
"""The characters that a JSON string contains only in escaped form."""
_PRINTABLE_ASCII = bytes(range(0x20, 0x7F))
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
    values: dict[str, Any] = json.loads(record_to_line(record, full_reviews))
    return values


def record_to_line(
    record: Record,
    full_reviews: Iterable[FullReview] = (),
    more: Mapping[str, Any] | None = None,
    *,
    ascii_only: bool = False,
) -> str:
    """Return the values of :func:`record_to_json`, and ``more`` at their end, as one line of JSON (:func:`to_line`).
    Writing the text itself takes two thirds of the time of building the values and encoding them (decision 73)."""
    line = _line(record, full_reviews)
    if more:
        line = f"{line[:-1]}, {to_line(more)[1:]}"
    return in_ascii(line) if ascii_only else line


def in_ascii(line: str) -> str:
    """Return a line of JSON with escapes for all characters outside ASCII."""
    return line if line.isascii() else to_line(json.loads(line), ascii_only=True)


def _line(record: Record, full_reviews: Iterable[FullReview]) -> str:
    paper = record.paper
    title, title_tex = _texts(record.title, paper.title)
    abstract, abstract_tex = _texts(abstract_of(paper, record.derived), paper.abstract)
    comment, comment_tex = _readable_and_tex(paper.comment)
    journal_ref, journal_ref_tex = _readable_and_tex(paper.journal_ref)
    return _escape(
        f'{{"id": {_text(paper.id or None)}, "name": {_text(paper.id or name_of(record.key))}, '
        f'"version": {_number(paper.version)}, "title": {title}, "title_tex": {title_tex}, '
        f'"abstract": {abstract}, "abstract_tex": {abstract_tex}, "authors": {_authors(paper.authors)}, '
        f'"categories": {_names(paper.categories)}, "primary_category": {_text(paper.primary_category or None)}, '
        f'"published": {_moment(paper.published)}, "updated": {_moment(paper.updated)}, '
        f'"comment": {comment}, "comment_tex": {comment_tex}, '
        f'"journal_ref": {journal_ref}, "journal_ref_tex": {journal_ref_tex}, '
        f'"doi": {_text(paper.doi)}, "license": {_text(paper.license)}, '
        f'"announcements": {_list(map(_announcement, record.announcements))}, '
        f'"links": {_list(map(_link, paper.links))}, "versions": [{", ".join(map(_version, record.versions))}], '
        f'"reviews": {_list(_reviews(record, full_reviews))}, "marks": {_marks(record.marks)}, '
        f'"score": {_number(record.score)}, "why": {_list(map(reason_to_json, record.why))}, '
        f'"for_you": {"null" if record.for_you is None else repr(round(record.for_you, 3))}, '
        f'"sources": {_names(record.sources)}, "venue": {_venue(venues_in(paper, record.derived))}, '
        f'"deleted": {_deletion(record.deletion)}, "withdrawn": {_withdrawal(record)}}}'
    )


def to_line(values: Mapping[str, Any], *, ascii_only: bool = False) -> str:
    """Return one line of JSON that no terminal interprets as commands; the text is preserved."""
    return _escape((_ENCODE_ASCII if ascii_only else _ENCODE)(values))


def _escape(text: str) -> str:
    """Return JSON with escapes for the characters that a terminal obeys."""
    # None of these characters is printable. To remove the others first takes a fifth of the time of a search.
    if text.isascii() and "\x7f" not in text:
        return text
    others = text.encode("utf-8", "surrogatepass").translate(None, _PRINTABLE_ASCII).decode("utf-8", "surrogatepass")
    if others.isprintable():
        return text
    return _ESCAPED.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def _text(text: str | None) -> str:
    return "null" if text is None else encode_basestring(text)


def _long_text(text: str) -> str:
    """Return a JSON string. One pass over the bytes checks for all special characters; the encoder checks each
    character."""
    if text.isascii() and len(text.encode().translate(None, _ESCAPED_BYTES)) == len(text):
        return f'"{text}"'
    return encode_basestring(text)


def _texts(shown: str, tex: str) -> tuple[str, str]:
    """Return the JSON of a text in readable and in original form, which are mostly the same."""
    encoded = _long_text(shown)
    return encoded, encoded if tex is shown else _long_text(tex)


def _readable_and_tex(text: str | None) -> tuple[str, str]:
    return ("null", "null") if text is None else _texts(readable(text), text)


def _number(value: int | None) -> str:
    return "null" if value is None else str(value)


def _list(values: Iterable[Mapping[str, Any]]) -> str:
    return ", ".join(map(_ENCODE, values)).join("[]")


@lru_cache(_MAX_TEXTS)
def _names(names: tuple[str, ...]) -> str:
    return _ENCODE(names)


def _authors(authors: Sequence[Author]) -> str:
    return ", ".join(map(_author, authors)).join("[]")


def _author(author: Author) -> str:
    name_tex = encode_basestring(author.name)
    name = name_tex if (shown := readable(author.name)) is author.name else encode_basestring(shown)
    if not author.affiliations:
        return f'{{"name": {name}, "name_tex": {name_tex}, "affiliations": [], "affiliations_tex": []}}'
    affiliations = _ENCODE([*map(readable, author.affiliations)])
    return (
        f'{{"name": {name}, "name_tex": {name_tex}, '
        f'"affiliations": {affiliations}, "affiliations_tex": {_ENCODE(author.affiliations)}}}'
    )


def _moment(at: datetime | None) -> str:
    return "null" if at is None else f'"{moment(at)}"'


def _link(link: Link) -> dict[str, Any]:
    return {"href": link.href, "rel": link.rel, "title": link.title, "type": link.type}


def _venue(venues: Sequence[Venue]) -> str:
    if not venues:
        return "null"
    venue = venues[0]
    return f'{{"name": {_text(venue.name)}, "year": {_number(venue.year)}, "status": "{venue.status}"}}'


def _deletion(deletion: Deletion | None) -> str:
    return _ENCODE({"day": deletion.day and deletion.day.isoformat()}) if deletion else "null"


def _withdrawal(record: Record) -> str:
    withdrawal = withdrawal_of(record.paper, listed=record.withdrawn)
    if withdrawal is None:
        return "null"
    return _ENCODE({"by": "arXiv" if withdrawal.by_arxiv else "authors", "words": readable(withdrawal.words)})


def _announcement(each: Announcement) -> dict[str, Any]:
    return {
        "day": each.day.isoformat(),
        "category": each.category,
        "type": str(each.type),
        "version": each.version,
    }


def _version(version: Version) -> str:
    return f'{{"version": {version.number}, "updated": {_moment(version.updated)}, "source": {_text(version.source)}}}'


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


@lru_cache(_MAX_TEXTS)
def _marks(marks: Marks) -> str:
    return _ENCODE(marks_to_json(marks))
