"""Encoding of enumerations, times, papers and reviews as table values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from functools import lru_cache
from typing import Any

from arxtui.light import NamedTuple, from_fields
from arxtui.model.arxiv.ids import id_of
from arxtui.model.paper import Author, Link, Paper
from arxtui.model.reviews import Review
from arxtui.store.errors import Damaged
from arxtui.store.sqlite.codes import moment_of, seconds, source_name
from arxtui.store.sqlite.packed_json import encode_json, pack_json, unpack_json
from arxtui.text import fingerprint, title_key

_TEXTS = 8
"""The number of values of a packed detail if none is left out."""
_UNCHANGED = True
"""The placeholder for an equal value in a packed difference; no value of a record is a boolean."""
_CACHED_AUTHORS = 4096
_COLLABORATION = 50
"""The number of authors from which on a paper is one of a collaboration."""


class Packed(NamedTuple):
    """A paper as stored in the tables: columns, and its other values packed in ``body``."""

    key: int
    version: int | None
    published: int | None
    updated: int | None
    source: int
    title: str
    body: bytes


def check_record(body: bytes, *, has_head: bool) -> None:
    """Raise Damaged if a record from an untrusted file has a value of an invalid type. ``has_head`` means that the
    record begins with id and title."""
    values = unpack_json(body)
    kinds = _RECORD if has_head else _RECORD[2:]
    if len(values) > len(kinds) or not all(fits(value) for fits, value in zip(kinds, values, strict=False)):
        raise Damaged("A record has an unknown format.")


def _is_text(value: object) -> bool:
    return value is None or isinstance(value, str)


def _is_number(value: object) -> bool:
    return value is None or (isinstance(value, int) and abs(value) < 1 << 40)


def _are_texts(value: object) -> bool:
    return value is None or (isinstance(value, list) and all(isinstance(each, str) for each in value))


def _are_lists(value: object) -> bool:
    """Whether the value is a list of texts, or of lists of texts that are not empty: authors with their affiliations,
    links."""
    if value is None:
        return True
    lists = ([each] if isinstance(each, str) else each for each in value) if isinstance(value, list) else [None]
    return all(each and _are_texts(each) for each in lists)


_RECORD: tuple[Callable[[object], bool], ...] = (
    *(_is_text, _is_text, _is_text, _are_lists, _are_texts, _is_text, _is_text, _is_text, _is_text, _are_lists),
    *(_is_number, _is_number, _is_number, _is_text),
)
"""The checks of id, title; abstract, authors, categories, comment, journal reference, DOI, licence, links; version,
published, updated, source."""


def title_hash(title: str) -> int:
    """Return a hash of the normalised title: 64 bits, signed."""
    import hashlib  # slow to import, and not needed to read

    return _to_signed(hashlib.blake2b(title_key(title).encode("utf-8", "replace"), digest_size=8).digest())


def abstract_hash(abstract: str) -> int | None:
    """Return the first 64 bits, signed, of the abstract's fingerprint; None for an empty abstract."""
    return _to_signed(bytes.fromhex(fingerprint(abstract)[:16])) if abstract else None


def detail_text(paper: Paper) -> bytes:
    """Return, as JSON, all values of a paper that have no column in ``paper`` or ``detail``."""
    return encode_json(_without_trailing(_texts(paper)))


def pack_record(paper: Paper) -> bytes:
    """Pack a whole paper, as stored in the library and for superseded versions."""
    head = [paper.id, paper.title, *_texts(paper)]
    tail = [paper.version, seconds(paper.published), seconds(paper.updated), paper.source]
    return pack_json([*head, *tail])


def unpack_record(body: bytes) -> Paper:
    """Unpack a paper, the inverse of :func:`pack_record`. Raises Damaged if the body cannot be read."""
    return _paper(unpack_json(body))


def pack_difference(record: Paper, paper: Paper) -> bytes:
    """Pack the values of a record that differ from a paper with the same id; the record's version and source are not
    packed."""
    pairs = zip(_comparable_values(record), _comparable_values(paper), strict=True)
    return pack_json(
        [_UNCHANGED if record_value == paper_value else record_value for record_value, paper_value in pairs]
    )


def unpack_difference(body: bytes, paper: Paper, version: int | None, source: str) -> Paper:
    """Unpack a record, the inverse of :func:`pack_difference`. Raises Damaged if the body cannot be read."""
    record_values, paper_values = unpack_json(body), _comparable_values(paper)
    if len(record_values) != len(paper_values):
        raise Damaged("A record of a source in the database has an unknown format.")
    *texts, published, updated = (
        paper_value if each is _UNCHANGED else each
        for each, paper_value in zip(record_values, paper_values, strict=True)
    )
    return _paper([paper.id, *texts, version, published, updated, source])


def pack_review(review: Review) -> bytes:
    """Pack all values of a review that have no column in its row."""
    texts = [review.title, review.category, review.deck, int(review.deck_truncated), review.abstract]
    counts = [int(review.has_figure), review.votes, review.comments, list(review.other_counts)]
    return pack_json([*texts, *counts, review.arxiv_id, review.version, review.url, review.place, review.source])


def unpack_review(headline: str, listed_on: int, theorem_links: int | None, body: bytes) -> Review:
    """Unpack a review from its columns and body, the inverse of :func:`pack_review`. Raises Damaged if the body cannot
    be read."""
    try:
        title, category, deck, cut, abstract, figure, votes, comments, others, *named = unpack_json(body)
        arxiv_id, version, url, place, source = named
    except (TypeError, ValueError) as error:
        raise Damaged(f"A review in the cache cannot be read ({error}).") from error
    return Review(
        headline=headline,
        title=title,
        category=category,
        listed_on=date.fromordinal(listed_on),
        deck=deck,
        deck_truncated=bool(cut),
        abstract=abstract,
        theorem_links=theorem_links,
        has_figure=bool(figure),
        votes=votes,
        comments=comments,
        other_counts=tuple(others),
        arxiv_id=arxiv_id,
        version=version,
        url=url,
        place=place,
        source=source,
    )


def unpack_packed(packed: Packed) -> Paper:
    """Return the paper; its ``id`` is empty for a pending key. Raises Damaged if the body cannot be read."""
    texts = unpack_json(packed.body)[:_TEXTS]
    blanks = [None] * (_TEXTS - len(texts))
    dates = [packed.version, packed.published, packed.updated, source_name(packed.source)]
    return _paper([id_of(packed.key) or "", packed.title, *texts, *blanks, *dates])


def _comparable_values(paper: Paper) -> list[Any]:
    return [paper.title, *_texts(paper), seconds(paper.published), seconds(paper.updated)]


def _texts(paper: Paper) -> list[Any]:
    authors = [[author.name, *author.affiliations] if author.affiliations else author.name for author in paper.authors]
    links = [[link.href, *_without_trailing([link.rel, link.title, link.type], "")] for link in paper.links]
    texts = [paper.abstract, authors, paper.categories, paper.comment, paper.journal_ref, paper.doi]
    return [*texts, paper.license, links or None]


def _paper(values: list[Any]) -> Paper:
    try:
        named = [*values, *[None] * (14 - len(values))]
        base, title, abstract, authors, categories, comment, journal_ref, doi, license_, links, *dates = named
        version, published, updated, source = dates[:4]
        fields = {
            "id": base,
            "title": title,
            "abstract": abstract or "",
            "authors": _authors(authors or ()),
            "categories": tuple(categories or ()),
            "version": version,
            "published": moment_of(published),
            "updated": moment_of(updated),
            "comment": comment,
            "journal_ref": journal_ref,
            "doi": doi,
            "license": license_,
            "links": tuple([Link(*link) for link in links or ()]),
            "source": source or "",
        }
        return from_fields(Paper, fields)
    except (TypeError, ValueError) as error:
        raise Damaged(f"A paper in the database cannot be read ({error}).") from error


def _authors(values: Sequence[Any]) -> tuple[Author, ...]:
    named = _named if len(values) <= _COLLABORATION else _member
    return tuple([named(each) if isinstance(each, str) else Author(each[0], tuple(each[1:])) for each in values])


def _named(name: str) -> Author:
    author = object.__new__(Author)
    fields = author.__dict__
    fields["name"], fields["affiliations"] = name, ()  # half the time of from_fields
    return author


_member = lru_cache(_CACHED_AUTHORS)(_named)
"""Large collaborations list the same thousands of authors in each of their papers; of other papers few are repeated."""


def _without_trailing(values: list[Any], empty: object = None) -> list[Any]:
    while values and values[-1] == empty:
        values.pop()
    return values


def _to_signed(eight_bytes: bytes) -> int:
    return int.from_bytes(eight_bytes, "big", signed=True)
