"""The layout of headings, paragraphs, lists, theorems and proofs, quotes, bibliography entries and rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.model.document import Group, Heading, Item, Items, Paragraph, Rule, Source, Style
from arxtui.reader.canvas import Canvas, indent
from arxtui.reader.lines import Role, Runs, decoration, width_of
from arxtui.reader.spans import Leaves, Span, spacer, with_role
from arxtui.text import cells

if TYPE_CHECKING:
    from arxtui.reader.typesetter import Typesetter

_WIDEST_MARK = 8
"""The maximum width, in cells, of a mark in the margin of its item or entry. A wider mark begins the first line of the
text."""
_HANGING = 4
_MARGIN = 2
_QUOTED = 4
_LONG_ITEM = 4
"""The maximum number of lines of an item in a list without empty lines between its items."""
_END_SIGNS = "∎□■◻◼▢▪☐⬜⬛"
_SIGN_LINES = 4
"""The number of lines at the end of a proof in which its sign is looked for."""
_LABEL = 5
"""The minimum width of a bibliography label with its blank, in cells: ``[12] ``."""
_RUN_IN = 4
"""The level from which a heading is italic, too."""
_BESIDE_TEXT = frozenset({"acknowledgements", "keywords", "classification", "date"})


def heading(typesetter: Typesetter, block: Heading, measure: int) -> Canvas:
    """Lay out the number, with the title beside it."""
    number = with_role(typesetter.spans(), Role.NUMBER, Style.BOLD)
    style = Style.BOLD if block.level < _RUN_IN else Style.BOLD | Style.ITALIC
    title = with_role(typesetter.spans(), Role.HEADING, style)
    return (
        _with_label(typesetter, [*number, spacer("  ")], title, measure) if number else typesetter.prose(title, measure)
    )


def paragraph(typesetter: Typesetter, block: Paragraph, measure: int) -> Canvas:
    """Lay out a paragraph; the sign at the end of a proof, alone, on the right."""
    canvas = typesetter.prose(typesetter.spans(), measure)
    if len(canvas.lines) == 1 and canvas.lines[0].text == "∎":
        return canvas.indent(max(measure - 1, 0))
    return canvas


def rule(typesetter: Typesetter, block: Rule, measure: int) -> Canvas:
    """Lay out a horizontal rule."""
    return Canvas([typesetter.line([decoration("─" * measure)])])


def items(typesetter: Typesetter, block: Items, measure: int) -> Canvas:
    """Lay out the items with their marks in the margin; without empty lines between them if all items are short."""
    if block.described:
        canvases = [_description(typesetter, item, measure) for item in block.items]
    else:
        widest = max([_mark_width(item) for item in block.items], default=0)
        room = indent(measure, min(widest, _WIDEST_MARK) + 1)
        canvases = [_item(typesetter, item, measure, room) for item in block.items]
    is_close = all(len(canvas.lines) <= _LONG_ITEM and all(line.runs for line in canvas.lines) for canvas in canvases)
    result = Canvas()
    for index, canvas in enumerate(canvases):
        if index and not is_close:
            result.gap(typesetter.block)
        result.put(canvas)
    return result


def _item(typesetter: Typesetter, item: Item, measure: int, room: int) -> Canvas:
    mark = with_role(typesetter.spans(), Role.BULLET)
    width = _cells(mark)
    if width < room:
        body = typesetter.blocks(item.blocks, measure - room)
        canvas = Canvas()
        if not body.lines:
            body.lines.append(typesetter.line(()))
        canvas.put(body, typesetter.runs([*mark, spacer(" " * (room - width))]), _blank(room))
    else:
        canvas = _hang(typesetter.run_in(mark, item.blocks, measure - room, room), room)
    canvas.anchors.update(dict.fromkeys(item.anchors, 0))
    return canvas


def _description(typesetter: Typesetter, item: Item, measure: int) -> Canvas:
    term = with_role(typesetter.spans(), Role.LABEL, Style.BOLD)
    room = indent(measure, _HANGING)
    canvas = _hang(typesetter.run_in(term, item.blocks, measure - room, room), room)
    canvas.anchors.update(dict.fromkeys(item.anchors, 0))
    return canvas


def _mark_width(item: Item) -> int:
    [leaf] = Leaves(0, [item.mark])
    return cells(leaf.text)


def group(typesetter: Typesetter, block: Group, measure: int) -> Canvas:
    """Lay out a theorem, proof, quote or abstract, with its title at the beginning of the first line; a proof ends with
    its sign, unless it is empty: then its text follows under headings of its own, and has the sign."""
    if block.kind == "abstract":
        return _abstract(typesetter, block, measure)
    if block.kind == "quote":
        room = indent(measure, 2 * _QUOTED) // 2
        return typesetter.run_in(typesetter.spans(), block.blocks, measure - 2 * room).indent(room)
    if block.kind == "proof":
        title = with_role(typesetter.spans(), Role.LABEL, Style.ITALIC)
        canvas = typesetter.run_in(title, block.blocks, measure)
        return _with_end_sign(typesetter, canvas, measure) if block.blocks else canvas
    title = with_role(typesetter.spans(), Role.LABEL, Style.BOLD)
    room = 0 if block.kind in _BESIDE_TEXT else indent(measure, _MARGIN)
    return typesetter.run_in(title, block.blocks, measure - room).indent(room)


def _abstract(typesetter: Typesetter, block: Group, measure: int) -> Canvas:
    title = with_role(typesetter.spans(), Role.LABEL, Style.BOLD)
    if title and title[-1].text.endswith("—"):
        return typesetter.run_in(title, block.blocks, measure)
    canvas = typesetter.prose(title, measure)
    room = indent(measure, _MARGIN)
    canvas.put(typesetter.blocks(block.blocks, measure - room).indent(room))
    return canvas


def _with_end_sign(typesetter: Typesetter, canvas: Canvas, measure: int) -> Canvas:
    """Put the sign at the end of a proof on the right of its last line. Draw a sign if the author has not set one
    within the last lines."""
    if not canvas.lines or any(sign in line.text for line in canvas.lines[-_SIGN_LINES:-1] for sign in _END_SIGNS):
        return canvas
    last = canvas.lines[-1]
    text = last.text.rstrip(" ")
    if text[-1:] in _END_SIGNS:
        *runs, run = last.runs
        before, sign = run.text[:-1].rstrip(" "), run._replace(text=text[-1])
        if text != last.text or last.wide or last.width >= measure or (before and run.size != len(run.text)):
            return canvas
        if before:
            runs.append(run._replace(text=before, size=len(before)))
            sign = sign._replace(start=run.start + run.size - 1, size=1)
    elif any(sign in text for sign in _END_SIGNS):
        return canvas
    else:
        runs, sign = list(last.runs), decoration("∎", Role.DIM)
    room = measure - width_of(runs) - 1
    if last.wide or room < 1:
        runs, room = [], measure - 1
        canvas.lines.append(last)
    canvas.lines[-1] = last._replace(runs=(*runs, decoration(" " * room), sign), wide=False)
    return canvas


def source(typesetter: Typesetter, block: Source, measure: int) -> Canvas:
    """Lay out an entry of the bibliography, with its label in the margin."""
    label = with_role(typesetter.spans(), Role.NUMBER)
    if not all(type(each) is Paragraph for each in block.blocks):
        room = indent(measure, _HANGING)
        return _hang(typesetter.run_in(label, block.blocks, measure - room, room), room)
    text: list[Span] = []
    for _ in block.blocks:
        text += [spacer(), *typesetter.spans()] if text else typesetter.spans()
    width = _cells(label)
    if 0 < width <= _WIDEST_MARK:
        return _with_label(typesetter, [*label, spacer(" " * max(_LABEL - width, 1))], text, measure)
    room = indent(measure, _HANGING)
    return _hang(typesetter.prose([*label, spacer("  "), *text] if label else text, measure - room, room), room)


def _with_label(typesetter: Typesetter, label: list[Span], text: list[Span], measure: int) -> Canvas:
    """Lay out a text beside its label."""
    room = indent(measure, _cells(label))
    if not room or not text:
        return typesetter.prose([*label, *text], measure)
    canvas = Canvas()
    canvas.put(typesetter.prose(text, measure - room), typesetter.runs(label), _blank(room))
    return canvas


def _hang(canvas: Canvas, room: int) -> Canvas:
    """Return the canvas with all lines but the first indented."""
    result = Canvas()
    result.put(canvas, (), _blank(room))
    return result


def _blank(room: int) -> Runs:
    return (decoration(" " * room),)


def _cells(spans: list[Span]) -> int:
    return sum(cells(span.text) for span in spans)
