"""The numbers of papers that arXiv reported as announced, by category and day, for comparison with the cache."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from enum import StrEnum

from arxtui.light import NamedTuple, frozen
from arxtui.model.arxiv.calendar import is_announcement_day


class DaySource(StrEnum):
    """The source of a day's numbers: the feed, or one of arXiv's own pages, which are more reliable."""

    FEED = "feed"
    """The joined feed."""
    CATCHUP = "catchup"
    """The page of a past day."""
    LISTING = "listing"
    """``/list/<category>/new``, the page of the newest day."""


class Announced(NamedTuple):
    """The numbers of papers announced: new submissions, cross-lists, and replacements of both kinds."""

    new: int = 0
    crosses: int = 0
    replacements: int = 0

    @property
    def papers(self) -> int:
        """The sum of the three numbers."""
        return sum(self)


@frozen
class AnnouncedDay:
    """What a source reported for one subscribed category (or archive) and announcement day; ``heard`` is aware UTC.

    ``counts`` is None if the source cannot say. ``doubt`` says in words why a feed is not trusted, empty if it is; it
    is preserved as history when another source reports the day later.
    """

    category: str
    day: date
    source: DaySource
    heard: datetime
    counts: Announced | None
    doubt: str = ""

    @property
    def trusted(self) -> bool:
        """Whether the numbers can be relied on."""
        return self.counts is not None and (self.source is not DaySource.FEED or not self.doubt)


class DayState(StrEnum):
    """The result of comparing the cache with what was announced on a day."""

    COMPLETE = "complete"
    MISSING = "missing"
    """Fewer papers are stored than were announced."""
    UNHEARD = "unheard"
    """The calendar has an announcement, and no source has reported it."""
    DOUBTFUL = "doubtful"
    """The reported numbers are not trusted."""
    QUIET = "quiet"
    """Nothing was announced."""


class DayStanding(NamedTuple):
    """One category on one day: what was reported, and how many papers are ``stored``."""

    category: str
    day: date
    reported: AnnouncedDay | None
    stored: int

    @property
    def announced(self) -> int | None:
        """The number of papers announced; None if unknown."""
        return self.reported.counts.papers if self.reported and self.reported.trusted and self.reported.counts else None

    @property
    def missing(self) -> int | None:
        """The number of announced papers that are not stored; None if unknown."""
        return None if self.announced is None else max(0, self.announced - self.stored)

    @property
    def state(self) -> DayState:
        """The state, computed from the numbers."""
        if self.reported is None:
            return DayState.UNHEARD
        if not self.reported.trusted:
            return DayState.DOUBTFUL
        if self.missing:
            return DayState.MISSING
        return DayState.COMPLETE if self.announced else DayState.QUIET

    @property
    def settled(self) -> bool:
        """Whether nothing is missing or unknown."""
        return self.state in (DayState.COMPLETE, DayState.QUIET)


def standings(
    category: str, reported: Sequence[AnnouncedDay], stored: Mapping[date, int], first: date, last: date
) -> Iterator[DayStanding]:
    """Yield the days from ``first`` to ``last`` (inclusive), newest first, that were reported or on which the calendar
    has an announcement."""
    known = {each.day: each for each in reported}
    for back in range((last - first).days + 1):
        day = last - timedelta(days=back)
        if day in known or is_announcement_day(day):
            yield DayStanding(category, day, known.get(day), stored.get(day, 0))
