"""The rows of a listing, fetched a page at a time as they come into sight. Knows nothing of the screen."""

from __future__ import annotations

from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence

from arxtui.model.frozen import changed
from arxtui.model.marks import Marks
from arxtui.model.views import Row
from arxtui.tui.state.signals import Signal

PAGE = 64
KEPT = 40 * PAGE
_SEARCHABLE = 200_000


class Pages:
    """``keys`` in order, and the rows of those that were looked at lately. ``failed`` hears of errors of the library,
    and the rows are then None; without it they pass through. ``changed`` is sent when rows became others."""

    def __init__(
        self,
        keys: Sequence[int],
        fetch: Callable[[Sequence[int]], Iterable[Row]],
        failed: Callable[[Exception], object] | None = None,
        *,
        newest_first: bool = False,
    ) -> None:
        self.keys = keys
        self.newest_first = newest_first
        self.changed: Signal[[]] = Signal()
        self._fetch = fetch
        self._failed = failed
        self._rows: OrderedDict[int, Row | None] = OrderedDict()

    def __len__(self) -> int:
        return len(self.keys)

    def __getitem__(self, index: int) -> Row | None:
        """The row at ``index``; None when the cache no longer knows the paper."""
        key = self.keys[index]
        if key not in self._rows:
            start = index - index % PAGE
            if not self.bring(start, start + PAGE):
                return None
        self._rows.move_to_end(key)
        return self._rows[key]

    def holds(self, start: int, stop: int) -> bool:
        """Whether the rows from ``start`` to before ``stop`` are there, so that none needs to be fetched."""
        return all(key in self._rows for key in self.keys[max(start, 0) : max(stop, 0)])

    def bring(self, start: int, stop: int) -> bool:
        """Fetch, in one go, the rows from ``start`` to before ``stop`` that are not there yet; whether all are."""
        wanted = [key for key in self.keys[max(start, 0) : max(stop, 0)] if key not in self._rows]
        if not wanted:
            return True
        try:
            found = {row.key: row for row in self._fetch(wanted)}
        except Exception as error:
            if self._failed is None:
                raise
            self._failed(error)
            return False
        for key in wanted:
            self._rows[key] = found.get(key)
        while len(self._rows) > KEPT:
            self._rows.popitem(last=False)
        return True

    def put(self, row: Row) -> None:
        """Show ``row`` as it is about to become, until it is forgotten."""
        self._rows[row.key] = row
        self.changed.send()

    def mark(self, key: int, marks: Marks) -> None:
        """Show the marks that a paper has now, where its row is there."""
        if row := self._rows.get(key):
            self._rows[key] = changed(row, marks=marks, unsaved=False)
            self.changed.send()

    def forget(self, keys: Iterable[int] | None = None) -> None:
        """Fetch these (or all) rows anew when they are next looked at."""
        for key in [*self._rows] if keys is None else keys:
            self._rows.pop(key, None)
        self.changed.send()

    def place_of(self, key: int) -> int | None:
        """Where a paper stands; None where it is not listed."""
        place = self.nearest(key)
        return place if place < len(self.keys) and self.keys[place] == key else None

    def nearest(self, key: int) -> int:
        """Where a paper stands, or where it would stand if it were in the list; 0 when that cannot be said."""
        keys = self.keys
        if self.newest_first:
            place = bisect_left(keys, -key, key=lambda each: -each)
            if place >= len(keys) or keys[place] == key or len(keys) > _SEARCHABLE:
                return place
        try:
            return keys.index(key)
        except ValueError:
            return bisect_left(keys, -key, key=lambda each: -each) if self.newest_first else 0
