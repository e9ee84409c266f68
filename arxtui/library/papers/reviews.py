"""Pith's full reviews of papers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.model.arxiv.ids import name_of
from arxtui.model.reviews.full_review import Part

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext
    from arxtui.library.papers.fulltexts import Fulltexts
    from arxtui.model.reviews.full_review import FullReview
    from arxtui.model.views import Record


class Reviews:
    """Full reviews, which are fetched one by one: lists contain only headlines."""

    def __init__(self, context: LibraryContext, texts: Fulltexts) -> None:
        self._cache = context.cache
        self._texts = texts

    def whole(self, key: int) -> tuple[FullReview, ...]:
        """Return the full reviews of a paper: newest version first and, within a version, newest review first."""
        return self._cache.full_reviews.of(self._cache.aliases.of(key))

    def lacking(self) -> list[str]:
        """Return the names of starred and queued papers, newest first, that Pith has reviewed but whose full review is
        missing."""
        reviewed = [row.key for row in self._cache.rows(reversed(self._texts.kept())) if row.reviews]
        return [name_of(key) for key in reviewed if not any(map(_is_whole, self.whole(key)))]

    def of_listed(self, record: Record) -> tuple[FullReview, ...]:
        """Return the full reviews of a record that has a review in the lists; otherwise none."""
        return self._cache.full_reviews.of(record.key) if record.reviews else ()


def _is_whole(review: FullReview) -> bool:
    """Whether the review contains more than a list's headline does."""
    return bool(review.part(Part.CORE_CLAIM))
