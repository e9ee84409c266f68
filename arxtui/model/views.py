"""The library's results about single papers: a row of a list, a whole record, and its web addresses."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING

from arxtui.light import frozen
from arxtui.model.fulltext import FulltextState, TextState
from arxtui.model.marks import Marks
from arxtui.model.signs import StarredLink, badge_sign

if TYPE_CHECKING:
    from arxtui.model.arxiv.day_numbers import AnnounceType
    from arxtui.model.paper import Announcement, Deletion, Derived, Paper, Version
    from arxtui.model.reviews import Review
    from arxtui.model.rules import Reason


class LinkKind(StrEnum):
    """The target of an address: the paper's own pages (``page``, ``pdf``, ``html``, ``doi``, ``review``), what its text
    names (``code``, ``data``, ``project`` pages, another ``paper``), or ``other``."""

    PAGE = "page"
    PDF = "pdf"
    HTML = "html"
    DOI = "doi"
    REVIEW = "review"
    CODE = "code"
    DATA = "data"
    PROJECT = "project"
    PAPER = "paper"
    OTHER = "other"


@frozen
class WebLink:
    """An address that can be opened in a browser (``text.mentions.links.is_web``), and its origin: ``arXiv``, ``Pith``,
    the ``abstract``, the ``comment``, the full ``text`` or its ``bibliography``. ``paper`` is the id of another paper
    whose page it is; empty for any other."""

    url: str
    kind: LinkKind
    origin: str
    paper: str = ""


class Dated(StrEnum):
    """The event on the day that a list shows for a paper."""

    ANNOUNCED = "announced"
    UPDATED = "updated"
    SUBMITTED = "submitted"
    REVIEWED = "reviewed"


@frozen
class Row:
    """One paper in a list.

    ``title`` is readable, ``title_tex`` as sent. ``day`` is the date shown in the list, and ``dated`` the event on that
    day: the first known day of the paper (submitted, otherwise announced, otherwise updated, otherwise reviewed,
    otherwise the first of the identifier's month); in a list sorted by update, the day of the version; on a day's page,
    that day. ``announced`` is the first known day on which a followed category announced the paper as new or as a
    cross-list. ``id`` is None while only a review names the paper.
    """

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
    """Whether a rule or a followed name highlights the paper."""
    score: float | None = None
    """The score by which the list is sorted, if any."""
    words: tuple[str, ...] = ()
    """The words that the paper has of the question whose papers are listed (``some:``), if any."""
    dated: Dated = Dated.SUBMITTED
    announced: date | None = None
    authors: tuple[str, ...] = ()
    """The authors' names; like ``venue`` and ``code`` only present if details were requested."""
    venue: str = ""
    """``ICS 2026``; empty if none is known."""
    code: bool = False
    """Whether the abstract or the comment links to code."""
    fresh: bool = False
    """Whether the paper arrived after the reader was last closed, so that the user cannot have seen it."""
    withdrawn: bool = False
    """Whether the current version is withdrawn."""
    starred_link: StarredLink | None = None
    """How the paper and starred ones cite each other; only known in a listing."""
    in_bibliography: bool = False
    """Whether the user's bibliography has the paper; only known in a listing of the reader and of plain mode."""
    unsaved: bool = False
    """Whether the marks are shown ahead of the library, which has not stored them yet."""

    @property
    def badge(self) -> str:
        """The badge: ``◆2`` for two theorem links, ``◇`` for Recognition, ``·`` for a review without a badge, otherwise
        empty."""
        if not self.reviews and self.theorem_links is None:
            return ""
        return f"{badge_sign(self.theorem_links).character}{self.theorem_links or ''}"


@frozen
class Revision:
    """What a replacement changed, compared with the newest earlier version ``before`` whose text is known.

    ``changed`` are the names of the fields that differ (``title``, ``abstract``, ``authors``, ``categories``,
    ``comment``, ``journal reference``, ``DOI``, ``license``); empty if only the files can have changed. ``before`` is
    None if no earlier text is known.
    """

    before: int | None
    after: int
    changed: tuple[str, ...] = ()


@frozen
class Record:
    """Everything that the cache and the library know about one paper.

    ``paper.id`` is empty while only a review names the paper. ``title`` is readable; all other fields of ``paper`` are
    as sent. Reviews are newest first. ``revision`` is only set for papers announced as replacements, and only if a
    single record was requested.
    """

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
    withdrawn: bool = False
    """Whether the current version is withdrawn; ``text.mentions.withdrawal`` gives the words."""
    fulltext: FulltextState = FulltextState()
    for_you: float | None = None
    """The score of the user's own ranking, in standard deviations of new papers; None if there is none."""
    score: int | None = None
    """The points from rules; None if there are no rules."""
    why: tuple[Reason, ...] = ()
    """The effects of rules on the paper."""
    derived: Derived | None = None
    """What is derived from the paper, if that is known."""
