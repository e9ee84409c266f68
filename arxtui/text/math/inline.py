"""The conversion of a formula's tree to one line of Unicode."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Any

from arxtui.text.math.brackets import (
    close_script,
    denominator,
    grid_in_row,
    in_brackets,
    is_argument,
    is_factorial,
    is_letters,
    mixed_fraction,
    needs_brackets,
    needs_brackets_as_base,
    numerator,
    radicand,
    would_merge,
)
from arxtui.text.math.grids import grid_line
from arxtui.text.math.marks import DOUBLED, NAMED, mark_all
from arxtui.text.math.spacing import PlacedNode, place_nodes
from arxtui.text.math.tree import (
    EMPTY,
    SCRIPT,
    Accent,
    Binomial,
    Brace,
    Classed,
    Fenced,
    Fraction,
    Grid,
    MathStyle,
    Node,
    Root,
    Row,
    Script,
    Space,
    Symbol,
    UnreadableError,
)
from arxtui.text.tex.marks import as_script, is_word_script, raised_stars
from arxtui.text.tex.uncertainties import SCALING, uncertainty

_ROOT_SIGNS = {"3": "∛", "4": "∜"}
_PRIMES = frozenset("′″‴⁗")
_OPEN_ENDED = frozenset([Script, Root, Fraction])


def to_line(node: Node, style: MathStyle) -> str:
    """Convert a formula to one line; in a script, without blanks around relations and operators."""
    return _WRITERS[type(node)](node, style)


def as_superscript(node: Node) -> str | None:
    """Return a superscript in superscript characters. Returns None if that is not possible, and for stars alone."""
    shown = _superscript(to_line(node, SCRIPT))
    return None if shown and not shown.strip("*") else shown


def as_subscript(node: Node) -> str | None:
    """Return a subscript in subscript characters. Returns None if one character has no such form."""
    return as_script("_", to_line(node, SCRIPT))


def simplify_accent(accent: Accent) -> Node:
    """Simplify a mark: over a letter with indices or primes, move it to the letter; join two lines to a double line.

    A mark over a power is not moved: the mean of squares is not the square of the mean.
    """
    base = accent.base
    if base == EMPTY:
        raise UnreadableError("an accent on nothing")
    if type(base) is Script and type(base.base) is Symbol and len(base.base.text) == 1 and _is_no_power(base.sup):
        return base._replace(base=Accent(base.base, accent.mark))
    if type(base) is Accent and base.mark == accent.mark and accent.mark in DOUBLED:
        return Accent(base.base, DOUBLED[accent.mark])
    return accent


def _is_no_power(script: Node | None) -> bool:
    return script is None or (is_flat(script) and _PRIMES.issuperset(to_line(script, SCRIPT)))


def _superscript(shown: str) -> str | None:
    return "°" if shown == "∘" else None if NAMED.search(shown) else as_script("^", shown)


def _row(row: Row, style: MathStyle) -> str:
    parts = place_nodes(row.items, style)
    out = ""
    for place, (gap, node, _, _) in enumerate(parts):
        if type(node) is Symbol:
            text = node.text
        else:
            gap, text = _in_row(parts, place, out, style)
        if not gap and place and type(parts[place - 1].node) in _OPEN_ENDED:
            out = close_script(out, parts, place, text)
            if not _is_bare_script(node):
                is_measured = text[:1].isalpha() and _measured(parts, place - 1)[-1:] == ")"
                gap = int(is_measured or would_merge(out[-8:], text))
        out += " " * gap + text if out or gap > 1 else text
    return out


def _in_row(parts: list[PlacedNode], place: int, before: str, style: MathStyle) -> tuple[int, str]:
    """Return the space before a part of a row, and its text, with the brackets that it needs there."""
    gap, node, _, _ = parts[place]
    kind = type(node)
    text = (_measured(parts, place) if kind is Script else "") or to_line(node, style)
    if kind is Fraction and needs_brackets(parts, place):
        return (0 if is_argument(parts, place) else gap), f"({text})"
    if kind is Root and is_factorial(parts, place + 1):
        return gap, f"({text})"
    if kind is Fraction:
        return gap, mixed_fraction(parts, place) or text
    if kind is Grid:
        return gap, grid_in_row(parts, place, text)
    if kind is Accent and before[-1:].isalnum() and NAMED.match(text):
        return gap or 1, text
    return gap, text


def _measured(parts: list[PlacedNode], place: int) -> str:
    """Return a number with its uncertainty; "" for any other part. One without brackets has no factor after it."""
    node, following = parts[place].node, parts[place + 1].node if place + 1 < len(parts) else EMPTY
    if type(node) is not Script or type(node.base) is not Symbol or not node.base.text[:1].isdecimal():
        return ""
    if not (is_flat(node.sub) and is_flat(node.sup)):
        return ""
    sub, sup = (to_line(script or EMPTY, SCRIPT) for script in (node.sub, node.sup))
    error = uncertainty(node.base.text, sub, sup) or ""
    if error[:1] == "+":
        return f"{node.base.text} ({error})"
    is_scaled = type(following) is Symbol and following.text in SCALING
    return "" if is_scaled or not error else node.base.text + error


def is_flat(node: Node | None) -> bool:
    """Whether a part has symbols alone. Only such parts may be converted twice: others double with every level."""
    return node is None or type(node) in (Symbol, Space) or (type(node) is Row and all(map(is_flat, node.items)))


def _is_bare_script(node: Node) -> bool:
    return type(node) is Script and node.base == EMPTY


def _symbol(symbol: Symbol, style: MathStyle) -> str:
    return symbol.text


def _space(space: Space, style: MathStyle) -> str:
    return ""


def _classed(node: Classed, style: MathStyle) -> str:
    return to_line(node.body, style)


def _script(node: Script, style: MathStyle) -> str:
    base = to_line(node.base, style)
    if type(node.base) is Classed and type(node.base.body) is Brace:
        scripts = [(sign, script) for sign, script in (("_", node.sub), ("^", node.sup)) if script is not None]
        return base + "".join(f"{sign}{_grouped(to_line(script, SCRIPT))}" for sign, script in scripts)
    if node.limits and is_letters(node.base):
        raise UnreadableError("something over or under a letter")
    if needs_brackets_as_base(node):
        base = f"({base})"
    sub, sup = (to_line(script or EMPTY, SCRIPT) for script in (node.sub, node.sup))
    if sup:
        sup = _superscript(sup) or f"^{_grouped(sup)}"
        if base[-1:].isdecimal() and not sup.strip("*"):
            sup = raised_stars(sup)
    if sub:
        is_bare = is_word_script(sub) and not (sup[:1].isalnum() or sup[:1] == "^")
        sub = as_script("_", sub) or f"_{sub if is_bare else _grouped(sub)}"
    return base + sub + sup


def _grouped(shown: str) -> str:
    """Return a script without a superscript or subscript form: in brackets, unless it is one character."""
    if len(shown) == 1 or all(map(unicodedata.combining, shown[1:])):
        return shown
    return f"({shown})"


def _fraction(node: Fraction, style: MathStyle) -> str:
    above, below = to_line(node.above, style), to_line(node.below, style)
    return f"{numerator(node.above, above)}/{denominator(node.below, below)}"


def _binomial(node: Binomial, style: MathStyle) -> str:
    above, below = to_line(node.above, SCRIPT), to_line(node.below, SCRIPT)
    if node.left == "(":
        return f"C({above},{below})"
    return f"{node.left}{above}; {below}{node.right}"


def _root(node: Root, style: MathStyle) -> str:
    base = radicand(node.radicand, to_line(node.radicand, style))
    if node.degree is None:
        return "√" + base
    degree = to_line(node.degree, SCRIPT)
    sign = _ROOT_SIGNS.get(degree)
    return sign + base if sign else f"{base}^(1/{radicand(node.degree, degree)})"


def _accent(node: Accent, style: MathStyle) -> str:
    simple = simplify_accent(node)
    if simple is not node:
        return to_line(simple, style)
    return mark_all(to_line(node.base, style), node.mark)


def _brace(node: Brace, style: MathStyle) -> str:
    return f"{in_brackets(to_line(node.base, style))}{'⏞' if node.over else '⏟'}"


def _fenced(node: Fenced, style: MathStyle) -> str:
    shown = [to_line(part, style).strip() for part in node.parts]
    out = node.left + shown[0]
    for middle, part in zip(node.middles, shown[1:], strict=True):
        out += middle + part if style is SCRIPT else f" {middle} {part}"
    return out + node.right


def _grid(grid: Grid, style: MathStyle) -> str:
    return grid_line(grid, style, to_line)


_WRITERS: dict[type, Callable[[Any, MathStyle], str]] = {
    Row: _row,
    Symbol: _symbol,
    Space: _space,
    Classed: _classed,
    Script: _script,
    Fraction: _fraction,
    Binomial: _binomial,
    Root: _root,
    Accent: _accent,
    Brace: _brace,
    Fenced: _fenced,
    Grid: _grid,
}
