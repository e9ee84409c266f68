"""The layout of headings, paragraphs, lists, theorems and proofs, quotes, bibliography entries and rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.model.document import Group, Heading, Item, Items, Paragraph, Rule, Source, Style
from arxtui.reader.lines import Role, Runs, drawn, width_of
from arxtui.reader.sheet import Sheet
from arxtui.reader.spacing import indent
from arxtui.reader.spans import Leaves, Span, between, dressed
from arxtui.text import cells

if TYPE_CHECKING:
    from arxtui.reader.setting import Setter

_WIDEST_MARK = 8
"""The maximum width, in cells, of a mark in the margin of its item or entry. A wider mark begins the first line of the
text."""
_HANGING = 4
_MARGIN = 2
_QUOTED = 4
_LONG_ITEM = 4
"""The maximum number of lines of an item in a list without empty lines between its items."""
_ENDS = "∎□■◻◼▢▪☐⬜⬛"
_NEAR = 4
"""The number of lines at the end of a proof in which its sign is looked for."""
_LABEL = 5
"""The minimum width of a bibliography label with its blank, in cells: ``[12] ``."""
_RUN_IN = 4
"""The level from which a heading is italic, too."""
_BESIDE_TEXT = frozenset({"acknowledgements", "keywords", "classification", "date"})


def heading(setter: Setter, block: Heading, measure: int) -> Sheet:
    """Lay out the number, with the title beside it."""
    number = dressed(setter.spans(), Role.NUMBER, Style.BOLD)
    style = Style.BOLD if block.level < _RUN_IN else Style.BOLD | Style.ITALIC
    title = dressed(setter.spans(), Role.HEADING, style)
    return _beside(setter, [*number, between("  ")], title, measure) if number else setter.prose(title, measure)


def paragraph(setter: Setter, block: Paragraph, measure: int) -> Sheet:
    """Lay out a paragraph."""
    return setter.prose(setter.spans(), measure)


def rule(setter: Setter, block: Rule, measure: int) -> Sheet:
    """Lay out a horizontal rule."""
    return Sheet([setter.line([drawn("─" * measure)])])


def items(setter: Setter, block: Items, measure: int) -> Sheet:
    """Lay out the items with their marks in the margin; without empty lines between them if all items are short."""
    if block.described:
        made = [_described(setter, item, measure) for item in block.items]
    else:
        widest = max([_mark_width(item) for item in block.items], default=0)
        room = indent(measure, min(widest, _WIDEST_MARK) + 1)
        made = [_item(setter, item, measure, room) for item in block.items]
    is_close = all(len(sheet.lines) <= _LONG_ITEM and all(line.runs for line in sheet.lines) for sheet in made)
    whole = Sheet()
    for place, sheet in enumerate(made):
        if place and not is_close:
            whole.gap(setter.block)
        whole.put(sheet)
    return whole


def _item(setter: Setter, item: Item, measure: int, room: int) -> Sheet:
    mark = dressed(setter.spans(), Role.BULLET)
    width = _cells(mark)
    if width < room:
        body = setter.blocks(item.blocks, measure - room)
        sheet = Sheet()
        if not body.lines:
            body.lines.append(setter.line(()))
        sheet.put(body, setter.runs([*mark, between(" " * (room - width))]), _blank(room))
    else:
        sheet = _outdented(setter.run_in(mark, item.blocks, measure - room, room), room)
    sheet.anchors.update(dict.fromkeys(item.anchors, 0))
    return sheet


def _described(setter: Setter, item: Item, measure: int) -> Sheet:
    term = dressed(setter.spans(), Role.LABEL, Style.BOLD)
    room = indent(measure, _HANGING)
    sheet = _outdented(setter.run_in(term, item.blocks, measure - room, room), room)
    sheet.anchors.update(dict.fromkeys(item.anchors, 0))
    return sheet


def _mark_width(item: Item) -> int:
    [leaf] = Leaves(0, [item.mark])
    return cells(leaf.text)


def group(setter: Setter, block: Group, measure: int) -> Sheet:
    """Lay out a theorem, proof, quote or abstract, with its title at the beginning of the first line; a proof ends with
    its sign."""
    if block.kind == "abstract":
        return _abstract(setter, block, measure)
    if block.kind == "quote":
        room = indent(measure, 2 * _QUOTED) // 2
        return setter.run_in(setter.spans(), block.blocks, measure - 2 * room).indent(room)
    if block.kind == "proof":
        title = dressed(setter.spans(), Role.LABEL, Style.ITALIC)
        return _ended(setter, setter.run_in(title, block.blocks, measure), measure)
    title = dressed(setter.spans(), Role.LABEL, Style.BOLD)
    room = 0 if block.kind in _BESIDE_TEXT else indent(measure, _MARGIN)
    return setter.run_in(title, block.blocks, measure - room).indent(room)


def _abstract(setter: Setter, block: Group, measure: int) -> Sheet:
    title = dressed(setter.spans(), Role.LABEL, Style.BOLD)
    if title and title[-1].text.endswith("—"):
        return setter.run_in(title, block.blocks, measure)
    sheet = setter.prose(title, measure)
    room = indent(measure, _MARGIN)
    sheet.put(setter.blocks(block.blocks, measure - room).indent(room))
    return sheet


def _ended(setter: Setter, sheet: Sheet, measure: int) -> Sheet:
    """Put the sign at the end of a proof on the right of its last line. Draw a sign if the author has not set one
    within the last lines."""
    if not sheet.lines or any(sign in line.text for line in sheet.lines[-_NEAR:-1] for sign in _ENDS):
        return sheet
    last = sheet.lines[-1]
    text = last.text.rstrip(" ")
    if text[-1:] in _ENDS:
        *runs, run = last.runs
        sign = run._replace(text=run.text.lstrip(" "))
        if len(sign.text) > 1 or len(text) < len(last.text):
            return sheet
    elif any(sign in text for sign in _ENDS):
        return sheet
    else:
        runs, sign = list(last.runs), drawn("∎", Role.DIM)
    room = measure - width_of(runs) - 1
    if last.wide or room < 1:
        runs, room = [], measure - 1
        sheet.lines.append(last)
    sheet.lines[-1] = last._replace(runs=(*runs, drawn(" " * room), sign), wide=False)
    return sheet


def source(setter: Setter, block: Source, measure: int) -> Sheet:
    """Lay out an entry of the bibliography, with its label in the margin."""
    label = dressed(setter.spans(), Role.NUMBER)
    if not all(type(each) is Paragraph for each in block.blocks):
        room = indent(measure, _HANGING)
        return _outdented(setter.run_in(label, block.blocks, measure - room, room), room)
    text: list[Span] = []
    for _ in block.blocks:
        text += [between(), *setter.spans()] if text else setter.spans()
    width = _cells(label)
    if 0 < width <= _WIDEST_MARK:
        return _beside(setter, [*label, between(" " * max(_LABEL - width, 1))], text, measure)
    room = indent(measure, _HANGING)
    return _outdented(setter.prose([*label, between("  "), *text] if label else text, measure - room, room), room)


def _beside(setter: Setter, label: list[Span], text: list[Span], measure: int) -> Sheet:
    """Lay out a text beside its label."""
    room = indent(measure, _cells(label))
    if not room or not text:
        return setter.prose([*label, *text], measure)
    sheet = Sheet()
    sheet.put(setter.prose(text, measure - room), setter.runs(label), _blank(room))
    return sheet


def _outdented(sheet: Sheet, room: int) -> Sheet:
    """Return the sheet with all lines but the first indented."""
    made = Sheet()
    made.put(sheet, (), _blank(room))
    return made


def _blank(room: int) -> Runs:
    return (drawn(" " * room),)


def _cells(spans: list[Span]) -> int:
    return sum(cells(span.text) for span in spans)
