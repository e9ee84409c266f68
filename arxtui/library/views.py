"""What the library answers with, where no one paper is meant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from enum import Enum
from typing import NamedTuple

from arxtui.model.arxiv.announce_types import AnnounceType
from arxtui.model.expr import Query


class Section(NamedTuple):
    """A part of a day's list: new submissions, cross-lists, or replacements of either kind, and its papers in
    order."""

    type: AnnounceType
    keys: Sequence[int]


class Listing(NamedTuple):
    """A query's papers at one moment, unmoved by what is written later.

    ``keys`` in order: all of them when ``complete``, else the first; ``total`` is how many there are in all, or where
    it is not ``exact``, how many there are at least. ``note`` says in words why a search may have missed papers, and is
    empty where the index is up to date or was not needed. The list of one announcement ``day`` in the order of its page
    has ``sections``, in which its papers stand one after the other. While it ``goes_on``, texts are being looked
    through for a regular expression.
    """

    query: Query
    keys: Sequence[int]
    total: int
    note: str = ""
    exact: bool = True
    day: date | None = None
    sections: tuple[Section, ...] = ()
    goes_on: bool = False

    @property
    def complete(self) -> bool:
        """Whether ``keys`` holds every paper of the listing."""
        return len(self.keys) >= self.total


class Why(Enum):
    """Why there is nothing of a day."""

    WEEKEND = "weekend"
    HOLIDAY = "holiday"
    """Of the evening before, when it would have been announced."""
    NOTHING = "nothing"
    """arXiv says that it announced nothing."""
    UNHEARD = "unheard"
    """Nobody has told of it yet."""


class QuietDay(NamedTuple):
    """A day without announcements."""

    day: date
    why: Why


class DayStep(NamedTuple):
    """The announcement day beside another, None where there is none; the days passed over on the way, oldest first; the
    day on which arXiv will announce something next, where that is asked for."""

    day: date | None
    quiet: tuple[QuietDay, ...] = ()
    due: date | None = None


class SavedView(NamedTuple):
    """A query under a name; ``key`` is the digit 1 to 9 that opens it in the reader, None when none does."""

    name: str
    query: str
    key: int | None = None


ViewCount = tuple[SavedView, int | None, int]
"""View, papers (None where counting them would take a search), unread among them."""


class FilterCounts(NamedTuple):
    """The numbers of the filter pane.

    ``read`` papers were marked so, ``marked`` are those with the marks that the pane has a row for, by their names.
    ``muted`` papers are hidden by rules, and not by the user. ``fresh`` papers arrived since the reader was last left.
    ``days`` are (announcement day, papers announced, unread among them), newest first, of the subscribed categories;
    ``categories`` are (subscription, papers, unread among them) in the order of the settings. ``tags`` are (tag,
    papers, unread among them) by name, a tag above others counting those below it; ``lists`` are (reading list, papers,
    unread among them) by name.
    """

    days: tuple[tuple[date, int, int], ...]
    all: int
    unread: int
    marked: Mapping[str, int]
    fresh: int
    categories: tuple[tuple[str, int, int], ...]
    tags: tuple[tuple[str, int, int], ...]
    lists: tuple[tuple[str, int, int], ...]
    muted: int
    read: int
    reviewed: bool
    """Whether any paper has a review."""


class Facets(NamedTuple):
    """How the papers of a query divide; a paper in two categories counts in both.

    ``archives`` and ``categories`` are (code, papers) by descending number, ``months`` (month number of ``model.ids``,
    papers) ascending, ``badges`` (``theorem``, ``recognition``, ``none``, ``unreviewed``; papers), ``days``
    (announcement day, papers) newest first, ``states`` (``unread``, ``fresh``, ``read``, ``starred``, ``hidden``,
    ``muted`` by rules alone, ``toread``, ``reading``, ``finished``; papers), ``tags`` (tag, papers), ``lists`` (reading
    list, papers), ``ratings`` (rating, papers) the best first. What no paper has may be missing.
    """

    total: int
    archives: tuple[tuple[str, int], ...] = ()
    categories: tuple[tuple[str, int], ...] = ()
    months: tuple[tuple[int, int], ...] = ()
    badges: tuple[tuple[str, int], ...] = ()
    days: tuple[tuple[date, int], ...] = ()
    states: tuple[tuple[str, int], ...] = ()
    tags: tuple[tuple[str, int], ...] = ()
    lists: tuple[tuple[str, int], ...] = ()
    ratings: tuple[tuple[int, int], ...] = ()


class Freshness(NamedTuple):
    """How a service stands: last answered at ``as_of``; where the last attempt failed or its answer is to be doubted,
    why (``reason`` in words, ``status`` where HTTP gave one) and when it is tried again. Times are aware UTC; None is
    never, or not known."""

    label: str
    as_of: datetime | None
    reason: str = ""
    status: int | None = None
    next_try: datetime | None = None


class LedgerRow(NamedTuple):
    """What arXiv announced in a subscribed category (or archive) on a day, and what of it is stored.

    ``announced``, its three parts (new submissions, ``crosses``, ``replacements``) and ``missing`` are None where
    nobody knows; ``source`` (``feed``, ``catchup``, ``listing``) told of it, none where it is empty. ``state`` is one
    of ``model.announced.DayState``; ``reason`` says in words what is to know about it.
    """

    day: date
    category: str
    announced: int | None
    stored: int
    missing: int | None
    new: int | None
    crosses: int | None
    replacements: int | None
    source: str
    state: str
    reason: str


class LedgerView(NamedTuple):
    """The rows, newest day first, within a day in the order of the settings; ``alarms`` are sentences, the newest
    first, and empty where nothing is missing."""

    rows: tuple[LedgerRow, ...]
    alarms: tuple[str, ...]
