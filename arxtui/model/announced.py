"""What arXiv said that it announced on a day, category by category: the claims that the cache is held against."""

from __future__ import annotations

from datetime import date, datetime
from enum import StrEnum
from typing import NamedTuple

from arxtui.model.frozen import frozen


class Told(StrEnum):
    """Who told of a day, the least trusted first."""

    FEED = "feed"
    """The joined feed."""
    CATCHUP = "catchup"
    """The page of a day that is over."""
    LISTING = "listing"
    """``/list/<category>/new``, the page of the newest day."""


class Announced(NamedTuple):
    """How many papers: new submissions, cross-lists, and replacements of either kind."""

    new: int = 0
    crosses: int = 0
    replacements: int = 0


@frozen
class AnnouncedDay:
    """The claim of a source for one subscribed category (or archive) and announcement day; ``heard`` is aware UTC.

    ``counts`` are None where the source cannot say. ``doubt`` says in words why a feed is not believed; it is empty
    where it is, and stays as what happened where another source has told of the day since.
    """

    category: str
    day: date
    told: Told
    heard: datetime
    counts: Announced | None
    doubt: str = ""

    @property
    def trusted(self) -> bool:
        """Whether this settles what was announced."""
        return self.counts is not None and (self.told is not Told.FEED or not self.doubt)
