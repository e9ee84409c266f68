"""The space between the parts of a formula: TeX's rules (The TeXbook, chapter 18), in cells."""

from __future__ import annotations

from collections.abc import Iterable

from arxtui.light import NamedTuple, pattern
from arxtui.text.math import tree

# The constructor of a NamedTuple calls this, and takes twice the time.
_NEW = tuple.__new__


def _table(*rows: str) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(map(int, row)) for row in rows)


# One row per kind on the left, one column per kind on the right: ORD OP BIN REL OPEN CLOSE PUNCT INNER SIGN.
_GAPS = _table(
    "011100010",
    "110100010",
    "110010010",
    "110010010",
    "000000000",
    "011100010",
    "110110010",
    "111110010",
    "000000010",
)
_GAPS_IN_SCRIPTS = _table("010000000", "110000000", *["000000000"] * 3, "010000000", *["000000000"] * 3)
_NO_SECOND_OPERAND = frozenset([tree.REL, tree.CLOSE, tree.PUNCT])
_NO_OPERAND = frozenset([None, tree.OP, tree.BIN, tree.REL, tree.OPEN, tree.PUNCT, tree.SIGN])
_INTEGRALS = frozenset("∫∬∭⨌∮∯∰∱∲∳")
_ELEMENT = pattern("[A-Z][a-z]?")
_BRACKETS = frozenset([tree.OPEN, tree.CLOSE, tree.FENCE])
LINES = frozenset("|‖")
"""Brackets whose opening and closing forms are alike."""
_CLOSE_TO_INNER = frozenset("|‖.")
_ORDINALS = frozenset(["th", "st", "nd", "rd", "s"])


class PlacedNode(NamedTuple):
    """A part of a row; ``gap`` is the space before it in cells, ``left`` and ``right`` are the kinds of its edges."""

    gap: int
    node: tree.Node
    left: tree.AtomKind
    right: tree.AtomKind


def place_nodes(items: Iterable[tree.Node], style: tree.MathStyle, *, stacked: bool = False) -> list[PlacedNode]:
    """Compute the space between the parts of a row. In scripts, there is none around relations and operators.

    With ``stacked``, fractions have two lines, so they need space beside letters.
    """
    nodes = [item for item in items if not (type(item) is tree.Row and not item.items)]
    edges = [(item.kind, item.kind) if type(item) is tree.Symbol else _edges(item, stacked=stacked) for item in nodes]
    _resolve_kinds(edges, nodes)
    gaps = _GAPS_IN_SCRIPTS if style is tree.SCRIPT else _GAPS
    out: list[PlacedNode] = []
    explicit: int | None = None
    removed = 0
    before: tree.Node | None = None
    kind = tree.ORD
    for item, (left, right) in zip(nodes, edges, strict=True):
        if type(item) is tree.Space:
            explicit = (explicit or 0) + item.cells
            removed += not item.cells
            continue
        gap = explicit or 0
        if before is not None:
            gap = max(gap, gaps[kind][left]) or int(explicit is None and _would_join(before, item))
            if gap < 2 and (
                left is tree.PUNCT or (kind is tree.INNER and left is tree.ORD and _first_text(item) in _CLOSE_TO_INNER)
            ):
                gap = 0
            elif (
                left is tree.OPEN
                and kind is tree.OP
                and type(before) is tree.Script
                and (before.limits or is_integral(before.base))
            ):
                gap = max(gap, 1)
            elif type(before) is tree.Symbol and before.text == "-":
                gap = explicit or 0  # a hyphen, from words: ``\epsilon\text{-}\argmin``
            elif removed > 1 and _is_operator(before) and _is_operator(item):
                gap = explicit or 0  # an operator of two signs, ``+=``
        out.append(_NEW(PlacedNode, (gap, item, left, right)))
        before, kind = item, right
        explicit, removed = None, 0
    return out


def _is_operator(node: tree.Node) -> bool:
    return type(node) is tree.Symbol and node.kind in (tree.BIN, tree.REL)


def bare(node: tree.Node) -> tree.Node:
    """Return a node without its scripts."""
    while type(node) is tree.Script:
        node = node.base
    return node


def is_integral(node: tree.Node) -> bool:
    """Whether a node is an integral sign, whose limits are beside it in a display, too."""
    return type(node) is tree.Symbol and node.kind is tree.OP and node.text in _INTEGRALS


def _edges(node: tree.Node, *, stacked: bool) -> tuple[tree.AtomKind, tree.AtomKind]:
    if type(node) is tree.Script:
        node = bare(node)
        if type(node) is tree.Symbol and node.kind is tree.OPEN and node.text in LINES:
            return tree.ORD, tree.ORD  # the bar of ``\\frac{df}{dx}\\bigl|_{x=0}``
    if type(node) is tree.Symbol or type(node) is tree.Classed:
        return node.kind, node.kind
    if type(node) is tree.Fenced:
        return (tree.OPEN if node.left else tree.ORD), (tree.CLOSE if node.right else tree.ORD)
    if stacked and (type(node) is tree.Fraction or type(node) is tree.Grid):
        return tree.INNER, tree.INNER
    return tree.ORD, tree.ORD


def _resolve_kinds(edges: list[tuple[tree.AtomKind, tree.AtomKind]], items: list[tree.Node]) -> None:
    """Resolve the kinds: lines become opening or closing, operators without two operands become signs or ordinary."""
    sized_lines = 0
    open_lines = 0
    before: tree.AtomKind | None = None
    last = 0
    for place, (left, right) in enumerate(edges):
        item = items[place]
        if type(item) is tree.Space:
            continue
        if left is tree.FENCE:
            if before in _NO_OPERAND or (before is tree.INNER and not open_lines and _is_closed(edges, place + 1)):
                left = tree.OPEN
            elif open_lines:
                left = tree.CLOSE
            elif type(item) is tree.Symbol and item.sized and 0 < place < len(items) - 1:
                sized_lines = sized_lines or sum(
                    each.count(tree.FENCE) for each in items if type(each) is tree.Symbol and each.sized
                )
                left = tree.REL if sized_lines == 1 else tree.ORD
            else:
                left = tree.ORD
            open_lines += (left is tree.OPEN) - (left is tree.CLOSE)
            right = left
            edges[place] = left, right
        elif left is tree.SIGN or (left is tree.BIN and before in _NO_OPERAND):
            between = before is tree.OP and edges[place + 1 : place + 2] == [(tree.OP, tree.OP)]
            left, right = tree.ORD, tree.ORD if between or _first_text(item) not in tree.SIGNS else tree.SIGN
            edges[place] = left, right
        if (before is tree.BIN or before is tree.SIGN) and left in _NO_SECOND_OPERAND:
            edges[last] = (tree.ORD, tree.ORD)
        before, last = (tree.PUNCT if type(item) is tree.Symbol and item.text == "/" else right), place
    if before is tree.BIN:
        edges[last] = (tree.ORD, tree.ORD)


def _is_closed(edges: list[tuple[tree.AtomKind, tree.AtomKind]], start: int) -> bool:
    """Whether the next bracket from a place on is a line: ``1\\ldots|T|``."""
    return next((left for left, _ in edges[start:] if left in _BRACKETS), None) is tree.FENCE


def _would_join(left: tree.Node, right: tree.Node) -> bool:
    """Whether two adjacent parts would merge: a word beside a letter or word, or behind a digit; or two long lines side
    by side."""
    if type(left) is tree.Accent and type(right) is tree.Accent:
        return left.mark == right.mark and type(left.base) is tree.Row
    first = left.text if type(left) is tree.Symbol else _first_text(left)
    second = right.text if type(right) is tree.Symbol else _first_text(right)
    if len(first) < 2 and len(second) < 2:
        return False
    if type(left) is tree.Script and left.sup is not None and _ELEMENT.fullmatch(first) and _ELEMENT.fullmatch(second):
        return False  # isotopes: ²³Na⁸⁷Rb
    if not first or not second or not first[-1].isalnum() or not second[0].isalnum():
        return False
    if second in _ORDINALS and len(first) == 1:
        return False
    return (is_word(first) and not second[0].isdigit()) or is_word(second)


def is_word(text: str) -> bool:
    """Whether a symbol is a word, not a letter, number or sign."""
    return len(text) > 1 and text[0].isalpha() and text[-1].isalpha()


def _first_text(node: tree.Node) -> str:
    while type(node) is tree.Script:
        node = node.base
    return node.text if type(node) is tree.Symbol else ""
