"""The tree of a formula: the meaning of the TeX, independent of how it is shown."""

from __future__ import annotations

from enum import IntEnum

from arxtui.light import NamedTuple


class AtomKind(IntEnum):
    """The kind of a part of a formula, which determines the space beside it: TeX's classes of atoms (The TeXbook,
    chapter 17), and two that depend on the neighbours."""

    ORD = 0
    OP = 1
    BIN = 2
    REL = 3
    OPEN = 4
    CLOSE = 5
    PUNCT = 6
    INNER = 7
    SIGN = 8
    """A binary operator without an operand on its left: ``-x``."""
    FENCE = 9
    """A line that may open, close, or separate: ``|``."""


class MathStyle(IntEnum):
    """The size of a part of a formula: how much space it may take."""

    DISPLAY = 0
    TEXT = 1
    """Within a line, and within a fraction."""
    SCRIPT = 2


ORD, OP, BIN, REL, OPEN, CLOSE, PUNCT, INNER, SIGN, FENCE = AtomKind
DISPLAY, TEXT, SCRIPT = MathStyle
"""The members under names of their own: Python 3.11 takes ten times as long to find one in its class."""


class Symbol(NamedTuple):
    """A letter, number, sign or word. ``limits``: in a display, its scripts are placed below and above. ``sized``: a
    delimiter with a size (``\\big``), which grows although nothing closes it."""

    text: str
    kind: AtomKind = ORD
    limits: bool = False
    sized: bool = False


class Space(NamedTuple):
    """Explicit space, in cells."""

    cells: int


class Row(NamedTuple):
    """Nodes in succession."""

    items: tuple[Node, ...]


class Script(NamedTuple):
    """``base`` with subscript and superscript; with ``limits`` below and above. ``base`` may be an empty row."""

    base: Node
    sub: Node | None
    sup: Node | None
    limits: bool = False


class Fraction(NamedTuple):
    """One node over another; ``small`` if the source requests text size, ``tall`` if it requests display size."""

    above: Node
    below: Node
    small: bool = False
    tall: bool = False


class Binomial(NamedTuple):
    """One node over another without a bar, between delimiters."""

    above: Node
    below: Node
    left: str = "("
    right: str = ")"


class Root(NamedTuple):
    """A root; ``degree`` is None for a square root."""

    radicand: Node
    degree: Node | None


class Accent(NamedTuple):
    """``base`` with a mark (a combining character) over or under it."""

    base: Node
    mark: str


class Brace(NamedTuple):
    """``base`` with a horizontal brace over or under it."""

    base: Node
    over: bool


class Fenced(NamedTuple):
    """``parts`` between growing delimiters; ``left`` and ``right`` may be empty, ``middles`` separate the parts."""

    left: str
    parts: tuple[Node, ...]
    middles: tuple[str, ...]
    right: str


class GridForm(IntEnum):
    """The form of a grid."""

    MATRIX = 0
    CASES = 1
    ALIGNED = 2
    """Pairs of cells, each pair a formula; a row may continue the one above."""
    STACK = 3
    """Independent lines."""
    DIAGRAM = 4
    """Objects and the arrows between them."""


class Grid(NamedTuple):
    """Rows of cells. ``columns`` is the alignment of each column (``l``, ``c``, ``r``), repeated as needed. ``rules``
    are the columns with a line on their left (0 is the left edge), ``lines`` the rows with a line above."""

    rows: tuple[tuple[Node, ...], ...]
    form: GridForm
    left: str = ""
    right: str = ""
    columns: str = "c"
    rules: tuple[int, ...] = ()
    lines: tuple[int, ...] = ()


class Classed(NamedTuple):
    """``body`` treated as another kind."""

    body: Node
    kind: AtomKind
    limits: bool = False


Node = Symbol | Space | Row | Script | Fraction | Binomial | Root | Accent | Brace | Fenced | Grid | Classed

EMPTY = Row(())
NO_SIGN = Classed(EMPTY, ORD)
"""What stands before an operator that continues a formula, which would be a sign without it: ``{}`` in TeX."""
SIGNS = frozenset("+−±∓¬")
"""Operators that are signs if nothing is on their left."""


class UnreadableError(Exception):
    """A formula cannot be shown correctly; ``what`` is the command or sign that is not understood."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what
