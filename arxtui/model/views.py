"""What a reader of the library gets to see: a row of a list, a whole record."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING

from arxtui.model.frozen import frozen
from arxtui.model.fulltext import FulltextState, TextState
from arxtui.model.marks import Marks

# A list shows rows alone: it need not load what whole records are made of.
if TYPE_CHECKING:
    from arxtui.model.arxiv.announce_types import AnnounceType
    from arxtui.model.paper import Announcement, Deletion, Paper, Version
    from arxtui.model.reviews.review import Review
    from arxtui.model.rules import Reason


class Dated(StrEnum):
    """What happened on the day that a list shows of a paper."""

    ANNOUNCED = "announced"
    UPDATED = "updated"
    SUBMITTED = "submitted"
    REVIEWED = "reviewed"


@frozen
class Row:
    """One paper in a list. ``title`` is readable, ``title_tex`` as sent; ``day`` is the one that its list shows: the
    first known of the paper (submitted, else announced, else updated, else reviewed, else the first of the identifier's
    month), in a list of the last updated that of the version, on a day's page that day; ``dated`` says which.
    ``announced`` is the latest announcement day known. ``id`` is None while only a review names the paper."""

    key: int
    id: str | None
    version: int | None
    title: str
    title_tex: str
    day: date
    category: str
    type: AnnounceType | None = None
    marks: Marks = Marks()
    headline: str = ""
    theorem_links: int | None = None
    reviews: int = 0
    fulltext: TextState = TextState.UNASKED
    highlighted: bool = False
    """A rule lets it stand out, or what is followed does."""
    score: float | None = None
    """What the list is ordered by, where that is a score."""
    dated: Dated = Dated.SUBMITTED
    announced: date | None = None
    authors: tuple[str, ...] = ()
    """Their names; like ``venue`` and ``code`` only where details were asked for."""
    venue: str = ""
    """``ICS 2026``; empty where none is known."""
    code: bool = False
    """Whether abstract or comment lead to code."""
    fresh: bool = False
    """The paper came after the reader was last left: nobody can have seen it."""
    unsaved: bool = False
    """The marks are about to be so: the library does not have them yet."""

    @property
    def badge(self) -> str:
        """``◆2`` for two theorem links, ``◇`` for Recognition, ``·`` for a review without a badge, else empty."""
        if self.theorem_links:
            return f"◆{self.theorem_links}"
        if self.theorem_links == 0:
            return "◇"
        return "·" if self.reviews else ""


@frozen
class Revision:
    """What a replacement changed, held against the newest version ``before`` it whose text is known: the names of what
    differs (``title``, ``abstract``, ``authors``, ``categories``, ``comment``, ``journal reference``, ``DOI``,
    ``license``), none where only the files can have changed. ``before`` is None where no earlier text is known."""

    before: int | None
    after: int
    changed: tuple[str, ...] = ()


@frozen
class Record:
    """Everything the cache and the library know of one paper. ``paper.id`` is empty while only a review names it.
    ``title`` is readable; all else of ``paper`` is as it was sent. Reviews are newest first. ``revision`` is there of
    papers that were announced as replacements, where one paper alone was asked for."""

    key: int
    paper: Paper
    title: str
    announcements: tuple[Announcement, ...] = ()
    versions: tuple[Version, ...] = ()
    reviews: tuple[Review, ...] = ()
    marks: Marks = Marks()
    sources: tuple[str, ...] = ()
    revision: Revision | None = None
    deletion: Deletion | None = None
    fulltext: FulltextState = FulltextState()
    for_you: float | None = None
    """The score of the user's own ranking, in standard deviations of what arrives; None without one."""
    score: int | None = None
    """The points that rules give; None where there are no rules."""
    why: tuple[Reason, ...] = ()
    """What rules do to it."""
