"""SQLite's FTS5 over the same words as the search index, in its best configuration for this use.

One contentless table contains title, abstract, authors and categories with positions (``detail=full``); its rows are in
ascending order of keys, so that the newest are read from the end. It has prefix indexes for one to three letters or
none. A narrow table of (key, category) serves the counts, which FTS5 cannot make itself. Words are folded as for the
search index, and ``bm25`` gives titles a higher weight. Dates are ranges of keys, the cheapest form for FTS5.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from arxtui.model.arxiv.ids import join_key, month_number
from arxtui.search import schema as fields
from arxtui.search.document import PreparedDocument
from arxtui.search.translate import ADJACENT_FROM
from arxtui.text.matching.forms import forms
from benchmarks.typed import Typed

_SCHEMA = """
PRAGMA auto_vacuum = FULL;
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
PRAGMA cache_size = -65536;
CREATE VIRTUAL TABLE search USING fts5(
    title, abstract, authors, category,
    content='', detail=full, prefix='{prefixes}', tokenize="unicode61 remove_diacritics 0"
);
CREATE TABLE category (key INTEGER, code TEXT, PRIMARY KEY (key, code)) WITHOUT ROWID;
"""
_TEXTS = (fields.TITLE, fields.ABSTRACT, fields.AUTHORS)
_FIRST = 50


class Fts5:
    """A new FTS5 file with prefix indexes of these lengths."""

    def __init__(self, path: Path, prefixes: str = "") -> None:
        self._db = sqlite3.connect(path, isolation_level=None)
        self._db.executescript(_SCHEMA.format(prefixes=prefixes))

    def build(self, documents: Iterable[PreparedDocument]) -> None:
        """Fill an empty file in ascending order of keys, and merge it into one tree, which FTS5 searches fastest."""
        self._db.execute("BEGIN")
        for document in documents:
            texts = [" ".join(document.texts.get(column, ())) for column in _TEXTS]
            codes = document.texts.get(fields.CATEGORY, ())
            row = (document.key, *texts, " ".join(map(_token, codes)))
            self._db.execute(
                "INSERT INTO search (rowid, title, abstract, authors, category) VALUES (?, ?, ?, ?, ?)", row
            )
            self._db.executemany("INSERT INTO category VALUES (?, ?)", [(document.key, code) for code in codes])
        self._db.execute("COMMIT")
        self._db.execute("INSERT INTO search (search) VALUES ('optimize')")
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def newest(self, typed: Typed) -> list[int]:
        """Return the newest fifty keys."""
        return self._first(typed, "rowid DESC")

    def best(self, typed: Typed) -> list[int]:
        """Return the fifty keys with the highest weight."""
        return self._first(typed, "bm25(search, 3.0, 1.0, 1.0, 0.0)")

    def count(self, typed: Typed) -> int:
        """Return the number of matches."""
        return int(self._rows("SELECT count(*) FROM search WHERE search MATCH ? AND rowid >= ?", typed)[0][0])

    def categories(self, typed: Typed) -> dict[str, int]:
        """Return the number of matches in each category."""
        found = "SELECT rowid FROM search WHERE search MATCH ? AND rowid >= ?"
        rows = self._rows(f"SELECT code, count(*) FROM category WHERE key IN ({found}) GROUP BY code", typed)
        return dict(rows)

    def _first(self, typed: Typed, order: str) -> list[int]:
        found = f"SELECT rowid FROM search WHERE search MATCH ? AND rowid >= ? ORDER BY {order} LIMIT {_FIRST}"
        return [key for (key,) in self._rows(found, typed)]

    def _rows(self, statement: str, typed: Typed) -> list[tuple[Any, ...]]:
        since = join_key(month_number(typed.since.year, typed.since.month), 0) if typed.since else 0
        return self._db.execute(statement, (_match(typed), since)).fetchall()


def _match(typed: Typed) -> str:
    words = [" OR ".join(f'"{form}"' for form in forms(word)) for word in typed.whole]
    joined = typed.begun.replace("-", "")
    *before, last = typed.begun.split("-")
    if before and len(last) < ADJACENT_FROM:
        row = f'("{" ".join(before)}" AND "{last}" *)'
    else:
        row = f'"{" ".join((*before, last))}" *'
    begun = {row, f'"{joined}" *', *(f'"{form}"' for form in forms(joined)[1:])}
    asked = " AND ".join(f"({word})" for word in (*words, " OR ".join(sorted(begun))))
    within = f"{{title abstract authors}} : ({asked})"
    return f'category : "{_token(typed.category)}" AND {within}' if typed.category else within


def _token(category: str) -> str:
    """Return a category as one word: ``zcslg`` for ``cs.LG``."""
    return "z" + "".join(filter(str.isalnum, category)).lower()
