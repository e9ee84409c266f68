"""A new cache in the place of a damaged one, with everything in it that could still be read."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import fields
from datetime import UTC, date, datetime
from itertools import chain, count
from pathlib import Path
from typing import NamedTuple

from arxtui.files import sync_file
from arxtui.model.ledger import LedgerEntry
from arxtui.store.cache import announced_days, titles
from arxtui.store.cache.changes import Batch
from arxtui.store.cache.entries import Entry
from arxtui.store.cache.schema import CACHE, MIGRATIONS
from arxtui.store.errors import StoreError
from arxtui.store.progress.ledger import Ledger
from arxtui.store.recovery import records
from arxtui.store.recovery.damaged_file import Wreck
from arxtui.store.recovery.records import Piece
from arxtui.store.recovery.salvaged_texts import save_texts
from arxtui.store.sqlite.connection import BUSY_TIMEOUT, Database, Row
from arxtui.store.sqlite.migrations import open_database
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
}
_ORDERS = {
    "alias": ("pending",),
    "ledger": ("source", "target"),
    "wanted": ("name",),
    "full_review": ("key", "version", "at", "model"),
    "announced_day": ("category", "day"),
    "deleted": ("key",),
    "outdated": ("key",),
}
"""Of the tables that papers have no part in, the order that each is kept in."""
_SOUND: dict[str, Callable[[Row], bool]] = {
    "full_review": lambda row: is_readable(row[-1]),
    "announced_day": announced_days.is_readable,
    "deleted": lambda row: row[1] is None or (isinstance(row[1], int) and 0 < row[1] <= date.max.toordinal()),
}
"""How rows are looked at that cannot be read when they are spoilt."""
_LOG = "-wal"
_BESIDE = (_LOG, "-shm")
_UNFINISHED = (".part", ".legible")
_HEADER = 100
Told = Callable[[int], object]
"""Is told how many papers were looked at so far."""


class Salvaged(NamedTuple):
    """Counts of what was saved: ``doubtful`` of the papers are not sound; of ``lost`` ones beside them nothing is known
    but the key; ``texts`` are full texts. ``aside`` is what the damaged file is called now."""

    papers: int
    doubtful: int
    lost: int
    reviews: int
    texts: int
    aside: Path


def unsound(path: Path, at: datetime, told: Told) -> int:
    """How many papers of a cache are lost or not what they were taken in as, but for those that a repair has had asked
    for; every one is looked at."""
    with Wreck(path, CACHE) as wreck:
        checked = wreck.version == len(MIGRATIONS)
        spoilt = looked = 0
        for batch in records.keys(wreck, at):
            found = records.papers(wreck, batch, checked=checked)
            spoilt += len(batch) - sum(piece.sound or piece.known for piece in found)
            looked += len(batch)
            told(looked)
    return spoilt


def salvage(path: Path, at: datetime, told: Told) -> Salvaged:
    """Put a new cache in the place of a damaged one, which stays beside it under another name.

    Killed before the new one is whole, it has changed nothing; later, :func:`finish` ends it. No other process may
    write to the cache. Busy, DiskFull and other StoreErrors of the new file; none of the damaged one.
    """
    made, legible = path.with_name(f"{path.name}.part"), path.with_name(f"{path.name}.legible")
    _remove(made)
    _new(made).close()
    with closing(_new(made)) as db, Wreck(_with_head(path, made, legible), CACHE) as wreck:
        titles.renew(db)
        counted = _save_papers(db, wreck, at, told)
        _save_the_rest(db, wreck, at)
        texts = save_texts(db, wreck)
    _remove(legible)
    sync_file(made)
    made.replace(_ready(path))
    return Salvaged(*counted, texts, _put_in_place(path, at))


def is_unfinished(path: Path) -> bool:
    """Whether a repair was killed that had a new cache ready."""
    return _ready(path).exists()


def finish(path: Path, at: datetime) -> Path | None:
    """Put the new cache in place that a killed repair had ready, and remove what else it left; what the damaged one is
    called now. None where there is none, or another cache was begun since. No other process may write to the cache."""
    for name in _UNFINISHED:
        _remove(path.with_name(f"{path.name}{name}"))
    if not is_unfinished(path):
        return None
    if path.exists() and not _names_aside(path):
        _ready(path).unlink()
        return None
    return _put_in_place(path, at)


def _ready(path: Path) -> Path:
    """A cache that is whole, and has only to take the damaged one's place."""
    return path.with_name(f"{path.name}.ready")


def _put_in_place(path: Path, at: datetime) -> Path:
    """What the damaged cache is called now. Killed anywhere, :func:`finish` goes on with it."""
    aside = next(iter(_names_aside(path)), None) or _new_name(path, at)
    # The cache has a name at any time: where it had none, another program would begin a new one.
    for ending in ("", _LOG):
        with suppress(FileNotFoundError, FileExistsError):
            _add_name(path.with_name(f"{path.name}{ending}"), aside.with_name(f"{aside.name}{ending}"))
    for ending in _BESIDE:
        path.with_name(f"{path.name}{ending}").unlink(missing_ok=True)
    _ready(path).replace(path)
    sync_file(path)
    return aside


def _new_name(path: Path, at: datetime) -> Path:
    """A name for the damaged file that no other one has."""
    name = f"{path.name}.damaged-{at:%Y%m%dT%H%M%S}"
    names = map(path.with_name, chain((name,), (f"{name}-{number}" for number in count(2))))
    return next(each for each in names if not each.exists())


def _names_aside(path: Path) -> list[Path]:
    """Under which names the file lies aside already."""
    found = path.parent.glob(f"{path.name}.damaged-*")
    return [each for each in found if not each.name.endswith(_BESIDE) and path.exists() and each.samefile(path)]


def _add_name(file: Path, name: Path) -> None:
    try:
        name.hardlink_to(file)
    except (FileNotFoundError, FileExistsError):
        raise
    except OSError:  # a file system on which a file has one name
        file.replace(name)


def _new(path: Path) -> Database:
    return open_database(path, CACHE, MIGRATIONS, read_only=False, busy_timeout=BUSY_TIMEOUT)


def _with_head(path: Path, made: Path, copy: Path) -> Path:
    """The file itself; where its first page is unreadable, a copy of it with that of a new cache, whose tables begin at
    the same pages. (SQLite's file format: https://www.sqlite.org/fileformat.html#the_database_header)"""
    with Wreck(path, CACHE) as wreck:
        if wreck.version:
            return path
    with made.open("rb") as opened:
        head = bytearray(opened.read(_HEADER))
        head += opened.read(int.from_bytes(head[16:18], "big") - _HEADER)
    head[18:20] = b"\1\1"  # no write-ahead log
    head[92:96] = bytes(4)  # the number of pages is that of the file
    shutil.copyfile(path, copy)
    with copy.open("r+b") as opened:
        opened.write(head)
    return copy


def _save_papers(db: Database, wreck: Wreck, at: datetime, told: Told) -> tuple[int, int, int, int]:
    checked = wreck.version == len(MIGRATIONS)
    papers = doubtful = lost = reviewed = looked = 0
    for batch in records.keys(wreck, at):
        saved = records.papers(wreck, batch, checked=checked)
        reviews = records.reviews(wreck, batch)
        with db.transaction():
            _insert_papers(db, saved, at)
            _insert(db, "version", records.versions(wreck, batch))
            _insert(db, "review", reviews)
            _insert(db, "source_record", records.source_records(wreck, saved))
        papers += len(saved)
        doubtful += sum(not piece.sound for piece in saved)
        lost += len(batch) - len(saved)
        reviewed += len(reviews)
        looked += len(batch)
        told(looked)
    return papers, doubtful, lost, reviewed


def _insert_papers(db: Database, saved: Sequence[Piece], at: datetime) -> None:
    heard = [piece.added for piece in saved if piece.added]
    # What arrived since a time is looked for by the time that its changes were given.
    batch = Batch(db, datetime.fromtimestamp(max(heard), UTC) if heard else at)
    rows = []
    for entry, sources, added, *_ in saved:
        rows.append((*entry.columns, sources, added or batch.at, batch.number()))
        batch.added(entry.key, entry.category)
    _insert(db, "paper", rows)
    _insert(db, "detail", [(entry.key, entry.title, entry.body) for entry, *_ in saved])
    batch.finish()


def _save_the_rest(db: Database, wreck: Wreck, at: datetime) -> None:
    for rows in records.announcements(wreck, at):
        with db.transaction():
            _insert(db, "announcement", rows)
    for table, order in _ORDERS.items():
        found = wreck.walk(f"SELECT {_COLUMNS[table]} FROM {table} NOT INDEXED", order)  # noqa: S608 - names of ours
        is_sound = _SOUND.get(table, bool)
        found = [row for row in found if is_sound(row)]
        with db.transaction():
            _insert(db, table, found)
    try:
        Ledger(db).all()
    except (StoreError, TypeError, ValueError):
        db.run("DELETE FROM ledger")


def _insert(db: Database, table: str, rows: Sequence[Row]) -> None:
    """Rows that the table cannot hold are left out."""
    places = ", ".join("?" * (_COLUMNS[table].count(",") + 1))
    db.run_many(f"INSERT OR IGNORE INTO {table} ({_COLUMNS[table]}) VALUES ({places})", rows)  # noqa: S608


def _remove(path: Path) -> None:
    for ending in ("", *_BESIDE):
        path.with_name(f"{path.name}{ending}").unlink(missing_ok=True)
