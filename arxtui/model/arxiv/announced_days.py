"""What arXiv said that it announced on a day, category by category: the claims that the cache is held against."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from arxtui.model.arxiv.calendar import is_announcement_day
from arxtui.model.frozen import frozen


class Told(StrEnum):
    """Who told of a day: the feed, or one of arXiv's own pages, which are trusted more."""

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

    @property
    def papers(self) -> int:
        """All of them."""
        return sum(self)


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


class DayState(StrEnum):
    """How the cache stands against what was announced on a day."""

    COMPLETE = "complete"
    MISSING = "missing"
    """Fewer papers are here than were announced."""
    UNHEARD = "unheard"
    """By the calendar something was announced, and nobody has told what."""
    DOUBTFUL = "doubtful"
    """What was told is not believed."""
    QUIET = "quiet"
    """Nothing was announced."""


class DayStanding(NamedTuple):
    """One category on one day: what was told, and how many of its papers are ``stored``."""

    category: str
    day: date
    told: AnnouncedDay | None
    stored: int

    @property
    def announced(self) -> int | None:
        """How many papers were announced; None where nobody knows."""
        return self.told.counts.papers if self.told and self.told.trusted and self.told.counts else None

    @property
    def missing(self) -> int | None:
        """How many of them are not here; None where nobody knows."""
        return None if self.announced is None else max(0, self.announced - self.stored)

    @property
    def state(self) -> DayState:
        """The state that the numbers make."""
        if self.told is None:
            return DayState.UNHEARD
        if not self.told.trusted:
            return DayState.DOUBTFUL
        if self.missing:
            return DayState.MISSING
        return DayState.COMPLETE if self.announced else DayState.QUIET

    @property
    def settled(self) -> bool:
        """Whether there is nothing left to find out."""
        return self.state in (DayState.COMPLETE, DayState.QUIET)


def standings(
    category: str, told: Sequence[AnnouncedDay], stored: Mapping[date, int], first: date, last: date
) -> Iterator[DayStanding]:
    """The days from ``first`` to ``last``, both included, newest first, that were told of or are announcement days by
    the calendar."""
    known = {each.day: each for each in told}
    for back in range((last - first).days + 1):
        day = last - timedelta(days=back)
        if day in known or is_announcement_day(day):
            yield DayStanding(category, day, known.get(day), stored.get(day, 0))
