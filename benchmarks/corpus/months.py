"""The number of papers that arXiv received in each month, and unused identifiers.

The yearly numbers are those of arXiv's submission statistics (https://arxiv.org/stats/monthly_submissions), rounded; a
month has a twelfth of its year. August 2026 is the last month.
"""

from __future__ import annotations

import itertools
from calendar import monthrange
from collections.abc import Collection, Iterator

from arxtui.model.arxiv.ids import OLD_ARCHIVES, month_number, year_month

_THOUSANDS = {
    1991: 0.4, 1992: 3.2, 1993: 6.7, 1994: 10, 1995: 13, 1996: 16, 1997: 20, 1998: 24, 1999: 28,
    2000: 31, 2001: 33, 2002: 36, 2003: 39, 2004: 44, 2005: 47, 2006: 50, 2007: 56, 2008: 59, 2009: 64,
    2010: 70, 2011: 77, 2012: 85, 2013: 93, 2014: 98, 2015: 105, 2016: 113, 2017: 123, 2018: 140, 2019: 156,
    2020: 178, 2021: 181, 2022: 186, 2023: 210, 2024: 242, 2025: 282, 2026: 288,
}  # fmt: skip
FIRST, LAST = month_number(1991, 8), month_number(2026, 8)
_NEW_SCHEME = month_number(2007, 4)
_MOST_OF_OLD = 999
_MOST_OF_NEW = {4: 9_999, 5: 99_999}


def targets(count: int) -> dict[int, int]:
    """Return how many of ``count`` papers belong to each month (numbered as in ``model.ids``). Papers that a full month
    cannot take go to the last month."""
    shares = {month: _THOUSANDS[year_month(month)[0]] for month in range(FIRST, LAST + 1)}
    total = sum(shares.values())
    ends = [round(count * part / total) for part in itertools.accumulate(shares.values())]
    found = {month: end - begin for month, begin, end in zip(shares, [0, *ends], ends, strict=False)}
    for month, papers in found.items():
        found[month] = min(papers, _capacity(month))
    found[LAST] += count - sum(found.values())
    return found


class FreeIds:
    """The unused identifiers of one month, in ascending order."""

    def __init__(self, month: int, taken: Collection[str]) -> None:
        self._year, self._month = year_month(month)
        self._taken = frozenset(taken)
        self._old = month < _NEW_SCHEME
        self._left: dict[str, Iterator[str]] = {}

    def next(self, category: str) -> str:
        """Return an unused identifier for a paper of this primary category, from another archive if its own is full.
        Raises LookupError if none is left."""
        archive = archive_of(category)
        own = [archive] if archive in OLD_ARCHIVES else []
        for each in [*own, *OLD_ARCHIVES] if self._old else [""]:
            if found := next(self._of(each), None):
                return found
        raise LookupError("no identifier is left in this month")

    def _of(self, archive: str) -> Iterator[str]:
        if archive not in self._left:
            self._left[archive] = self._unused(archive)
        return self._left[archive]

    def _unused(self, archive: str) -> Iterator[str]:
        month = f"{self._year % 100:02}{self._month:02}"
        digits = _digits(self._year)
        numbers = range(1, (_MOST_OF_OLD if archive else _MOST_OF_NEW[digits]) + 1)
        names = (f"{archive}/{month}{n:03}" if archive else f"{month}.{n:0{digits}}" for n in numbers)
        return (name for name in names if name not in self._taken)


def archive_of(category: str) -> str:
    """Return the archive of a category: ``math`` for ``math.NT``."""
    return category.partition(".")[0]


def day_of(month: int, share: float) -> str:
    """Return the day, in ISO form, at this share (0 to 1) of a month."""
    year, calendar_month = year_month(month)
    days = monthrange(year, calendar_month)[1]
    return f"{year}-{calendar_month:02}-{min(int(share * days) + 1, days):02}"


def _digits(year: int) -> int:
    return 4 if year < 2015 else 5


def _capacity(month: int) -> int:
    if month < _NEW_SCHEME:
        return _MOST_OF_OLD * len(OLD_ARCHIVES)
    return _MOST_OF_NEW[_digits(year_month(month)[0])]
