"""The papers whose current version is withdrawn."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING

from arxtui.model.arxiv.ids import id_of
from arxtui.model.paper import Paper
from arxtui.store.errors import Damaged
from arxtui.store.sqlite.codes import seconds
from arxtui.store.sqlite.connection import AMONG, Database, listed
from arxtui.store.sqlite.packed_json import unpack_json
from arxtui.text.mentions.withdrawal import withdrawal_of

if TYPE_CHECKING:
    from arxtui.store.cache.entries import Entry

# Of a paper that was stored before, the time at which it was withdrawn; a paper that was always known as withdrawn has
# none.
_INSERT = (
    "INSERT INTO withdrawn (key, version, listed, at) "
    "SELECT key, version, ?, iif(added < ?, ?, NULL) FROM paper WHERE key = ? AND version IS ? "
    "ON CONFLICT (key) DO UPDATE SET version = excluded.version, listed = listed OR excluded.listed"
)


class Withdrawals:
    """The withdrawn papers. Methods raise StoreError as in ``store.cache``."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def keys(self) -> array[int]:
        """Return the ascending keys (``array('q')``) of the withdrawn papers."""
        return array("q", (key for (key,) in self._db.rows("SELECT key FROM withdrawn ORDER BY key")))

    def among(self, keys: Iterable[int]) -> frozenset[int]:
        """Return those of these papers that are withdrawn."""
        rows = self._db.rows(f"SELECT key FROM withdrawn WHERE {AMONG}", (listed(keys),))  # noqa: S608
        return frozenset(key for (key,) in rows)

    def since(self, at: datetime) -> frozenset[int]:
        """Return the papers that were known before, and became withdrawn at or after a time."""
        return frozenset(key for (key,) in self._db.rows("SELECT key FROM withdrawn WHERE at >= ?", (seconds(at),)))


def store_withdrawals(db: Database, at: int, written: Mapping[int, Entry], listed_versions: Mapping[int, int]) -> None:
    """Store what new and changed papers say of their withdrawal, at ``at`` (epoch seconds). ``listed_versions`` are
    those, by key, that arXiv lists as withdrawn: these stay so until there is another version, whatever their texts
    say."""
    said = {key: entry.version for key, entry in written.items() if entry.withdrawn}
    before = db.rows(f"SELECT key, version, listed FROM withdrawn WHERE {AMONG}", (listed(written),))  # noqa: S608
    over = [
        (key,)
        for key, version, is_listed in before
        if key not in said and not (is_listed and version == written[key].version)
    ]
    db.run_many("DELETE FROM withdrawn WHERE key = ?", over)
    for is_listed, versions in ((0, said), (1, listed_versions)):
        db.run_many(_INSERT, ((is_listed, at, at, key, version) for key, version in sorted(versions.items())))


def find_withdrawn(db: Database, keys: Iterable[int]) -> None:
    """Store which of these papers say that they are withdrawn; for a cache of an older program."""
    sql = f"SELECT key, paper.version, CAST(body AS BLOB) FROM paper JOIN detail USING (key) WHERE {AMONG}"  # noqa: S608
    for key, version, body in db.rows(sql, (listed(keys),)):
        with suppress(Damaged):  # a repair fetches the record again
            abstract, _, _, comment = [*unpack_json(body), *[None] * 4][:4]
            if withdrawal_of(Paper(id_of(key) or "", "", abstract or "", comment=comment)):
                db.run("INSERT INTO withdrawn (key, version) VALUES (?, ?)", (key, version))
