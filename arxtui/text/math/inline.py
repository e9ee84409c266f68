"""The conversion of a formula's tree to one line of Unicode."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Any

from arxtui.text.math import brackets, tree
from arxtui.text.math.grids import grid_line
from arxtui.text.math.marks import DOUBLED, NAMED, mark_all
from arxtui.text.math.spacing import PlacedNode, place_nodes
from arxtui.text.tex.marks import as_script, is_word_script, raised_stars
from arxtui.text.tex.uncertainties import SCALING, uncertainty

_ROOT_SIGNS = {"3": "∛", "4": "∜"}
_PRIMES = frozenset("′″‴⁗")
_OPEN_ENDED = frozenset([tree.Script, tree.Root, tree.Fraction])


def to_line(node: tree.Node, style: tree.MathStyle) -> str:
    """Convert a formula to one line; in a script, without blanks around relations and operators."""
    return _WRITERS[type(node)](node, style)


def as_superscript(node: tree.Node) -> str | None:
    """Return a superscript in superscript characters. Returns None if that is not possible, and for stars alone."""
    shown = _superscript(to_line(node, tree.SCRIPT))
    return None if shown and not shown.strip("*") else shown


def as_subscript(node: tree.Node) -> str | None:
    """Return a subscript in subscript characters. Returns None if one character has no such form."""
    return as_script("_", to_line(node, tree.SCRIPT))


def simplify_accent(accent: tree.Accent) -> tree.Node:
    """Simplify a mark: over a letter with indices or primes, move it to the letter; join two lines to a double line.

    A mark over a power is not moved: the mean of squares is not the square of the mean.
    """
    base = accent.base
    if base == tree.EMPTY:
        raise tree.UnreadableError("an accent on nothing")
    if (
        type(base) is tree.Script
        and type(base.base) is tree.Symbol
        and len(base.base.text) == 1
        and _is_no_power(base.sup)
    ):
        return base._replace(base=tree.Accent(base.base, accent.mark))
    if type(base) is tree.Accent and base.mark == accent.mark and accent.mark in DOUBLED:
        return tree.Accent(base.base, DOUBLED[accent.mark])
    return accent


def _is_no_power(script: tree.Node | None) -> bool:
    return script is None or (is_flat(script) and _PRIMES.issuperset(to_line(script, tree.SCRIPT)))


def _superscript(shown: str) -> str | None:
    return "°" if shown == "∘" else None if NAMED.search(shown) else as_script("^", shown)


def _row(row: tree.Row, style: tree.MathStyle) -> str:
    parts = place_nodes(row.items, style)
    out = ""
    for place, (gap, node, _, _) in enumerate(parts):
        if type(node) is tree.Symbol:
            text = node.text
        else:
            gap, text = _in_row(parts, place, out, style)
        if not gap and place and type(parts[place - 1].node) in _OPEN_ENDED:
            out = brackets.close_script(out, parts, place, text)
            if not _is_bare_script(node):
                is_measured = text[:1].isalpha() and _measured(parts, place - 1)[-1:] == ")"
                gap = int(is_measured or brackets.would_merge(out[-8:], text))
        out += " " * gap + text if out or gap > 1 else text
    return out


def _in_row(parts: list[PlacedNode], place: int, before: str, style: tree.MathStyle) -> tuple[int, str]:
    """Return the space before a part of a row, and its text, with the brackets that it needs there."""
    gap, node, _, _ = parts[place]
    kind = type(node)
    text = (_measured(parts, place) if kind is tree.Script else "") or to_line(node, style)
    if kind is tree.Fraction and brackets.needs_brackets(parts, place):
        return (0 if brackets.is_argument(parts, place) else gap), f"({text})"
    if kind is tree.Root and brackets.is_factorial(parts, place + 1):
        return gap, f"({text})"
    if kind is tree.Fraction:
        return gap, brackets.mixed_fraction(parts, place) or text
    if kind is tree.Grid:
        return gap, brackets.grid_in_row(parts, place, text)
    if kind is tree.Accent and before[-1:].isalnum() and NAMED.match(text):
        return gap or 1, text
    return gap, text


def _measured(parts: list[PlacedNode], place: int) -> str:
    """Return a number with its uncertainty; "" for any other part. One without brackets has no factor after it."""
    node, following = parts[place].node, parts[place + 1].node if place + 1 < len(parts) else tree.EMPTY
    if type(node) is not tree.Script or type(node.base) is not tree.Symbol or not node.base.text[:1].isdecimal():
        return ""
    if not (is_flat(node.sub) and is_flat(node.sup)):
        return ""
    sub, sup = (to_line(script or tree.EMPTY, tree.SCRIPT) for script in (node.sub, node.sup))
    error = uncertainty(node.base.text, sub, sup) or ""
    if error[:1] == "+":
        return f"{node.base.text} ({error})"
    is_scaled = type(following) is tree.Symbol and following.text in SCALING
    return "" if is_scaled or not error else node.base.text + error


def is_flat(node: tree.Node | None) -> bool:
    """Whether a part has symbols alone. Only such parts may be converted twice: others double with every level."""
    return (
        node is None
        or type(node) in (tree.Symbol, tree.Space)
        or (type(node) is tree.Row and all(map(is_flat, node.items)))
    )


def _is_bare_script(node: tree.Node) -> bool:
    return type(node) is tree.Script and node.base == tree.EMPTY


def _symbol(symbol: tree.Symbol, style: tree.MathStyle) -> str:
    return symbol.text


def _space(space: tree.Space, style: tree.MathStyle) -> str:
    return ""


def _classed(node: tree.Classed, style: tree.MathStyle) -> str:
    return to_line(node.body, style)


def _script(node: tree.Script, style: tree.MathStyle) -> str:
    base = to_line(node.base, style)
    if type(node.base) is tree.Classed and type(node.base.body) is tree.Brace:
        scripts = [(sign, script) for sign, script in (("_", node.sub), ("^", node.sup)) if script is not None]
        return base + "".join(f"{sign}{_grouped(to_line(script, tree.SCRIPT))}" for sign, script in scripts)
    if node.limits and brackets.is_letters(node.base):
        raise tree.UnreadableError("something over or under a letter")
    if brackets.needs_brackets_as_base(node):
        base = f"({base})"
    sub, sup = (to_line(script or tree.EMPTY, tree.SCRIPT) for script in (node.sub, node.sup))
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


def _fraction(node: tree.Fraction, style: tree.MathStyle) -> str:
    above, below = to_line(node.above, style), to_line(node.below, style)
    return f"{brackets.numerator(node.above, above)}/{brackets.denominator(node.below, below)}"


def _binomial(node: tree.Binomial, style: tree.MathStyle) -> str:
    above, below = to_line(node.above, tree.SCRIPT), to_line(node.below, tree.SCRIPT)
    if node.left == "(":
        return f"C({above},{below})"
    return f"{node.left}{above}; {below}{node.right}"


def _root(node: tree.Root, style: tree.MathStyle) -> str:
    base = brackets.radicand(node.radicand, to_line(node.radicand, style))
    if node.degree is None:
        return "√" + base
    degree = to_line(node.degree, tree.SCRIPT)
    sign = _ROOT_SIGNS.get(degree)
    return sign + base if sign else f"{base}^(1/{brackets.radicand(node.degree, degree)})"


def _accent(node: tree.Accent, style: tree.MathStyle) -> str:
    simple = simplify_accent(node)
    if simple is not node:
        return to_line(simple, style)
    return mark_all(to_line(node.base, style), node.mark)


def _brace(node: tree.Brace, style: tree.MathStyle) -> str:
    return f"{brackets.in_brackets(to_line(node.base, style))}{'⏞' if node.over else '⏟'}"


def _fenced(node: tree.Fenced, style: tree.MathStyle) -> str:
    shown = [to_line(part, style).strip() for part in node.parts]
    out = node.left + shown[0]
    for middle, part in zip(node.middles, shown[1:], strict=True):
        out += middle + part if style is tree.SCRIPT else f" {middle} {part}"
    return out + node.right


def _grid(grid: tree.Grid, style: tree.MathStyle) -> str:
    return grid_line(grid, style, to_line)


_WRITERS: dict[type, Callable[[Any, tree.MathStyle], str]] = {
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
