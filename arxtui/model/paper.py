"""Papers as arXiv describes them: authors, versions, announcements; and the venue in which a paper was or may be
published."""

from __future__ import annotations

from datetime import date, datetime
from enum import StrEnum

from arxtui.light import NamedTuple, frozen
from arxtui.model.arxiv.day_numbers import AnnounceType
from arxtui.model.arxiv.ids import ArxivId, key_of

__all__ = ["AnnounceType", "Announcement", "Author", "Deletion", "History", "Link", "Paper", "Version"]


@frozen
class Author:
    """One author: the name as upstream wrote it, and all affiliations given for that author."""

    name: str
    affiliations: tuple[str, ...] = ()


@frozen
class Link:
    """A link in a feed entry: ``rel`` is alternate or related, ``title`` is pdf, doi or empty."""

    href: str
    rel: str = ""
    title: str = ""
    type: str = ""


@frozen
class Paper:
    """One version of a paper as one source described it. Texts contain TeX exactly as sent, with white space collapsed.

    ``categories`` has the primary category first. ``published`` is the time of v1, ``updated`` of this version,
    both aware UTC. ``version`` is None if the source does not say. ``source`` names the source
    (``model.sources.SOURCES``). None and empty mean that the source did not say, never that arXiv has none.
    """

    id: str
    title: str
    abstract: str = ""
    authors: tuple[Author, ...] = ()
    categories: tuple[str, ...] = ()
    version: int | None = None
    published: datetime | None = None
    updated: datetime | None = None
    comment: str | None = None
    journal_ref: str | None = None
    doi: str | None = None
    license: str | None = None
    links: tuple[Link, ...] = ()
    source: str = ""

    @property
    def key(self) -> int:
        """The integer key (``model.ids``)."""
        return key_of(self.id)

    @property
    def arxiv_id(self) -> ArxivId:
        """The id with its version."""
        return ArxivId(self.id, self.version)

    @property
    def has_year_alone(self) -> bool:
        """Whether ``published`` says no more than the year: of a work outside arXiv, 1 January means no day."""
        return not self.id and self.published is not None and (self.published.month, self.published.day) == (1, 1)

    @property
    def primary_category(self) -> str:
        """The first category; an empty string if none is known."""
        return self.categories[0] if self.categories else ""


@frozen
class Version:
    """A present or past version of a paper: its number, its time, and the source that reported it."""

    number: int
    updated: datetime | None
    source: str


@frozen
class History:
    """Further information about a paper: earlier versions, without their texts; the names of the sources from which a
    file's record was merged; the number of the record's version if arXiv lists it as ``withdrawn``, otherwise 0."""

    id: str
    versions: tuple[Version, ...] = ()
    sources: tuple[str, ...] = ()
    withdrawn: int = 0


@frozen
class Announcement:
    """The announcement of a paper in a category on a day of arXiv's calendar (Eastern time)."""

    id: str
    day: date
    category: str
    type: AnnounceType
    version: int | None = None


@frozen
class Deletion:
    """The deletion of arXiv's record of a paper, and its day, if arXiv reports it."""

    id: str
    day: date | None = None


class VenueStatus(StrEnum):
    """The stage of publication: ``submitted`` promises nothing; ``accepted`` is to appear or was presented."""

    SUBMITTED = "submitted"
    ACCEPTED = "accepted"
    PUBLISHED = "published"


@frozen
class Venue:
    """A journal, a conference or a book. ``name`` is the usual short name if known (``NeurIPS``), otherwise as written;
    ``year`` is that of the conference or the volume."""

    name: str
    year: int | None
    status: VenueStatus


class Derived(NamedTuple):
    """What is found in the texts of a paper: the readable title and abstract; the venues, the published ones first; and
    whether abstract or comment link to anything but papers, and to code."""

    title: str
    abstract: str
    venues: tuple[Venue, ...]
    has_links: bool
    has_code: bool
