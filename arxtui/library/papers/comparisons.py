"""What is told of a paper more than once: whole reviews side by side, and what its versions changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from arxtui.library.papers.fulltexts import Fulltexts
from arxtui.model.arxiv.ids import name_of

if TYPE_CHECKING:
    from arxtui.model.reviews.full_review import FullReview
    from arxtui.reader.changes import Change


class VersionChanges(NamedTuple):
    """What one version of a paper changed of another: of its record, where both are known, and of its full text,
    section by section, where both are here; ``reason`` says why the texts were not compared."""

    before: int
    after: int
    record: tuple[Change, ...]
    text: tuple[Change, ...]
    reason: str = ""


class Compared(Fulltexts):
    """Reviews and versions held beside each other."""

    def full_reviews(self, key: int) -> tuple[FullReview, ...]:
        """The whole reviews of a paper: of its newest version first, of one version the newest first."""
        return self._cache.full_reviews.of(self._cache.alias(key))

    def lacking_reviews(self) -> list[str]:
        """The names of starred and queued papers, newest first, of which Pith has a review that is not here whole."""
        reviewed = [row.key for row in self._cache.rows(reversed(self.kept_texts())) if row.reviews]
        return [name_of(key) for key in reviewed if not any(map(_is_whole, self.full_reviews(key)))]

    def comparable_versions(self, key: int) -> tuple[int, ...]:
        """The versions, ascending, of which the record or the full text is here."""
        now = self._cache.alias(key)
        told = (version.number for version in self._cache.versions(now) if self._cache.paper(now, version.number))
        return tuple(sorted({*told, *self.text_versions(now)}))

    def version_changes(self, key: int, before: int, after: int) -> VersionChanges:
        """What ``after`` changed of ``before``, word by word; some seconds for two books."""
        from arxtui.reader.changes import record_changes, text_changes

        now = self._cache.alias(key)
        old, new = self._cache.paper(now, before), self._cache.paper(now, after)
        record = record_changes(old, new) if old and new else ()
        old_text, new_text = self.document(now, before), self.document(now, after)
        if old_text and new_text:
            return VersionChanges(before, after, record, text_changes(old_text, new_text))
        missing = [f"v{version}" for version, text in ((before, old_text), (after, new_text)) if text is None]
        return VersionChanges(before, after, record, (), f"the full text of {' and of '.join(missing)} is not here")


def _is_whole(review: FullReview) -> bool:
    """Whether it says more than a list does."""
    from arxtui.model.reviews.full_review import Part

    return bool(review.part(Part.CORE_CLAIM))
