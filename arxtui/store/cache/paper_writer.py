"""Merging new papers and versions into the cache; the keys of works that are not on arXiv, and their deletion."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from operator import itemgetter

from arxtui.model.arxiv.ids import is_work
from arxtui.model.merge import RecordKey, Records, join, merged, record_key, versions
from arxtui.model.paper import Paper
from arxtui.store.cache.changes import Batch
from arxtui.store.cache.entries import Entry, OutdatedError, derive_packed, entry_of, paper_of
from arxtui.store.cache.papers import Papers
from arxtui.store.cache.works import settled_key, work_identity
from arxtui.store.sqlite.codec import pack_difference, pack_record, unpack_difference
from arxtui.store.sqlite.codes import CITATION, seconds, source_code, source_name
from arxtui.store.sqlite.connection import AMONG, Database, Row, listed

_INSERT_SOURCE = "INSERT INTO source_record (key, source, version, day, body) VALUES (?, ?, ?, ?, ?)"


def merged_keys(db: Database, keys: Iterable[int]) -> set[int]:
    """Return those of these papers that are merged from several records."""
    return {key for (key,) in db.rows(f"SELECT DISTINCT key FROM source_record WHERE {AMONG}", (listed(keys),))}  # noqa: S608


def read_records(db: Database, papers: Mapping[int, Paper]) -> dict[int, dict[RecordKey, Paper]]:
    """Return the records of each of these papers; ``papers`` are the merged papers by key."""
    rows_by_key: dict[int, list[Row]] = {key: [] for key in papers}
    sql = f"SELECT key, source, version, day, body FROM source_record WHERE {AMONG}"  # noqa: S608
    for row in db.rows(sql, (listed(papers),)):
        rows_by_key[row[0]].append(row)
    return {key: unpack_records(rows, papers[key]) or _single_record(papers[key]) for key, rows in rows_by_key.items()}


def unpack_records(rows: Iterable[Row], paper: Paper) -> dict[RecordKey, Paper]:
    """Return the records in the rows of a merged paper. Raises Damaged if a record cannot be read."""
    records = {}
    for _, source, version, day, body in rows:
        name = source_name(source)
        records[RecordKey(name, version, day)] = unpack_difference(body, paper, version or None, name)
    return records


def _single_record(paper: Paper) -> dict[RecordKey, Paper]:
    return {record_key(paper): paper}


def write_records(db: Database, changed: Mapping[int, tuple[Paper, Records]]) -> None:
    """Replace the stored records of papers; ``changed`` gives the merged paper and its records by key."""
    rows: list[Row] = []
    for key, (paper, records) in sorted(changed.items()):
        if len(records) > 1:
            rows += (
                (key, source_code(source), version, day, pack_difference(record, paper))
                for (source, version, day), record in sorted(records.items())
            )
    db.run_many("DELETE FROM source_record WHERE key = ?", ((key,) for key in sorted(changed)))
    db.run_many(_INSERT_SOURCE, rows)


_INSERT = (
    "INSERT INTO paper (key, version, category, published, updated, title_hash, abstract_hash, content, source, "
    "sources, added, change) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_UPDATE = (
    "UPDATE paper SET version = ?, category = ?, published = ?, updated = ?, title_hash = ?, abstract_hash = ?, "
    "content = ?, source = ?, sources = ?, change = ? WHERE key = ?"
)
_DETAIL = "INSERT OR REPLACE INTO detail (key, title, body, derived) VALUES (?, ?, ?, ?)"
_VERSION = (
    "INSERT INTO version (key, number, updated, source, body) VALUES (?, ?, ?, ?, ?) ON CONFLICT (key, number) "
    "DO UPDATE SET updated = coalesce(excluded.updated, updated), source = excluded.source, body = excluded.body "
    "WHERE excluded.body IS NOT body"
)


@dataclass(slots=True)
class WriteResult:
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
class _StoredRow:
    """The columns of a stored paper that decide how new data is merged."""

    category: str
    content: bytes
    source: int
    sources: int


_UNKNOWN = _StoredRow("", b"", 0, 0)


class PaperWriter:
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
        self._details: list[Row] = []
        self._versions: list[Row] = []
        self._current: list[Row] = []
        self._records: dict[int, tuple[Paper, Records]] = {}
        self.result = WriteResult()

    def merge(self, entries: Iterable[Entry]) -> WriteResult:
        """Merge the entries with the stored papers and write the result."""
        by_key: dict[int, list[Entry]] = {}
        for entry in sorted(entries, key=itemgetter(0)):
            by_key.setdefault(entry.key, []).append(entry)
        stored = _stored_rows(self._db, by_key)
        merged_ones = merged_keys(self._db, stored)
        same = {key for key, row in stored.items() if key not in merged_ones and _are_unchanged(by_key[key], row)}
        known = Papers(self._db).get_all(stored.keys() - same)
        records = read_records(self._db, known)
        for key, new_entries in by_key.items():
            if key in same:
                self.result.same += len(new_entries)
            elif key not in stored and len(new_entries) == 1 and new_entries[0].body:
                self._insert(new_entries[0], 1 << new_entries[0].source)
                self.result.numbers[self._batch.latest] = key
                self.result.new += 1
            else:
                self._merge(key, new_entries, stored.get(key), known.get(key), records.get(key, {}))
        self._write()
        return self.result

    def _merge(
        self, key: int, entries: Sequence[Entry], stored: _StoredRow | None, known: Paper | None, records: Records
    ) -> None:
        """Merge entries with the stored records of a paper, count the outcomes, and queue the rows that change."""
        row = stored or _UNKNOWN
        content, source, sources = row.content, row.source, row.sources
        before, after = records, None
        for entry in entries:
            sources |= 1 << entry.source
            records = join(records, _record_of(entry, content, known), live=self._live)
            known = merged(records.values())
            after = entry_of(key, known)
            if not content:
                self.result.new += 1
            elif after.content == content:
                self.result.same += 1
            else:
                self.result.changed += 1
            content, source = after.content, after.source
        assert known is not None
        assert after is not None
        if records != before:
            self._records[key] = (known, records)
            self._queue_versions(key, known, records)
        if content != row.content:
            after = after._replace(derived=derive_packed(known))
            self._insert(after, sources) if stored is None else self._update(after, sources, stored)
        elif (source, sources) != (row.source, row.sources):
            self._sources.append((source, sources, key))

    def _insert(self, entry: Entry, sources: int) -> None:
        self.result.fresh[entry.key] = entry
        self._inserts.append((*entry.columns, sources, self._batch.at, self._batch.number()))
        self._details.append(_detail(entry))
        self._batch.added(entry.key, entry.category)

    def _update(self, entry: Entry, sources: int, stored: _StoredRow) -> None:
        self.result.fresh[entry.key] = entry
        key, *columns = entry.columns
        self._updates.append((*columns, sources, self._batch.number(), key))
        self._details.append(_detail(entry))
        if entry.category != stored.category:
            self._batch.moved(entry.key, stored.category, entry.category)

    def _queue_versions(self, key: int, current: Paper, records: Records) -> None:
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


def _detail(entry: Entry) -> Row:
    derived = derive_packed(paper_of(entry)) if entry.derived is None else entry.derived
    return entry.key, entry.title, entry.body, derived


def store_stub(batch: Batch, key: int, stub: Paper, *, live: bool) -> None:
    """Store the data that a review has about its paper, as the record of a further source."""
    PaperWriter(batch, live=live).merge([entry_of(key, stub)])


def remove_paper(batch: Batch, key: int) -> None:
    """Delete the rows of a paper that was known only from reviews."""
    category = batch.db.value("SELECT category FROM paper WHERE key = ?", (key,))
    batch.db.run("DELETE FROM paper WHERE key = ?", (key,))
    batch.db.run("DELETE FROM detail WHERE key = ?", (key,))
    batch.db.run("DELETE FROM source_record WHERE key = ?", (key,))
    batch.db.run("DELETE FROM withdrawn WHERE key = ?", (key,))
    batch.removed(key, category)


def _are_unchanged(entries: Sequence[Entry], stored: _StoredRow) -> bool:
    """Whether all entries equal the stored paper in content and source."""
    return all(entry.content == stored.content and entry.source == stored.source for entry in entries)


def _record_of(entry: Entry, content: bytes, known: Paper | None) -> Paper:
    """Return the record of an entry. An entry without a body means the stored paper; raises OutdatedError if that has
    changed."""
    if entry.body:
        return paper_of(entry)
    if known is None or entry.content != content:
        raise OutdatedError
    return replace(known, source=source_name(entry.source))


def _stored_rows(db: Database, keys: Iterable[int]) -> dict[int, _StoredRow]:
    sql = "SELECT key, category, content, source, sources FROM paper WHERE key IN (SELECT value FROM json_each(?))"
    return {key: _StoredRow(*rest) for key, *rest in db.rows(sql, (listed(keys),))}


def settled(db: Database, entries: Iterable[Entry]) -> Iterator[Entry]:
    """Yield the entries, those of works outside arXiv each under a key that no other work has."""
    papers, taken = Papers(db), dict[int, str]()
    for entry in entries:
        if is_work(entry.key) and entry.body:
            work = paper_of(entry)
            entry = entry._replace(key=settled_key(papers, work, taken))
            taken[entry.key] = work_identity(work)
        yield entry


def remove_cited_works(db: Database, keys: Iterable[int], at: datetime) -> None:
    """Delete works that only an entry of a bibliography names, of these keys."""
    sql = "SELECT key FROM paper WHERE sources = ? AND key IN (SELECT value FROM json_each(?))"
    with db.transaction():
        batch = Batch(db, at)
        for (key,) in db.rows(sql, (1 << CITATION, listed(keys))):
            remove_paper(batch, key)
        batch.finish()
