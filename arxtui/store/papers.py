"""Papers and their versions: taken in, merged, read back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from arxtui.model.ids import id_of, key_of
from arxtui.model.merge import content_hash, merge
from arxtui.model.paper import Paper, Version
from arxtui.store.changes import Batch
from arxtui.store.codec import (
    abstract_hash,
    dated,
    pack_detail,
    pack_record,
    title_hash,
    unpack_detail,
    unpack_record,
)
from arxtui.store.columns import moment_of, seconds, source_code, source_name
from arxtui.store.connection import Database, Row, listed

_INSERT = (
    "INSERT INTO paper (key, version, category, published, updated, title_hash, abstract_hash, content, source, "
    "sources, added, change) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_UPDATE = (
    "UPDATE paper SET version = ?2, category = ?3, published = ?4, updated = ?5, title_hash = ?6, abstract_hash = ?7, "
    "content = ?8, source = ?9, sources = ?10, change = ?11 WHERE key = ?1"
)
_DETAIL = "INSERT OR REPLACE INTO detail (key, title, body) VALUES (?, ?, ?)"
_VERSION = (
    "INSERT INTO version (key, number, updated, source, body) VALUES (?, ?, ?, ?, ?) ON CONFLICT (key, number) "
    "DO UPDATE SET updated = excluded.updated, source = excluded.source, body = excluded.body "
    "WHERE (excluded.source >= source OR body = x'') AND excluded.body IS NOT body"
)


@dataclass(frozen=True, slots=True)
class Signs:
    """By what a review finds its paper: title and abstract hash (``store.codec``), and the primary category."""

    category: str
    title_hash: int
    abstract_hash: int | None

    @property
    def name(self) -> int:
        """The best of the two hashes."""
        return self.title_hash if self.abstract_hash is None else self.abstract_hash


@dataclass(slots=True)
class Taken:
    """What became of the papers of an intake. ``fresh`` are the new and the changed ones, for which a review may be
    waiting."""

    new: int = 0
    changed: int = 0
    same: int = 0
    rejected: int = 0
    fresh: dict[int, Signs] = field(default_factory=dict)


@dataclass(slots=True)
class _Held:
    """What the narrow row says of a paper that is known."""

    category: str
    content: bytes
    source: int
    sources: int


class PaperTaker:
    """Takes papers inside one transaction: rows are gathered, then written in key order."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch
        self._db = batch.db
        self._inserts: list[Row] = []
        self._updates: list[Row] = []
        self._sources: list[tuple[int, int, int]] = []
        self._details: list[tuple[int, str, bytes]] = []
        self._versions: list[Row] = []
        self.taken = Taken()

    def take(self, papers: Iterable[tuple[int, Paper]]) -> Taken:
        """Merge (key, paper) pairs with what is known and write the outcome."""
        heard: dict[int, list[Paper]] = {}
        for key, paper in sorted(papers, key=lambda pair: pair[0]):
            heard.setdefault(key, []).append(paper)
        held = _held(self._db, heard)
        hashes = {key: [content_hash(paper) for paper in said] for key, said in heard.items()}
        full = read_papers(self._db, [key for key, row in held.items() if any(h != row.content for h in hashes[key])])
        for key, said in heard.items():
            self._take_one(key, said, hashes[key], held.get(key), full.get(key))
        self._write()
        return self.taken

    def _take_one(
        self, key: int, said: Sequence[Paper], hashes: Sequence[bytes], held: _Held | None, known: Paper | None
    ) -> None:
        content = held.content if held else b""
        source, sources = (held.source, held.sources) if held else (0, 0)
        for paper, incoming in zip(said, hashes, strict=True):
            code = source_code(paper.source)
            sources |= 1 << code
            if incoming == content:
                source = max(source, code)
                known = known and replace(known, source=source_name(source))
                self.taken.same += 1
                continue
            if known is None:
                known, after = paper, incoming
                self.taken.new += 1
            else:
                merged = merge(known, paper)
                self._supersede(key, known, paper)
                known, after = merged, content_hash(merged)
                if after == content:
                    self.taken.same += 1
                else:
                    self.taken.changed += 1
            content, source = after, source_code(known.source)
        if held is None or content != held.content:
            assert known is not None
            self._changed(key, known, content, sources, held)
        elif (source, sources) != (held.source, held.sources):
            self._sources.append((source, sources, key))

    def _changed(self, key: int, paper: Paper, content: bytes, sources: int, held: _Held | None) -> None:
        signs = Signs(paper.primary_category, title_hash(paper.title), abstract_hash(paper.abstract))
        category, number = signs.category, self._batch.number()
        row = _paper_row(key, paper, signs, content, sources)
        self.taken.fresh[key] = signs
        if held is None:
            self._inserts.append((*row, self._batch.at, number))
            self._batch.added(key, category)
        else:
            self._updates.append((*row, number))
            if category != held.category:
                self._batch.moved(key, held.category, category)
        self._details.append((key, paper.title, pack_detail(paper)))

    def _supersede(self, key: int, known: Paper, incoming: Paper) -> None:
        if not (known.version and incoming.version) or known.version == incoming.version:
            return
        older = min(known, incoming, key=lambda paper: paper.version or 0)
        body = pack_record(replace(older, id=""))
        self._versions.append((key, older.version, seconds(older.updated), source_code(older.source), body))

    def _write(self) -> None:
        self._db.run_many(_INSERT, self._inserts)
        self._db.run_many(_UPDATE, self._updates)
        self._db.run_many("UPDATE paper SET source = ?, sources = ? WHERE key = ?", self._sources)
        self._db.run_many(_DETAIL, self._details)
        self._db.run_many(_VERSION, self._versions)


def keyed(papers: Iterable[Paper]) -> tuple[list[tuple[int, Paper]], int]:
    """(key, paper) of every paper whose id is one, and how many have none. Times are cut to whole seconds."""
    found, refused = [], 0
    for paper in papers:
        try:
            found.append((key_of(paper.id), _to_the_second(paper)))
        except ValueError:
            refused += 1
    return found, refused


def insert_stub(batch: Batch, key: int, paper: Paper) -> None:
    """Write the row of a paper that only a review has told of."""
    signs = Signs(paper.primary_category, title_hash(paper.title), abstract_hash(paper.abstract))
    row = _paper_row(key, paper, signs, content_hash(paper), 1 << source_code(paper.source))
    batch.db.run(_INSERT, (*row, batch.at, batch.number()))
    batch.db.run(_DETAIL, (key, paper.title, pack_detail(paper)))
    batch.added(key, signs.category)


def remove_paper(batch: Batch, key: int) -> None:
    """Delete the rows of a paper that only reviews had told of."""
    category = batch.db.value("SELECT category FROM paper WHERE key = ?", (key,))
    batch.db.run("DELETE FROM paper WHERE key = ?", (key,))
    batch.db.run("DELETE FROM detail WHERE key = ?", (key,))
    batch.removed(key, category)


def exists(db: Database, key: int) -> bool:
    """Whether a paper has a row."""
    return db.row("SELECT 1 FROM paper WHERE key = ?", (key,)) is not None


def read_papers(db: Database, keys: Iterable[int]) -> dict[int, Paper]:
    """The current version of each of these papers that is known, by key. ``id`` is empty for a pending key."""
    rows = db.rows(
        "SELECT key, paper.version, published, updated, source, title, body FROM paper JOIN detail USING (key) "
        "WHERE key IN (SELECT value FROM json_each(?))",
        (listed(keys),),
    )
    return {
        key: replace(dated(unpack_detail(title, body), version, published, updated, source), id=id_of(key) or "")
        for key, version, published, updated, source, title, body in rows
    }


def read_origins(db: Database, keys: Iterable[int]) -> list[Row]:
    """(key, epoch seconds at which it was first heard of, bits of its sources) of each of these papers."""
    sql = "SELECT key, added, sources FROM paper WHERE key IN (SELECT value FROM json_each(?))"
    return db.rows(sql, (listed(keys),))


def read_versions(db: Database, key: int) -> tuple[Version, ...]:
    """Every version heard of, ascending."""
    rows = db.rows(
        "SELECT number, updated, source FROM version WHERE key = ?1 UNION "
        "SELECT version, updated, source FROM paper WHERE key = ?1 AND version IS NOT NULL ORDER BY 1",
        (key,),
    )
    return tuple(Version(number, moment_of(updated), source_name(source)) for number, updated, source in rows)


def read_version(db: Database, key: int, number: int) -> Paper | None:
    """The text of a version that is not the current one; None where no source gave it."""
    body = db.value("SELECT body FROM version WHERE key = ? AND number = ?", (key, number))
    return replace(unpack_record(body), id=id_of(key) or "") if body else None


def _to_the_second(paper: Paper) -> Paper:
    # What is kept must compare equal to what was heard.
    if not any(time and time.microsecond for time in (paper.published, paper.updated)):
        return paper
    cut = [time and time.replace(microsecond=0) for time in (paper.published, paper.updated)]
    return replace(paper, published=cut[0], updated=cut[1])


def _paper_row(key: int, paper: Paper, signs: Signs, content: bytes, sources: int) -> Row:
    """The columns of ``paper`` up to ``sources``, in their order."""
    dates = (seconds(paper.published), seconds(paper.updated))
    hashes = (signs.title_hash, signs.abstract_hash)
    return (key, paper.version, signs.category, *dates, *hashes, content, source_code(paper.source), sources)


def _held(db: Database, keys: Iterable[int]) -> dict[int, _Held]:
    sql = "SELECT key, category, content, source, sources FROM paper WHERE key IN (SELECT value FROM json_each(?))"
    return {key: _Held(*rest) for key, *rest in db.rows(sql, (listed(keys),))}
