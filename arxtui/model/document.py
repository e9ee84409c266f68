"""A paper's full text as blocks: the common format that every source is parsed into, the cache stores and the reader
lays out.

Blocks are in reading order. Sections are not nested: a heading begins one, and the next heading of the same or a higher
level ends it. Texts are clean (``text.clean``); formulas are the TeX from upstream.
"""

from __future__ import annotations

from enum import IntFlag, StrEnum

from arxtui.light import NamedTuple
from arxtui.model.counted import counted


class Style(IntFlag):
    """The style flags of a run of text."""

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
    """A formula in a line, or a cell of a displayed formula: TeX without its delimiters."""

    tex: str


class Break(NamedTuple):
    """A line break that the author requested."""


FRAGMENT = "#"
"""The start of the address of a drawing within the page."""
DRAWING = "drawing"
"""What stands for the name of its file."""


class Picture(NamedTuple):
    """A picture: its address as in the page (relative to the page), its description in words, and its size in pixels (0
    if unknown). The address of a drawing within the page is a fragment (``#S2.F1.pic1``)."""

    address: str
    alt: str = ""
    width: int = 0
    height: int = 0

    @property
    def is_drawing(self) -> bool:
        """Whether it is a drawing within the page, which is stored without a request."""
        return self.address.startswith(FRAGMENT)


class Reference(NamedTuple):
    """A cross-reference to the anchor ``target`` or, with ``cites``, a citation with its brackets. A citation of
    several sources has no target; its content contains a reference to each."""

    content: tuple[Inline, ...]
    target: str
    cites: bool = False


class Link(NamedTuple):
    """A link to a page outside the paper."""

    content: tuple[Inline, ...]
    url: str


class Footnote(NamedTuple):
    """A footnote at the place of its mark: the mark (``1``, ``†``) and the text."""

    mark: str
    blocks: tuple[Block, ...]


class Heading(NamedTuple):
    """The heading of a section. ``level`` 1 is a section; ``number`` is its tag (``2.1``, ``Appendix A``), empty if
    there is none."""

    level: int
    number: str
    title: tuple[Inline, ...]
    anchors: tuple[str, ...] = ()


class Paragraph(NamedTuple):
    """A paragraph."""

    content: tuple[Inline, ...]
    anchors: tuple[str, ...] = ()


class Alignment(StrEnum):
    """The alignment of a cell in its column."""

    LEFT = "left"
    CENTRE = "center"
    RIGHT = "right"


class EquationCell(NamedTuple):
    """A part of a displayed row, separated from the next as by ``&`` in TeX."""

    content: tuple[Inline, ...]
    alignment: Alignment = Alignment.CENTRE


class EquationRow(NamedTuple):
    """A row of a displayed equation, and its number as printed (``(3)``), empty if there is none."""

    cells: tuple[EquationCell, ...]
    number: str = ""
    anchors: tuple[str, ...] = ()


class Equation(NamedTuple):
    """A displayed equation, or several aligned ones."""

    rows: tuple[EquationRow, ...]
    anchors: tuple[str, ...] = ()


class Item(NamedTuple):
    """An item of a list: its mark (``•``, ``(ii)``, or the term of a description list) and its contents."""

    mark: tuple[Inline, ...]
    blocks: tuple[Block, ...]
    anchors: tuple[str, ...] = ()


class Items(NamedTuple):
    """A list. With ``described``, the marks are terms of a description list."""

    items: tuple[Item, ...]
    described: bool = False


class Group(NamedTuple):
    """Blocks in a common environment.

    ``kind`` is ``theorem``, ``lemma``, ``definition``, ``proof``, ``remark`` ... as the author named the environment,
    or ``abstract``, ``quote``, ``acknowledgements``, ``keywords``, ``box``. ``title`` is as printed (``Theorem 2
    (Euler).``).
    """

    kind: str
    title: tuple[Inline, ...]
    blocks: tuple[Block, ...]
    anchors: tuple[str, ...] = ()


class Cell(NamedTuple):
    """A cell of a table. ``rules`` names the sides with a line: any of ``t r b l`` (top, right, bottom, left)."""

    blocks: tuple[Block, ...]
    columns: int = 1
    rows: int = 1
    alignment: Alignment = Alignment.LEFT
    header: bool = False
    rules: str = ""


class Table(NamedTuple):
    """A table, with its rows from top to bottom. A spanning cell is stored where it begins."""

    rows: tuple[tuple[Cell, ...], ...]
    anchors: tuple[str, ...] = ()


class Line(NamedTuple):
    """A line of code or of an algorithm: its content, with blanks preserved, and its number as printed."""

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
    """A figure, table or algorithm with its caption. ``kind`` is ``figure``, ``table`` or ``algorithm``; ``tag`` is as
    printed (``Figure 3``). ``blocks`` are its contents; sub-figures are floats among them."""

    kind: str
    tag: str
    caption: tuple[Inline, ...]
    blocks: tuple[Block, ...]
    anchors: tuple[str, ...] = ()


class Work(NamedTuple):
    """A cited work as the fields of its BibTeX entry describe it: plain text, empty where the page has nothing.

    ``authors`` are names as printed (``L. Euler``), without those that "et al." stands for. ``venue`` is the journal or
    the book that contains the work, ``pages`` its first and last page (``1–20``) or its number in the journal,
    ``dois`` has the DOI, rarely also that of an erratum or another edition, ``arxiv`` the id as on the page (``v2``).
    """

    authors: tuple[str, ...] = ()
    title: str = ""
    year: str = ""
    venue: str = ""
    volume: str = ""
    number: str = ""
    pages: str = ""
    dois: tuple[str, ...] = ()
    arxiv: str = ""
    url: str = ""


class Source(NamedTuple):
    """An entry of the bibliography: its label as printed (``[12]``, ``Euler (1748)``), one block for each part, and the
    cited work if the page has its fields."""

    label: str
    blocks: tuple[Block, ...]
    anchors: tuple[str, ...] = ()
    work: Work | None = None


class Rule(NamedTuple):
    """A horizontal rule."""


Inline = Text | Formula | Break | Picture | Reference | Link | Footnote
Block = Heading | Paragraph | Equation | Items | Group | Table | Listing | Pictures | Float | Source | Rule


class Person(NamedTuple):
    """An author as named in the paper, with the notes beside the name: affiliations and addresses (``notes``), and what
    is usually the author's alone (``contacts``): e-mail, ORCID, thanks and other remarks."""

    name: tuple[Inline, ...]
    notes: tuple[tuple[Inline, ...], ...] = ()
    contacts: tuple[tuple[Inline, ...], ...] = ()


class Origin(StrEnum):
    """The source of a full text, best first."""

    HTML = "html"
    """arXiv's own HTML."""
    AR5IV = "ar5iv"
    PDF = "pdf"
    """Plain text extracted from the PDF."""


_INCOMPLETE = (
    "This text is incomplete: its conversion to HTML broke off with an error, so the rest of the paper is missing here."
)


class Document(NamedTuple):
    """A paper's full text. ``unknown`` counts the elements of the source for which there is no block, by name (``svg``,
    ``span.ltx_foo``); their text is preserved. ``faults`` are the places that upstream could not convert, in its
    words. ``broken_off``: upstream's conversion ended with an error before the end of the paper. ``engine`` is the
    program that made the page, with its version ("" if unknown), ``flaws`` are sentences about what is known to be
    wrong on it. ``notices`` are sentences that are shown before the text; they are not stored with it."""

    title: tuple[Inline, ...]
    people: tuple[Person, ...]
    blocks: tuple[Block, ...]
    origin: Origin = Origin.HTML
    unknown: tuple[tuple[str, int], ...] = ()
    faults: tuple[str, ...] = ()
    broken_off: bool = False
    engine: str = ""
    flaws: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()

    @property
    def warnings(self) -> tuple[str, ...]:
        """The sentences that are shown before the text: the notices, and that the text is incomplete if it is."""
        return (*self.notices, *((_INCOMPLETE,) if self.broken_off else ()))

    @property
    def provenance(self) -> str:
        """What made the text and what is known to be wrong with it, in sentences; empty if neither is known."""
        errors = f", with {counted(len(self.faults), 'error')}" if self.faults else ""
        made = f"Converted by {self.engine}{errors}." if self.engine else ""
        return " ".join(filter(None, (made, *self.flaws)))
