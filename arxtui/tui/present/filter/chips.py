"""The parts of a query as chips side by side, each with a cross that says that it can be taken away."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from arxtui.model.frozen import frozen
from arxtui.text import cells, clip
from arxtui.tui.present.line import Piece, foreign, size

_LONGEST, _SHORTEST, _LAST = 40, 10, len("date:2026-05..2026-06")
"""Cells of a long chip's text: where there is room, where there is little, and there of the last one: the months that
were chosen by the last key can be read as long as anything can give way to them."""
_FRAME = 4
"""Cells of a chip beside its text: a blank, a blank, the cross, a blank."""


@frozen
class Chips:
    """Chips as they fit: pieces, and the half-open cells of each with its number in the query."""

    pieces: tuple[Piece, ...] = ()
    places: tuple[tuple[int, int, int], ...] = ()

    @property
    def size(self) -> int:
        """Cells of all of it."""
        return size(self.pieces)

    def at(self, cell: int) -> int | None:
        """The number of the chip at so many cells from the left."""
        return next((number for start, end, number in self.places if start <= cell < end), None)


def lay_out_chips(texts: Sequence[str], width: int, faulty: Collection[int] = ()) -> Chips:
    """The chips in at most ``width`` cells: clipped where they are many, the last one least; then the first ones are
    only a number, and the last one, which a key takes away, is there as long as anything fits. ``faulty`` are the
    numbers of those that cannot be read as typed."""
    texts = [foreign(text) for text in texts]
    clipped = [_clipped(texts, longest) for longest in range(_LONGEST, _SHORTEST - 1, -1)]
    shown = next((each for each in clipped if _size(each, 0) <= width), clipped[-1])
    left_out = 0
    while len(shown) > 1 and _size(shown, left_out) > width:
        shown, left_out = shown[1:], left_out + 1
    if shown and (excess := _size(shown, left_out) - width) > 0:
        room = cells(shown[-1]) - excess
        if room < 1:
            return Chips()
        shown = [clip(shown[-1], room)]
    return _drawn(shown, left_out, faulty)


def _clipped(texts: Sequence[str], longest: int) -> list[str]:
    return [*(clip(text, longest) for text in texts[:-1]), *(clip(text, max(longest, _LAST)) for text in texts[-1:])]


def _drawn(shown: Sequence[str], left_out: int, faulty: Collection[int]) -> Chips:
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
