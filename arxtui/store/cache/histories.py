"""Versions of which only the time was told, and sources that others had heard a paper from."""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter

from arxtui.model.arxiv.ids import key_of
from arxtui.model.paper import History
from arxtui.store.sqlite.codes import seconds, source_code, trust_in
from arxtui.store.sqlite.connection import Database, Row

# A version whose text is known stays as it is, but for a time that it lacks. Of two times the better source's stands.
_VERSION = (
    "INSERT INTO version (key, number, updated, source, body) VALUES (?, ?, ?, ?, x'') "  # noqa: S608
    "ON CONFLICT (key, number) DO UPDATE SET updated = excluded.updated, "
    "source = CASE body WHEN x'' THEN excluded.source ELSE source END WHERE updated IS NULL "
    f"OR (body = x'' AND ({trust_in('excluded.source')}, -excluded.updated) > ({trust_in('source')}, -updated))"
)
_SOURCES = "UPDATE paper SET sources = sources | ? WHERE key = ? AND sources & ? <> ?"


def take_histories(db: Database, histories: Iterable[History]) -> None:
    """Write them. They belong to papers of the same intake, which are written before; those without an id are not."""
    versions: list[Row] = []
    sources: list[Row] = []
    for history in histories:
        try:
            key = key_of(history.id)
        except ValueError:
            continue
        versions += ((key, each.number, seconds(each.updated), source_code(each.source)) for each in history.versions)
        if bits := sum({1 << code for name in history.sources if (code := source_code(name))}):
            sources.append((bits, key, bits, bits))
    db.run_many(_VERSION, sorted(versions, key=itemgetter(0, 1)))
    db.run_many(_SOURCES, sources)
