"""What the library answers with, where no one paper is meant."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import NamedTuple

from arxtui.model.expr import Query


class Listing(NamedTuple):
    """A query's papers at one moment, unmoved by what is written later.

    ``keys`` in order: all of them when ``complete``, else the first; ``total`` is how many there are in all, or where
    it is not ``exact``, how many there are at least. ``note`` says in words why a search may have missed papers, and is
    empty where the index is up to date or was not needed.
    """

    query: Query
    keys: Sequence[int]
    total: int
    note: str = ""
    exact: bool = True

    @property
    def complete(self) -> bool:
        """Whether ``keys`` holds every paper of the listing."""
        return len(self.keys) >= self.total


class SavedView(NamedTuple):
    """A query under a name; ``key`` is the digit 1 to 9 that opens it in the reader, None when none does."""

    name: str
    query: str
    key: int | None = None


ViewCount = tuple[SavedView, int | None, int]
"""View, papers, unread among them."""


class FilterCounts(NamedTuple):
    """The numbers of the filter pane.

    ``days`` are (announcement day, papers announced, unread among them), newest first, of the subscribed categories;
    ``categories`` are (subscription, papers, unread among them) in the order of the settings. ``views`` are (saved
    view, papers, unread among them) in their order; papers are None where counting them would take a search. ``tags``
    are (tag, papers, unread among them) by name, a tag above others counting those below it.
    """

    days: tuple[tuple[date, int, int], ...]
    all: int
    unread: int
    starred: int
    hidden: int
    categories: tuple[tuple[str, int, int], ...]
    views: tuple[ViewCount, ...] = ()
    tags: tuple[tuple[str, int, int], ...] = ()


class Facets(NamedTuple):
    """How the papers of a query divide; a paper in two categories counts in both.

    ``archives`` and ``categories`` are (code, papers) by descending number, ``months`` (month number of ``model.ids``,
    papers) ascending, ``badges`` (``theorem``, ``recognition``, ``none``, ``unreviewed``; papers), ``days``
    (announcement day, papers) newest first, ``states`` (``unread``, ``read``, ``starred``, ``hidden``; papers),
    ``tags`` (tag, papers). What no paper has may be missing.
    """

    total: int
    archives: tuple[tuple[str, int], ...] = ()
    categories: tuple[tuple[str, int], ...] = ()
    months: tuple[tuple[int, int], ...] = ()
    badges: tuple[tuple[str, int], ...] = ()
    days: tuple[tuple[date, int], ...] = ()
    states: tuple[tuple[str, int], ...] = ()
    tags: tuple[tuple[str, int], ...] = ()


class Freshness(NamedTuple):
    """How a service stands: last answered at ``as_of``; where the last attempt failed or its answer is to be doubted,
    why (``reason`` in words, ``status`` where HTTP gave one) and when it is tried again. Times are aware UTC; None is
    never, or not known."""

    label: str
    as_of: datetime | None
    reason: str = ""
    status: int | None = None
    next_try: datetime | None = None
