"""The data that sources deliver, the records refused, and the resulting counts: shared by sources, sync and store."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.light import frozen
from arxtui.model.paper import Announcement, History, Paper
from arxtui.model.reviews import Review

if TYPE_CHECKING:
    from arxtui.model.reviews import FullReview


@frozen
class Reject:
    """A record that was refused: its position (``entry 3``, ``line 947``), and the reason in words."""

    place: str
    reason: str


@frozen
class Intake:
    """The records read from one response, page or part of a file. ``notes`` report a repair or a recovery to the user.

    ``through`` is the position in a file where this part ends (``sources.files`` defines the unit); 0 without a file.
    Announcements from an ``archive`` are no news: they are not delivered to the inbox. ``named`` are papers of which
    only the identifier (without version) occurs.
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
    """The counts after an intake: new, changed and unchanged papers and reviews. ``reviewed_papers`` counts the papers
    that the reviews are about. ``named`` counts the papers of which only the identifier occurred, ``known`` those of
    them that are stored, ``works`` the records of dblp, ``citations`` those of a file of citations; of a
    file that names papers by numbers, ``records`` the lines, and ``numbers`` the papers that it explains one of."""

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
    works: int = 0
    citations: int = 0
    records: int = 0
    numbers: int = 0

    @property
    def papers(self) -> int:
        """The number of all papers in the intake."""
        return self.new + self.changed + self.same

    @property
    def reviews(self) -> int:
        """The number of all reviews in the intake."""
        return self.reviews_new + self.reviews_changed + self.reviews_same

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(getattr(self, name) + getattr(other, name) for name in Tally.__annotations__))
