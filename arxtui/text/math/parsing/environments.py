"""Environments: matrices, cases, aligned rows, and the commutative diagrams of amscd."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from arxtui.light import NamedTuple, pattern
from arxtui.text.math.parsing.parser import CELL_ENDS, Parser
from arxtui.text.math.tree import EMPTY, AtomKind, Grid, GridForm, Node, Row, Script, Symbol, UnreadableError

_ACROSS = {">": "→", "<": "←"}
_DOWN = {"V": "↓", "A": "↑"}
_UPRIGHT = frozenset("VA|")
_STOPS = CELL_ENDS | {"@"}


def diagram(parser: Parser, end: str) -> Node:
    """Read the body of ``CD``: rows of objects, ``A @>f>g> B``, and rows of arrows between them, ``@VfVgV``."""
    lines: list[_DiagramRow] = []
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


class _DiagramRow(NamedTuple):
    """A row of objects with the arrows between them; or a row of vertical arrows, in the columns ``upright``."""

    cells: tuple[Node, ...]
    upright: frozenset[int] = frozenset()


def _line(parser: Parser) -> _DiagramRow:
    cells = [parser.row(_STOPS)]
    signs: list[str] = []
    while parser.peek() == "@":
        parser.place += 1
        sign = parser.next()
        signs.append(sign)
        cells += [_arrow(parser, sign), parser.row(_STOPS)]
    if _UPRIGHT.isdisjoint(signs):
        return _DiagramRow(tuple(cells))
    if any(cell != EMPTY for cell in cells[::2]):
        raise UnreadableError("\\begin{CD}")
    return _DiagramRow(tuple(cells[1:-1]), frozenset(2 * place for place, sign in enumerate(signs) if sign in _UPRIGHT))


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


def _between_objects(lines: Sequence[_DiagramRow]) -> Iterator[tuple[Node, ...]]:
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


Environment = Callable[[Parser, str], Node]
"""Reads the body up to the given token, which is not consumed."""

_NO_COLUMN = pattern(r"[@!><][^|lcrCLR]*|\{[^{}]*\}")


def _grid(form: GridForm, left: str = "", right: str = "", columns: str = "c") -> Environment:
    def environment(parser: Parser, end: str) -> Node:
        if form is GridForm.MATRIX:
            parser.bracketed_source()
        rows, lines = _rows(parser, end)
        if form is GridForm.MATRIX:
            rows = _without_empty_columns(rows)
        return Grid(rows, form, left, right, columns, (), lines)

    return environment


def _without_empty_columns(rows: tuple[tuple[Node, ...], ...]) -> tuple[tuple[Node, ...], ...]:
    """Leave out the last columns if they are empty, as after ``&`` before the end of each row."""
    width = max(max((place for place, cell in enumerate(row, 1) if cell != EMPTY), default=0) for row in rows)
    return tuple(row[: max(1, width)] for row in rows)


def _array(parser: Parser, end: str) -> Node:
    parser.bracketed_source()
    spec = parser.source()
    rows, lines = _rows(parser, end)
    columns, rules = _columns(spec)
    return Grid(rows, GridForm.MATRIX, "", "", columns or "c", rules, lines)


def _subarray(parser: Parser, end: str) -> Node:
    parser.source()
    rows, lines = _rows(parser, end)
    return Grid(rows, GridForm.STACK, lines=lines)


def _numbered_columns(parser: Parser, end: str) -> Node:
    """Read ``alignat{2}``: the number of column pairs, then ordinary aligned rows."""
    parser.source()
    return ENVIRONMENTS["aligned"](parser, end)


def _ieee(parser: Parser, end: str) -> Node:
    parser.bracketed_source()
    spec = parser.source()
    rows, lines = _rows(parser, end)
    return Grid(rows, GridForm.ALIGNED, columns=_columns(spec)[0] or "rcl", lines=lines)


def _optional_position(parser: Parser, end: str) -> Node:
    parser.bracketed_source()
    return _ALIGNED(parser, end)


def _rows(parser: Parser, end: str) -> tuple[tuple[tuple[Node, ...], ...], tuple[int, ...]]:
    rows, lines = parser.cells(end)
    while rows and all(cell == EMPTY for cell in rows[-1]):
        rows.pop()
    if not rows:
        raise UnreadableError("an empty environment")
    return tuple(rows), tuple(lines)


def _columns(spec: str) -> tuple[str, tuple[int, ...]]:
    """Return the alignments, and the columns with a line on their left."""
    columns = ""
    rules: list[int] = []
    for sign in _NO_COLUMN.sub("", spec):
        if sign == "|" and (not rules or rules[-1] != len(columns)):
            rules.append(len(columns))
        elif sign.lower() in ("l", "c", "r"):
            columns += sign.lower()
        elif sign in "pmbX":
            columns += "l"
    return columns, tuple(rules)


_ALIGNED = _grid(GridForm.ALIGNED, columns="rl")
_FENCES = {"": "", "p": "()", "b": "[]", "B": "{}", "v": "||", "V": "‖‖"}


def _matrices() -> dict[str, Environment]:
    environments: dict[str, Environment] = {}
    for letter, fences in _FENCES.items():
        environment = _grid(GridForm.MATRIX, fences[:1], fences[1:])
        environments |= {f"{letter}matrix": environment, f"{letter}smallmatrix": environment}
    return environments


ENVIRONMENTS: dict[str, Environment] = {
    **_matrices(),
    **dict.fromkeys(["cases", "dcases"], _grid(GridForm.CASES, "{", "", "l")),
    **dict.fromkeys(["rcases", "drcases"], _grid(GridForm.CASES, "", "}", "l")),
    **dict.fromkeys(["align", "split", "flalign"], _ALIGNED),
    **dict.fromkeys(["eqnarray"], _grid(GridForm.ALIGNED, columns="rcl")),
    **dict.fromkeys(["gather", "multline", "equation", "displaymath", "math", "substack"], _grid(GridForm.STACK)),
    **dict.fromkeys(["aligned", "gathered"], _optional_position),
    **dict.fromkeys(["alignat", "alignedat", "xalignat"], _numbered_columns),
    **dict.fromkeys(["IEEEeqnarray", "IEEEeqnarraybox"], _ieee),
    "CD": diagram,
    "subarray": _subarray,
    "array": _array,
    "tabular": _array,
}
"""Environment name without its star, to the function that reads its body."""
