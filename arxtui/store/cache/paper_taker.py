"""Merging new papers and versions into the cache."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter

from arxtui.model.merge import Records, join, merged, versions
from arxtui.model.paper import Paper
from arxtui.store.cache.changes import Batch
from arxtui.store.cache.entries import Entry, OutdatedError, entry_of, paper_of
from arxtui.store.cache.papers import Papers
from arxtui.store.cache.source_records import merged_keys, read_records, write_records
from arxtui.store.sqlite.codec import pack_record
from arxtui.store.sqlite.codes import seconds, source_code, source_name
from arxtui.store.sqlite.connection import Database, Row, listed

_INSERT = (
    "INSERT INTO paper (key, version, category, published, updated, title_hash, abstract_hash, content, source, "
    "sources, added, change) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_UPDATE = (
    "UPDATE paper SET version = ?, category = ?, published = ?, updated = ?, title_hash = ?, abstract_hash = ?, "
    "content = ?, source = ?, sources = ?, change = ? WHERE key = ?"
)
_DETAIL = "INSERT OR REPLACE INTO detail (key, title, body) VALUES (?, ?, ?)"
_VERSION = (
    "INSERT INTO version (key, number, updated, source, body) VALUES (?, ?, ?, ?, ?) ON CONFLICT (key, number) "
    "DO UPDATE SET updated = coalesce(excluded.updated, updated), source = excluded.source, body = excluded.body "
    "WHERE excluded.body IS NOT body"
)


@dataclass(slots=True)
class Taken:
    """The result of storing the papers of an intake.

    ``fresh`` are the new and changed papers, for which a review can be waiting. ``numbers`` gives the key by change
    number for papers that were unknown before and stored unmerged.
    """

    new: int = 0
    changed: int = 0
    same: int = 0
    fresh: dict[int, Entry] = field(default_factory=dict)
    numbers: dict[int, int] = field(default_factory=dict)


@dataclass(slots=True)
class _Held:
    """The columns of a stored paper that decide how new data is merged."""

    category: str
    content: bytes
    source: int
    sources: int


_UNKNOWN = _Held("", b"", 0, 0)


class PaperTaker:
    """Stores papers inside one transaction: collects rows, then writes them in key order."""

    def __init__(self, batch: Batch, *, live: bool = True) -> None:
        """Begin to store papers. ``live`` means that the data was fetched just now, not read from a file of unknown
        age."""
        self._batch = batch
        self._db = batch.db
        self._live = live
        self._inserts: list[Row] = []
        self._updates: list[Row] = []
        self._sources: list[tuple[int, int, int]] = []
        self._details: list[tuple[int, str, bytes]] = []
        self._versions: list[Row] = []
        self._current: list[Row] = []
        self._records: dict[int, tuple[Paper, Records]] = {}
        self.taken = Taken()

    def take(self, entries: Iterable[Entry]) -> Taken:
        """Merge the entries with the stored papers and write the result."""
        heard: dict[int, list[Entry]] = {}
        for entry in sorted(entries, key=itemgetter(0)):
            heard.setdefault(entry.key, []).append(entry)
        held = _held(self._db, heard)
        merged_ones = merged_keys(self._db, held)
        same = {key for key, row in held.items() if key not in merged_ones and _are_known(heard[key], row)}
        known = Papers(self._db).get_all(held.keys() - same)
        records = read_records(self._db, known)
        for key, told in heard.items():
            if key in same:
                self.taken.same += len(told)
            elif key not in held and len(told) == 1 and told[0].body:
                self._insert(told[0], 1 << told[0].source)
                self.taken.numbers[self._batch.latest] = key
                self.taken.new += 1
            else:
                self._merge(key, told, held.get(key), known.get(key), records.get(key, {}))
        self._write()
        return self.taken

    def _merge(
        self, key: int, told: Sequence[Entry], held: _Held | None, known: Paper | None, records: Records
    ) -> None:
        row = held or _UNKNOWN
        content, source, sources = row.content, row.source, row.sources
        before, after = records, None
        for entry in told:
            sources |= 1 << entry.source
            records = join(records, _record_of(entry, content, known), live=self._live)
            known = merged(records.values())
            after = entry_of(key, known)
            if not content:
                self.taken.new += 1
            elif after.content == content:
                self.taken.same += 1
            else:
                self.taken.changed += 1
            content, source = after.content, after.source
        assert known is not None
        assert after is not None
        if records != before:
            self._records[key] = (known, records)
            self._hold_versions(key, known, records)
        if content != row.content:
            self._insert(after, sources) if held is None else self._update(after, sources, held)
        elif (source, sources) != (row.source, row.sources):
            self._sources.append((source, sources, key))

    def _insert(self, entry: Entry, sources: int) -> None:
        self.taken.fresh[entry.key] = entry
        self._inserts.append((*entry.columns, sources, self._batch.at, self._batch.number()))
        self._details.append((entry.key, entry.title, entry.body))
        self._batch.added(entry.key, entry.category)

    def _update(self, entry: Entry, sources: int, held: _Held) -> None:
        self.taken.fresh[entry.key] = entry
        key, *columns = entry.columns
        self._updates.append((*columns, sources, self._batch.number(), key))
        self._details.append((entry.key, entry.title, entry.body))
        if entry.category != held.category:
            self._batch.moved(entry.key, held.category, entry.category)

    def _hold_versions(self, key: int, current: Paper, records: Records) -> None:
        """Queue the texts of all versions except the current one, which is stored in ``paper``."""
        for version in versions(records.values()):
            if version.version == current.version:
                self._current.append((key, current.version))
                continue
            body = pack_record(replace(version, id=""))
            row = (key, version.version, seconds(version.updated), source_code(version.source), body)
            self._versions.append(row)

    def _write(self) -> None:
        self._db.run_many(_INSERT, self._inserts)
        self._db.run_many(_UPDATE, self._updates)
        self._db.run_many("UPDATE paper SET source = ?, sources = ? WHERE key = ?", self._sources)
        self._db.run_many(_DETAIL, self._details)
        self._db.run_many(_VERSION, self._versions)
        self._db.run_many("DELETE FROM version WHERE key = ? AND number = ?", self._current)
        write_records(self._db, self._records)


def take_stub(batch: Batch, key: int, stub: Paper, *, live: bool) -> None:
    """Store the data that a review has about its paper, as the record of a further source."""
    PaperTaker(batch, live=live).take([entry_of(key, stub)])


def remove_paper(batch: Batch, key: int) -> None:
    """Delete the rows of a paper that was known only from reviews."""
    category = batch.db.value("SELECT category FROM paper WHERE key = ?", (key,))
    batch.db.run("DELETE FROM paper WHERE key = ?", (key,))
    batch.db.run("DELETE FROM detail WHERE key = ?", (key,))
    batch.db.run("DELETE FROM source_record WHERE key = ?", (key,))
    batch.removed(key, category)


def _are_known(told: Sequence[Entry], held: _Held) -> bool:
    """Whether all entries equal the stored paper in content and source."""
    return all(entry.content == held.content and entry.source == held.source for entry in told)


def _record_of(entry: Entry, content: bytes, known: Paper | None) -> Paper:
    """Return the record of an entry. An entry without a body means the stored paper; raises OutdatedError if that has
    changed."""
    if entry.body:
        return paper_of(entry)
    if known is None or entry.content != content:
        raise OutdatedError
    return replace(known, source=source_name(entry.source))


def _held(db: Database, keys: Iterable[int]) -> dict[int, _Held]:
    sql = "SELECT key, category, content, source, sources FROM paper WHERE key IN (SELECT value FROM json_each(?))"
    return {key: _Held(*rest) for key, *rest in db.rows(sql, (listed(keys),))}
