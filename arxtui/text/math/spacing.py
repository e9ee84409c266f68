"""The space between the parts of a formula: TeX's rules (The TeXbook, chapter 18), in cells."""

from __future__ import annotations

from collections.abc import Iterable

from arxtui.patterns import pattern
from arxtui.text.math.tree import (
    BIN,
    CLOSE,
    FENCE,
    INNER,
    OP,
    OPEN,
    ORD,
    PUNCT,
    REL,
    SCRIPT,
    SIGN,
    SIGNS,
    Accent,
    AtomKind,
    Classed,
    Fenced,
    Fraction,
    Grid,
    MathStyle,
    Node,
    Row,
    Script,
    Space,
    Symbol,
)
from arxtui.tuples import NamedTuple

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
_NO_SECOND_OPERAND = frozenset([REL, CLOSE, PUNCT])
_NO_OPERAND = frozenset([None, OP, BIN, REL, OPEN, PUNCT, SIGN])
_INTEGRALS = frozenset("∫∬∭⨌∮∯∰∱∲∳")
_ELEMENT = pattern("[A-Z][a-z]?")
_BRACKETS = frozenset([OPEN, CLOSE, FENCE])
LINES = frozenset("|‖")
"""Brackets whose opening and closing forms are alike."""
_CLOSE_TO_INNER = frozenset("|‖.")
_ORDINALS = frozenset(["th", "st", "nd", "rd", "s"])


class PlacedNode(NamedTuple):
    """A part of a row; ``gap`` is the space before it in cells, ``left`` and ``right`` are the kinds of its edges."""

    gap: int
    node: Node
    left: AtomKind
    right: AtomKind


def place_nodes(items: Iterable[Node], style: MathStyle, *, stacked: bool = False) -> list[PlacedNode]:
    """Compute the space between the parts of a row. In scripts, there is none around relations and operators.

    With ``stacked``, fractions have two lines, so they need space beside letters.
    """
    nodes = [item for item in items if not (type(item) is Row and not item.items)]
    edges = [(item.kind, item.kind) if type(item) is Symbol else _edges(item, stacked=stacked) for item in nodes]
    _resolve_kinds(edges, nodes)
    gaps = _GAPS_IN_SCRIPTS if style is SCRIPT else _GAPS
    out: list[PlacedNode] = []
    explicit: int | None = None
    removed = 0
    before: Node | None = None
    kind = ORD
    for item, (left, right) in zip(nodes, edges, strict=True):
        if type(item) is Space:
            explicit = (explicit or 0) + item.cells
            removed += not item.cells
            continue
        gap = explicit or 0
        if before is not None:
            gap = max(gap, gaps[kind][left]) or int(explicit is None and _would_join(before, item))
            if gap < 2 and (left is PUNCT or (kind is INNER and left is ORD and _first_text(item) in _CLOSE_TO_INNER)):
                gap = 0
            elif left is OPEN and kind is OP and type(before) is Script and (before.limits or is_integral(before.base)):
                gap = max(gap, 1)
            elif type(before) is Symbol and before.text == "-":
                gap = explicit or 0  # a hyphen, from words: ``\epsilon\text{-}\argmin``
            elif removed > 1 and _is_operator(before) and _is_operator(item):
                gap = explicit or 0  # an operator of two signs, ``+=``
        out.append(_NEW(PlacedNode, (gap, item, left, right)))
        before, kind = item, right
        explicit, removed = None, 0
    return out


def _is_operator(node: Node) -> bool:
    return type(node) is Symbol and node.kind in (BIN, REL)


def bare(node: Node) -> Node:
    """Return a node without its scripts."""
    while type(node) is Script:
        node = node.base
    return node


def is_integral(node: Node) -> bool:
    """Whether a node is an integral sign, whose limits are beside it in a display, too."""
    return type(node) is Symbol and node.kind is OP and node.text in _INTEGRALS


def _edges(node: Node, *, stacked: bool) -> tuple[AtomKind, AtomKind]:
    if type(node) is Script:
        node = bare(node)
        if type(node) is Symbol and node.kind is OPEN and node.text in LINES:
            return ORD, ORD  # the bar of ``\\frac{df}{dx}\\bigl|_{x=0}``
    if type(node) is Symbol or type(node) is Classed:
        return node.kind, node.kind
    if type(node) is Fenced:
        return (OPEN if node.left else ORD), (CLOSE if node.right else ORD)
    if stacked and (type(node) is Fraction or type(node) is Grid):
        return INNER, INNER
    return ORD, ORD


def _resolve_kinds(edges: list[tuple[AtomKind, AtomKind]], items: list[Node]) -> None:
    """Resolve the kinds: lines become opening or closing, operators without two operands become signs or ordinary."""
    sized_lines = 0
    open_lines = 0
    before: AtomKind | None = None
    last = 0
    for place, (left, right) in enumerate(edges):
        item = items[place]
        if type(item) is Space:
            continue
        if left is FENCE:
            if before in _NO_OPERAND or (before is INNER and not open_lines and _is_closed(edges, place + 1)):
                left = OPEN
            elif open_lines:
                left = CLOSE
            elif type(item) is Symbol and item.sized and 0 < place < len(items) - 1:
                sized_lines = sized_lines or sum(
                    each.count(FENCE) for each in items if type(each) is Symbol and each.sized
                )
                left = REL if sized_lines == 1 else ORD
            else:
                left = ORD
            open_lines += (left is OPEN) - (left is CLOSE)
            right = left
            edges[place] = left, right
        elif left is SIGN or (left is BIN and before in _NO_OPERAND):
            between = before is OP and edges[place + 1 : place + 2] == [(OP, OP)]
            left, right = ORD, ORD if between or _first_text(item) not in SIGNS else SIGN
            edges[place] = left, right
        if (before is BIN or before is SIGN) and left in _NO_SECOND_OPERAND:
            edges[last] = (ORD, ORD)
        before, last = (PUNCT if type(item) is Symbol and item.text == "/" else right), place
    if before is BIN:
        edges[last] = (ORD, ORD)


def _is_closed(edges: list[tuple[AtomKind, AtomKind]], start: int) -> bool:
    """Whether the next bracket from a place on is a line: ``1\\ldots|T|``."""
    return next((left for left, _ in edges[start:] if left in _BRACKETS), None) is FENCE


def _would_join(left: Node, right: Node) -> bool:
    """Whether two adjacent parts would merge: a word beside a letter or word, or behind a digit; or two long lines side
    by side."""
    if type(left) is Accent and type(right) is Accent:
        return left.mark == right.mark and type(left.base) is Row
    first = left.text if type(left) is Symbol else _first_text(left)
    second = right.text if type(right) is Symbol else _first_text(right)
    if len(first) < 2 and len(second) < 2:
        return False
    if type(left) is Script and left.sup is not None and _ELEMENT.fullmatch(first) and _ELEMENT.fullmatch(second):
        return False  # isotopes: ²³Na⁸⁷Rb
    if not first or not second or not first[-1].isalnum() or not second[0].isalnum():
        return False
    if second in _ORDINALS and len(first) == 1:
        return False
    return (is_word(first) and not second[0].isdigit()) or is_word(second)


def is_word(text: str) -> bool:
    """Whether a symbol is a word, not a letter, number or sign."""
    return len(text) > 1 and text[0].isalpha() and text[-1].isalpha()


def _first_text(node: Node) -> str:
    while type(node) is Script:
        node = node.base
    return node.text if type(node) is Symbol else ""
