"""Chips: the terms of a query side by side, each with a cross to remove it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from arxtui.model.frozen import frozen
from arxtui.text import cells, clip
from arxtui.tui.present.line import Piece, foreign, size

_LONGEST, _SHORTEST, _LAST = 40, 10, len("date:2026-05..2026-06")
"""Maximum widths of a chip's text: normally, if room is short, and for the last chip if room is short, so that the
months chosen by the last key press stay readable."""
_FRAME = 4
"""Number of cells of a chip besides its text: two blanks around the text, the cross, and a blank."""


@frozen
class Chips:
    """Laid out chips: pieces, and (first cell, end cell, index in the query) of each chip."""

    pieces: tuple[Piece, ...] = ()
    places: tuple[tuple[int, int, int], ...] = ()

    @property
    def size(self) -> int:
        """Total width in cells."""
        return size(self.pieces)

    def at(self, cell: int) -> int | None:
        """Return the index of the chip at a cell; None if there is none."""
        return next((number for start, end, number in self.places if start <= cell < end), None)


def lay_out_chips(texts: Sequence[str], width: int, faulty: Collection[int] = ()) -> Chips:
    """Lay out chips in at most ``width`` cells. If room is short, texts are cut, the last one least; then the first
    chips are replaced by their number. The last chip, which a key removes, stays as long as anything fits. ``faulty``
    are the indices of chips with a syntax fault."""
    texts = [foreign(text) for text in texts]
    clipped = [_clip_texts(texts, longest) for longest in range(_LONGEST, _SHORTEST - 1, -1)]
    shown = next((each for each in clipped if _size(each, 0) <= width), clipped[-1])
    left_out = 0
    while len(shown) > 1 and _size(shown, left_out) > width:
        shown, left_out = shown[1:], left_out + 1
    if shown and (excess := _size(shown, left_out) - width) > 0:
        room = cells(shown[-1]) - excess
        if room < 1:
            return Chips()
        shown = [clip(shown[-1], room)]
    return _draw(shown, left_out, faulty)


def _clip_texts(texts: Sequence[str], longest: int) -> list[str]:
    return [*(clip(text, longest) for text in texts[:-1]), *(clip(text, max(longest, _LAST)) for text in texts[-1:])]


def _draw(shown: Sequence[str], left_out: int, faulty: Collection[int]) -> Chips:
    pieces: list[Piece] = [(_left_out_words(left_out), "dim")] if left_out else []
    places = []
    at = size(pieces)
    for number, text in enumerate(shown, left_out):
        wide = cells(text) + _FRAME
        places.append((at, at + wide, number))
        ink = "chip-fault" if number in faulty else "chip"
        pieces += [(" ", "chip"), (text, ink), (" ", "chip"), ("× ", "chip-cross"), (" ", "text")]
        at += wide + 1
    return Chips(tuple(pieces[:-1]), tuple(places))


def _size(shown: Sequence[str], left_out: int) -> int:
    between = max(len(shown) - 1, 0)
    return sum(cells(text) + _FRAME for text in shown) + between + cells(_left_out_words(left_out))


def _left_out_words(number: int) -> str:
    return f"+{number} " if number else ""
