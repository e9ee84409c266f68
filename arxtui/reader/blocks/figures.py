"""Figures and other floats with their captions. Pictures are shown as frames with their descriptions, or as room in
which the screen draws them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.model.document import Float, Picture, Pictures, Style
from arxtui.reader.contents import is_captioned_above
from arxtui.reader.lines import Placed, Role, Run, Runs, drawn, width_of
from arxtui.reader.sheet import Sheet
from arxtui.reader.spacing import indent
from arxtui.reader.spans import between, dressed
from arxtui.text import cells

if TYPE_CHECKING:
    from arxtui.reader.setting import Setter

_MARGIN = 2
_NARROWEST_PICTURE = 24
_BETWEEN = 2
_LONGEST_NAME = 40
"""The maximum width, in cells, of a picture's file name. The name is shown if the author gave no description."""
_FRAME = 4
"""The width of a frame with its inner blanks, in cells."""


def captioned(setter: Setter, block: Float, measure: int) -> Sheet:
    """Lay out a float's content and its caption."""
    if is_captioned_above(block):
        sheet = _caption(setter, measure)
        sheet.put(setter.blocks(block.blocks, measure))
        return sheet
    sheet = setter.blocks(block.blocks, measure)
    sheet.put(_caption(setter, measure))
    return sheet


def _caption(setter: Setter, measure: int) -> Sheet:
    tag = dressed(setter.spans(), Role.LABEL, Style.BOLD)
    text = dressed(setter.spans(), Role.CAPTION)
    room = indent(measure, 2 * _MARGIN) // 2
    joint = [between("  ")] if tag and text else []
    return setter.prose([*tag, *joint, *text], measure - 2 * room).indent(room)


def pictures(setter: Setter, block: Pictures, measure: int) -> Sheet:
    """Lay out pictures side by side, as many in a row as fit."""
    columns = max(1, min(len(block.pictures), (measure + _BETWEEN) // (_NARROWEST_PICTURE + _BETWEEN)))
    width = (measure + _BETWEEN) // columns - _BETWEEN
    sheet = Sheet()
    for first in range(0, len(block.pictures), columns):
        sheet.put(_row(setter, block.pictures[first : first + columns], width))
    return sheet


def _row(setter: Setter, row: tuple[Picture, ...], width: int) -> Sheet:
    made = [_picture(setter, picture, width) for picture in row]
    height = max(len(lines) for lines, _ in made)
    sheet = Sheet()
    for place in range(height):
        runs: list[Run] = []
        for lines, _ in made:
            line = lines[place] if place < len(lines) else ()
            runs += line
            runs.append(drawn(" " * (width - width_of(line) + _BETWEEN)))
        sheet.lines.append(setter.line(runs[:-1]))
    for place, (picture, (lines, is_drawn)) in enumerate(zip(row, made, strict=True)):
        if is_drawn:
            x = place * (width + _BETWEEN)
            sheet.pictures.append(Placed(picture.address, picture.alt, 0, x, width, len(lines)))
    return sheet


def _picture(setter: Setter, picture: Picture, width: int) -> tuple[list[Runs], bool]:
    """Return the lines of a picture, and whether these lines are room in which the picture is drawn."""
    spans = setter.spans()
    height = setter.options.picture_height(picture, width) if setter.options.picture_height else 0
    if height > 0:
        return [(Run(" " * width, Role.PICTURE, picture.address),)] * height, True
    if not picture.alt:
        name = picture.address.rpartition("/")[2]
        named = [between(f" {name}", Role.DIM)] if name and cells(name) <= _LONGEST_NAME else []
        return [line.runs for line in setter.prose([*spans, *named], width).lines], False
    text = setter.prose(spans, max(width - _FRAME, 1)).lines
    inner = max(line.width for line in text)
    edge = "─" * (inner + 2)
    framed = [(drawn("│ "), *line.runs, drawn(f"{' ' * (inner - line.width)} │")) for line in text]
    return [(drawn(f"┌{edge}┐"),), *framed, (drawn(f"└{edge}┘"),)], False
