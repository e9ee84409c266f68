"""The layout of a formula's tree in two dimensions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from arxtui.light import pattern
from arxtui.text.math import tree
from arxtui.text.math.boxes import NOTHING, Box, align, beside, blank, centre, line, stack, touch
from arxtui.text.math.brackets import is_argument, needs_brackets, needs_brackets_as_base, would_merge
from arxtui.text.math.delimiters import Extent, delimiter, grow_brackets, is_growing
from arxtui.text.math.grids import grid_box
from arxtui.text.math.inline import as_subscript, as_superscript, simplify_accent, to_line
from arxtui.text.math.marks import SPREAD, joins, mark_each, mark_first
from arxtui.text.math.spacing import PlacedNode, bare, is_integral, place_nodes
from arxtui.text.tex.marks import STROKE, SUBSCRIPTS, is_word_script

_MAX_INLINE_WIDTH = 9
"""Most cells of a fraction within a fraction that is written with a slash."""
_STRETCHED = {"→": "─→", "←": "←─", "↔": "←─→", "⇒": "═⇒", "⇐": "⇐═", "↦": "├─→", "↪": "╰─→", "=": "═"}
_WIDE_MARKS = {
    "\u0302": "╱╲", "\u0303": "∼", "\u0306": "⌣", "\u030c": "╲╱", "\u0307": "·", "\u0308": "··", "\u0330": "∼",
    "\u0300": "`", "\u0301": "´", "\u030a": "∘", "\u20db": "···", "\u20dc": "····",
}  # fmt: skip
_UNDER = frozenset("\u0332\u0333\u0330")
_MAX_JOINED = 3
"""Most characters over which a line is made of a combining mark on each: over more, terminals draw separate marks."""
_LINES = {"\u0304": "▁", "\u0305": "▁", "\u033f": "═", "\u0332": "▔", "\u0333": "═"}


def build(node: tree.Node, style: tree.MathStyle = tree.DISPLAY) -> Box:
    """Lay out a part of a formula as a block."""
    return _BUILDERS[type(node)](node, style)


def row_boxes(items: Sequence[tree.Node], style: tree.MathStyle) -> list[tuple[PlacedNode, Box]]:
    """Lay out the parts of a row, with brackets as tall as their content. Blocks exclude the space before them."""
    parts = place_nodes(items, style, stacked=style is not tree.SCRIPT)
    scripts = [place for place, part in enumerate(parts) if type(part.node) is tree.Script]
    boxes = [build(part.node, style) for part in parts]
    if style is not tree.SCRIPT and scripts:
        for place in _lowered_places(parts, scripts):
            boxes[place] = _script(parts[place].node, style, is_lowered=True)
    _separate(parts, boxes)
    _raise_labels(parts, boxes, scripts)
    grow_brackets(parts, boxes, lambda node, extent: _tall(node, extent, style))
    return list(zip(parts, boxes, strict=True))


def _separate(parts: list[PlacedNode], boxes: list[Box]) -> None:
    """Add brackets or space where a part would seem to belong to its neighbour."""
    for place, (part, box) in enumerate(zip(parts, boxes, strict=True)):
        if place and not part.gap:
            before, shown = parts[place - 1].node, boxes[place - 1].lines
            if len(shown) == 1 and (type(before) is tree.Root or (type(before) is tree.Script and "_" in shown[0])):
                parts[place] = part._replace(gap=int(would_merge(shown[0], box.lines[box.baseline])))
            elif _are_scripts(before, part.node):
                parts[place] = part._replace(gap=int(touch(boxes[place - 1], box)))
        if type(part.node) is tree.Fraction and len(box.lines) == 1 and needs_brackets(parts, place):
            boxes[place] = line(f"({box.lines[0]})")
            parts[place] = part._replace(gap=0) if is_argument(parts, place) else part
        elif type(part.node) is tree.Grid and not part.node.left and _has_neighbours(parts, place):
            boxes[place] = centre(box)


def _are_scripts(left: tree.Node, right: tree.Node) -> bool:
    return type(left) is type(right) is tree.Script and right.limits


def _has_neighbours(parts: Sequence[PlacedNode], place: int) -> bool:
    return any(each.left is not tree.PUNCT for each in (*parts[:place], *parts[place + 1 :]))


def beside_each(parts: Sequence[tuple[PlacedNode, Box]]) -> Box:
    """Join the blocks of a row, including the space between them."""
    boxes: list[Box] = []
    for part, box in parts:
        if part.gap and (boxes or part.gap > 1):
            boxes.append(blank(part.gap))
        boxes.append(box)
    return beside(boxes) if boxes else NOTHING


def _row(row: tree.Row, style: tree.MathStyle) -> Box:
    return beside_each(row_boxes(row.items, style))


def _tall(node: tree.Node, extent: Extent, style: tree.MathStyle) -> Box:
    """Return a bracket as tall as what it encloses, with its scripts."""
    symbol = bare(node)
    grown = _grow(
        symbol.text if type(symbol) is tree.Symbol else "", extent.above, extent.below, forced=extent.has_grid
    )
    if type(node) is not tree.Script:
        return grown
    return _with_scripts(grown, node, is_nested=style is tree.SCRIPT)


def _grow(sign: str, above: int, below: int, *, forced: bool = False) -> Box:
    """Return a delimiter with ``above`` lines above and ``below`` lines below the baseline; a small one for a line with
    scripts, unless ``forced``."""
    if not is_growing(sign) or not (forced or (above and below) or above + below > 2):
        return line(sign)
    return delimiter(sign, above + below + 1, above)


def _symbol(symbol: tree.Symbol, style: tree.MathStyle) -> Box:
    return line(symbol.text)


def _space(space: tree.Space, style: tree.MathStyle) -> Box:
    return blank(space.cells)


def _classed(node: tree.Classed, style: tree.MathStyle) -> Box:
    return build(node.body, style)


def _script(node: Any, style: tree.MathStyle, *, is_lowered: bool = False) -> Box:
    base = build(node.base, style)
    symbol = bare(node.base)
    is_operator = type(symbol) is tree.Symbol and symbol.kind is tree.OP
    if node.limits and (style is tree.DISPLAY or not is_operator):
        return labelled_box(base, node)
    if needs_brackets_as_base(node):
        base = _fence("(", [base], ")", (), forced=False)
    return _with_scripts(base, node, is_nested=style is tree.SCRIPT, is_lowered=is_lowered)


def _small(node: tree.Node) -> Box:
    return build(node, tree.SCRIPT)


def labelled_box(base: Box, node: tree.Script) -> Box:
    """Place scripts below and above their base."""
    symbol = bare(node.base)
    above = _small(node.sup) if node.sup is not None else None
    below = _small(node.sub) if node.sub is not None else None
    if type(symbol) is tree.Symbol and symbol.limits and symbol.text in _STRETCHED:
        base = line(_stretch_arrow(symbol.text, max(box.width for box in (above, below) if box is not None) + 2))
    parts = [box for box in (above, base, below) if box is not None]
    return stack(parts, base.baseline + (len(above.lines) if above is not None else 0))


def _stretch_arrow(arrow: str, width: int) -> str:
    parts = _STRETCHED[arrow]
    repeated = "═" if "═" in parts else "─"
    return parts.replace(repeated, repeated * max(1, width - len(parts) + 1), 1)


def _fraction(node: tree.Fraction, style: tree.MathStyle) -> Box:
    in_line = line(to_line(node, max(style, tree.TEXT))) if not node.tall else None
    if in_line is not None and (
        style is tree.SCRIPT or ((node.small or style is tree.TEXT) and in_line.width <= _MAX_INLINE_WIDTH)
    ):
        return in_line
    above, below = build(node.above, tree.TEXT), build(node.below, tree.TEXT)
    nested = any(
        type(part) is tree.Fraction and len(box.lines) > 1 for part, box in ((node.above, above), (node.below, below))
    )
    return fraction_box(above, below, margin=int(nested))


def fraction_box(above: Box, below: Box, margin: int = 0) -> Box:
    """Join two blocks by a bar that is longer by ``margin`` on both sides."""
    width = max(above.width, below.width, 1) + 2 * margin
    return stack([above, line("─" * width), below], len(above.lines))


def _binomial(node: tree.Binomial, style: tree.MathStyle) -> Box:
    if style is tree.SCRIPT:
        return line(to_line(node, tree.TEXT))
    above, below = build(node.above, tree.TEXT), build(node.below, tree.TEXT)
    column = stack([above, blank(1), below], len(above.lines))
    return _fence(node.left, [column], node.right, (), forced=True)


def _root(node: tree.Root, style: tree.MathStyle) -> Box:
    radicand = build(node.radicand, style)
    if len(radicand.lines) == 1:
        return line(to_line(node, tree.TEXT))
    degree = "" if node.degree is None else to_line(node.degree, tree.SCRIPT)
    left = max(1, line(degree).width)
    lines = [" " * left + "┌" + "─" * radicand.width]
    for place, shown in enumerate(radicand.lines, 1 - len(radicand.lines)):
        sign = "╲" if place == 0 else degree if place == -1 else ""
        lines.append(" " * (left - line(sign).width) + sign + "│" + shown)
    return Box(tuple(lines), radicand.baseline + 1, left + 1 + radicand.width)


def _accent(node: tree.Accent, style: tree.MathStyle) -> Box:
    simple = simplify_accent(node)
    if simple is not node:
        return build(simple, style)
    base = build(node.base, style)
    if len(base.lines) == 1:
        alone = mark_first(base.lines[0], node.mark)
        if alone is not None:
            return line(alone)
        if joins(base.lines[0], node.mark) and (base.width <= _MAX_JOINED or node.mark not in _LINES):
            return line(mark_each(base.lines[0], SPREAD[node.mark]))
    if node.mark == STROKE:
        return beside([line("cancel"), _fence("(", [base], ")", (), forced=False)])
    mark = line(_mark(node.mark, base.width))
    if node.mark in _UNDER:
        return stack([base, mark], base.baseline)
    return stack([mark, base], base.baseline + 1)


def _mark(mark: str, width: int) -> str:
    if mark == "\u20d7":
        return "─" * (width - 1) + "→"
    if mark == "\u20d6":
        return "←" + "─" * (width - 1)
    if mark in _LINES:
        return _LINES[mark] * width
    return _WIDE_MARKS.get(mark, " ")


def _brace(node: tree.Brace, style: tree.MathStyle) -> Box:
    return brace_box(build(node.base, style), over=node.over)


def brace_box(base: Box, *, over: bool) -> Box:
    """Place a brace over or under a block."""
    first, middle, last, alone = "╭┴╮⏞" if over else "╰┬╯⏟"
    rest = base.width - 3
    sign = first + "─" * (rest // 2) + middle + "─" * (rest - rest // 2) + last if rest >= 0 else alone
    if over:
        return stack([line(sign), base], base.baseline + 1)
    return stack([base, line(sign)], base.baseline)


def _fenced(node: tree.Fenced, style: tree.MathStyle) -> Box:
    forced = any(type(part) is tree.Grid for part in node.parts)
    return _fence(node.left, [build(part, style) for part in node.parts], node.right, node.middles, forced=forced)


def _fence(left: str, parts: Sequence[Box], right: str, middles: Sequence[str], *, forced: bool) -> Box:
    above, below = max(box.baseline for box in parts), max(box.below for box in parts)
    opening, *separators, closing = [_grow(sign, above, below, forced=forced) for sign in (left, *middles, right)]
    boxes = [opening, parts[0]]
    for separator, part in zip(separators, parts[1:], strict=True):
        boxes += [blank(1), separator, blank(1), part]
    return beside([*boxes, closing])


def _grid(grid: tree.Grid, style: tree.MathStyle) -> Box:
    inner = (
        style
        if style is tree.SCRIPT or grid.form in (tree.GridForm.ALIGNED, tree.GridForm.STACK) or is_column(grid)
        else tree.TEXT
    )
    return grid_box(grid, lambda cell: build(cell, inner))


def is_column(grid: tree.Grid) -> bool:
    """Whether a grid is one column without brackets: lines, or rules of inference."""
    return not (grid.left or grid.right or grid.rules) and all(len(row) == 1 for row in grid.rows)


_BUILDERS: dict[type, Callable[[Any, tree.MathStyle], Box]] = {
    tree.Row: _row,
    tree.Symbol: _symbol,
    tree.Space: _space,
    tree.Classed: _classed,
    tree.Script: _script,
    tree.Fraction: _fraction,
    tree.Binomial: _binomial,
    tree.Root: _root,
    tree.Accent: _accent,
    tree.Brace: _brace,
    tree.Fenced: _fenced,
    tree.Grid: _grid,
}


def _lowered_places(parts: Sequence[PlacedNode], scripts: Sequence[int]) -> list[int]:
    """Return those of the ``scripts`` of a row whose index is on a line of its own although it has a subscript
    character, because the same letter or integral has another index without one: ``T_{\\alpha}T_{\\beta}``."""
    indexed = [(place, *found) for place in scripts if (found := _indexed(parts[place].node)) is not None]
    bases = {base for _, base, index in indexed if index not in SUBSCRIPTS} if len(indexed) > 1 else ()
    return [place for place, base, _ in indexed if base in bases and not _meets_next(parts, place)]


def _indexed(node: tree.Node) -> tuple[str, str] | None:
    """Return a letter or integral and its index, if that is a letter; None for any other part."""
    if (
        type(node) is not tree.Script
        or node.limits
        or type(node.base) is not tree.Symbol
        or type(node.sub) is not tree.Symbol
    ):
        return None
    base, index = node.base.text, node.sub.text
    return (base, index) if len(index) == 1 and index.isalpha() and (base.isalpha() or is_integral(node.base)) else None


def _meets_next(parts: Sequence[PlacedNode], place: int) -> bool:
    """Whether the scripts of a part would meet those of the next: ``(x_{i})_{i\\in I}``."""
    after = parts[place + 1 : place + 2]
    return bool(after) and not after[0].gap and type(after[0].node) is tree.Script


def _with_scripts(base: Box, node: tree.Script, *, is_nested: bool, is_lowered: bool = False) -> Box:
    """Place scripts to the right of the base: as superscript or subscript characters if possible, else on separate
    lines.

    A script that ``is_nested`` is in another script, one that ``is_lowered`` has its index on a line of its own. The
    scripts of a tall base are level with its first and last line. A base with lines on one side only has scripts
    itself: those beside them need no smaller characters.
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
        index = _small(node.sub)
        if len(index.lines) == 1 and (index.width == 1 or is_word_script(index.lines[0])):
            return beside([base, line("_"), index])
    if is_integral(node.base) and node.sub is not None and node.sup is not None:
        low = high = None
    upper = line(high) if high is not None else _small(node.sup or tree.EMPTY)
    lower = line(low) if low is not None else _small(node.sub or tree.EMPTY)
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


def _raise_labels(parts: Sequence[PlacedNode], boxes: list[Box], scripts: Iterable[int]) -> None:
    """Write the label of a relation beside it, where over it the label would be read as part of a neighbour's script or
    numerator. ``scripts`` are the places that can have labels."""
    for place in scripts:
        part, box = parts[place], boxes[place]
        node = part.node
        if (
            part.left is not tree.AtomKind.REL
            or type(node) is not tree.Script
            or not node.limits
            or node.sub is not None
        ):
            continue
        sign, label = box.lines[box.baseline].strip(), as_superscript(node.sup or tree.EMPTY)
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
