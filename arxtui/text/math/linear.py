"""A formula's tree as one line of Unicode."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Any

from arxtui.patterns import pattern
from arxtui.text.math.spacing import Placed, placed
from arxtui.text.math.tree import (
    EMPTY,
    Accent,
    Binomial,
    Brace,
    Classed,
    Fenced,
    Form,
    Fraction,
    Grid,
    Kind,
    Node,
    Root,
    Row,
    Script,
    Space,
    Symbol,
)
from arxtui.text.tex.marks import COMBINING, SCRIPT_FORMS, SUBSCRIPTS, SUPERSCRIPTS, accented, all_in
from arxtui.text.tex.spacing import is_divisor, is_product, is_single

SPREAD = {
    "\u0304": "\u0305",
    "\u0305": "\u0305",
    "\u0332": "\u0332",
    "\u0338": "\u0338",
    "\u0333": "\u0333",
    "\u033f": "\u033f",
}
"""Marks that join up when every character carries one; over several characters a short bar becomes a long one."""

_NAMED = {
    "\u0302": "hat", "\u0303": "tilde", "\u0306": "breve", "\u030c": "check", "\u20d7": "vec", "\u20d6": "vec",
    "\u0307": "dot", "\u0308": "ddot", "\u0330": "tilde", "\u0300": "grave", "\u0301": "acute", "\u030a": "ring",
    "\u20db": "dddot", "\u20dc": "ddddot",
}  # fmt: skip
_DOUBLED = {"\u0332": "\u0333", "\u0305": "\u033f", "\u0304": "\u033f"}
_ROOT_SIGNS = {"3": "∛", "4": "∜"}
_ENDS_OPEN = pattern(rf"[_^√∛∜][\w{COMBINING}]+$")
_ONE_ACCENTED = pattern(rf"[{COMBINING}]*[{SCRIPT_FORMS}]*")
_BEFORE = frozenset([Kind.ORD, Kind.CLOSE, Kind.OP])
_AFTER = frozenset([Kind.ORD, Kind.OPEN, Kind.OP])
_PUNCTUATION = ".,;:"
_SUFFIX = frozenset("!?")


def flat(node: Node, *, script: bool = False) -> str:
    """The formula in one line; in a ``script``, without room around relations and operators."""
    return _WRITERS[type(node)](node, script)


def raised(node: Node) -> str | None:
    """The superscript in raised characters; None where one of them has no such form."""
    shown = flat(node, script=True)
    if shown == "∘":
        return "°"
    found = all_in(SUPERSCRIPTS, shown)
    return found.replace("′′′", "‴").replace("′′", "″") if found else found


def lowered(node: Node) -> str | None:
    """The subscript in lowered characters; None where one of them has no such form."""
    return all_in(SUBSCRIPTS, flat(node, script=True))


def spread(text: str, mark: str) -> str:
    """Every character of ``text`` with the combining ``mark``."""
    return "".join(character if unicodedata.combining(character) else character + mark for character in text)


def accented_alone(text: str, mark: str) -> str | None:
    """``text`` with the mark over its first character, where all that follows are scripts and marks."""
    if not text or not _ONE_ACCENTED.fullmatch(text[1:]):
        return None
    end = 1
    while end < len(text) and unicodedata.combining(text[end]):
        end += 1
    return accented(text[:end], "\u0304" if mark == "\u0305" else mark) + text[end:]


def _row(row: Row, script: bool) -> str:
    parts = placed(row.items, script=script)
    out = ""
    for place, part in enumerate(parts):
        piece = flat(part.node, script=script)
        if needs_brackets(parts, place):
            piece = f"({piece})"
        gap = part.gap
        if piece[:1] == "(" and gap == 1 and type(part.node) is Fraction and parts[place - 1].right is Kind.OP:
            gap = 0
        if not gap and piece[:1].isalnum() and out and _ENDS_OPEN.search(out[-8:]) and _is_open(parts[place - 1].node):
            gap = 1
        out += " " * gap + piece if out or gap > 1 else piece
    return out


def _is_open(node: Node) -> bool:
    return type(node) in (Script, Root, Fraction)


def needs_brackets(parts: list[Placed], place: int) -> bool:
    """Whether ``a/b``, or cases, stand beside what would be taken into them."""
    node = parts[place].node
    after = parts[place + 1] if place + 1 < len(parts) else None
    if type(node) is not Fraction:
        return False
    before = parts[place - 1] if place else None
    if before is not None and parts[place].gap < 2:
        large = before.right is Kind.OP and not _is_name(before.node)
        beside = before.right in _BEFORE or type(before.node) is Fraction
        if beside and not large and not _is_text(before.node):
            return True
    if after is None or after.gap > 1 or _is_text(after.node):
        return False
    text = after.node.text if type(after.node) is Symbol else ""
    return text in _SUFFIX or (text != "." and (after.left in _AFTER or type(after.node) is Fraction))


def _is_name(node: Node) -> bool:
    while type(node) is Script:
        node = node.base
    return type(node) is not Symbol or node.text[:1].isalpha()


def _is_text(node: Node) -> bool:
    return type(node) is Symbol and node.kind is Kind.ORD and len(node.text) > 1 and node.text[0].isalpha()


def _symbol(symbol: Symbol, script: bool) -> str:
    return symbol.text


def _space(space: Space, script: bool) -> str:
    return ""


def _classed(node: Classed, script: bool) -> str:
    return flat(node.body, script=script)


def _script(node: Script, script: bool) -> str:
    if type(node.base) is Classed and type(node.base.body) is Brace:
        label = flat(node.sub or node.sup or EMPTY, script=True)
        return f"{flat(node.base, script=script)}({label})"
    base = flat(node.base, script=script)
    if needs_brackets_as_base(node):
        base = f"({base})"
    sub = _scripted(node.sub, "_") if node.sub is not None else ""
    sup = _scripted(node.sup, "^") if node.sup is not None else ""
    return base + sub + sup


def needs_brackets_as_base(node: Script) -> bool:
    base = node.base
    if type(base) in (Fraction, Root):
        return True
    if type(base) is Script:
        return (base.sup is not None and node.sup is not None) or (base.sub is not None and node.sub is not None)
    return type(base) is Grid and base.form is not Form.MATRIX


def _scripted(argument: Node, sign: str) -> str:
    found = raised(argument) if sign == "^" else lowered(argument)
    if found is not None:
        return found
    shown = flat(argument, script=True)
    single = (
        len(shown) == 1
        or accented_alone(shown[0], "") == shown
        or (shown[1:] and not shown[0] == "(" and all(map(unicodedata.combining, shown[1:])))
    )
    return sign + shown if single else f"{sign}({shown})"


def _fraction(node: Fraction, script: bool) -> str:
    above, below = flat(node.above, script=script), flat(node.below, script=script)
    product = _is_factor(node.above) or is_product(above.removesuffix("!")) or _enclosed(above)
    divisor = _is_factor(node.below) or is_divisor(below) or _enclosed(below)
    return f"{above if product else f'({above})'}/{below if divisor else f'({below})'}"


def _is_factor(node: Node) -> bool:
    """Whether a thing holds together before and after a fraction bar: a letter or number, with scripts or a mark."""
    while type(node) in (Script, Accent):
        if type(node.base) is Script:
            return False
        node = node.base
    return type(node) is Symbol and node.kind is Kind.ORD and (len(node.text) == 1 or node.text.isdigit())


def _enclosed(text: str) -> bool:
    """Whether one pair of brackets holds all of the text."""
    if text[:1] != "(" or text[-1:] != ")":
        return False
    depth = 0
    for place, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0:
            return place == len(text) - 1
    return False


def _binomial(node: Binomial, script: bool) -> str:
    above, below = flat(node.above, script=True), flat(node.below, script=True)
    if node.left == "(":
        return f"C({above},{below})"
    return f"{node.left}{above}; {below}{node.right}"


def _root(node: Root, script: bool) -> str:
    radicand = flat(node.radicand, script=script)
    degree = "" if node.degree is None else flat(node.degree, script=True)
    sign = "√" if not degree else _ROOT_SIGNS.get(degree)
    if sign:
        return sign + (radicand if is_single(radicand) or _enclosed(radicand) else f"({radicand})")
    base = radicand if is_single(radicand) or _enclosed(radicand) else f"({radicand})"
    return f"{base}^(1/{degree if is_single(degree) else f'({degree})'})"


def simplified(accent: Accent) -> Node:
    """A mark over a letter with scripts as scripts of the marked letter, two lines as a double line; else the same."""
    base = accent.base
    if type(base) is Script and type(base.base) is Symbol and len(base.base.text) == 1:
        return base._replace(base=Accent(base.base, accent.mark))
    if type(base) is Accent and base.mark == accent.mark and accent.mark in _DOUBLED:
        return Accent(base.base, _DOUBLED[accent.mark])
    return accent


def _accent(node: Accent, script: bool) -> str:
    simple = simplified(node)
    if simple is not node:
        return flat(simple, script=script)
    shown = flat(node.base, script=script)
    alone = accented_alone(shown, node.mark)
    if alone is not None:
        return alone
    if node.mark in SPREAD:
        return spread(shown, SPREAD[node.mark])
    return f"{_NAMED[node.mark]}({shown})"


def _brace(node: Brace, script: bool) -> str:
    return f"({flat(node.base, script=script)}){'⏞' if node.over else '⏟'}"


def _fenced(node: Fenced, script: bool) -> str:
    shown = [flat(part, script=script).strip() for part in node.parts]
    out = node.left + shown[0]
    for middle, part in zip(node.middles, shown[1:], strict=True):
        out += middle + part if script else f" {middle} {part}"
    return out + node.right


def _grid(grid: Grid, script: bool) -> str:
    return _GRIDS[grid.form](grid, script)


def _matrix(grid: Grid, script: bool) -> str:
    rows = [[flat(cell, script=script) for cell in row] for row in grid.rows]
    cells = [cell for row in rows for cell in row]
    if any("," in cell for cell in cells):
        separator = " │ "
    elif any(not cell or " " in cell for cell in cells):
        separator = ", "
    else:
        separator = " "
    left, right = (grid.left, grid.right) if grid.left else ("[", "]")
    return left + "; ".join(_with_rules(row, grid.rules, separator) for row in rows) + right


def _with_rules(cells: list[str], rules: tuple[int, ...], separator: str) -> str:
    """The cells of a row, with lines where the grid has them between columns."""
    out = cells[0]
    for place, cell in enumerate(cells[1:], 1):
        out += (" | " if place in rules else separator) + cell
    return out


def _diagram(grid: Grid, script: bool) -> str:
    return "; ".join(" ".join(filter(None, (flat(cell, script=script) for cell in row))) for row in grid.rows)


def _cases(grid: Grid, script: bool) -> str:
    rows = ["  ".join(filter(None, (flat(cell, script=script).strip() for cell in row))) for row in grid.rows]
    whole = "; ".join(row.rstrip(" ,;") for row in rows[:-1])
    return f"{grid.left} {whole}{'; ' if whole else ''}{rows[-1]} {grid.right}".strip()


def _aligned(grid: Grid, script: bool) -> str:
    out = ""
    for row in grid.rows:
        line = flat(joined(row), script=script)
        if out and line:
            out += " " if _continues(row) else "; " if out[-1] not in ",;" else " "
        out += line
    return f"{grid.left} {out} {grid.right}".strip() if grid.left or grid.right else out


def joined(cells: tuple[Node, ...]) -> Row:
    """The cells of an aligned row as the one formula that they are, pairs of cells set apart."""
    items: list[Node] = []
    for place, cell in enumerate(cells):
        if place and place % 2 == 0 and items:
            items.append(Space(2))
        items += cell.items if type(cell) is Row else [cell]
    return Row(tuple(items))


def _continues(cells: tuple[Node, ...]) -> bool:
    """Whether an aligned row goes on with the formula of the row above: it begins with a relation or operator."""
    items = [item for item in joined(cells).items if type(item) is not Space and item != EMPTY]
    first = items[0] if items else None
    while type(first) is Script:
        first = first.base
    return type(first) is Symbol and first.kind in (Kind.REL, Kind.BIN)


def _stack(grid: Grid, script: bool) -> str:
    lines = [flat(joined(row), script=script) for row in grid.rows]
    return grid.left + (", " if script else "; ").join(line.rstrip(" ,") for line in lines if line) + grid.right


_GRIDS: dict[Form, Callable[[Grid, bool], str]] = {
    Form.MATRIX: _matrix,
    Form.CASES: _cases,
    Form.ALIGNED: _aligned,
    Form.STACK: _stack,
    Form.DIAGRAM: _diagram,
}
_WRITERS: dict[type, Callable[[Any, bool], str]] = {
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
