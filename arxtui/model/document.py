"""A paper's full text as blocks: what every source of full text is read into, the cache keeps and the reader lays out.

Block by block in reading order. Sections are not nested: a heading opens one, and it ends at the next of its level or
above. Texts are clean (``text.clean``), formulas are the TeX that upstream sent.
"""

from __future__ import annotations

from enum import IntFlag, StrEnum
from typing import NamedTuple


class Style(IntFlag):
    """How a run of text is set."""

    PLAIN = 0
    BOLD = 1
    ITALIC = 2
    MONO = 4
    SMALL_CAPS = 8
    SUPER = 16
    SUB = 32
    UNDERLINE = 64
    STRIKE = 128


class Text(NamedTuple):
    """A run of text in one style."""

    text: str
    style: Style = Style.PLAIN


class Formula(NamedTuple):
    """A formula within a line, or a cell of a displayed one: TeX without its delimiters."""

    tex: str


class Break(NamedTuple):
    """The end of a line that the author wanted."""


class Picture(NamedTuple):
    """A picture: its address as the page has it (relative to the page), what it shows in words, its size in pixels (0:
    not known)."""

    address: str
    alt: str = ""
    width: int = 0
    height: int = 0


class Reference(NamedTuple):
    """A cross-reference, or with ``cites`` a citation with its brackets: it leads to what has the anchor ``target``. A
    citation of several sources has no target of its own; its content holds a reference to each."""

    content: tuple[Inline, ...]
    target: str
    cites: bool = False


class Link(NamedTuple):
    """A link out of the paper."""

    content: tuple[Inline, ...]
    url: str


class Footnote(NamedTuple):
    """A footnote where it is called: its mark (``1``, ``†``), and what it says."""

    mark: str
    blocks: tuple[Block, ...]


class Heading(NamedTuple):
    """The heading of a section; ``level`` 1 is a section, ``number`` its tag (``2.1``, ``Appendix A``), empty where it
    has none."""

    level: int
    number: str
    title: tuple[Inline, ...]
    anchors: tuple[str, ...] = ()


class Paragraph(NamedTuple):
    """A paragraph."""

    content: tuple[Inline, ...]
    anchors: tuple[str, ...] = ()


class Alignment(StrEnum):
    """How a cell stands in its column."""

    LEFT = "left"
    CENTRE = "center"
    RIGHT = "right"


class EquationCell(NamedTuple):
    """A part of a displayed row, set off from the next as ``&`` does."""

    content: tuple[Inline, ...]
    alignment: Alignment = Alignment.CENTRE


class EquationRow(NamedTuple):
    """A line of a displayed equation, and its number as printed (``(3)``), empty where it has none."""

    cells: tuple[EquationCell, ...]
    number: str = ""
    anchors: tuple[str, ...] = ()


class Equation(NamedTuple):
    """A displayed equation, or several aligned ones."""

    rows: tuple[EquationRow, ...]
    anchors: tuple[str, ...] = ()


class Item(NamedTuple):
    """An item of a list: its mark (``•``, ``(ii)``, the term that a description describes) and what it says."""

    mark: tuple[Inline, ...]
    blocks: tuple[Block, ...]
    anchors: tuple[str, ...] = ()


class Items(NamedTuple):
    """A list; with ``described`` the marks are terms."""

    items: tuple[Item, ...]
    described: bool = False


class Group(NamedTuple):
    """Blocks that belong together: ``kind`` is ``theorem``, ``lemma``, ``definition``, ``proof``, ``remark`` ... as the
    author named the environment, or ``abstract``, ``quote``, ``acknowledgements``, ``keywords``, ``box``. ``title`` is
    as printed (``Theorem 2 (Euler).``)."""

    kind: str
    title: tuple[Inline, ...]
    blocks: tuple[Block, ...]
    anchors: tuple[str, ...] = ()


class Cell(NamedTuple):
    """A cell of a table; ``rules`` names the sides that have a line: any of ``t r b l``."""

    blocks: tuple[Block, ...]
    columns: int = 1
    rows: int = 1
    alignment: Alignment = Alignment.LEFT
    header: bool = False
    rules: str = ""


class Table(NamedTuple):
    """A table, its rows top to bottom; a cell that spans stands where it begins."""

    rows: tuple[tuple[Cell, ...], ...]
    anchors: tuple[str, ...] = ()


class Line(NamedTuple):
    """A line of code or of an algorithm: its number as printed, and its content, blanks kept."""

    content: tuple[Inline, ...]
    number: str = ""
    anchors: tuple[str, ...] = ()


class Listing(NamedTuple):
    """Code, or an algorithm."""

    lines: tuple[Line, ...]
    language: str = ""
    anchors: tuple[str, ...] = ()


class Pictures(NamedTuple):
    """Pictures side by side."""

    pictures: tuple[Picture, ...]


class Float(NamedTuple):
    """A figure, table or algorithm with its caption: ``kind`` is ``figure``, ``table`` or ``algorithm``, ``tag`` as
    printed (``Figure 3``). ``blocks`` are what it shows; sub-figures are floats among them."""

    kind: str
    tag: str
    caption: tuple[Inline, ...]
    blocks: tuple[Block, ...]
    anchors: tuple[str, ...] = ()


class Source(NamedTuple):
    """An entry of the bibliography: its label as printed (``[12]``, ``Euler (1748)``), its parts a block each."""

    label: str
    blocks: tuple[Block, ...]
    anchors: tuple[str, ...] = ()


class Rule(NamedTuple):
    """A line across the page."""


Inline = Text | Formula | Break | Picture | Reference | Link | Footnote
Block = Heading | Paragraph | Equation | Items | Group | Table | Listing | Pictures | Float | Source | Rule


class Person(NamedTuple):
    """An author as the paper names them, with what stands beside the name: affiliations, addresses, notes."""

    name: tuple[Inline, ...]
    notes: tuple[tuple[Inline, ...], ...] = ()


class Origin(StrEnum):
    """Where a full text comes from, the best first."""

    HTML = "html"
    """arXiv's own HTML."""
    AR5IV = "ar5iv"
    PDF = "pdf"
    """Plain text."""


class Document(NamedTuple):
    """A paper's full text. ``unknown`` counts what the source holds that no block is made for, by name (``svg``,
    ``span.ltx_foo``): its text is kept. ``faults`` are the places that upstream could not convert, in its words."""

    title: tuple[Inline, ...]
    people: tuple[Person, ...]
    blocks: tuple[Block, ...]
    origin: Origin = Origin.HTML
    unknown: tuple[tuple[str, int], ...] = ()
    faults: tuple[str, ...] = ()
