"""The list of all papers, packed by month: opened in milliseconds for millions of papers, and unchanged by later
writes."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, repeat

from arxtui.model.arxiv.ids import ArxivId, is_pending, join_key, split_key
from arxtui.model.longlist import LongList
from arxtui.store.sqlite.connection import Database, listed
from arxtui.store.sqlite.packed_keys import pack_numbers, unpack_numbers

QUARTER = "((key >> 32) - 1) / 3"
"""The quarter of a year of a paper's key, counted from the first of ``FIRST_YEAR`` as 0. The indexes of hashes begin
with it: rows written together are stored together, and a title is found in a year by four looks."""

_AFTER_ALL = 1 << 31
_MONTHS_PER_READ = 48


class MonthKeys(LongList):
    """All keys, descending (newest first): an immutable snapshot, four bytes per paper."""

    def __init__(self, months: Iterable[tuple[int, array[int]]]) -> None:
        """Create the list; ``months`` are (month, ascending numbers), newest month first, none empty."""
        self._months: list[int] = []
        self._numbers: list[array[int]] = []
        self._ends: list[int] = []
        end = 0
        for month, numbers in months:
            end += len(numbers)
            self._months.append(month)
            self._numbers.append(numbers)
            self._ends.append(end)
        self._length = end

    def __len__(self) -> int:
        return self._length

    def at(self, place: int) -> int:
        """Return the key at an index from 0 to the length less 1."""
        at = bisect_right(self._ends, place)
        # The numbers of a month ascend, so count back from its end.
        return join_key(self._months[at], self._numbers[at][self._ends[at] - 1 - place])

    def __iter__(self) -> Iterator[int]:
        for month, numbers in zip(self._months, self._numbers, strict=True):
            base = join_key(month, 0)
            for low in reversed(numbers):
                yield base | low

    def __contains__(self, key: object) -> bool:
        return isinstance(key, int) and self._find(key)[1]

    def position(self, key: int) -> int:
        """Return the index of a key, or the index at which a missing key would be inserted."""
        return self._find(key)[0]

    def positions(self, keys: Iterable[int]) -> array[int]:
        """Return the ascending indexes of those of these keys that are in the list. Much faster for many keys than
        single look-ups, most of all for ascending keys."""
        ordered, indexes = sorted(keys), array("q")
        for month, numbers, end in zip(self._months, self._numbers, self._ends, strict=True):
            base, end_of_month = join_key(month, 0), join_key(month + 1, 0)
            lows = [key - base for key in ordered[bisect_left(ordered, base) : bisect_left(ordered, end_of_month)]]
            places = list(map(bisect_right, repeat(numbers), lows))
            candidates = zip(places, lows, strict=True)
            indexes.extend([end - place for place, low in candidates if place and numbers[place - 1] == low][::-1])
        return indexes

    def index(self, value: int, start: int = 0, stop: int | None = None) -> int:
        """Return the index of a key. Raises ValueError if the key is missing or its index is not in ``start`` to
        ``stop`` (exclusive)."""
        place, is_here = self._find(value)
        if not is_here or not start <= place < (self._length if stop is None else stop):
            raise ValueError(f"{value} is not in the list")
        return place

    def count(self, value: int) -> int:
        """Return 1 if the key is in the list, otherwise 0."""
        return int(value in self)

    def _find(self, key: int) -> tuple[int, bool]:
        month, low = split_key(key)
        at = bisect_left(self._months, -month, key=lambda of_month: -of_month)
        if at == len(self._months) or self._months[at] != month:
            return (self._ends[at - 1] if at else 0), False
        numbers = self._numbers[at]
        place = bisect_right(numbers, low)
        is_here = place > 0 and numbers[place - 1] == low
        return self._ends[at] - place, is_here

    def part(self, places: range) -> Sequence[int]:
        """Return the keys at these indexes; of adjacent ones, faster than one by one."""
        if places.step != 1:
            return super().part(places)
        start, stop, picked = places.start, places.stop, array("q")
        at = bisect_right(self._ends, start)
        while start < stop:
            end = self._ends[at]
            until = min(stop, end)
            base = join_key(self._months[at], 0)
            numbers = self._numbers[at][end - until : end - start]
            picked.extend(base | low for low in reversed(numbers))
            start, at = until, at + 1
        return picked


def read_months(db: Database) -> MonthKeys:
    """Return the current list."""
    with db.snapshot():
        return MonthKeys(_months(db))


def _months(db: Database) -> Iterator[tuple[int, array[int]]]:
    # Read a few months at a time: both packed and unpacked rows of a read are in memory.
    before = _AFTER_ALL
    sql = "SELECT month, numbers FROM month WHERE month < ? AND n > 0 ORDER BY month DESC LIMIT ?"
    while rows := db.rows(sql, (before, _MONTHS_PER_READ)):
        for before, numbers in rows:
            yield before, unpack_numbers(numbers)


def newest_key(db: Database) -> int:
    """Return the key of the newest paper; 0 if there is none."""
    return int(db.value("SELECT max(key) FROM paper") or 0)


def write_months(db: Database, added: Iterable[int], removed: Iterable[int]) -> None:
    """Add and remove keys, in the transaction that inserts or deletes their rows."""
    more = {month: {low for _, low in lows} for month, lows in groupby(map(split_key, sorted(added)), lambda s: s[0])}
    less = {month: {low for _, low in lows} for month, lows in groupby(map(split_key, sorted(removed)), lambda s: s[0])}
    touched = sorted(more.keys() | less.keys())
    sql = "SELECT month, numbers FROM month WHERE month IN (SELECT value FROM json_each(?))"
    stored = {month: unpack_numbers(numbers) for month, numbers in db.rows(sql, (listed(touched),))}
    rows = []
    for month in touched:
        numbers = stored.get(month) or array("I")
        if month in less:
            numbers = array("I", (low for low in numbers if low not in less[month]))
        if month in more:
            numbers = array("I", sorted({*numbers, *more[month]}))
        rows.append((month, len(numbers), pack_numbers(numbers)))
    db.run_many("INSERT OR REPLACE INTO month (month, n, numbers) VALUES (?, ?, ?)", rows)


class Aliases:
    """The replacements of pending keys."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def of(self, key: int) -> int:
        """Return the key that replaced a pending key; any other key unchanged."""
        return int(self._db.value("SELECT key FROM alias WHERE pending = ?", (key,)) or key) if is_pending(key) else key

    def all(self) -> dict[int, int]:
        """Return all replacements, by pending key."""
        return dict(self._db.rows("SELECT pending, key FROM alias"))

    def among(self, keys: Iterable[int]) -> dict[int, int]:
        """Return the replacements, by pending key, of those of the keys that were pending."""
        pending = [key for key in keys if is_pending(key)]
        if not pending:
            return {}
        sql = "SELECT pending, key FROM alias WHERE pending IN (SELECT value FROM json_each(?))"
        return dict(self._db.rows(sql, (listed(pending),)))

    def former_keys(self, keys: Iterable[int]) -> dict[int, tuple[int, ...]]:
        """Return, by key, the ascending pending keys that these papers had; papers without any are left out."""
        sql = "SELECT key, pending FROM alias WHERE key IN (SELECT value FROM json_each(?)) ORDER BY key, pending"
        former_keys: dict[int, tuple[int, ...]] = {}
        for key, pending in self._db.rows(sql, (listed(keys),)):
            former_keys[key] = (*former_keys.get(key, ()), pending)
        return former_keys

    def resolve(self, named: ArxivId | int) -> int | None:
        """Return the key of a stored paper, given its id or any key it has or had. Returns None if the paper is not
        stored."""
        key = named.key if isinstance(named, ArxivId) else self.of(named)
        return key if self._db.row("SELECT 1 FROM paper WHERE key = ?", (key,)) else None
