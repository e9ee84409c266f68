"""Layout options that the user can choose."""

from __future__ import annotations

from collections.abc import Callable

from arxtui.light import NamedTuple
from arxtui.model.document import Picture


class Options(NamedTuple):
    """The options of a page's layout."""

    measure: int = 80
    """The maximum width of a line of text in cells."""
    justified: bool = False
    hide_citations: bool = False
    open_notes: frozenset[str] = frozenset()
    """The footnotes to show below the lines that call them, by the targets of their marks."""
    tex: bool = False
    """Whether formulas are shown as their TeX source."""
    struck_signs: bool = False
    """Whether struck text is between ``~~``, for outputs that show no styles."""
    ascii_only: bool = False
    """Whether non-ASCII characters are spelled out: ``alpha`` for ``α``."""
    picture_height: Callable[[Picture, int], int] | None = None
    """Returns the number of lines of a picture that is drawn at a given width in cells, or 0 if the picture is not
    drawn. If None, no picture is drawn."""
