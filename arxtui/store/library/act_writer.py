"""Writing acts: each in one transaction, with its row in the journal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from arxtui.light import deferred
from arxtui.model.marks import MARKS
from arxtui.store.sqlite.connection import AMONG, listed

with deferred():
    from arxtui.store.library import journal

if TYPE_CHECKING:
    from arxtui.model.marks import Act
    from arxtui.store.library.types import Deed, Keep, NewValues, ReplacedKeys, Value
    from arxtui.store.sqlite.connection import Database, Row

_RECORD = "key, version, published, updated, source, title, body"
_PUT_RECORD = f"INSERT OR REPLACE INTO kept ({_RECORD}) VALUES (?, ?, ?, ?, ?, ?, ?)"  # noqa: S608
_RESTORE_RECORD = f"INSERT OR IGNORE INTO kept ({_RECORD}) VALUES (?, ?, ?, ?, ?, ?, ?)"  # noqa: S608
_MARK_OF = {act: mark.name for mark in MARKS for act in (mark.gives, mark.takes)}


def no_replaced_keys(keys: Iterable[int]) -> dict[int, int]:
    """Return no replaced keys, for callers without a cache: only the cache knows them."""
    return {}


class ActWriter:
    """Writes acts. When a method has returned, its act is on the disk: it survives a kill and a power cut.

    Methods return None if no paper would change; ``papers`` of an act counts the papers that it changed. ``keep`` is
    called before the library is locked, for the records of papers that get a mark for which records are stored; without
    ``keep``, no records are stored. ``replaced_keys`` is called before the lock, too, so that an act counts papers and
    not keys.
    """

    def __init__(self, db: Database) -> None:
        self._db = db
        self.replaced_keys: ReplacedKeys = no_replaced_keys
        self.changes: Counter[str] = Counter()
        """The number of rows changed by acts that only gave or took one mark, by the mark's name."""

    def do(
        self,
        deed: Deed,
        keys: Callable[[], Iterable[int]],
        new_values: NewValues,
        keep: Keep | None = None,
        recorded: Sequence[int] = (),
        run: int | None = None,
    ) -> Act | None:
        """Apply an act to papers. ``keys`` and ``new_values`` are called inside the transaction, when no other program
        can write; ``recorded`` are the papers whose records are stored; ``run`` is as for ``journal.act``."""
        records = list(keep(recorded)) if keep and recorded else []
        copies = self._stored_copies(set(recorded).difference(record.key for record in records))
        replaced = self.replaced_keys(keys())
        before = self._db.changes
        with self._db.transaction():
            act = journal.act(self._db, deed, keys(), new_values, replaced, run)
            if records:
                self._db.run_many(_PUT_RECORD, records)
            if copies:
                self._db.run_many(_RESTORE_RECORD, copies)
        if deed.what in _MARK_OF and not deed.to:
            self.changes[_MARK_OF[deed.what]] += self._db.changes - before
        return act

    def _stored_copies(self, keys: Collection[int]) -> list[Row]:
        """Return the stored records of papers that the caller cannot read. Until the library is locked, another program
        can remove a record of a paper without marks (``store.library.space``)."""
        sql = f"SELECT {_RECORD} FROM kept WHERE {AMONG}"  # noqa: S608
        return self._db.rows(sql, (listed(keys),)) if keys else []

    def set_number(
        self, deed: Deed, keys: Iterable[int], number: int, former: Iterable[int], keep: Keep | None
    ) -> Act | None:
        """Give papers a number; 0 means none. ``former`` are keys that the papers had before: their number is removed,
        as the number is stored under the current key."""
        numbers: dict[int, Value] = {**dict.fromkeys(former, 0), **dict.fromkeys(keys, number)}
        return self.do(deed, lambda: sorted(numbers), lambda before: numbers, keep, sorted(keys) if number else ())
