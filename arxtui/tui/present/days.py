"""A day's sections in a line, and what there is to say on the way from one announcement day to another."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from itertools import accumulate
from typing import TYPE_CHECKING

from arxtui.model.arxiv.announce_types import AnnounceType
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.filter.rows import day_label
from arxtui.tui.present.line import Piece, capitalised, cut, size
from arxtui.tui.present.listing.day_groups import full_day

if TYPE_CHECKING:
    from arxtui.library.views import DaySection, DayStep

_NAMES = {
    AnnounceType.NEW: ("New submissions", "New"),
    AnnounceType.CROSS: ("Cross-lists", "Cross"),
    AnnounceType.REPLACE: ("Replacements", "Replaced"),
}
_TOLD = {
    "unheard": "nothing has been heard of {}",
    "nothing": "nothing was announced on {}, says arXiv",
    "holiday": "arXiv's holiday: {}",
    "weekend": "no announcements on {}",
}
"""By ``library.views.Why``, what matters most first."""
_EARLIEST = "That is the earliest announcement in this library"


def sections_line(sections: Sequence[DaySection], place: int, width: int, day: date | None = None) -> list[Piece]:
    """The ``day``, where there is room, and the sections of its list with their numbers of papers; the one of the row
    at ``place`` stands out."""
    named, laid = _laid_out(sections, section_at(sections, place), width, day)
    return cut([*named, *(piece for each in laid for piece in each)], width)


def section_at_cell(sections: Sequence[DaySection], width: int, cell: int, day: date | None = None) -> int | None:
    """The first row of the section that stands at a cell of the line; None where there is none, or none of its
    papers."""
    named, laid = _laid_out(sections, None, width, day)
    end, start = size(named), 0
    if cell < end:
        return None
    for section, pieces in zip(sections, laid, strict=True):
        end += size(pieces)
        if cell < end:
            return start if section.keys else None
        start += len(section.keys)
    return None


def _laid_out(
    sections: Sequence[DaySection], here: int | None, width: int, day: date | None
) -> tuple[list[Piece], list[list[Piece]]]:
    """The pieces of the day and of each section, with short names where the width asks for that; the number ``here``
    stands out."""
    named: list[Piece] = [(f"  {full_day(day)}", "dim+bold")] if day else []
    for form, before in ((0, named), (0, []), (1, [])):
        laid: list[list[Piece]] = []
        for number, section in enumerate(sections):
            name, papers = _NAMES[section.type][form], len(section.keys)
            ink = "accent" if number == here else "dim" if papers else "faint"
            between: Piece = ("   " if laid or before else "  ", "text")
            laid.append([between, (f"{name} ", ink), (f"{papers:,}", "accent-strong" if number == here else ink)])
        if size(before) + sum(map(size, laid)) <= width:
            break
    return before, laid


def section_at(sections: Sequence[DaySection], place: int) -> int | None:
    """The number of the section that the row at ``place`` is in; None where there is no such row."""
    ends = accumulate(len(section.keys) for section in sections)
    return next((number for number, end in enumerate(ends) if place < end), None)


def section_beside(sections: Sequence[DaySection], place: int, step: int) -> int | None:
    """The first row of the section after (``step`` above 0) or before that of the row at ``place``, round again; None
    where there is no other."""
    begins = [0, *accumulate(len(section.keys) for section in sections)]
    held = [number for number, section in enumerate(sections) if section.keys]
    here = section_at(sections, place)
    if here is None or len(held) < 2:
        return None
    return begins[held[(held.index(here) + step) % len(held)]]


def step_words(step: DayStep, direction: int, day: date | None) -> str:
    """What to say of a step from ``day``: why days were passed over, or why there is nowhere to go."""
    if step.day is None and (day is None or direction < 0):
        none_yet = f"Nothing has been announced to this library yet: {key_for('refresh')} asks arXiv"
        return none_yet if day is None else _EARLIEST
    days = {why: [quiet.day for quiet in step.quiet if quiet.why.value == why] for why in _TOLD}
    told = [words.format(_day_list(days[why])) for why, words in _TOLD.items() if days[why]]
    if days["unheard"]:
        told[0] += f", {key_for('ledger')} shows the ledger"
    elif step.due:
        told.insert(0, f"the next announcement is due {day_label(step.due)}")
    return capitalised("; ".join(told))


def _day_list(days: Sequence[date]) -> str:
    """``Sat 16 and Sun 17 May``; of many the first and the last."""
    first, last = days[0], days[-1]
    if len(days) == 1:
        return day_label(first)
    begin = f"{first:%a} {first.day}" if first.month == last.month else day_label(first)
    if len(days) == 2:
        return f"{begin} and {day_label(last)}"
    return f"{len(days)} days from {begin} to {day_label(last)}"
