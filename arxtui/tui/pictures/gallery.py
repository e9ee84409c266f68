"""The pictures of a full text: the room that each one takes, and its drawing."""

from __future__ import annotations

from collections.abc import Callable

from textual.strip import Strip

from arxtui.figures.decoding import can_draw
from arxtui.figures.safe import WHOLE, View
from arxtui.figures.size import SVG, picture_size
from arxtui.light import NamedTuple
from arxtui.model.document import Picture
from arxtui.model.fulltext import Figure
from arxtui.tui.pictures.strips import fit

_MAX_LINES = 28
"""The largest height of a picture in the text, in lines."""
_AROUND, _LOWEST = 4, 8
"""Lines of the page that a picture leaves to its caption; on a very low page it is higher than that."""
_MIN_LINES = 2
"""The smallest height of a drawn picture, in lines. A lower one is shown as a line of text in a frame."""
_EMPTY_ALTS = frozenset({"", "refer to caption", "[uncaptioned image]", "image"})
"""Alternative texts that say nothing, with which LaTeXML fills in for a missing one. All in lower case."""
_MAX_DRAWINGS = 48
_DRAWING_WIDTH = 2_000
"""Width of an SVG in pixels. Its own is that of the print, with lines and letters that need more here."""
_ENLARGED = 3
"""How much a drawing within the page is enlarged at most: many are no larger than a few letters."""


class Drawing(NamedTuple):
    """A request to draw the part of a picture that is in view in this many cells, in the colours of a theme."""

    address: str
    columns: int
    lines: int
    theme: str
    view: View = WHOLE


class Gallery:
    """Measures and draws pictures. ``figure`` returns the figure of an address; ``request`` has another thread make a
    drawing, which comes back through ``put``. ``rows`` returns the height of the page."""

    def __init__(
        self, figure: Callable[[str], Figure], request: Callable[[Drawing], None], rows: Callable[[], int]
    ) -> None:
        self._figure = figure
        self._rows = rows
        self._request = request
        self._sizes: dict[str, tuple[float, float] | None] = {}
        self._drawn: dict[Drawing, list[Strip]] = {}
        self._requested: set[Drawing] = set()

    def room(self, picture: Picture, width: int) -> int:
        """Return the lines that a picture takes at this width, including one for its alternative text; 0 if it is not
        drawn."""
        size = self.size(picture)
        if size is None:
            return 0
        lines = fit(round(size[0]), round(size[1]), width, max(min(_MAX_LINES, self._rows() - _AROUND), _LOWEST))[1]
        return lines + bool(words_of(picture.alt)) if lines >= _MIN_LINES else 0

    def strips(self, address: str, alt: str, columns: int, lines: int, theme: str) -> list[Strip] | None:
        """Return the drawing for this room: None while it is being made, an empty list if the picture cannot be
        drawn."""
        height = lines - bool(words_of(alt))
        size = self._sizes.get(address) or (columns, 2 * height)
        width = fit(round(size[0]), round(size[1]), columns, height, enlarged=True)[0]
        drawing = Drawing(address, width, height, theme)
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

    def size(self, picture: Picture) -> tuple[float, float] | None:
        """Return the size in pixels, or None for a picture that cannot be drawn."""
        if picture.address not in self._sizes:
            self._sizes[picture.address] = _measure(self._figure(picture.address), picture) if can_draw() else None
        return self._sizes[picture.address]


def words_of(alt: str) -> str:
    """Return a picture's alternative text; empty if it says nothing."""
    return "" if alt.strip().lower() in _EMPTY_ALTS else alt


def _measure(figure: Figure, picture: Picture) -> tuple[float, float] | None:
    if not figure.data:
        return None
    declared = (picture.width, picture.height) if picture.width and picture.height else None
    size = declared or picture_size(figure.data, figure.type)
    if figure.type != SVG or size is None:
        return size
    width = min(_DRAWING_WIDTH, _ENLARGED * size[0]) if picture.is_drawing else _DRAWING_WIDTH
    return width, width * size[1] / size[0]
