"""Day, month and year groups of a list sorted by date. Independent of the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date, timedelta
from enum import Enum
from itertools import groupby
from typing import TYPE_CHECKING

from arxtui.light import NamedTuple
from arxtui.model.arxiv.ids import split_key, year_month
from arxtui.model.expr import Sort
from arxtui.model.views import Dated, Row
from arxtui.tui.state.row_cache import PAGE, RowCache

if TYPE_CHECKING:
    from arxtui.model.arxiv.day_numbers import DayNumbers

_BY_DATE = (Sort.NEW, Sort.OLD, Sort.UPDATED)
_NEIGHBOURS = 2
"""Number of rows on each side that, with a row itself, determine its heading: the median day of five."""
_DAYS_SPAN, _MONTHS_SPAN = timedelta(31), timedelta(366)
"""Age, relative to the newest paper, up to which a list is grouped by day and by month; older papers are grouped by
year."""
_MIN_ANNOUNCED_SHARE = 0.8
"""A paper that was only replaced has no announcement day here, and in a short search one paper in ten is one."""
_MAX_RUNS_PER_DAY = 1.5
_LOOKED_AT = 30
"""Number of papers at the top of a list by which the size of its groups is estimated."""
_MIN_PAPERS = 5
"""Mean number of papers of a group that deserves a heading; with fewer, every third line would be a heading."""
_MAX_COUNTED = 1_000
"""Maximum number of papers of a group that are read to count it."""


class GroupSpan(Enum):
    """The length of a group's time span."""

    DAY = "day"
    MONTH = "month"
    YEAR = "year"


class DayGroup(NamedTuple):
    """A day, month or year that starts on ``first``, and the kind of date (announced, submitted or updated)."""

    span: GroupSpan
    first: date
    dated: Dated

    @property
    def is_announcement_day(self) -> bool:
        """Whether the group is a day of announcements."""
        return self.span is GroupSpan.DAY and self.dated is Dated.ANNOUNCED


Numbers = Callable[[date], "DayNumbers | None"]
"""Returns the numbers of a list's papers that were announced on a day; None while they are unknown."""


class DayGroups:
    """The groups of the ``rows`` of a list sorted by date; the group of a row is computed when the row becomes visible.

    A list by age is sorted by identifier, and one paper in twelve was submitted before its neighbours (it was on hold).
    Therefore a paper stands below the median day of the five papers around it (fewer at the ends of the list). If
    most papers have an announcement day (:attr:`Row.announced`), that day is used, also for a paper without one (it was
    only replaced) that stands between papers that have one.

    Where a paper stands changes nothing about its own day: the numbers of an announcement day are those that
    ``numbers_of`` returns, for all its papers in the list, wherever they stand. Only other groups are counted by rows.
    """

    def __init__(self, rows: RowCache, sort: Sort, today: date, numbers_of: Numbers = lambda _: None) -> None:
        self._rows = rows
        self._sort = sort
        self._numbers_of = numbers_of
        self._groups: dict[int, DayGroup] = {}
        self._begins: dict[int, bool] = {}
        self._counts: dict[DayGroup, DayNumbers | int] = {}
        self._uncountable: set[DayGroup] = set()
        self._bounds: dict[DayGroup, tuple[int, int]] = {}
        self._by_announcement = False
        rows.changed.subscribe(self._clear_groups)
        if sort is not Sort.UPDATED and self._all_announced():
            self._by_announcement = True
            self._by_announcement = self._are_in_order()
        self._newest = self._median_day(self._newest_rows()[0])[0] if len(rows) else today

    @classmethod
    def of(cls, rows: RowCache, sort: Sort, today: date, numbers_of: Numbers = lambda _: None) -> DayGroups | None:
        """Return the groups of a list in this order; None if the order is not by date."""
        return cls(rows, sort, today, numbers_of) if sort in _BY_DATE else None

    @property
    def deserve_headings(self) -> bool:
        """Whether the groups at the top of the list have enough papers."""
        looked_at = range(min(len(self._rows), _LOOKED_AT))
        return len(looked_at) >= _MIN_PAPERS * sum(map(self.begins, looked_at))

    def group(self, index: int) -> DayGroup:
        """Return the group of a row."""
        group = self._groups.get(index)
        if group is None:
            group = self._groups[index] = self._find_group(index)
        return group

    def begins(self, index: int) -> bool:
        """Return whether a row is the first of its group."""
        begins = self._begins.get(index)
        if begins is None:
            begins = self._begins[index] = index == 0 or self.group(index) != self.group(index - 1)
        return begins

    def fetch(self, start: int, stop: int) -> bool:
        """Fetch the rows that determine the groups from ``start`` to ``stop`` (exclusive). Return False if the fetch
        failed."""
        return self._rows.fetch(start - _NEIGHBOURS - 1, stop + _NEIGHBOURS)

    def count(self, index: int) -> DayNumbers | int | None:
        """Return the number of papers in a row's group, of an announcement day by type; None if they are not counted
        yet or are too many."""
        return self._counts.get(self.group(index))

    def count_if_cached(self, index: int) -> None:
        """Count a row's group if its rows are already cached, so that a short list never shows a heading without a
        number."""
        if self._rows.are_cached(index - PAGE - _NEIGHBOURS - 1, index + PAGE + _NEIGHBOURS + 1):
            self.continue_count(index)

    def continue_count(self, index: int) -> bool:
        """Continue counting a row's group, one page in each direction per call. Return whether to call again."""
        group = self.group(index)
        is_long = group.span is not GroupSpan.DAY and len(self._rows) > _MAX_COUNTED
        if group in self._counts or group in self._uncountable or is_long:
            return False
        if group.is_announcement_day:
            numbers = self._numbers_of(group.first)
            if numbers is not None:
                self._counts[group] = numbers
            return numbers is not None
        start, stop = self._bounds.get(group, (index, index + 1))
        is_first, start = self._find_end(start, group, -1)
        is_last, end = self._find_end(stop - 1, group, 1)
        self._bounds[group] = start, end + 1
        if is_first and is_last:
            self._counts[group] = end + 1 - start
        elif end - start > _MAX_COUNTED:
            self._uncountable.add(group)
        return True

    def _clear_groups(self) -> None:
        """Clear the computed groups because rows were fetched again and their days can have changed."""
        self._groups.clear()
        self._begins.clear()

    def forget(self) -> None:
        """Clear groups and counts because papers were added to the list."""
        self._clear_groups()
        self._counts.clear()
        self._bounds.clear()
        self._uncountable.clear()

    def _all_announced(self) -> bool:
        """Return whether most of the newest papers have an announcement day."""
        newest = [row for row in map(self._rows.__getitem__, self._newest_rows()) if row]
        recent = [row for row in newest if abs(newest[0].day - row.day) <= _DAYS_SPAN]
        return bool(recent) and sum(row.announced is not None for row in recent) >= _MIN_ANNOUNCED_SHARE * len(recent)

    def _are_in_order(self) -> bool:
        """Return whether the announcement days of the newest papers are contiguous. They are mixed if many papers were
        announced late, for example as cross-lists, on another day than their neighbours."""
        days = [self._median_day(index) for index in self._newest_rows()]
        return sum(1 for _ in groupby(days)) <= _MAX_RUNS_PER_DAY * len(set(days))

    def _newest_rows(self) -> range:
        """Return the indices of the newest page of the list, newest paper first."""
        count, size = len(self._rows), min(PAGE, len(self._rows))
        return range(count - 1, count - 1 - size, -1) if self._sort is Sort.OLD else range(size)

    def _find_end(self, index: int, group: DayGroup, step: int) -> tuple[bool, int]:
        """Search for the end of a group in one direction within one page. Returns (whether the end was found, the
        outermost known row of the group)."""
        ahead = range(index + step, index + step * (PAGE + 1), step)
        if not self.fetch(min(ahead), max(ahead) + 1):
            self._uncountable.add(group)
            return False, index
        for each in ahead:
            if not 0 <= each < len(self._rows) or self.group(each) != group:
                return True, each - step
        return False, ahead[-1]

    def _find_group(self, index: int) -> DayGroup:
        day, dated = self._median_day(index)
        apart = abs(self._newest - day)
        if apart <= _DAYS_SPAN:
            return DayGroup(GroupSpan.DAY, day, dated)
        if self._sort is not Sort.UPDATED:
            # The identifier contains the month of submission, and the papers are strictly in the order of the
            # identifiers.
            day = _month_of(self._rows.keys[index])
        if apart <= _MONTHS_SPAN:
            return DayGroup(GroupSpan.MONTH, day.replace(day=1), dated)
        return DayGroup(GroupSpan.YEAR, day.replace(day=1, month=1), dated)

    def _median_day(self, index: int) -> tuple[date, Dated]:
        # Use the same number of rows on both sides, so that at the ends of a list the neighbours do not outvote the
        # paper.
        apart = min(_NEIGHBOURS, index, len(self._rows) - 1 - index)
        days = self._days_around(index, apart) or self._days_around(index, _NEIGHBOURS)
        if not days:
            return _month_of(self._rows.keys[index]), Dated.SUBMITTED
        own = self._day(row) if (row := self._rows[index]) else days[0]
        if own[1] is Dated.ANNOUNCED or self._is_among_announced(index):
            # The submission of a neighbour says nothing about its announcement.
            days = [day for day in days if day[1] is Dated.ANNOUNCED]
        middle = days[(len(days) - 1) // 2 : len(days) // 2 + 1]
        return own if own in middle else middle[0]

    def _is_among_announced(self, index: int) -> bool:
        sides = (index - _NEIGHBOURS, index), (index + 1, index + _NEIGHBOURS + 1)
        return all(any(dated is Dated.ANNOUNCED for _, dated in self._days_between(*side)) for side in sides)

    def _days_around(self, index: int, apart: int) -> list[tuple[date, Dated]]:
        """Return the sorted days of the known rows up to ``apart`` rows away."""
        return sorted(self._days_between(index - apart, index + apart + 1))

    def _days_between(self, start: int, stop: int) -> Iterable[tuple[date, Dated]]:
        """Return the days of the known rows from ``start`` to ``stop`` (exclusive)."""
        rows = map(self._rows.__getitem__, range(max(start, 0), min(stop, len(self._rows))))
        return (self._day(row) for row in rows if row)

    def _day(self, row: Row) -> tuple[date, Dated]:
        if self._by_announcement and row.announced:
            return row.announced, Dated.ANNOUNCED
        return row.day, Dated.UPDATED if self._sort is Sort.UPDATED else Dated.SUBMITTED


def _month_of(key: int) -> date:
    return date(*year_month(split_key(key)[0]), 1)
