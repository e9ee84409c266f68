"""Writes acts: each in one transaction, with its row in the journal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from arxtui.model.marks import MARKS

# The journal and whole records are loaded by what uses them: a list of papers does not.
if TYPE_CHECKING:
    from arxtui.model.marks import Act
    from arxtui.store.library.fields import Value
    from arxtui.store.library.journal import Wanted
    from arxtui.store.library.marks import Deed
    from arxtui.store.sqlite.codec import Packed
    from arxtui.store.sqlite.connection import Database

_KEEP = (
    "INSERT OR REPLACE INTO kept (key, version, published, updated, source, title, body) VALUES (?, ?, ?, ?, ?, ?, ?)"
)
_MARK_OF = {act: mark.name for mark in MARKS for act in (mark.gives, mark.takes)}
Keep = Callable[[Sequence[int]], "Iterable[Packed]"]
"""Gives the records of those of some papers that it knows, by their keys."""
Became = Callable[[Iterable[int]], Mapping[int, int]]
"""What those of some keys have become that papers had before: two keys may be those of one paper."""


def same_keys(keys: Iterable[int]) -> dict[int, int]:
    """For who has no cache, which alone knows what keys have become."""
    return {}


class ActWriter:
    """An act that has returned is on the disk: it survives a kill and a power cut.

    Each is None when all of the papers are so already; an act's ``papers`` are those it changed. ``keep`` is asked
    before the library is locked, for the records of the papers that get a mark for which these are kept; without it
    none are kept. ``became`` is asked before that too, so that an act counts papers and not their keys.
    """

    def __init__(self, db: Database) -> None:
        self._db = db
        self.became: Became = same_keys
        self.changes: Counter[str] = Counter()
        """How many rows were changed by acts that gave or took one mark and did nothing else, by the mark's name."""

    def do(
        self,
        deed: Deed,
        keys: Callable[[], Iterable[int]],
        wanted: Wanted,
        keep: Keep | None = None,
        kept: Sequence[int] = (),
    ) -> Act | None:
        """Do something to papers. ``keys`` and ``wanted`` are asked inside the transaction, where no other program
        writes between them; ``kept`` are the papers whose records are kept."""
        from arxtui.store.library import journal

        records, became = keep(kept) if keep and kept else (), self.became(keys())
        before = self._db.changes
        with self._db.transaction():
            done = journal.act(self._db, deed, keys(), wanted, became)
            if kept:
                self._db.run_many(_KEEP, records)
        if deed.what in _MARK_OF and not deed.to:
            self.changes[_MARK_OF[deed.what]] += self._db.changes - before
        return done

    def set_number(
        self, deed: Deed, keys: Iterable[int], number: int, former: Iterable[int], keep: Keep | None
    ) -> Act | None:
        """Give papers a number, 0 for none. ``former`` are keys that they had before: what stood under one of them
        goes, for the number under the key of today."""
        told: dict[int, Value] = {**dict.fromkeys(former, 0), **dict.fromkeys(keys, number)}
        return self.do(deed, lambda: sorted(told), lambda before: told, keep, sorted(keys) if number else ())
