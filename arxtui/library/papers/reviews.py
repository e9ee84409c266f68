"""Pith's reviews of papers, whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.model.arxiv.ids import name_of

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext
    from arxtui.library.papers.fulltexts import Fulltexts
    from arxtui.model.reviews.full_review import FullReview
    from arxtui.model.views import Record


class Reviews:
    """Reviews as they were fetched one by one: lists have only their headlines."""

    def __init__(self, context: LibraryContext, texts: Fulltexts) -> None:
        self._cache = context.cache
        self._texts = texts

    def whole(self, key: int) -> tuple[FullReview, ...]:
        """The whole reviews of a paper: of its newest version first, of one version the newest first."""
        return self._cache.full_reviews.of(self._cache.aliases.of(key))

    def lacking(self) -> list[str]:
        """The names of starred and queued papers, newest first, of which Pith has a review that is not here whole."""
        reviewed = [row.key for row in self._cache.rows(reversed(self._texts.kept())) if row.reviews]
        return [name_of(key) for key in reviewed if not any(map(_is_whole, self.whole(key)))]

    def listed_with(self, record: Record) -> tuple[FullReview, ...]:
        """The whole reviews of a paper that stand with one that is listed."""
        return self._cache.full_reviews.of(record.key) if record.reviews else ()


def _is_whole(review: FullReview) -> bool:
    """Whether it says more than a list does."""
    from arxtui.model.reviews.full_review import Part

    return bool(review.part(Part.CORE_CLAIM))
