"""Commutative diagrams of amscd: objects in rows, arrows between them."""

from __future__ import annotations

from arxtui.text.math.parser import CELL_ENDS, Parser
from arxtui.text.math.tree import EMPTY, Form, Grid, Kind, Node, Row, Script, Symbol, UnreadableError

_ACROSS = {">": "→", "<": "←"}
_DOWN = {"V": "↓", "A": "↑"}
_PLAIN = {"=": "=", "|": "‖", ".": ""}
_STOPS = CELL_ENDS | {"@"}


def diagram(parser: Parser, end: str) -> Node:
    """The body of ``CD``: ``A @>f>g> B`` in rows of objects, ``@VfVgV`` in rows of arrows between them."""
    rows: list[tuple[Node, ...]] = []
    while parser.peek() != end:
        rows.append(_row(parser))
        piece = parser.peek()
        if piece == "\\\\":
            parser.place += 1
            parser.skip_room()
        elif piece != end:
            raise UnreadableError(piece or "\\begin{CD}")
    if not rows:
        raise UnreadableError("\\begin{CD}")
    return Grid(tuple(rows), Form.DIAGRAM)


def _row(parser: Parser) -> tuple[Node, ...]:
    cells = [parser.row(_STOPS)]
    downward = False
    while parser.peek() == "@":
        parser.place += 1
        sign = parser.next()
        if sign in _ACROSS:
            cells += [_across(parser, sign), parser.row(_STOPS)]
        elif sign in _DOWN or sign in "|.":
            downward = True
            arrow = _down(parser, sign) if sign in _DOWN else Symbol(_PLAIN[sign])
            cells += [arrow, EMPTY]
            parser.row(_STOPS)
        elif sign == "=":
            cells += [Symbol("=", Kind.REL), parser.row(_STOPS)]
        else:
            raise UnreadableError("@" + sign)
    return tuple(cells[1:-1] if downward else cells)


def _across(parser: Parser, sign: str) -> Node:
    above, below = _labels(parser, sign)
    arrow = Symbol(_ACROSS[sign], Kind.REL, limits=True)
    if above is None and below is None:
        return arrow
    return Script(arrow, below, above, limits=True)


def _down(parser: Parser, sign: str) -> Node:
    left, right = _labels(parser, sign)
    return Row((left or EMPTY, Symbol(_DOWN[sign]), right or EMPTY))


def _labels(parser: Parser, sign: str) -> tuple[Node | None, Node | None]:
    stops = CELL_ENDS | {sign}
    found: list[Node | None] = []
    for _ in range(2):
        label = parser.row(stops)
        if parser.next() != sign:
            raise UnreadableError("@" + sign)
        found.append(None if label == EMPTY else label)
    return found[0], found[1]
