"""Papers as arXiv describes them: authors, versions, announcements."""

from __future__ import annotations

from datetime import date, datetime

from arxtui.model.arxiv.announce_types import AnnounceType
from arxtui.model.arxiv.ids import ArxivId, key_of
from arxtui.model.frozen import frozen

__all__ = ["AnnounceType", "Announcement", "Author", "Deletion", "History", "Link", "Paper", "Version"]


@frozen
class Author:
    """One author as upstream wrote the name, with every affiliation given for that author."""

    name: str
    affiliations: tuple[str, ...] = ()


@frozen
class Link:
    """A link of an entry: ``rel`` alternate/related, ``title`` pdf/doi or empty."""

    href: str
    rel: str = ""
    title: str = ""
    type: str = ""


@frozen
class Paper:
    """One version of a paper as one source gave it. Texts hold TeX exactly as sent, white space collapsed.

    ``categories`` has the primary category first. ``published`` is the time of v1, ``updated`` of this version,
    both aware UTC. ``version`` is None where the source does not say. ``source`` names the source
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
        """Id with version."""
        return ArxivId(self.id, self.version)

    @property
    def primary_category(self) -> str:
        """The first category, or an empty string when none is known."""
        return self.categories[0] if self.categories else ""


@frozen
class Version:
    """A version of a paper that is or was known: its number, its time, and the source it was seen at."""

    number: int
    updated: datetime | None
    source: str


@frozen
class History:
    """What a file tells of a paper beside the paper itself: versions before this one, of which it has no text, and the
    names of the sources that had told whoever wrote the file."""

    id: str
    versions: tuple[Version, ...] = ()
    sources: tuple[str, ...] = ()


@frozen
class Announcement:
    """That a paper was announced in a category on a day of arXiv's calendar (Eastern time)."""

    id: str
    day: date
    category: str
    type: AnnounceType
    version: int | None = None


@frozen
class Deletion:
    """That arXiv has deleted its record of a paper, and when, where it says so."""

    id: str
    day: date | None = None
