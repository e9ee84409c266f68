"""The pictures of a full text: how much room each takes, and how it is drawn there."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from textual.strip import Strip

from arxtui.model.document import Picture
from arxtui.model.fulltext import Figure
from arxtui.tui.pictures.blocks import fitted, half_blocks
from arxtui.tui.pictures.opening import NotDrawnError, can_draw, opened

_TALLEST = 28
"""Lines of a picture among text, at most."""
_LOWEST = 2
"""Lines below which a picture is a line of text in a frame."""
_SVG = "image/svg+xml"
_SAYS_NOTHING = frozenset({"", "refer to caption", "[uncaptioned image]", "image"})
"""What stands for the words of a picture that has none (LaTeXML's)."""
_KEPT = 48


class Drawing(NamedTuple):
    """A picture to be drawn in so many cells."""

    address: str
    columns: int
    lines: int


class Gallery:
    """``figure`` gives a figure by its address; ``later`` has a drawing made by another thread and given back."""

    def __init__(self, figure: Callable[[str], Figure], later: Callable[[Drawing], None]) -> None:
        self._figure = figure
        self._later = later
        self._sizes: dict[str, tuple[int, int] | None] = {}
        self._drawn: dict[Drawing, list[Strip]] = {}
        self._begun: set[Drawing] = set()

    def room(self, picture: Picture, width: int) -> int:
        """The lines that a picture takes in so many columns, one for its words among them; 0 where it is not drawn."""
        size = self._size(picture)
        if size is None:
            return 0
        lines = fitted(*size, width, _TALLEST)[1]
        return lines + bool(words_of(picture.alt)) if lines >= _LOWEST else 0

    def strips(self, address: str, alt: str, columns: int, lines: int) -> list[Strip] | None:
        """What is drawn in that room: nothing where it turns out that it cannot be, None while it is being made."""
        wanted = Drawing(address, columns, lines - bool(words_of(alt)))
        if wanted not in self._drawn and wanted not in self._begun:
            self._begun.add(wanted)
            self._later(wanted)
        return self._drawn.get(wanted)

    def put(self, drawing: Drawing, strips: list[Strip]) -> None:
        """A drawing is made."""
        if len(self._drawn) >= _KEPT:
            del self._drawn[next(iter(self._drawn))]
        self._begun.discard(drawing)
        self._drawn[drawing] = strips

    def _size(self, picture: Picture) -> tuple[int, int] | None:
        """In pixels; None for a picture that cannot be drawn."""
        if picture.address not in self._sizes:
            self._sizes[picture.address] = _measured(self._figure(picture.address), picture) if can_draw() else None
        return self._sizes[picture.address]


def draw(figure: Figure, drawing: Drawing) -> list[Strip]:
    """The strips; none for what turns out to be no picture."""
    try:
        return half_blocks(figure.data, drawing.columns, drawing.lines)
    except NotDrawnError:
        return []


def words_of(alt: str) -> str:
    """What a picture's alternative text says; empty where that is nothing."""
    return "" if alt.strip().lower() in _SAYS_NOTHING else alt


def _measured(figure: Figure, picture: Picture) -> tuple[int, int] | None:
    if not figure.data or figure.type == _SVG:
        return None
    if picture.width and picture.height:
        return picture.width, picture.height
    try:
        return opened(figure.data).size
    except NotDrawnError:
        return None
