"""The elements of a page: lines of runs, pictures, and places in a document that do not depend on the width."""

from __future__ import annotations

from enum import StrEnum

from arxtui.light import NamedTuple
from arxtui.model.document import Style
from arxtui.text import cells


class Role(StrEnum):
    """The role of a run in a line. Its appearance as set by the author (bold, italic, mono ...) is its style."""

    TEXT = "text"
    TITLE = "title"
    """The title of the paper."""
    HEADING = "heading"
    LABEL = "label"
    """The name of a block: ``Theorem 2 (Euler).``, ``Figure 3``."""
    NUMBER = "number"
    """The number of a heading, an equation, a line of code, or an entry of the bibliography."""
    BULLET = "bullet"
    """The mark of an item."""
    LINK = "link"
    """A link. Its target is an address."""
    REFERENCE = "reference"
    """A reference. Its target is an anchor of the document."""
    CITATION = "citation"
    MATH = "math"
    """A formula. Its target is ``tex:`` and the TeX source."""
    NOTE = "note"
    """The mark of a footnote. Where the footnote is called, its target is the note; in the note itself, its target is
    the call."""
    CAPTION = "caption"
    PICTURE = "picture"
    """A picture. Its target is the picture's address."""
    RULE = "rule"
    """A line or a frame drawn by the layout."""
    DIM = "dim"
    """Text that is less important than the text around it: affiliations, the sign at the end of a proof."""


class Run(NamedTuple):
    """A part of a line with one role and style.

    ``start`` and ``size`` are the range of its characters in the block's text (see ``spans.text_of``). If ``size``
    equals the length of the run, the characters correspond one by one, otherwise only as a whole. ``size`` is 0 if the
    layout has drawn the run.
    """

    text: str
    role: Role = Role.TEXT
    target: str = ""
    style: Style = Style.PLAIN
    start: int = 0
    size: int = 0


Runs = tuple[Run, ...]


class Line(NamedTuple):
    """A line of a page.

    ``block`` is the index of the top-level block whose text the line shows: -1 for the front matter, the number of
    blocks for the notes after the last block. ``wide`` marks a line of something wider than the measure, which scrolls
    sideways as a whole.
    """

    runs: Runs
    block: int
    wide: bool = False

    @property
    def text(self) -> str:
        """The text without its styles."""
        return "".join([run.text for run in self.runs])

    @property
    def width(self) -> int:
        """The width in cells."""
        return cells(self.text)


class Place(NamedTuple):
    """A character of a block's text; it depends neither on the width nor on the options."""

    block: int
    character: int = 0


class Placed(NamedTuple):
    """A picture on a page: its first line and cell, and its size in lines and cells."""

    address: str
    alt: str
    y: int
    x: int
    width: int
    height: int


def decoration(text: str, role: Role = Role.RULE, style: Style = Style.PLAIN) -> Run:
    """Return a run that is drawn by the layout and is not part of the text."""
    return Run(text, role, "", style)


def width_of(runs: Runs | list[Run]) -> int:
    """Return the width of runs in cells."""
    return sum([cells(run.text) for run in runs])
