"""Brackets that are needed when a two-dimensional formula is written in one line."""

from __future__ import annotations

from arxtui.light import pattern
from arxtui.text.math import tree
from arxtui.text.math.spacing import PlacedNode, is_word
from arxtui.text.tex.marks import COMBINING, FRACTION_SIGNS, WORD_SCRIPT, raised_stars
from arxtui.text.tex.spacing import is_divisor, is_product, is_single

_OPEN_SCRIPT = pattern(rf"[_^][^()][{COMBINING}]*$")
_OPEN_ROOT = pattern(rf"[√∛∜][\w{COMBINING}]+$")
_STARS = pattern(r"(?<![*^])\*+$")
_SIGNS = frozenset("^_")
_LOWERED_WORD = pattern(f"_({WORD_SCRIPT})$")
_BEFORE = frozenset([tree.ORD, tree.CLOSE, tree.OP])
_AFTER = frozenset([tree.ORD, tree.OPEN, tree.OP])
_BEFORE_CALL = frozenset([tree.ORD, tree.OPEN, tree.INNER])


def numerator(node: tree.Node, text: str) -> str:
    """Return ``text`` as the numerator of a fraction: in brackets, unless it is a product."""
    return text if _is_single_item(node) or is_product(text.removesuffix("!")) else in_brackets(text)


def denominator(node: tree.Node, text: str) -> str:
    """Return ``text`` as the denominator of a fraction: in brackets, unless it is a single item."""
    return text if _is_single_item(node) or is_divisor(text) else in_brackets(text)


def radicand(node: tree.Node, text: str) -> str:
    """Return ``text`` as the radicand of a root: in brackets, unless it is a letter or number without a power."""
    single = is_single(text) and "(" not in text and not (type(node) is tree.Script and node.sup)
    return text if single else in_brackets(text)


def in_brackets(text: str) -> str:
    """Return ``text`` in brackets, unless one pair already encloses all of it."""
    return text if _is_enclosed(text) else f"({text})"


def is_name(part: PlacedNode) -> bool:
    """Whether a part is the name of a function, without scripts."""
    return type(part.node) is tree.Symbol and part.right is tree.OP and part.node.text[:1].isalpha()


def needs_brackets(parts: list[PlacedNode], place: int) -> bool:
    """Whether the part of a row is a fraction ``a/b`` next to something that would seem to belong to it."""
    if type(parts[place].node) is not tree.Fraction:
        return False
    if mixed_fraction(parts, place):
        return False
    if place and parts[place].gap < 2 and _would_absorb(parts[place - 1]):
        return True
    if place + 1 == len(parts):
        return False
    after = parts[place + 1]
    text = after.node.text if type(after.node) is tree.Symbol else ""
    if after.gap > 1 or text == ".":
        return False
    if is_word(text) and after.left is tree.ORD:
        return not after.gap and text[0].isalpha()
    return text in ("!", "?") or after.left in _AFTER or type(after.node) is tree.Fraction


def mixed_fraction(parts: list[PlacedNode], place: int) -> str:
    """Return the fraction of a mixed number, as written after the whole number; "" for any other part.

    ``3\\frac{1}{2}`` is three and a half, not half of three.
    """
    node = parts[place].node
    if type(node) is not tree.Fraction or not place or parts[place].gap or not _is_number(parts[place - 1].node):
        return ""
    if place > 1 and not parts[place - 1].gap and parts[place - 2].right is tree.ORD:
        return ""
    above, below = node.above, node.below
    if (
        type(above) is not tree.Symbol
        or type(below) is not tree.Symbol
        or not (_is_number(above) and _is_number(below))
    ):
        return ""
    written = f"{above.text}/{below.text}"
    if sign := FRACTION_SIGNS.get(written):
        return sign
    after = parts[place + 1] if place + 1 < len(parts) else None
    is_followed = after is not None and not after.gap and after.left in _AFTER and not _is_stop(after)
    return "" if is_followed else f" {written}"


def _is_number(node: tree.Node) -> bool:
    return type(node) is tree.Symbol and node.text.isascii() and node.text.isdigit()


def is_factorial(parts: list[PlacedNode], place: int) -> bool:
    """Whether the part of a row is a factorial sign."""
    node = parts[place].node if place < len(parts) else tree.EMPTY
    return type(node) is tree.Symbol and node.text == "!"


def is_argument(parts: list[PlacedNode], place: int) -> bool:
    """Whether a fraction after a function's name is its whole argument, unlike in ``\\sin\\frac{a}{b}x``."""
    if parts[place].gap != 1 or not is_name(parts[place - 1]):
        return False
    if place + 1 == len(parts) or _is_stop(parts[place + 1]):
        return True
    after = parts[place + 1]
    return after.gap > 0 or after.left not in _BEFORE_CALL


def grid_in_row(parts: list[PlacedNode], place: int, line: str) -> str:
    """Return the one-line form of a grid within a row: bare matrices need brackets, cases need an end."""
    grid = parts[place].node
    if type(grid) is not tree.Grid or grid.form is tree.GridForm.MATRIX or (grid.left and grid.right):
        return line
    followed = place + 1 < len(parts) and parts[place + 1].left is not tree.PUNCT and not _is_stop(parts[place + 1])
    if grid.left or grid.right:
        return line + " }" if grid.left and (followed or line[-1] not in ".,;") else line
    return f"({line})" if len(grid.rows) > 1 and (place or followed) else line


def _is_stop(part: PlacedNode) -> bool:
    return type(part.node) is tree.Symbol and part.node.text == "."


def would_merge(before: str, following: str) -> bool:
    """Whether the next part would seem to belong to a script or root that ends without a bracket."""
    if following[:1].isalnum():
        return any(open_end.search(before) for open_end in (_OPEN_SCRIPT, _OPEN_ROOT, _LOWERED_WORD))
    return following[:1] == "(" and _OPEN_ROOT.search(before) is not None


def close_script(line: str, parts: list[PlacedNode], place: int, following: str) -> str:
    """Return the line before the part of a row at ``place``, shown as ``following`` right after it.

    Before a factor, stars at the end of the line have their sign, and a lowered word has brackets.
    """
    before = parts[place - 1].node
    if type(before) is not tree.Script or parts[place].left not in _AFTER:
        return line
    if before.sup is None:
        return _LOWERED_WORD.sub(r"_(\1)", line) if following[:1].isalnum() or following[:1] in _SIGNS else line
    signs = [part.node.base if type(part.node) is tree.Script else part.node for part in parts[place : place + 3]]
    first, *rest = [sign.text if type(sign) is tree.Symbol else "" for sign in signs]
    is_mass = first == "(" and len(rest) == 2 and rest[0].isdigit() and rest[1] == ")"
    return line if is_mass or first in (".", "/") else _STARS.sub(lambda stars: raised_stars(stars[0]), line)


def needs_brackets_as_base(node: tree.Script) -> bool:
    """Whether a part of the base would seem to belong to the scripts."""
    base = node.base
    if type(base) is tree.Script:
        return bool((base.sup and node.sup) or (base.sub and node.sub))
    if type(base) is tree.Row:
        last = base.items[-1] if base.items else tree.EMPTY
        return type(last) is tree.Script and last.base == tree.EMPTY
    return type(base) in (tree.Fraction, tree.Root) or (
        type(base) is tree.Grid and base.form is not tree.GridForm.MATRIX
    )


def is_letters(node: tree.Node) -> bool:
    """Whether the node is letters or numbers; a limit on it would be read as an index or a power."""
    while type(node) is tree.Accent or type(node) is tree.Script:
        node = node.base
    if type(node) is tree.Row:
        return all(map(is_letters, node.items))
    return type(node) is tree.Symbol and node.kind is tree.ORD and len(node.text) == 1 and node.text.isalnum()


def _would_absorb(before: PlacedNode) -> bool:
    """Whether the part before a fraction is a factor or a function's name, and not a word of the text."""
    node = before.node
    if type(node) is tree.Symbol and before.right is tree.ORD and is_word(node.text):
        return False
    if before.right is tree.OP:
        while type(node) is tree.Script:
            node = node.base
        return type(node) is not tree.Symbol or node.text[:1].isalpha()
    return before.right in _BEFORE or type(node) is tree.Fraction


def _is_single_item(node: tree.Node) -> bool:
    """Whether a node is a letter or number, possibly with scripts or a mark."""
    while type(node) is tree.Script or type(node) is tree.Accent:
        if type(node.base) is tree.Script:
            return False
        node = node.base
    return type(node) is tree.Symbol and node.kind is tree.ORD and (len(node.text) == 1 or node.text.isdigit())


def _is_enclosed(text: str) -> bool:
    if f"{text[:1]}{text[-1:]}" not in ("()", "[]"):
        return False
    depth = 0
    for place, character in enumerate(text):
        depth += (character in "([") - (character in ")]")
        if depth == 0:
            return place == len(text) - 1
    return False
