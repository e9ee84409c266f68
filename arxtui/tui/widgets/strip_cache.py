"""A cache of the painted lines of a list, and the choice of lines to paint ahead. Independent of the screen."""

from __future__ import annotations

from itertools import product
from typing import Generic, TypeVar

from arxtui.light import NamedTuple
from arxtui.tui.state.rows_in_sight import RowsInSight

MOST_STRIPS = 1_000
Strip = TypeVar("Strip")


class StripKey(NamedTuple):
    """The key of a strip: a line of a row (``HEAD``: the heading above it), with or without the cursor and the
    focus."""

    row: int
    line: int = 0
    has_cursor: bool = False
    has_focus: bool = False


class StripCache(Generic[Strip]):
    """The painted strips of a list. If there are too many, the oldest are dropped."""

    def __init__(self) -> None:
        self._strips: dict[StripKey, Strip] = {}

    def get(self, place: StripKey) -> Strip | None:
        """Return the strip of a place, or None if it is not cached."""
        return self._strips.get(place)

    def put(self, place: StripKey, strip: Strip) -> Strip:
        """Store the strip of a place, and return it."""
        if len(self._strips) >= MOST_STRIPS:
            del self._strips[next(iter(self._strips))]
        self._strips[place] = strip
        return strip

    def drop(self, place: StripKey) -> None:
        """Remove the strip of a place."""
        self._strips.pop(place, None)

    def clear(self) -> None:
        """Remove every strip."""
        self._strips.clear()

    def missing_around(self, sight: RowsInSight, cursor: int) -> list[tuple[int, int]]:
        """Return the (row, line) pairs without a cached strip in the screenful below the visible rows, or else in the
        screenful above. The cursor's row is left out, because the cursor moves on. Returns an empty list if three
        screenfuls exceed the cache."""
        height = sight.rows
        if 3 * height * sight.row_height >= MOST_STRIPS:
            return []
        for top in (sight.top + height, sight.top - height):
            rows = range(max(top, 0), min(top + height, sight.total))
            lines = product(rows, range(sight.row_height))
            if missing := [each for each in lines if each[0] != cursor and StripKey(*each) not in self._strips]:
                return missing
        return []
