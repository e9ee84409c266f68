"""The return values of the library that are not about a single paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from enum import Enum

from arxtui.light import NamedTuple, frozen
from arxtui.model.arxiv.day_numbers import AnnounceType, DayNumbers
from arxtui.model.counted import counted
from arxtui.model.expr import Query


@frozen
class DaySection:
    """A part of a day's listing: new submissions, cross-lists, or replacements of both kinds, and its papers in
    order."""

    type: AnnounceType
    keys: Sequence[int]


@frozen
class PaperGroup:
    """A group of papers of a listing: its name, and its papers in the order of the list."""

    name: str
    keys: Sequence[int]


@frozen
class Listing:
    """A snapshot of the papers that match a query, unaffected by later writes.

    ``keys`` are in order: all of them if ``complete``, otherwise the first. ``total`` is the number of papers, or a
    lower bound if not ``exact``. ``note`` says in words why a search may have missed papers; empty if the index is up
    to date or was not needed. A listing of one announcement ``day`` in the order of its page has ``sections``, whose
    papers follow one another in ``keys``, and the ``types`` of these papers on that day. While ``goes_on``, texts are
    still being searched for a regular expression; ``untried`` is the number of papers that may match it and were not
    searched. A listing of the papers that have some words of a question has the ``words`` that each of them has.
    A listing with ``groups`` consists of them, one after the other, and has no ``sections``; ``ungrouped`` says in
    words why the groups that the query names could not be made.
    """

    query: Query
    keys: Sequence[int]
    total: int
    note: str = ""
    exact: bool = True
    day: date | None = None
    sections: tuple[DaySection, ...] = ()
    types: Mapping[int, AnnounceType] = {}
    goes_on: bool = False
    untried: int = 0
    words: Mapping[int, tuple[str, ...]] = {}
    groups: tuple[PaperGroup, ...] = ()
    ungrouped: str = ""

    @property
    def complete(self) -> bool:
        """Whether ``keys`` contains every paper of the listing."""
        return len(self.keys) >= self.total

    @property
    def headings(self) -> dict[int, str]:
        """The name of each group with its number of papers, by the key of its first paper."""
        return {group.keys[0]: f"{group.name} · {counted(len(group.keys), 'paper')}" for group in self.groups}


@frozen
class ReadingSpan:
    """How many papers the user opened (their full texts), read (marked them read) and starred on the local days from
    ``first`` to ``last``, inclusive, without those that are hidden. A week has its ``days`` with any, newest first."""

    first: date
    last: date
    opened: int
    read: int
    starred: int
    days: tuple[ReadingSpan, ...] = ()

    @property
    def is_week(self) -> bool:
        """Whether the span is a week, not a day."""
        return self.first != self.last

    @property
    def query(self) -> str:
        """The query for the papers opened or read."""
        days = f"{self.first}..{self.last}" if self.is_week else self.first.isoformat()
        return f"read:{days} OR opened:{days}"


class Why(Enum):
    """The reason why a day has no announcements."""

    WEEKEND = "weekend"
    HOLIDAY = "holiday"
    """The evening before, on which the announcement would have been made, was a holiday."""
    NOTHING = "nothing"
    """arXiv reports that it announced nothing."""
    UNHEARD = "unheard"
    """No source has reported on the day yet."""


@frozen
class QuietDay:
    """A day without announcements, and the reason."""

    day: date
    why: Why


@frozen
class DayStep:
    """The announcement day beside another (None if there is none), the quiet days between them, oldest first, and,
    after the newest day, the day of arXiv's next announcement."""

    day: date | None
    quiet: tuple[QuietDay, ...] = ()
    due: date | None = None


@frozen
class SavedView:
    """A query with a name. ``key`` is the digit 1 to 9 that opens the view in the reader, None if there is none."""

    name: str
    query: str
    key: int | None = None


ViewCount = tuple[SavedView, int | None, int]
"""A view, its number of papers (None if counting them would take a search), and the number of unread ones."""


@frozen
class FilterCounts:
    """The counts of the filter pane.

    ``read`` papers were marked read. ``marked`` counts the marks that have a row in the pane, by name, ``readings``
    the papers in each reading state that has any. ``muted`` papers are hidden by rules and not by the user. ``fresh``
    papers arrived since the reader was last closed. ``days`` are (announcement day, numbers of papers announced,
    unread papers of that day), newest first, for the subscribed categories. ``categories`` are (subscription, papers,
    unread ones) in the order of the settings. ``tags`` are (tag, papers, unread ones) by name; a tag includes the
    tags nested in it. ``lists`` are (reading list, papers, unread ones) by name.
    """

    days: tuple[tuple[date, DayNumbers, int], ...]
    all: int
    unread: int
    marked: Mapping[str, int]
    readings: Mapping[str, int]
    fresh: int
    categories: tuple[tuple[str, int, int], ...]
    tags: tuple[tuple[str, int, int], ...]
    lists: tuple[tuple[str, int, int], ...]
    muted: int
    read: int
    reviewed: bool
    """Whether any paper has a review."""


@frozen
class Facets:
    """The facet counts of a query. A paper in two categories counts in both.

    ``archives`` and ``categories`` are (code, papers) by descending number, ``months`` (month number of
    ``model.ids``, papers) ascending, ``badges`` (``theorem``, ``recognition``, ``none``, ``unreviewed``; papers),
    ``tags`` (tag, papers), ``ratings`` (rating, papers) best first. Values without papers may be missing. ``muted``
    papers are hidden by rules alone.
    """

    total: int
    archives: tuple[tuple[str, int], ...] = ()
    categories: tuple[tuple[str, int], ...] = ()
    months: tuple[tuple[int, int], ...] = ()
    badges: tuple[tuple[str, int], ...] = ()
    unread: int = 0
    muted: int = 0
    tags: tuple[tuple[str, int], ...] = ()
    ratings: tuple[tuple[int, int], ...] = ()


class AuthorCounts(NamedTuple):
    """The authors with the most papers of a query, most papers first: (name, papers, whether the name or a form of it
    is followed). The names are from ``sampled`` papers, 0 if from all of them; the numbers count all papers."""

    authors: tuple[tuple[str, int, bool], ...] = ()
    sampled: int = 0


@frozen
class Freshness:
    """The state of a service. ``as_of`` is the time of its last successful response.

    If the last attempt failed or its response is doubtful, ``reason`` says why in words, ``status`` is the HTTP status
    if there was one, and ``next_try`` is the time of the next attempt. Times are aware UTC; None means never or
    unknown.
    """

    label: str
    as_of: datetime | None
    reason: str = ""
    status: int | None = None
    next_try: datetime | None = None
    failed: bool = False
    """Whether the last attempt failed; a doubtful response is no failure."""


class LedgerRow(NamedTuple):
    """What arXiv announced in a subscribed category (or archive) on a day, and how much of it is stored.

    ``announced``, its three parts (``new`` submissions, ``crosses``, ``replacements``) and ``missing`` are None if
    unknown. ``source`` (``feed``, ``catchup``, ``listing``) is the source of the numbers, empty if there is none.
    ``state`` is a value of ``model.arxiv.announced_days.DayState``; ``reason`` explains the state in words.
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


@frozen
class LedgerView:
    """The completeness report. ``rows`` are sorted by day, newest first, then in the order of the settings. ``alarms``
    are sentences about what is missing, newest first; empty if nothing is."""

    rows: tuple[LedgerRow, ...]
    alarms: tuple[str, ...]
