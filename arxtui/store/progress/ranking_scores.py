"""What was learned of the user's marks, and the scores that it gave. Lost with the cache, it is learned again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from arxtui.store.sqlite.connection import Database, listed

_PUT = "INSERT OR REPLACE INTO for_you (key, score) VALUES (?, ?)"


class Learned(NamedTuple):
    """When something was learned (aware UTC), from which marks (``state`` is other when these are), and how many papers
    these want."""

    at: datetime
    state: str
    wanted: int


class Taste:
    """The tables. Reading and writing may raise StoreError."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def learned(self) -> Learned | None:
        """What was learned last; None when nothing was."""
        row = self._db.row("SELECT at, state, wanted FROM taste")
        return Learned(datetime.fromtimestamp(row[0], UTC), *row[1:]) if row else None

    def model(self) -> list[Any] | None:
        """The model, as it was put."""
        from arxtui.store.sqlite.packed_json import unpack_json

        body = self._db.value("SELECT body FROM taste")
        return None if body is None else unpack_json(body)

    def put(self, learned: Learned, model: list[Any], scores: Mapping[int, float]) -> None:
        """A model was learned, and gives these papers these scores: what there was before goes."""
        from arxtui.store.sqlite.packed_json import pack_json

        row = (learned.at.timestamp(), learned.state, learned.wanted, pack_json(model))
        with self._db.transaction():
            self._forget()
            self._db.run("INSERT INTO taste (id, at, state, wanted, body) VALUES (1, ?, ?, ?, ?)", row)
            self._db.run_many(_PUT, sorted(scores.items()))

    def add(self, scores: Mapping[int, float], gone: Iterable[int]) -> None:
        """The model gives these papers these scores too; those ``gone`` need none any more."""
        with self._db.transaction():
            self._db.run_many("DELETE FROM for_you WHERE key = ?", ((key,) for key in sorted(gone)))
            self._db.run_many(_PUT, sorted(scores.items()))

    def forget(self) -> None:
        """Nothing was learned."""
        with self._db.transaction():
            self._forget()

    def scores(self, keys: Iterable[int]) -> dict[int, float]:
        """The scores of those of these papers that have one."""
        sql = "SELECT key, score FROM for_you WHERE key IN (SELECT value FROM json_each(?))"
        return dict(self._db.rows(sql, (listed(keys),)))

    def all_scores(self) -> dict[int, float]:
        """Every score, by key."""
        return dict(self._db.rows("SELECT key, score FROM for_you"))

    def _forget(self) -> None:
        self._db.run("DELETE FROM taste")
        self._db.run("DELETE FROM for_you")
