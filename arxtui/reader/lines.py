"""What a page is made of: lines of runs, and places in a document that every width shares."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from arxtui.model.document import Style
from arxtui.text import cells


class Role(StrEnum):
    """What a run of a line is. How its author set it (bold, italic, mono ...) is its style."""

    TEXT = "text"
    TITLE = "title"
    """The title of the paper."""
    HEADING = "heading"
    LABEL = "label"
    """What a block is called: ``Theorem 2 (Euler).``, ``Figure 3``."""
    NUMBER = "number"
    """The number of a heading, an equation, a line of code, an entry of the bibliography."""
    BULLET = "bullet"
    """The mark of an item."""
    LINK = "link"
    """Its target is an address."""
    REFERENCE = "reference"
    """Its target is an anchor of the document."""
    CITATION = "citation"
    MATH = "math"
    """Its target is ``tex:`` and the TeX."""
    NOTE = "note"
    """The mark of a footnote: where it is called its target is the note, where it stands the call."""
    CAPTION = "caption"
    PICTURE = "picture"
    """Its target is the picture's address."""
    RULE = "rule"
    """A line or a frame drawn by the layout."""
    DIM = "dim"
    """Less than the text around it: affiliations, the sign at the end of a proof."""


class Run(NamedTuple):
    """A stretch of a line. ``start`` and ``size`` are the characters that it shows of its block's text (see
    ``contents.text_of``): one by one where ``size`` is the run's length, else as a whole; 0 of them where the layout
    drew it."""

    text: str
    role: Role = Role.TEXT
    target: str = ""
    style: Style = Style.PLAIN
    start: int = 0
    size: int = 0


Runs = tuple[Run, ...]


class Line(NamedTuple):
    """A line of a page. ``block`` is the index of the top-level block whose text it shows: -1 what stands before the
    first, the number of blocks the notes behind the last. ``wide``: it belongs to something wider than the measure,
    which scrolls sideways as a whole."""

    runs: Runs
    block: int
    wide: bool = False

    @property
    def text(self) -> str:
        """The line without its styles."""
        return "".join([run.text for run in self.runs])

    @property
    def width(self) -> int:
        """In cells."""
        return cells(self.text)


class Place(NamedTuple):
    """A character of a block's text: the same whatever the width and the options."""

    block: int
    character: int = 0


class Placed(NamedTuple):
    """A picture on a page: its first line, its first cell, and its size in lines and cells."""

    address: str
    alt: str
    y: int
    x: int
    width: int
    height: int


def drawn(text: str, role: Role = Role.RULE, style: Style = Style.PLAIN) -> Run:
    """A run that the layout draws."""
    return Run(text, role, "", style)


def width_of(runs: Runs | list[Run]) -> int:
    """The cells of a stretch of runs."""
    return sum([cells(run.text) for run in runs])
