"""Headings of the groups of a list: days, months and years, or topics, categories and rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from itertools import accumulate

from arxtui.library.views import PaperGroup
from arxtui.model.arxiv.day_numbers import DayNumbers
from arxtui.model.counted import counted
from arxtui.model.views import Dated
from arxtui.text import cells, clip
from arxtui.tui.present.filter.rows import day_label
from arxtui.tui.present.line import Piece, fitting, foreign
from arxtui.tui.state.day_groups import DayGroup, DayGroups, GroupSpan
from arxtui.tui.state.row_cache import RowCache
from arxtui.tui.state.rows_in_sight import RowsInSight


class DayHeadings:
    """The headings of the ``groups`` of a list, with the number of papers of each group."""

    def __init__(self, groups: DayGroups) -> None:
        self.groups = groups
        self.begins: Callable[[int], bool] = groups.begins

    def fetch(self, start: int, stop: int) -> bool:
        """Fetch the rows from ``start`` to ``stop`` (exclusive) and those that determine their groups."""
        return self.groups.fetch(start, stop)

    def forget(self) -> None:
        """Clear groups and counts because papers were added to the list."""
        self.groups.forget()

    def line(self, row: int, width: int) -> list[Piece]:
        """Return the heading of a row's group, at most ``width`` cells wide."""
        self.groups.count_if_cached(row)
        return group_line(self.groups.group(row), self.groups.count(row), width)

    def count_next(self, sight: RowsInSight) -> int | None:
        """Continue counting for the first visible heading without a number. Return the first row of its group; None if
        no heading can be counted further."""
        if sight.begins is None or not sight.total:
            return None
        headed = (sight.top, *filter(self.begins, range(sight.top + 1, sight.top + sight.rows)))
        return next(filter(self.groups.continue_count, headed), None)

    def has_number(self, row: int) -> bool:
        """Return whether the papers of a row's group are counted."""
        return self.groups.count(row) is not None


def group_line(group: DayGroup, papers: DayNumbers | int | None, width: int) -> list[Piece]:
    """Return the longest form of a heading that fits ``width`` cells: ``Wed 25 Nov 2026 · 47 new, 12 replacements``,
    ``Submitted October 2026 · 80 papers``. Announcement dates are the default and are not labelled. The numbers of an
    announcement day count its papers in the whole list, also those that stand further down."""
    name, brief = _names(group)
    dated = "" if group.dated is Dated.ANNOUNCED else f"{group.dated.capitalize()} "
    first, *shorter = [f" · {words}" for words in _number_forms(papers)] or [""]
    forms = (f"{dated}{name}{first}", *(f"{name}{number}" for number in (first, *shorter, "")), brief)
    return [(fitting([f" {form}" for form in forms], width), "dim+bold")]


def _number_forms(papers: DayNumbers | int | None) -> list[str]:
    """Return the number of papers in words, longest first; empty if there is no number."""
    if isinstance(papers, int):
        return [counted(papers, "paper")] if papers else []
    return [f"{papers.brief} in this list", papers.brief, counted(papers.papers, "paper")] if papers else []


def _names(group: DayGroup) -> tuple[str, str]:
    first = group.first
    if group.span is GroupSpan.YEAR:
        return str(first.year), str(first.year)
    if group.span is GroupSpan.MONTH:
        return f"{first:%B %Y}", f"{first:%b %Y}"
    return full_day(first), day_label(first)


def full_day(day: date) -> str:
    """Return a day as ``Wed 25 Nov 2026``."""
    return f"{day_label(day)} {day.year}"


class GroupHeadings:
    """The headings of ``groups``, of which a list of ``rows`` consists."""

    def __init__(self, groups: Sequence[PaperGroup], rows: RowCache) -> None:
        starts = accumulate((len(group.keys) for group in groups), initial=0)
        self._groups = dict(zip(starts, groups, strict=False))
        self.begins: Callable[[int], bool] = self._groups.__contains__
        self.fetch = rows.fetch

    def line(self, row: int, width: int) -> list[Piece]:
        """Return the heading of a row's group in ``width`` cells: ``black holes, spacetime · 13 papers``."""
        group = self._groups[max(start for start in self._groups if start <= row)]
        numbers = f" · {counted(len(group.keys), 'paper')}"
        return [(clip(f" {clip(foreign(group.name), max(width - cells(numbers) - 1, 1))}{numbers}", width), "dim+bold")]

    def forget(self) -> None:
        """Do nothing: a list in groups is whole from the start."""
