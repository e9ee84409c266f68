"""Cache of a listing's rows, fetched one page at a time when they become visible. Independent of the screen."""

from __future__ import annotations

from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence

from arxtui.light import changed
from arxtui.model.marks import Marks
from arxtui.model.views import Row
from arxtui.tui.state.signals import Signal

PAGE = 64
MAX_CACHED = 40 * PAGE
_MAX_SEARCHED = 200_000


class RowCache:
    """The ``keys`` of a listing, and an LRU cache of at most ``MAX_CACHED`` of its rows. ``failed`` is called with
    errors of the library, and the rows are then None; without ``failed``, errors are raised. ``changed`` is sent when
    cached rows change."""

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
        """Return the row at ``index``; None if the paper is no longer in the library's cache or the fetch failed."""
        key = self.keys[index]
        if key not in self._rows:
            start = index - index % PAGE
            if not self.fetch(start, start + PAGE):
                return None
        self._rows.move_to_end(key)
        return self._rows[key]

    def are_cached(self, start: int, stop: int) -> bool:
        """Return whether all rows of the range ``start`` to ``stop`` (exclusive) are cached."""
        return all(key in self._rows for key in self.keys[max(start, 0) : max(stop, 0)])

    def fetch(self, start: int, stop: int) -> bool:
        """Fetch the missing rows of the range ``start`` to ``stop`` (exclusive) in one request. Return False if the
        fetch failed."""
        missing = [key for key in self.keys[max(start, 0) : max(stop, 0)] if key not in self._rows]
        if not missing:
            return True
        try:
            fetched = {row.key: row for row in self._fetch(missing)}
        except Exception as error:
            if self._failed is None:
                raise
            self._failed(error)
            return False
        for key in missing:
            self._rows[key] = fetched.get(key)
        while len(self._rows) > MAX_CACHED:
            self._rows.popitem(last=False)
        return True

    def put(self, row: Row) -> None:
        """Replace a row by a predicted one, until the row is forgotten."""
        self._rows[row.key] = row
        self.changed.send()

    def predict(self, row: Row) -> None:
        """Replace a row whose owner repaints it."""
        self._rows[row.key] = row

    def cached(self, key: int) -> Row | None:
        """Return the row of a paper if it is cached."""
        return self._rows.get(key)

    def mark(self, key: int, marks: Marks) -> None:
        """Update the marks of a cached row. Without a cached row, do nothing."""
        if row := self._rows.get(key):
            self._rows[key] = changed(row, marks=marks, unsaved=False)
            self.changed.send()

    def forget(self, keys: Iterable[int] | None = None) -> None:
        """Drop these rows (None: all rows) from the cache, so that they are fetched again."""
        for key in [*self._rows] if keys is None else keys:
            self._rows.pop(key, None)
        self.changed.send()

    def place_of(self, key: int) -> int | None:
        """Return the index of a paper; None if it is not listed."""
        index = self.nearest(key)
        return index if index < len(self.keys) and self.keys[index] == key else None

    def nearest(self, key: int) -> int:
        """Return the index of a paper, or the index at which it would be inserted; 0 if the order of the list does not
        tell."""
        keys = self.keys
        if self.newest_first:
            index = bisect_left(keys, -key, key=lambda each: -each)
            if index >= len(keys) or keys[index] == key or len(keys) > _MAX_SEARCHED:
                return index
        try:
            return keys.index(key)
        except ValueError:
            return bisect_left(keys, -key, key=lambda each: -each) if self.newest_first else 0
