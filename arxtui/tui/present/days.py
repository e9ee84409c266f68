"""Sections of an announcement day, and messages about stepping from day to day."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from itertools import accumulate
from typing import TYPE_CHECKING

from arxtui.model.arxiv.day_numbers import AnnounceType
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.filter.rows import day_label
from arxtui.tui.present.line import Piece, capitalised, cut, size
from arxtui.tui.present.listing.headings import full_day

if TYPE_CHECKING:
    from arxtui.library.views import DaySection, DayStep, PaperGroup

_NAMES = {
    AnnounceType.NEW: ("New submissions", "New"),
    AnnounceType.CROSS: ("Cross-lists", "Cross"),
    AnnounceType.REPLACE: ("Replacements", "Replaced"),
}
_REASON_WORDS = {
    "unheard": "no announcement data for {}",
    "nothing": "arXiv announced nothing on {}",
    "holiday": "arXiv's holiday: {}",
    "weekend": "no announcements on {}",
}
"""Reasons of ``library.views.Why``, most important first."""
_EARLIEST = "That is the earliest announcement in this library"


def sections_line(sections: Sequence[DaySection], place: int, width: int, day: date | None = None) -> list[Piece]:
    """Return the line of sections with their numbers of papers, and with the ``day`` if there is room. The section of
    the row at ``place`` is highlighted."""
    named, laid = _lay_out(sections, section_at(sections, place), width, day)
    return cut([*named, *(piece for each in laid for piece in each)], width)


def section_at_cell(sections: Sequence[DaySection], width: int, cell: int, day: date | None = None) -> int | None:
    """Return the first row of the section at a cell of the line; None if there is no section there or it has no
    papers."""
    named, laid = _lay_out(sections, None, width, day)
    end, start = size(named), 0
    if cell < end:
        return None
    for section, pieces in zip(sections, laid, strict=True):
        end += size(pieces)
        if cell < end:
            return start if section.keys else None
        start += len(section.keys)
    return None


def _lay_out(
    sections: Sequence[DaySection], here: int | None, width: int, day: date | None
) -> tuple[list[Piece], list[list[Piece]]]:
    """Return the pieces of the day and of each section, in the longest form that fits. Section ``here`` is
    highlighted."""
    named: list[Piece] = [(f" {full_day(day)}", "dim+bold")] if day else []
    for form, before in ((0, named), (0, []), (1, [])):
        laid: list[list[Piece]] = []
        for number, section in enumerate(sections):
            name, papers = _NAMES[section.type][form], len(section.keys)
            ink = "accent" if number == here else "dim" if papers else "faint"
            between: Piece = ("   " if laid or before else " ", "text")
            laid.append([between, (f"{name} ", ink), (f"{papers:,}", "accent-strong" if number == here else ink)])
        if size(before) + sum(map(size, laid)) <= width:
            break
    return before, laid


def section_at(sections: Sequence[DaySection | PaperGroup], place: int) -> int | None:
    """Return the index of the section that contains the row at ``place``; None if there is no such row."""
    ends = accumulate(len(section.keys) for section in sections)
    return next((number for number, end in enumerate(ends) if place < end), None)


def neighbouring_section(sections: Sequence[DaySection | PaperGroup], place: int, step: int) -> int | None:
    """Return the first row of the next (``step`` 1) or previous (-1) section or group with papers,
    cyclically; None if there is no other."""
    begins = [0, *accumulate(len(section.keys) for section in sections)]
    nonempty = [number for number, section in enumerate(sections) if section.keys]
    here = section_at(sections, place)
    if here is None or len(nonempty) < 2:
        return None
    return begins[nonempty[(nonempty.index(here) + step) % len(nonempty)]]


def step_words(step: DayStep, direction: int, day: date | None) -> str:
    """Return the message about a step from ``day``: why days were skipped, or why there is no other day."""
    if step.day is None and (day is None or direction < 0):
        none_yet = f"There are no announcements yet: {key_for('refresh')} fetches them"
        return none_yet if day is None else _EARLIEST
    days = {why: [quiet.day for quiet in step.quiet if quiet.why.value == why] for why in _REASON_WORDS}
    parts = [words.format(_day_list(days[why])) for why, words in _REASON_WORDS.items() if days[why]]
    if days["unheard"]:
        parts[0] += f", {key_for('ledger')} shows the ledger"
    elif step.due:
        parts.insert(0, f"the next announcement is due {day_label(step.due)}")
    return capitalised("; ".join(parts))


def _day_list(days: Sequence[date]) -> str:
    """Return days as text: ``Sat 16 and Sun 17 May``; for more than two, the first and the last."""
    first, last = days[0], days[-1]
    if len(days) == 1:
        return day_label(first)
    begin = f"{first:%a} {first.day}" if first.month == last.month else day_label(first)
    if len(days) == 2:
        return f"{begin} and {day_label(last)}"
    return f"{len(days)} days from {begin} to {day_label(last)}"
