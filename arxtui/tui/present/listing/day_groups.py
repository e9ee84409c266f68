"""The headings of the days, months and years that a list is divided by."""

from __future__ import annotations

from datetime import date

from arxtui.model.counted import counted
from arxtui.model.views import Dated
from arxtui.tui.present.filter.rows import day_label
from arxtui.tui.present.line import Piece, fitting
from arxtui.tui.state.day_groups import DayGroup, Span


def group_line(group: DayGroup, papers: int | None, width: int) -> list[Piece]:
    """``Wed 25 Nov 2026 · 47 papers without replacements``, ``Submitted October 2026``: the fullest form that fits
    ``width`` cells. Of announcements it goes without saying that they are; what they replaced stands where it was
    submitted, so that the filter's number for the day is larger."""
    name, brief = _names(group)
    is_announced = group.dated is Dated.ANNOUNCED
    number = f" · {counted(papers, 'paper')}" if papers else ""
    if papers and is_announced and group.span is Span.DAY:
        full, number = f"{number} without replacements", f" · {papers:,} new"
    else:
        full = number
    dated = "" if is_announced else f"{group.dated.capitalize()} "
    forms = (f" {dated}{name}{full}", f" {name}{number}", f" {name}", f" {brief}")
    return [(fitting(forms, width), "dim+bold")]


def _names(group: DayGroup) -> tuple[str, str]:
    first = group.first
    if group.span is Span.YEAR:
        return str(first.year), str(first.year)
    if group.span is Span.MONTH:
        return f"{first:%B %Y}", f"{first:%b %Y}"
    return full_day(first), day_label(first)


def full_day(day: date) -> str:
    """``Wed 25 Nov 2026``."""
    return f"{day_label(day)} {day.year}"
