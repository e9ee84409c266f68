"""The painted lines of a list, kept until the list changes, and those that are worth painting ahead. Knows nothing of
the screen."""

from __future__ import annotations

from itertools import product
from typing import Generic, NamedTuple, TypeVar

from arxtui.tui.state.rows_in_sight import RowsInSight

MOST_STRIPS = 1_000
Strip = TypeVar("Strip")


class StripPlace(NamedTuple):
    """A line of a row (``HEAD``: the heading above it), with the cursor on it or not, with the keyboard or not."""

    row: int
    line: int = 0
    has_cursor: bool = False
    has_focus: bool = False


class StripCache(Generic[Strip]):
    """The strips of a list's lines. Where there are too many, the oldest are dropped."""

    def __init__(self) -> None:
        self._strips: dict[StripPlace, Strip] = {}

    def get(self, place: StripPlace) -> Strip | None:
        """The strip of a place; None where it is not kept."""
        return self._strips.get(place)

    def put(self, place: StripPlace, strip: Strip) -> Strip:
        """Keep the strip of a place, and return it."""
        if len(self._strips) >= MOST_STRIPS:
            del self._strips[next(iter(self._strips))]
        self._strips[place] = strip
        return strip

    def drop(self, place: StripPlace) -> None:
        """Forget the strip of a place."""
        self._strips.pop(place, None)

    def clear(self) -> None:
        """Forget every strip."""
        self._strips.clear()

    def missing_around(self, sight: RowsInSight, cursor: int) -> list[tuple[int, int]]:
        """The rows and lines of the screenful below the rows in sight, or else of that above them, whose strips are not
        kept. None where three screenfuls are more than is kept; nor of the row with the cursor, which moves on."""
        height = sight.rows
        if 3 * height * sight.row_height >= MOST_STRIPS:
            return []
        for top in (sight.top + height, sight.top - height):
            rows = range(max(top, 0), min(top + height, sight.total))
            lines = product(rows, range(sight.row_height))
            if missing := [each for each in lines if each[0] != cursor and StripPlace(*each) not in self._strips]:
                return missing
        return []
