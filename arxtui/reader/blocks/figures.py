"""Figures and other floats with their captions. Pictures are shown as frames with their descriptions, or as room in
which the screen draws them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.model.document import DRAWING, Float, Picture, Pictures, Style
from arxtui.reader.canvas import Canvas, indent
from arxtui.reader.contents import is_captioned_above
from arxtui.reader.lines import Placed, Role, Run, Runs, decoration, width_of
from arxtui.reader.spans import PICTURE_SIGN, spacer, with_role

if TYPE_CHECKING:
    from arxtui.reader.typesetter import Typesetter

_MARGIN = 2
_NARROWEST_PICTURE = 24
_BETWEEN = 2
_LONGEST_NAME = 40
"""The most characters of a picture's file name; a longer one, or one wider than the column, is cut in the middle. The
name is shown if the author gave no description."""
_SHORTEST_NAME = 8
_FRAME = 4
"""The width of a frame with its inner blanks, in cells."""


def float_block(typesetter: Typesetter, block: Float, measure: int) -> Canvas:
    """Lay out a float's content and its caption."""
    if is_captioned_above(block):
        canvas = _caption(typesetter, measure)
        canvas.put(typesetter.blocks(block.blocks, measure))
        return canvas
    canvas = typesetter.blocks(block.blocks, measure)
    canvas.put(_caption(typesetter, measure))
    return canvas


def _caption(typesetter: Typesetter, measure: int) -> Canvas:
    tag = with_role(typesetter.spans(), Role.LABEL, Style.BOLD)
    text = with_role(typesetter.spans(), Role.CAPTION)
    room = indent(measure, 2 * _MARGIN) // 2
    joint = [spacer("  ")] if tag and text else []
    return typesetter.prose([*tag, *joint, *text], measure - 2 * room).indent(room)


def pictures(typesetter: Typesetter, block: Pictures, measure: int) -> Canvas:
    """Lay out pictures side by side, as many in a row as fit."""
    columns = max(1, min(len(block.pictures), (measure + _BETWEEN) // (_NARROWEST_PICTURE + _BETWEEN)))
    width = (measure + _BETWEEN) // columns - _BETWEEN
    canvas = Canvas()
    for first in range(0, len(block.pictures), columns):
        canvas.put(_row(typesetter, block.pictures[first : first + columns], width))
    return canvas


def _row(typesetter: Typesetter, row: tuple[Picture, ...], width: int) -> Canvas:
    laid_out = [_picture(typesetter, picture, width) for picture in row]
    height = max(len(lines) for lines, _ in laid_out)
    canvas = Canvas()
    for index in range(height):
        runs: list[Run] = []
        for lines, _ in laid_out:
            line = lines[index] if index < len(lines) else ()
            runs += line
            runs.append(decoration(" " * (width - width_of(line) + _BETWEEN)))
        canvas.lines.append(typesetter.line(runs[:-1]))
    for index, (picture, (lines, is_drawn)) in enumerate(zip(row, laid_out, strict=True)):
        if is_drawn:
            x = index * (width + _BETWEEN)
            canvas.pictures.append(Placed(picture.address, picture.alt, 0, x, width, len(lines)))
    return canvas


def _picture(typesetter: Typesetter, picture: Picture, width: int) -> tuple[list[Runs], bool]:
    """Return the lines of a picture, and whether these lines are room in which the picture is drawn."""
    spans = typesetter.spans()
    height = typesetter.options.picture_height(picture, width) if typesetter.options.picture_height else 0
    if height > 0:
        return [(Run(" " * width, Role.PICTURE, picture.address),)] * height, True
    if not picture.alt:
        name = DRAWING if picture.is_drawing else picture.address.rpartition("/")[2]
        longest = min(_LONGEST_NAME, max(width - len(f"{PICTURE_SIGN} "), _SHORTEST_NAME))
        if len(name) > longest:
            name = f"{name[: longest // 2]}…{name[longest // 2 + 1 - longest :]}"
        named = [spacer(f" {name}", Role.DIM)] if name else []
        return [line.runs for line in typesetter.prose([*spans, *named], width).lines], False
    text = typesetter.prose(spans, max(width - _FRAME, 1)).lines
    inner = max(line.width for line in text)
    edge = "─" * (inner + 2)
    framed = [(decoration("│ "), *line.runs, decoration(f"{' ' * (inner - line.width)} │")) for line in text]
    return [(decoration(f"┌{edge}┐"),), *framed, (decoration(f"└{edge}┘"),)], False
