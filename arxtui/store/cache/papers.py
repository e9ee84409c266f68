"""Papers and their versions, read back."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import starmap

from arxtui.model.arxiv.ids import PENDING_BIT, id_of
from arxtui.model.frozen import changed
from arxtui.model.paper import Paper, Version
from arxtui.store.sqlite.codec import Packed, unpack_packed, unpack_record
from arxtui.store.sqlite.codes import PITH, moment_of, source_name
from arxtui.store.sqlite.connection import Database, Row, listed

_PENDING = "SELECT key FROM paper WHERE source < 4 AND source = ? AND key & ? ORDER BY key DESC LIMIT ?"
_INCOMPLETE = (
    "SELECT key FROM paper INDEXED BY paper_unfinished WHERE source < 4 AND NOT key & ? "
    "UNION SELECT key FROM outdated ORDER BY key DESC LIMIT ?"
)


class Papers:
    """Whole records; ``id`` is empty for a pending key."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def get(self, key: int, version: int | None = None) -> Paper | None:
        """A paper as it stands now, or the text of an older version that was heard of."""
        current = self.get_all([key]).get(key)
        if version is None or (current is not None and current.version == version):
            return current
        body = self._db.value("SELECT body FROM version WHERE key = ? AND number = ?", (key, version))
        return _unpacked(key, body)

    def get_all(self, keys: Iterable[int]) -> dict[int, Paper]:
        """Each of these papers that is known, as it stands now."""
        return {packed.key: unpack_packed(packed) for packed in self.packed(keys)}

    def before(self, key: int, version: int) -> Paper | None:
        """The newest version of a paper before ``version`` whose text was heard of."""
        sql = "SELECT body FROM version WHERE key = ? AND number < ? AND body <> x'' ORDER BY number DESC LIMIT 1"
        return _unpacked(key, self._db.value(sql, (key, version)))

    def packed(self, keys: Iterable[int]) -> list[Packed]:
        """Those of these papers that are known, as they stand in the tables: what the library keeps of them."""
        rows = self._db.rows(
            "SELECT key, paper.version, published, updated, source, title, body FROM paper JOIN detail USING (key) "
            "WHERE key IN (SELECT value FROM json_each(?))",
            (listed(keys),),
        )
        return list(starmap(Packed, rows))

    def contents(self, keys: Iterable[int]) -> dict[int, bytes]:
        """The hash that tells whether a record is the same, of each of these papers that is known."""
        sql = "SELECT key, content FROM paper WHERE key IN (SELECT value FROM json_each(?))"
        return dict(self._db.rows(sql, (listed(keys),)))

    def origins(self, keys: Iterable[int]) -> list[Row]:
        """(key, epoch seconds at which it was first heard of, bits of its sources) of each of these papers."""
        sql = "SELECT key, added, sources FROM paper WHERE key IN (SELECT value FROM json_each(?))"
        return self._db.rows(sql, (listed(keys),))

    def versions(self, key: int) -> tuple[Version, ...]:
        """Every version heard of, ascending."""
        return self.versions_of([key]).get(key, ())

    def versions_of(self, keys: Iterable[int]) -> dict[int, tuple[Version, ...]]:
        """Every version heard of, ascending, of each of these papers that has any."""
        asked = listed(keys)
        rows = self._db.rows(
            "SELECT key, number, updated, source FROM version WHERE key IN (SELECT value FROM json_each(?)) UNION "
            "SELECT key, version, updated, source FROM paper WHERE key IN (SELECT value FROM json_each(?)) "
            "AND version IS NOT NULL ORDER BY 1, 2",
            (asked, asked),
        )
        found: dict[int, tuple[Version, ...]] = {}
        for key, number, updated, source in rows:
            found[key] = (*found.get(key, ()), Version(number, moment_of(updated), source_name(source)))
        return found

    def pending(self, limit: int) -> list[tuple[int, Paper]]:
        """(key, paper) of papers that only reviews have told of and that no link names, newest first."""
        wanted = [key for (key,) in self._db.rows(_PENDING, (PITH, PENDING_BIT, limit))]
        found = self.get_all(wanted)
        return [(key, found[key]) for key in wanted if key in found]

    def incomplete(self, limit: int) -> list[str]:
        """Ids, newest first, of papers whose current version a feed, a listing or a review told of, nothing better, or
        of which a newer one was announced and nobody told which."""
        return [base for (key,) in self._db.rows(_INCOMPLETE, (PENDING_BIT, limit)) if (base := id_of(key))]


def _unpacked(key: int, body: bytes | None) -> Paper | None:
    return changed(unpack_record(body), id=id_of(key) or "") if body else None
