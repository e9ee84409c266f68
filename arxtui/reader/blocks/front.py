"""The text before and after the blocks: title and authors, and the footnotes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from arxtui.light import pattern
from arxtui.model.document import Document, Person, Style
from arxtui.reader.canvas import Canvas, indent
from arxtui.reader.front_matter import author_notes
from arxtui.reader.lines import Role, Run, decoration, width_of
from arxtui.reader.spans import Span, in_ascii, spacer, superscript, with_role
from arxtui.reader.survey import Note, plain

if TYPE_CHECKING:
    from arxtui.reader.typesetter import Typesetter

_CALL = "call:"
_CALLED = pattern(rf"{_CALL}(-?\d+)\.(\d+)")
_NUMBERED = 4
"""The width of the number of an affiliation or footnote with its blanks, in cells."""


def lay_out_front(typesetter: Typesetter, document: Document, measure: int) -> Canvas:
    """Lay out the warnings, the provenance, the title, the author names in one paragraph, and below them their distinct
    affiliations and notes."""
    canvas = Canvas()
    warning, provenance = (Role.LABEL, Style.ITALIC), (Role.DIM, Style.PLAIN)
    for role, style in [warning] * len(document.warnings) + [provenance] * bool(document.provenance):
        canvas.put(typesetter.prose(with_role(typesetter.spans(), role, style), measure))
        canvas.gap(typesetter.block)
    canvas.put(typesetter.prose(with_role(typesetter.spans(), Role.TITLE, Style.BOLD), measure))
    if not document.people:
        return canvas
    if canvas.lines:
        canvas.gap(typesetter.block)
    _people(typesetter, canvas, document.people, measure)
    return canvas


def _people(typesetter: Typesetter, canvas: Canvas, people: tuple[Person, ...], measure: int) -> None:
    notes = author_notes(people)
    shown = in_ascii if typesetter.options.ascii_only else list
    names: list[Span] = []
    for person in people:
        names += [spacer(", "), *typesetter.spans()] if names else typesetter.spans()
        if marks := notes.marks_of(person):
            names.append(spacer(superscript(marks), Role.DIM))
    canvas.put(typesetter.prose(shown(names), measure))
    if notes.numbers:
        canvas.gap(typesetter.block)
    room = indent(measure, _NUMBERED) if notes.numbers else 0
    margin = (decoration(" " * room),)
    for note in notes.shared:
        text = with_role(typesetter.spans(), Role.DIM)
        label = (decoration(f"{notes.numbers[note]:<{room - 1}} "[-room:], Role.DIM),) if room else ()
        canvas.put(typesetter.prose(text, measure - room), label, margin)
    if notes.shared and notes.own and len(people) > 1:
        canvas.gap(typesetter.block)
    for name, contacts in notes.own:
        line = [spacer(f"{plain(name)}: ")] if name else []
        for place, _ in enumerate(contacts):
            line += [*([spacer(" · ")] if place else []), *typesetter.spans()]
        canvas.put(typesetter.prose(with_role(shown(line), Role.DIM), measure))


def lay_out_notes(typesetter: Typesetter, notes: Sequence[Note], measure: int) -> Canvas:
    """Lay out all footnotes; the mark of each is a link back to the call."""
    canvas = Canvas([typesetter.line([decoration("Notes", Role.HEADING, Style.BOLD)])])
    for note in notes:
        canvas.gap(typesetter.block)
        canvas.anchors[note.target] = len(canvas.lines)
        canvas.put(lay_out_note(typesetter, note, measure, call_target(note.target)))
    return canvas


def lay_out_note(typesetter: Typesetter, note: Note, measure: int, target: str = "") -> Canvas:
    """Lay out a footnote with its mark in the left margin."""
    [*mark] = (run._replace(role=Role.NOTE, target=target) for run in typesetter.runs(typesetter.spans()))
    width = max(width_of(mark) + 1, _NUMBERED)
    room = indent(measure, width)
    body = typesetter.blocks(note.footnote.blocks, measure - room)
    canvas = Canvas()
    if not room:
        canvas.lines.append(typesetter.line(mark))
    label: list[Run] = [*mark, decoration(" " * (width - width_of(mark)))] if room else []
    canvas.put(body, tuple(label), (decoration(" " * room),) if room else ())
    return canvas


def with_bar(note: Canvas) -> Canvas:
    """Return a footnote for display below the line that calls it, separated from the text by a bar on its left."""
    canvas = Canvas()
    bar = (decoration("  │ "),)
    canvas.put(note, bar, bar)
    return canvas


BAR_WIDTH = 4
"""The number of cells by which an open footnote is narrower than the text around it."""


def call_target(note: str) -> str:
    """Return the target that leads from a footnote to its call."""
    return _CALL + note.partition(":")[2]


def parse_call(call: str) -> tuple[int, str] | None:
    """Parse a target that leads to the call of a footnote. Return the block of the call and the footnote's own target,
    or None for any other target."""
    match = _CALLED.fullmatch(call)
    return (int(match[1]), f"note:{match[1]}.{match[2]}") if match else None
