"""The model learned from the user's marks, and its scores. If the cache is deleted, they are computed again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from arxtui.light import NamedTuple
from arxtui.store.sqlite.connection import Database, listed
from arxtui.store.sqlite.packed_json import pack_json, unpack_json

_PUT = "INSERT OR REPLACE INTO for_you (key, score) VALUES (?, ?)"


class Learned(NamedTuple):
    """When a model was learned (aware UTC), from which marks (``state`` changes with the marks), and the number of
    papers marked as wanted."""

    at: datetime
    state: str
    wanted: int


class RankingScores:
    """The model and its scores. Methods can raise StoreError."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def learned(self) -> Learned | None:
        """Return the data about the current model; None if there is none."""
        row = self._db.row("SELECT at, state, wanted FROM taste")
        return Learned(datetime.fromtimestamp(row[0], UTC), *row[1:]) if row else None

    def model(self) -> list[Any] | None:
        """Return the model as given to :meth:`put`; None if there is none."""
        body = self._db.value("SELECT body FROM taste")
        return None if body is None else unpack_json(body)

    def put(self, learned: Learned, model: list[Any], scores: Mapping[int, float]) -> None:
        """Store a model and its scores of papers, replacing the former ones."""
        row = (learned.at.timestamp(), learned.state, learned.wanted, pack_json(model))
        with self._db.transaction():
            self._forget()
            self._db.run("INSERT INTO taste (id, at, state, wanted, body) VALUES (1, ?, ?, ?, ?)", row)
            self._db.run_many(_PUT, sorted(scores.items()))

    def add(self, scores: Mapping[int, float], gone: Iterable[int]) -> None:
        """Store scores of more papers by the current model; delete the scores of the papers ``gone``."""
        with self._db.transaction():
            self._db.run_many("DELETE FROM for_you WHERE key = ?", ((key,) for key in sorted(gone)))
            self._db.run_many(_PUT, sorted(scores.items()))

    def forget(self) -> None:
        """Delete the model and all scores."""
        with self._db.transaction():
            self._forget()

    def scores(self, keys: Iterable[int]) -> dict[int, float]:
        """Return the scores of those of these papers that have one."""
        sql = "SELECT key, score FROM for_you WHERE key IN (SELECT value FROM json_each(?))"
        return dict(self._db.rows(sql, (listed(keys),)))

    def all_scores(self) -> dict[int, float]:
        """Return every score, by key."""
        return dict(self._db.rows("SELECT key, score FROM for_you"))

    def _forget(self) -> None:
        self._db.run("DELETE FROM taste")
        self._db.run("DELETE FROM for_you")
