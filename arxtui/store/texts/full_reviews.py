"""Full reviews: a paper can have several, of different versions, models and dates."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from arxtui.model.arxiv.ids import key_of
from arxtui.model.reviews import FullReview, Part, Passage, ReviewField, Section, is_same, merged_review
from arxtui.store.errors import Damaged
from arxtui.store.sqlite.codes import moment_of
from arxtui.store.sqlite.connection import Database
from arxtui.store.sqlite.packed_json import pack_json, unpack_json


class FullReviews:
    """The full reviews in the cache. Methods raise StoreError as in ``store.cache``."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def of(self, key: int) -> tuple[FullReview, ...]:
        """Return a paper's full reviews: newest version first, then newest review first."""
        rows = self._db.rows("SELECT body FROM full_review WHERE key = ? ORDER BY version DESC, at DESC, model", (key,))
        return tuple(_unpack(body) for (body,) in rows)

    def put(self, key: int, reviews: Iterable[FullReview]) -> None:
        """Store full reviews. Each replaces the stored form of the same review, the newest form if there are
        several."""
        with self._db.transaction():
            for review in reviews:
                self._put(key, review, self._stored_form(key, review))

    def take(self, reviews: Iterable[FullReview]) -> None:
        """Merge the full reviews of an import into the stored ones, inside a transaction."""
        for review in reviews:
            key = key_of(review.arxiv_id)
            before = self._stored_form(key, review)
            self._put(key, merged_review(before or review, review), before)

    def _stored_form(self, key: int, review: FullReview) -> FullReview | None:
        return next((each for each in self.of(key) if is_same(each, review)), None)

    def _put(self, key: int, review: FullReview, before: FullReview | None) -> None:
        self._db.run(
            "DELETE FROM full_review WHERE key = ? AND version = ? AND at = ? AND model = ?",
            (key, *(before or review).identity),
        )
        self._db.run(
            "INSERT OR REPLACE INTO full_review (key, version, at, model, body) VALUES (?, ?, ?, ?, ?)",
            (key, *review.identity, _pack(review)),
        )


def is_readable(body: object) -> bool:
    """Return whether the body of a row is a valid full review."""
    if not isinstance(body, bytes):
        return False
    try:
        _unpack(body)
    except Damaged:
        return False
    return True


def _pack(review: FullReview) -> bytes:
    fields: list[Any] = [
        review.arxiv_id,
        review.version,
        review.title,
        review.verdict,
        review.recognition,
        review.model,
    ]
    at = review.reviewed_at.timestamp() if review.reviewed_at else None
    sections = [[each.heading, each.part, each.passages] for each in review.sections]
    return pack_json([*fields, at, review.category, review.url, sections, review.scores, review.links, review.extra])


def _unpack(body: bytes) -> FullReview:
    try:
        arxiv_id, version, title, verdict, recognition, model, at, category, url, *rest = unpack_json(body)
        sections, scores, links, extra = rest
        return FullReview(
            arxiv_id=arxiv_id,
            version=version,
            title=title,
            sections=tuple(_section(*each) for each in sections),
            verdict=verdict,
            scores=tuple(ReviewField(*each) for each in scores),
            recognition=recognition,
            model=model,
            reviewed_at=moment_of(at),
            category=category,
            url=url,
            links=tuple(links),
            extra=tuple(ReviewField(*each) for each in extra),
        )
    except (TypeError, ValueError) as error:
        raise Damaged(f"A review in the cache cannot be read ({error}).") from error


def _section(heading: str, part: str | None, passages: list[list[Any]]) -> Section:
    return Section(
        heading, tuple(Passage(text, bool(listed)) for text, listed in passages), Part(part) if part else None
    )
