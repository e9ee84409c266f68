"""What a source delivers, what was refused, and what became of it: the words between sources, sync and store."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.model.frozen import frozen
from arxtui.model.paper import Announcement, History, Paper
from arxtui.model.reviews.review import Review

if TYPE_CHECKING:
    from arxtui.model.reviews.full_review import FullReview


@frozen
class Reject:
    """A record that could not be taken: where it stood (``entry 3``, ``line 947``) and why, in words."""

    place: str
    reason: str


@frozen
class Intake:
    """Records read from one answer, page or stretch of a file. ``notes`` tell people of a repair or a recovery.

    ``through`` is the place in a file that this stretch reaches to (``sources.files`` says in which unit); 0 where
    there is no file. From an ``archive`` announcements are no news: they are not for the inbox. ``named``
    papers, by identifier without version, are named and not told of.
    """

    papers: tuple[Paper, ...] = ()
    announcements: tuple[Announcement, ...] = ()
    reviews: tuple[Review, ...] = ()
    rejects: tuple[Reject, ...] = ()
    notes: tuple[str, ...] = ()
    through: int = 0
    histories: tuple[History, ...] = ()
    full_reviews: tuple[FullReview, ...] = ()
    archive: bool = False
    named: tuple[str, ...] = ()


@frozen
class Tally:
    """Counts of what an intake did: papers and reviews new / changed / same; ``reviewed_papers`` is how many papers
    the reviews are of. ``named`` papers were only named, of which ``known`` ones are known in full."""

    new: int = 0
    changed: int = 0
    same: int = 0
    reviews_new: int = 0
    reviews_changed: int = 0
    reviews_same: int = 0
    reviewed_papers: int = 0
    announcements: int = 0
    rejected: int = 0
    named: int = 0
    known: int = 0

    @property
    def papers(self) -> int:
        """All that were told of, known or not."""
        return self.new + self.changed + self.same

    @property
    def reviews(self) -> int:
        """All that were told of, known or not."""
        return self.reviews_new + self.reviews_changed + self.reviews_same

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(getattr(self, name) + getattr(other, name) for name in Tally.__annotations__))
