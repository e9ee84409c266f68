"""All lists of citing papers made anew from what sources say that papers cite: much faster than many small changes.

meta 'citing lists': no row if the lists and the journal say all. ``_POSTPONED`` if nothing goes into the journal; any
other number while the process that drew it makes the lists, and the journal has what changed since.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, groupby
from operator import itemgetter
from typing import IO

from arxtui.model.arxiv.ids import join_key, split_key
from arxtui.store.errors import Damaged
from arxtui.store.sqlite.connection import Database, Row
from arxtui.store.sqlite.packed_keys import pack_neighbours, unpack_neighbours

_STATE = "SELECT value FROM meta WHERE name = 'citing lists'"
_SET_STATE = "INSERT OR REPLACE INTO meta (name, value) VALUES ('citing lists', ?)"
_POSTPONED = 0
_MOST_FRESH = 1_000_000
"""The number of entries of the journal from which on the lists are made anew."""
_ROWS = 1_000
_BUFFERED = 2_000_000
"""The citations kept in memory, 16 bytes each."""


def is_behind(db: Database) -> bool:
    """Return whether the lists lack some citing papers."""
    return db.value(_STATE) is not None


def is_postponed(db: Database) -> bool:
    """Return whether nothing is to be put into the journal."""
    return bool(db.value(_STATE) == _POSTPONED)


def postpone(db: Database) -> None:
    """Have all lists made anew if the journal is long."""
    with db.transaction():
        if not is_behind(db) and db.value("SELECT count(*) FROM fresh_citation") > _MOST_FRESH:
            discard(db)


def discard(db: Database) -> None:
    """Have all lists made anew, within a transaction."""
    db.run(_SET_STATE, (_POSTPONED,))
    db.run("DELETE FROM fresh_citation")


def make(db: Database, stop: Callable[[], bool]) -> None:
    """Make all lists anew if that was postponed, in one short transaction for each month of the cited papers."""
    if not is_behind(db):
        return
    maker = int.from_bytes(os.urandom(6)) or 1
    with db.transaction():
        db.run(_SET_STATE, (maker,))
    from tempfile import TemporaryFile  # imports random; few changes are so many

    with TemporaryFile(dir=db.path.parent) as file:
        pieces = _Pieces(file)
        for key, statements in groupby(_statements(db), itemgetter(0)):
            if stop():
                return
            pieces.add(key, set(chain.from_iterable(_legible(body) for _, _, body in statements)))
        for month in sorted({*pieces.months(), *_listed_months(db)}):
            rows = [(key, len(citing), pack_neighbours(citing)) for key, citing in pieces.citing(month)]
            with db.transaction():
                if stop() or db.value(_STATE) != maker:  # another process has begun
                    return
                within = join_key(month, 0), join_key(month + 1, 0) - 1
                db.run("DELETE FROM citing_list WHERE key BETWEEN ? AND ?", within)
                db.run_many("INSERT INTO citing_list (key, n, body) VALUES (?, ?, ?)", rows)
    db.run("DELETE FROM meta WHERE name = 'citing lists' AND value = ?", (maker,))


def _legible(packed: bytes) -> array[int]:
    """Return the keys of a packed list; none if it is damaged, which must not keep the lists of all from being made."""
    try:
        return unpack_neighbours(packed)
    except Damaged:
        return array("q")


def _statements(db: Database) -> Iterator[Row]:
    """Yield (citing paper, source, packed list), ascending."""
    last = (-1, -1)
    sql = "SELECT key, source, body FROM reference_list WHERE (key, source) > (?, ?) ORDER BY key, source LIMIT ?"
    while rows := db.rows(sql, (*last, _ROWS)):
        yield from rows
        last = rows[-1][:2]


def _listed_months(db: Database) -> Iterator[int]:
    last = -1
    while (key := db.value("SELECT min(key) FROM citing_list WHERE key > ?", (last,))) is not None:
        month, _ = split_key(key)
        yield month
        last = join_key(month + 1, 0) - 1


class _Pieces:
    """Citations in a temporary file, in pieces by the month of the cited paper."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._places: dict[int, list[tuple[int, int]]] = {}
        self._buffers: dict[int, array[int]] = {}
        self._buffered = 0

    def add(self, citing: int, cited: Iterable[int]) -> None:
        """Add what a paper cites; the papers come in ascending order."""
        for key in cited:
            month = key >> 32
            if month not in self._buffers:
                self._buffers[month] = array("q")
            self._buffers[month].append(key)
            self._buffers[month].append(citing)
            self._buffered += 1
        if self._buffered > _BUFFERED:
            self._flush()

    def months(self) -> list[int]:
        """Return the months of all cited papers."""
        self._flush()
        return list(self._places)

    def citing(self, month: int) -> list[tuple[int, list[int]]]:
        """Return the cited papers of a month, ascending, with the papers that cite each."""
        found: dict[int, list[int]] = {}
        for place, size in self._places.get(month, ()):
            self._file.seek(place)
            pairs = array("q", self._file.read(size))
            for cited, citing in zip(pairs[::2], pairs[1::2], strict=True):
                if cited in found:
                    found[cited].append(citing)
                else:
                    found[cited] = [citing]
        return sorted(found.items())

    def _flush(self) -> None:
        for month, buffer in self._buffers.items():
            self._places.setdefault(month, []).append((self._file.tell(), 8 * len(buffer)))
            self._file.write(buffer.tobytes())
        self._buffers, self._buffered = {}, 0
