"""What the user did with a paper."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from arxtui.model.frozen import frozen

RATINGS = range(1, 6)
"""What a paper may be rated."""


class Reading(StrEnum):
    """How far the user is with reading a paper itself; whether its row in the list was seen is ``Marks.unread``."""

    TO_READ = "to-read"
    READING = "reading"
    READ = "read"


@frozen
class Marks:
    """The user's marks on one paper. ``tags`` by name, nested ones as ``thesis/related``; ``note`` is None for none.
    ``lists`` are the reading lists that it is on, by name; ``rating`` is one of ``RATINGS``, None for none."""

    unread: bool = False
    starred: bool = False
    hidden: bool = False
    tags: tuple[str, ...] = ()
    note: str | None = None
    queued: bool = False
    """Its full text is wanted."""
    rating: int | None = None
    reading: Reading | None = None
    lists: tuple[str, ...] = ()


class Act(NamedTuple):
    """One act in the journal: what (``read``, ``star``, ``tag``, ``rate``, ...), when (aware UTC), to how many papers.

    ``name`` is the tag's or the list's; of ``rate`` the number, of ``reading`` the state, each empty where it was taken
    away. ``to`` is the new name that ``rename tag`` and ``rename list`` give. ``undone`` is when it was taken back,
    None while it stands. ``by`` is empty for an act of the user, else what did it (``rule NAME``).
    """

    number: int
    at: datetime
    what: str
    papers: int
    name: str = ""
    to: str = ""
    undone: datetime | None = None
    by: str = ""
