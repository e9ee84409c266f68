"""Commutative diagrams of amscd: rows of objects with arrows between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arxtui.text.math.parsing.parser import CELL_ENDS, Parser
from arxtui.text.math.tree import EMPTY, AtomKind, Grid, GridForm, Node, Row, Script, Symbol, UnreadableError
from arxtui.tuples import NamedTuple

_ACROSS = {">": "→", "<": "←"}
_DOWN = {"V": "↓", "A": "↑"}
_UPRIGHT = frozenset("VA|")
_STOPS = CELL_ENDS | {"@"}


def diagram(parser: Parser, end: str) -> Node:
    """Read the body of ``CD``: rows of objects, ``A @>f>g> B``, and rows of arrows between them, ``@VfVgV``."""
    lines: list[_Line] = []
    while parser.peek() != end:
        lines.append(_line(parser))
        token = parser.peek()
        if token == "\\\\":
            parser.place += 1
            parser.skip_row_spacing()
        elif token != end:
            raise UnreadableError(token or "\\begin{CD}")
    if not lines:
        raise UnreadableError("\\begin{CD}")
    return Grid(tuple(_between_objects(lines)), GridForm.DIAGRAM)


class _Line(NamedTuple):
    """A row of objects with the arrows between them; or a row of vertical arrows, in the columns ``upright``."""

    cells: tuple[Node, ...]
    upright: frozenset[int] = frozenset()


def _line(parser: Parser) -> _Line:
    cells = [parser.row(_STOPS)]
    signs: list[str] = []
    while parser.peek() == "@":
        parser.place += 1
        sign = parser.next()
        signs.append(sign)
        cells += [_arrow(parser, sign), parser.row(_STOPS)]
    if _UPRIGHT.isdisjoint(signs):
        return _Line(tuple(cells))
    if any(cell != EMPTY for cell in cells[::2]):
        raise UnreadableError("\\begin{CD}")
    return _Line(tuple(cells[1:-1]), frozenset(2 * place for place, sign in enumerate(signs) if sign in _UPRIGHT))


def _arrow(parser: Parser, sign: str) -> Node:
    if sign in _ACROSS:
        return _across(parser, sign)
    if sign in _DOWN:
        return _down(parser, sign)
    if sign == "=":
        return Symbol("=", AtomKind.REL)
    if sign == "|":
        return Symbol("‖")
    if sign == ".":
        return EMPTY
    raise UnreadableError("@" + sign)


def _between_objects(lines: Sequence[_Line]) -> Iterator[tuple[Node, ...]]:
    """Yield the cells of the rows, such that each vertical arrow beside a row begins or ends at an object."""
    for place, (cells, _) in enumerate(lines):
        neighbours = (*lines[max(place - 1, 0) : place], *lines[place + 1 : place + 2])
        ends = frozenset[int]().union(*(line.upright for line in neighbours))
        if all(column < len(cells) and cells[column] != EMPTY for column in ends):
            yield cells
        else:
            yield _apart(cells, ends)


def _apart(cells: tuple[Node, ...], ends: frozenset[int]) -> tuple[Node, ...]:
    """Split a row of objects in which LaTeXML dropped the ``@.``: with a sign for each arrow, each is an object."""
    signs: list[Node] = []
    for item in cells[0].items if type(cells[0]) is Row else cells[:1]:
        signs += map(Symbol, item.text) if type(item) is Symbol and item.text.isdigit() else [item]
    if len(cells) > 1 or sorted(ends) != list(range(0, 2 * len(signs), 2)):
        raise UnreadableError("\\begin{CD}")
    return tuple(node for sign in signs for node in (sign, EMPTY))[:-1]


def _across(parser: Parser, sign: str) -> Node:
    above, below = _labels(parser, sign)
    arrow = Symbol(_ACROSS[sign], AtomKind.REL, limits=True)
    if above is None and below is None:
        return arrow
    return Script(arrow, below, above, limits=True)


def _down(parser: Parser, sign: str) -> Node:
    left, right = _labels(parser, sign)
    return Row((left or EMPTY, Symbol(_DOWN[sign]), right or EMPTY))


def _labels(parser: Parser, sign: str) -> tuple[Node | None, Node | None]:
    stops = CELL_ENDS | {sign}
    labels: list[Node | None] = []
    for _ in range(2):
        label = parser.row(stops)
        if parser.next() != sign:
            raise UnreadableError("@" + sign)
        labels.append(None if label == EMPTY else label)
    return labels[0], labels[1]
