"""Scripts to the right of their base, in superscript and subscript characters or on lines of their own, and labels over
relations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from arxtui.patterns import pattern
from arxtui.text.math.boxes import Box, align, beside, line
from arxtui.text.math.inline import as_subscript, as_superscript
from arxtui.text.math.spacing import PlacedNode, is_integral
from arxtui.text.math.tree import EMPTY, AtomKind, Node, Script, Symbol
from arxtui.text.tex.marks import SUBSCRIPTS, is_word_script


def lowered_places(parts: Sequence[PlacedNode], scripts: Sequence[int]) -> list[int]:
    """Return those of the ``scripts`` of a row whose index is on a line of its own although it has a subscript
    character, because the same letter or integral has another index without one: ``T_{\\alpha}T_{\\beta}``."""
    indexed = [(place, *found) for place in scripts if (found := _indexed(parts[place].node)) is not None]
    bases = {base for _, base, index in indexed if index not in SUBSCRIPTS} if len(indexed) > 1 else ()
    return [place for place, base, _ in indexed if base in bases and not _meets_next(parts, place)]


def _indexed(node: Node) -> tuple[str, str] | None:
    """Return a letter or integral and its index, if that is a letter; None for any other part."""
    if type(node) is not Script or node.limits or type(node.base) is not Symbol or type(node.sub) is not Symbol:
        return None
    base, index = node.base.text, node.sub.text
    return (base, index) if len(index) == 1 and index.isalpha() and (base.isalpha() or is_integral(node.base)) else None


def _meets_next(parts: Sequence[PlacedNode], place: int) -> bool:
    """Whether the scripts of a part would meet those of the next: ``(x_{i})_{i\\in I}``."""
    after = parts[place + 1 : place + 2]
    return bool(after) and not after[0].gap and type(after[0].node) is Script


def with_scripts(
    base: Box, node: Script, build: Callable[[Node], Box], *, is_nested: bool, is_lowered: bool = False
) -> Box:
    """Place scripts to the right of the base: as superscript or subscript characters if possible, else on separate
    lines.

    ``build`` lays out a script. One that ``is_nested`` is in another script, one that ``is_lowered`` has its index on a
    line of its own. The scripts of a tall base are level with its first and last line. A base with lines on one side
    only has scripts itself: those beside them need no smaller characters.
    """
    low = as_subscript(node.sub) if node.sub is not None else ""
    high = as_superscript(node.sup) if node.sup is not None else ""
    if is_lowered or (not base.baseline and base.lines[-1].endswith(" ")):
        low = low and None
    if not base.below and base.lines[0].endswith(" "):
        high = high and None
    if len(base.lines) == 1 and low is not None and high is not None:
        return beside([base, line(low + high)])
    if is_nested and len(base.lines) == 1 and node.sub is not None and node.sup is None and low is None:
        index = build(node.sub)
        if len(index.lines) == 1 and (index.width == 1 or is_word_script(index.lines[0])):
            return beside([base, line("_"), index])
    if is_integral(node.base) and node.sub is not None and node.sup is not None:
        low = high = None
    upper = line(high) if high is not None else build(node.sup or EMPTY)
    lower = line(low) if low is not None else build(node.sub or EMPTY)
    last_upper = -base.baseline if base.baseline or high is not None else -1
    first_lower = base.below if base.below or low is not None else 1
    width = max(upper.width, lower.width)
    rows = {
        last_upper - len(upper.lines) + 1 + place: shown for place, shown in enumerate(align(upper, width, "l").lines)
    }
    for place, shown in enumerate(align(lower, width, "l").lines, first_lower):
        rows[place] = shown if lower.width else rows.get(place, shown)
    first, last = min(0, *rows), max(0, *rows)
    column = [rows.get(place, " " * width) for place in range(first, last + 1)]
    return beside([base, Box(tuple(column), -first, width)])


_NEAR = 3
"""The number of cells beside a label that are blank if nobody could read it as part of a neighbour."""
_TALL = pattern("[⎛⎜⎝⎞⎟⎠⎡⎢⎣⎤⎥⎦⎧⎨⎪⎩⎫⎬⎭│║┌╲]")


def raise_labels(parts: Sequence[PlacedNode], boxes: list[Box], scripts: Iterable[int]) -> None:
    """Write the label of a relation beside it, where over it the label would be read as part of a neighbour's script or
    numerator. ``scripts`` are the places that can have labels."""
    for place in scripts:
        part, box = parts[place], boxes[place]
        node = part.node
        if part.left is not AtomKind.REL or type(node) is not Script or not node.limits or node.sub is not None:
            continue
        sign, label = box.lines[box.baseline].strip(), as_superscript(node.sup or EMPTY)
        if label and box.baseline and len(sign) == 1:
            near = range(max(place - _NEAR, 0), min(place + 1 + _NEAR, len(parts)))
            signs = {each: _at_level(parts[each], boxes[each], -box.baseline) for each in near}
            before = "".join([signs[each] for each in near if each < place]) + " " * part.gap
            after = "".join([signs[each] for each in near if each > place])
            if _TALL.split(before[-_NEAR:])[-1].strip() or _TALL.split(after[:_NEAR])[0].strip():
                boxes[place] = line(sign + label)


def _at_level(part: PlacedNode, box: Box, level: int) -> str:
    """Return the space before a block, and its line that is ``level`` lines below its baseline."""
    place = box.baseline + level
    return " " * part.gap + (box.lines[place] if 0 <= place < len(box.lines) else " " * box.width)
