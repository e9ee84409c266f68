"""What the reader of a page may choose."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from arxtui.model.document import Picture


class Options(NamedTuple):
    """How a page is laid out."""

    measure: int = 80
    """Cells of a line of text, at most."""
    justified: bool = False
    hide_citations: bool = False
    open_notes: frozenset[str] = frozenset()
    """The footnotes that are shown below the lines that call them, by the targets of their marks."""
    tex: bool = False
    """Formulas as their TeX."""
    ascii_only: bool = False
    """What is not ASCII is spelled out: ``alpha`` for ``α``."""
    picture_height: Callable[[Picture, int], int] | None = None
    """The lines that a picture takes when it is drawn as many cells wide as said; 0 where it is not drawn. Without it
    no picture is."""
