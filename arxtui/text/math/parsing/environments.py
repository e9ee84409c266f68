"""Environments: matrices, cases, aligned rows."""

from __future__ import annotations

from collections.abc import Callable

from arxtui.patterns import pattern
from arxtui.text.math.parsing.diagrams import diagram
from arxtui.text.math.parsing.parser import Parser
from arxtui.text.math.tree import EMPTY, Grid, GridForm, Node, UnreadableError

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
