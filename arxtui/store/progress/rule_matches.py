"""The papers that match the queries of rules, at a change number of the index. Only papers changed since then are
matched again."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Mapping

from arxtui.light import NamedTuple
from arxtui.store.errors import StoreError
from arxtui.store.sqlite.connection import Database
from arxtui.store.sqlite.packed_keys import pack_keys, unpack_keys

_NONE: frozenset[int] = frozenset()
_MAX_CHANGES = 1_000
_MAX_CHANGED_SHARE = 8
_WHOLE, _SINCE = 0, 1
_NO_KEYS = pack_keys(())


class RuleMatch(NamedTuple):
    """The papers that match a query at a change number of the cache: ascending keys (``array('q')``).

    ``added`` and ``gone`` are the changes since the whole list was last written, at change number ``base``; ``base`` is
    None if it never was.
    """

    change: int
    keys: array[int]
    base: int | None = None
    added: frozenset[int] = _NONE
    gone: frozenset[int] = _NONE

    def at(self, change: int, checked: Iterable[int], matching: Iterable[int]) -> RuleMatch:
        """Return the match at a later change number: of the papers ``checked``, exactly those in ``matching`` match.
        Modifies ``keys`` in place."""
        fresh = frozenset(matching)
        lost = frozenset(checked) - fresh
        new = [key for key in sorted(fresh) if not contains(self.keys, key)]
        old = _contained(self.keys, lost)
        for key in new:
            self.keys.insert(bisect_left(self.keys, key), key)
        for key in old:
            del self.keys[bisect_left(self.keys, key)]
        return RuleMatch(change, self.keys, self.base, (self.added - lost).union(new), (self.gone - fresh).union(old))

    @property
    def is_rewritten(self) -> bool:
        """Whether to write the whole list, because it was never written or has changed too much, instead of the
        changes."""
        return self.base is None or len(self.added) + len(self.gone) > max(
            _MAX_CHANGES, len(self.keys) // _MAX_CHANGED_SHARE
        )


def contains(keys: array[int], key: int) -> bool:
    """Return whether a key is in an ascending array."""
    place = bisect_left(keys, key)
    return place < len(keys) and keys[place] == key


def _contained(keys: array[int], some: Collection[int]) -> list[int]:
    """Return those of some keys that are in an ascending array. Most are newer than all of the array."""
    if not some:
        return []
    first, end = bisect_left(keys, min(some)), bisect_right(keys, max(some))
    if end - first <= len(some):
        return [key for key in keys[first:end] if key in some]
    return [key for key in some if contains(keys, key)]


class RuleMatches:
    """The stored matches, by the names of their queries. Reading can raise StoreError."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def read(self, names: Iterable[str]) -> dict[str, RuleMatch]:
        """Return the stored matches of those names that have one."""
        matches: dict[str, RuleMatch] = {}
        sql = "SELECT part, change, keys, gone FROM rule_match WHERE name = ? ORDER BY part"
        for name in names:
            for part, change, packed, packed_gone in self._db.rows(sql, (name,)):
                keys = unpack_keys(packed)
                if part == _WHOLE:
                    matches[name] = RuleMatch(change, keys, change)
                elif name in matches:
                    match = matches[name].at(change, unpack_keys(packed_gone), ())
                    matches[name] = match.at(change, keys, keys)
        return matches

    def write(self, matches: Mapping[str, RuleMatch], names: Iterable[str]) -> dict[str, RuleMatch]:
        """Store matches, and delete all other names except ``names``. Returns the matches as stored.

        Does not wait for a lock: if another process is writing or the file cannot be written, nothing is stored, and
        the papers are matched again later.
        """
        timeout = self._db.value("PRAGMA busy_timeout")
        try:
            self._db.run("PRAGMA busy_timeout = 0")
            with self._db.transaction():
                stored = {name: self._put(name, match) for name, match in sorted(matches.items())}
                self._forget(names)
        except StoreError:
            return dict(matches)
        finally:
            self._db.run(f"PRAGMA busy_timeout = {timeout}")
        return stored

    def _put(self, name: str, match: RuleMatch) -> RuleMatch:
        put = "INSERT OR REPLACE INTO rule_match (name, part, change, keys, gone) VALUES (?, ?, ?, ?, ?)"
        base = self._db.value("SELECT change FROM rule_match WHERE name = ? AND part = ?", (name, _WHOLE))
        # Another process can have rewritten the whole list.
        if match.is_rewritten or base != match.base:
            self._db.run("DELETE FROM rule_match WHERE name = ?", (name,))
            self._db.run(put, (name, _WHOLE, match.change, pack_keys(match.keys), _NO_KEYS))
            return RuleMatch(match.change, match.keys, match.change)
        self._db.run(put, (name, _SINCE, match.change, pack_keys(match.added), pack_keys(match.gone)))
        return match

    def _forget(self, names: Iterable[str]) -> None:
        keep = set(names)
        gone = [(name,) for (name,) in self._db.rows("SELECT DISTINCT name FROM rule_match") if name not in keep]
        self._db.run_many("DELETE FROM rule_match WHERE name = ?", gone)
