"""Replacement of a damaged cache by a new one with all data that is still readable."""

from __future__ import annotations

import shutil
from array import array
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import fields
from datetime import UTC, date, datetime
from itertools import chain, count
from pathlib import Path

from arxtui.files import sync_file
from arxtui.light import NamedTuple
from arxtui.model.ledger import LedgerEntry
from arxtui.model.sources import TEXT
from arxtui.store.cache import announced_days, ingest, reports
from arxtui.store.cache.changes import Batch
from arxtui.store.cache.entries import Entry
from arxtui.store.cache.graph import Graph
from arxtui.store.cache.schema import CACHE, MIGRATIONS
from arxtui.store.errors import Damaged, StoreError
from arxtui.store.progress.ledger import Ledger
from arxtui.store.recovery import records
from arxtui.store.recovery.records import DamagedFile, RecoveredPaper, save_texts
from arxtui.store.sqlite.connection import BUSY_TIMEOUT, Database, Row
from arxtui.store.sqlite.migrations import open_database
from arxtui.store.sqlite.packed_keys import unpack_neighbours
from arxtui.store.texts.full_reviews import is_readable

_COLUMNS = {
    "paper": f"{', '.join(Entry._fields[:9])}, sources, added, change",
    "detail": "key, title, body",
    "version": "key, number, updated, source, body",
    "review": "key, slot, listed_on, theorem_links, headline, body",
    "source_record": "key, source, version, day, body",
    "announcement": "day, category, key, type, version, archive",
    "alias": "pending, key, signs",
    "ledger": ", ".join(field.name for field in fields(LedgerEntry)),
    "wanted": "name, at",
    "full_review": "key, version, at, model, body",
    "announced_day": "category, day, told, heard, new, crosses, replacements, doubt",
    "deleted": "key, day",
    "outdated": "key",
    "withdrawn": "key, version, listed, at",
    "report": "key, source, at, record, cites, cited_by, by_others, texkey, bibtex",
    "reported_work": "key, source, is_citing, place, cited, doi, body",
}
_ORDERS = {
    "alias": ("pending",),
    "ledger": ("source", "target"),
    "wanted": ("name",),
    "full_review": ("key", "version", "at", "model"),
    "announced_day": ("category", "day"),
    "deleted": ("key",),
    "outdated": ("key",),
    "withdrawn": ("key",),
    "report": ("key", "source"),
    "reported_work": ("key", "source", "is_citing", "place"),
}
"""The tables that do not depend on papers, and the indexed order of each."""
_SOUND: dict[str, Callable[[Row], bool]] = {
    "full_review": lambda row: is_readable(row[-1]),
    "announced_day": announced_days.is_readable,
    "report": lambda row: reports.is_report(row[1:]),
    "reported_work": lambda row: reports.is_readable(row[-1]),
    "deleted": lambda row: row[1] is None or (isinstance(row[1], int) and 0 < row[1] <= date.max.toordinal()),
}
"""The checks for rows of tables whose readers would fail on corrupted rows."""
_LOG = "-wal"
_BESIDE = (_LOG, "-shm")
_UNFINISHED = (".part", ".legible")
_HEADER = 100
ReportProgress = Callable[[int], object]
"""Receives the number of papers checked so far."""


class RebuildResult(NamedTuple):
    """Counts of the saved data. ``doubtful`` counts the saved papers that are not sound; ``lost`` counts papers of
    which only the key is known; ``texts`` counts full texts. ``aside`` is the new path of the damaged file."""

    papers: int
    doubtful: int
    lost: int
    reviews: int
    texts: int
    aside: Path


def count_damaged(path: Path, at: datetime, report: ReportProgress) -> int:
    """Check every paper of a cache. Returns the number of papers that are lost or changed, without those that an
    earlier repair has already marked to be fetched again."""
    with DamagedFile(path, CACHE) as damaged:
        checked = damaged.version == len(MIGRATIONS)
        count = checked_papers = 0
        for batch in records.keys(damaged, at):
            papers = records.papers(damaged, batch, checked=checked)
            count += len(batch) - sum(paper.sound or paper.known for paper in papers)
            checked_papers += len(batch)
            report(checked_papers)
    return count


def rebuild(path: Path, at: datetime, report: ReportProgress) -> RebuildResult:
    """Replace a damaged cache by a new one; the damaged file stays beside it under another name.

    If the process is killed before the new cache is complete, nothing has changed; if it is killed later,
    :func:`finish` completes the replacement. No other process must write to the cache. Raises Busy, DiskFull and other
    StoreErrors for the new file, none for the damaged one.
    """
    new_file, legible = path.with_name(f"{path.name}.part"), path.with_name(f"{path.name}.legible")
    _remove(new_file)
    _create(new_file).close()
    with (
        closing(_create(new_file)) as db,
        DamagedFile(_with_readable_header(path, new_file, legible), CACHE) as damaged,
    ):
        ingest.update_hashes(db)
        _save_other_tables(db, damaged, at)  # first: the texts of papers say less of their withdrawal than its table
        counted = _save_papers(db, damaged, at, report)
        texts = save_texts(db, damaged)
        _save_graph(db, damaged, at)
    _remove(legible)
    sync_file(new_file)
    new_file.replace(_ready(path))
    return RebuildResult(*counted, texts, _put_in_place(path, at))


def is_unfinished(path: Path) -> bool:
    """Return whether a killed repair left a complete new cache."""
    return _ready(path).exists()


def finish(path: Path, at: datetime) -> Path | None:
    """Complete a killed repair: put the new cache in place and delete temporary files.

    Returns the new path of the damaged file. Returns None if there is no new cache, or if another cache was created
    since the repair. No other process must write to the cache.
    """
    for name in _UNFINISHED:
        _remove(path.with_name(f"{path.name}{name}"))
    if not is_unfinished(path):
        return None
    if path.exists() and not _names_aside(path):
        _ready(path).unlink()
        return None
    return _put_in_place(path, at)


def _ready(path: Path) -> Path:
    """Return the path of a complete new cache that is still to replace the damaged one."""
    return path.with_name(f"{path.name}.ready")


def _put_in_place(path: Path, at: datetime) -> Path:
    """Replace the damaged cache by the new one and return the damaged file's new path. If the process is killed at any
    step, :func:`finish` continues."""
    aside = next(iter(_names_aside(path)), None) or _new_name(path, at)
    # A file with the cache's name must exist at any time; otherwise another program would create a new cache.
    for ending in ("", _LOG):
        with suppress(FileNotFoundError, FileExistsError):
            _add_name(path.with_name(f"{path.name}{ending}"), aside.with_name(f"{aside.name}{ending}"))
    for ending in _BESIDE:
        path.with_name(f"{path.name}{ending}").unlink(missing_ok=True)
    _ready(path).replace(path)
    sync_file(path)
    return aside


def _new_name(path: Path, at: datetime) -> Path:
    """Return an unused name for the damaged file."""
    name = f"{path.name}.damaged-{at:%Y%m%dT%H%M%S}"
    names = map(path.with_name, chain((name,), (f"{name}-{number}" for number in count(2))))
    return next(each for each in names if not each.exists())


def _names_aside(path: Path) -> list[Path]:
    """Return the names that the damaged file already has beside its own."""
    files = path.parent.glob(f"{path.name}.damaged-*")
    return [each for each in files if not each.name.endswith(_BESIDE) and path.exists() and each.samefile(path)]


def _add_name(file: Path, name: Path) -> None:
    try:
        name.hardlink_to(file)
    except (FileNotFoundError, FileExistsError):
        raise
    except OSError:  # a file system without hard links
        file.replace(name)


def _create(path: Path) -> Database:
    return open_database(path, CACHE, MIGRATIONS, read_only=False, busy_timeout=BUSY_TIMEOUT)


def _with_readable_header(path: Path, new_file: Path, copy: Path) -> Path:
    """Return the path of a readable file: the cache itself or, if its first page is unreadable, a copy with the first
    page of a new cache, whose tables start at the same pages. (SQLite's file format:
    https://www.sqlite.org/fileformat.html#the_database_header)"""
    with DamagedFile(path, CACHE) as damaged:
        if damaged.version:
            return path
    with new_file.open("rb") as stream:
        head = bytearray(stream.read(_HEADER))
        head += stream.read(int.from_bytes(head[16:18], "big") - _HEADER)
    head[18:20] = b"\1\1"  # no write-ahead log
    head[92:96] = bytes(4)  # SQLite then takes the number of pages from the file size
    shutil.copyfile(path, copy)
    with copy.open("r+b") as stream:
        stream.write(head)
    return copy


def _save_papers(db: Database, damaged: DamagedFile, at: datetime, report: ReportProgress) -> tuple[int, int, int, int]:
    checked = damaged.version == len(MIGRATIONS)
    papers = doubtful = lost = reviewed = checked_papers = 0
    for batch in records.keys(damaged, at):
        saved = records.papers(damaged, batch, checked=checked)
        reviews = records.reviews(damaged, batch)
        with db.transaction():
            _insert_papers(db, saved, at)
            _insert(db, "version", records.versions(damaged, batch))
            _insert(db, "review", reviews)
            _insert(db, "source_record", records.source_records(damaged, saved))
        papers += len(saved)
        doubtful += sum(not paper.sound for paper in saved)
        lost += len(batch) - len(saved)
        reviewed += len(reviews)
        checked_papers += len(batch)
        report(checked_papers)
    return papers, doubtful, lost, reviewed


def _insert_papers(db: Database, saved: Sequence[RecoveredPaper], at: datetime) -> None:
    added_times = [paper.added for paper in saved if paper.added]
    # A search for recent papers uses the time at which their change numbers were assigned.
    batch = Batch(db, datetime.fromtimestamp(max(added_times), UTC) if added_times else at)
    rows = []
    for entry, sources, added, *_ in saved:
        rows.append((*entry.columns, sources, added or batch.at, batch.number()))
        batch.added(entry.key, entry.category)
    _insert(db, "paper", rows)
    _insert(db, "withdrawn", [(entry.key, entry.version, 0, None) for entry, *_ in saved if entry.withdrawn])
    _insert(db, "detail", [(entry.key, entry.title, entry.body) for entry, *_ in saved])
    db.run("DELETE FROM meta WHERE name = 'derived'")  # that can be done after the repair
    batch.finish()


def _save_other_tables(db: Database, damaged: DamagedFile, at: datetime) -> None:
    for rows in records.announcements(damaged, at):
        with db.transaction():
            _insert(db, "announcement", rows)
    for table, order in _ORDERS.items():
        rows = damaged.walk(f"SELECT {_COLUMNS[table]} FROM {table} NOT INDEXED", order)  # noqa: S608 - names of ours
        is_sound = _SOUND.get(table, bool)
        rows = [row for row in rows if is_sound(row)]
        with db.transaction():
            _insert(db, table, rows)
    try:
        Ledger(db).all()
    except (StoreError, TypeError, ValueError):
        db.run("DELETE FROM ledger")


def _save_graph(db: Database, damaged: DamagedFile, at: datetime) -> None:
    """Save what sources say of citations, without the stored texts, whose references are looked up again."""
    graph = Graph(db)
    for rows in records.statements(damaged, at):
        said: dict[tuple[str, int], dict[int, array[int]]] = {}
        for name, as_of, key, body in rows:
            with suppress(Damaged):
                if isinstance(name, str) and name != TEXT and isinstance(as_of, int):
                    said.setdefault((name, as_of), {})[key] = unpack_neighbours(body)
        for (name, as_of), cited in said.items():
            graph.put(name, as_of, cited)
        graph.postpone_folding()
    graph.make_lists()
    while graph.fold_next():
        pass


def _insert(db: Database, table: str, rows: Sequence[Row]) -> None:
    """Insert rows; rows that violate a constraint of the table are left out."""
    places = ", ".join("?" * (_COLUMNS[table].count(",") + 1))
    db.run_many(f"INSERT OR IGNORE INTO {table} ({_COLUMNS[table]}) VALUES ({places})", rows)  # noqa: S608


def _remove(path: Path) -> None:
    for ending in ("", *_BESIDE):
        path.with_name(f"{path.name}{ending}").unlink(missing_ok=True)
