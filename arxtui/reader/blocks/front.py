"""The text before and after the blocks: title and authors, and the footnotes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from arxtui.model.document import Document, Style
from arxtui.patterns import pattern
from arxtui.reader.contents import front_notes, front_numbers, marks_of
from arxtui.reader.lines import Role, Run, drawn, width_of
from arxtui.reader.sheet import Sheet
from arxtui.reader.spacing import indent
from arxtui.reader.spans import Span, between, dressed, raised
from arxtui.reader.survey import Note

if TYPE_CHECKING:
    from arxtui.reader.setting import Setter

_CALL = "call:"
_CALLED = pattern(rf"{_CALL}(-?\d+)\.(\d+)")
_NUMBERED = 4
"""The width of the number of an affiliation or footnote with its blanks, in cells."""


def front_sheet(setter: Setter, document: Document, measure: int) -> Sheet:
    """Lay out the title, the author names in one paragraph, and below them their distinct affiliations and notes."""
    sheet = setter.prose(dressed(setter.spans(), Role.TITLE, Style.BOLD), measure)
    if not document.people:
        return sheet
    if sheet.lines:
        sheet.gap(setter.block)
    numbers = front_numbers(document)
    names: list[Span] = []
    for person in document.people:
        names += [between(", "), *setter.spans()] if names else setter.spans()
        if marks := marks_of(person, numbers):
            names.append(between(raised(marks), Role.DIM))
    sheet.put(setter.prose(names, measure))
    if numbers:
        sheet.gap(setter.block)
    for note in front_notes(document):
        text = dressed(setter.spans(), Role.DIM)
        number = numbers.get(note, "")
        room = indent(measure, _NUMBERED) if numbers else 0
        label = (drawn(f"{number:<{room - 1}} "[-room:], Role.DIM),) if room else ()
        sheet.put(setter.prose(text, measure - room), label, (drawn(" " * room),))
    return sheet


def notes_sheet(setter: Setter, notes: Sequence[Note], measure: int) -> Sheet:
    """Lay out all footnotes; the mark of each is a link back to the call."""
    sheet = Sheet([setter.line([drawn("Notes", Role.HEADING, Style.BOLD)])])
    for note in notes:
        sheet.gap(setter.block)
        sheet.anchors[note.target] = len(sheet.lines)
        sheet.put(note_sheet(setter, note, measure, call_of(note.target)))
    return sheet


def note_sheet(setter: Setter, note: Note, measure: int, target: str = "") -> Sheet:
    """Lay out a footnote with its mark in the left margin."""
    [*mark] = (run._replace(role=Role.NOTE, target=target) for run in setter.runs(setter.spans()))
    width = max(width_of(mark) + 1, _NUMBERED)
    room = indent(measure, width)
    body = setter.blocks(note.footnote.blocks, measure - room)
    sheet = Sheet()
    if not room:
        sheet.lines.append(setter.line(mark))
    label: list[Run] = [*mark, drawn(" " * (width - width_of(mark)))] if room else []
    sheet.put(body, tuple(label), (drawn(" " * room),) if room else ())
    return sheet


def opened(note: Sheet) -> Sheet:
    """Return a footnote for display below the line that calls it, separated from the text by a bar on its left."""
    sheet = Sheet()
    bar = (drawn("  │ "),)
    sheet.put(note, bar, bar)
    return sheet


OPENED = 4
"""The number of cells by which an open footnote is narrower than the text around it."""


def call_of(note: str) -> str:
    """Return the target that leads from a footnote to its call."""
    return _CALL + note.partition(":")[2]


def note_of(call: str) -> tuple[int, str] | None:
    """Parse a target that leads to the call of a footnote. Return the block of the call and the footnote's own target,
    or None for any other target."""
    named = _CALLED.fullmatch(call)
    return (int(named[1]), f"note:{named[1]}.{named[2]}") if named else None
