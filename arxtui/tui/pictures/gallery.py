"""The pictures of a full text: the room that each one takes, and its drawing."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from textual.strip import Strip

from arxtui.figures.decoding import NotDrawnError, can_draw, decode_picture
from arxtui.model.document import Picture
from arxtui.model.fulltext import Figure
from arxtui.tui.pictures.blocks import fit, half_blocks

_MAX_LINES = 28
"""The largest height of a picture in the text, in lines."""
_MIN_LINES = 2
"""The smallest height of a drawn picture, in lines. A lower one is shown as a line of text in a frame."""
_SVG = "image/svg+xml"
_EMPTY_ALTS = frozenset({"", "refer to caption", "[uncaptioned image]", "image"})
"""Alternative texts that say nothing, with which LaTeXML fills in for a missing one. All in lower case."""
_MAX_DRAWINGS = 48


class Drawing(NamedTuple):
    """A request to draw a picture in this many cells."""

    address: str
    columns: int
    lines: int


class Gallery:
    """Measures and draws pictures. ``figure`` returns the figure of an address; ``request`` has another thread make a
    drawing, which comes back through ``put``."""

    def __init__(self, figure: Callable[[str], Figure], request: Callable[[Drawing], None]) -> None:
        self._figure = figure
        self._request = request
        self._sizes: dict[str, tuple[int, int] | None] = {}
        self._drawn: dict[Drawing, list[Strip]] = {}
        self._requested: set[Drawing] = set()

    def room(self, picture: Picture, width: int) -> int:
        """Return the lines that a picture takes at this width, including one for its alternative text; 0 if it is not
        drawn."""
        size = self._size(picture)
        if size is None:
            return 0
        lines = fit(*size, width, _MAX_LINES)[1]
        return lines + bool(words_of(picture.alt)) if lines >= _MIN_LINES else 0

    def strips(self, address: str, alt: str, columns: int, lines: int) -> list[Strip] | None:
        """Return the drawing for this room: None while it is being made, an empty list if the picture cannot be
        drawn."""
        drawing = Drawing(address, columns, lines - bool(words_of(alt)))
        if drawing not in self._drawn and drawing not in self._requested:
            self._requested.add(drawing)
            self._request(drawing)
        return self._drawn.get(drawing)

    def put(self, drawing: Drawing, strips: list[Strip]) -> None:
        """Store a finished drawing. The oldest one is dropped if there are too many."""
        if len(self._drawn) >= _MAX_DRAWINGS:
            del self._drawn[next(iter(self._drawn))]
        self._requested.discard(drawing)
        self._drawn[drawing] = strips

    def _size(self, picture: Picture) -> tuple[int, int] | None:
        """Return the size in pixels, or None for a picture that cannot be drawn."""
        if picture.address not in self._sizes:
            self._sizes[picture.address] = _measure(self._figure(picture.address), picture) if can_draw() else None
        return self._sizes[picture.address]


def draw(figure: Figure, drawing: Drawing) -> list[Strip]:
    """Draw a figure. Returns no strips if the data is no picture."""
    try:
        return half_blocks(figure.data, drawing.columns, drawing.lines)
    except NotDrawnError:
        return []


def words_of(alt: str) -> str:
    """Return a picture's alternative text; empty if it says nothing."""
    return "" if alt.strip().lower() in _EMPTY_ALTS else alt


def _measure(figure: Figure, picture: Picture) -> tuple[int, int] | None:
    if not figure.data or figure.type == _SVG:
        return None
    if picture.width and picture.height:
        return picture.width, picture.height
    try:
        return decode_picture(figure.data).size
    except NotDrawnError:
        return None
