"""A formula as a tree: what TeX's commands mean, without how it is shown."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class Kind(IntEnum):
    """What a part of a formula is to its neighbours; TeX's classes of atoms (The TeXbook, chapter 17), and two that
    depend on what stands around them."""

    ORD = 0
    OP = 1
    BIN = 2
    REL = 3
    OPEN = 4
    CLOSE = 5
    PUNCT = 6
    INNER = 7
    SIGN = 8
    """A binary operator that has nothing on its left: ``-x``."""
    FENCE = 9
    """A line that may open, close, or part: ``|``."""


class Style(IntEnum):
    """How much room a part of a formula has."""

    DISPLAY = 0
    TEXT = 1
    """In a line, and within a fraction."""
    SCRIPT = 2


class Symbol(NamedTuple):
    """A letter, number, sign or word. ``limits``: in a display its scripts stand below and above it."""

    text: str
    kind: Kind = Kind.ORD
    limits: bool = False


class Space(NamedTuple):
    """Room that was asked for, in cells."""

    cells: int


class Row(NamedTuple):
    """One thing after another."""

    items: tuple[Node, ...]


class Script(NamedTuple):
    """``base`` with what stands lower and higher; with ``limits`` below and above it. ``base`` may be an empty row."""

    base: Node
    sub: Node | None
    sup: Node | None
    limits: bool = False


class Fraction(NamedTuple):
    """One thing over another; ``small`` where the author wanted it in the line, ``tall`` where not."""

    above: Node
    below: Node
    small: bool = False
    tall: bool = False


class Binomial(NamedTuple):
    """One thing over another without a bar, between delimiters."""

    above: Node
    below: Node
    left: str = "("
    right: str = ")"


class Root(NamedTuple):
    """A root; ``degree`` None is the square root."""

    radicand: Node
    degree: Node | None


class Accent(NamedTuple):
    """``base`` under (or over) a mark, a combining character."""

    base: Node
    mark: str


class Brace(NamedTuple):
    """``base`` under or over a horizontal brace."""

    base: Node
    over: bool


class Fenced(NamedTuple):
    """``parts`` between delimiters as tall as they are; ``left`` and ``right`` may be empty, ``middles`` part them."""

    left: str
    parts: tuple[Node, ...]
    middles: tuple[str, ...]
    right: str


class Form(IntEnum):
    """What the rows of a grid are."""

    MATRIX = 0
    CASES = 1
    ALIGNED = 2
    """Pairs of cells, each pair one formula; rows may continue the one above."""
    STACK = 3
    """Lines of their own."""
    DIAGRAM = 4
    """Objects and the arrows between them."""


class Grid(NamedTuple):
    """Rows of cells. ``columns`` is the alignment of each column, ``l c r``, repeated as needed; ``rules`` are the
    columns (0 is the left edge) that have a line on their left, ``lines`` the rows that have one above."""

    rows: tuple[tuple[Node, ...], ...]
    form: Form
    left: str = ""
    right: str = ""
    columns: str = "c"
    rules: tuple[int, ...] = ()
    lines: tuple[int, ...] = ()


class Classed(NamedTuple):
    """``body`` taken as another kind."""

    body: Node
    kind: Kind
    limits: bool = False


Node = Symbol | Space | Row | Script | Fraction | Binomial | Root | Accent | Brace | Fenced | Grid | Classed

EMPTY = Row(())


class UnreadableError(Exception):
    """A formula cannot be shown right; ``what`` is the command or sign that is not understood."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what
