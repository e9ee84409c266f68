"""The tables of ``library.db``: what the user did. Days are proleptic Gregorian ordinals, times epoch seconds, UTC."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from arxtui.store.errors import Damaged
from arxtui.store.library.inbox import UNSEEN
from arxtui.store.sqlite.connection import Database, FileKind
from arxtui.store.sqlite.migrations import Migration, run_script
from arxtui.store.sqlite.pack import unpack_keys
from arxtui.store.sqlite.packed_json import pack_json, unpack_json

LIBRARY = FileKind(
    name="library",
    application_id=0x4154584C,  # "ATXL"
    synchronous="FULL",
    advice="'arxtui restore FILE' brings a backup back, and keeps this file under another name.",
)

# inbox      the unread papers and the day they were last delivered for; no day when the user made one unread.
# delivered  what was put into the inbox for a day, read or not (store.pack).
# mark       papers with a star, hidden or queued; no row without any of these.
# kept       the whole record (store.codec) of every paper that was ever starred, tagged, noted, queued, rated, given a
#            reading state or put on a list: undo must work without the cache.
# journal    an act each: the keys it changed (store.pack), and the field's value before and after for each; `name` is
#            the tag's, of acts with tags.
# note       the user's words about a paper, and when they were written.
# view       a named query; `place` counts from 1, `digit` is the key that opens it.
_FIRST = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value REAL NOT NULL) WITHOUT ROWID

CREATE TABLE inbox (key INTEGER PRIMARY KEY, day INTEGER)

CREATE TABLE delivered (day INTEGER PRIMARY KEY, keys BLOB NOT NULL)

CREATE TABLE mark (key INTEGER PRIMARY KEY, starred INTEGER NOT NULL DEFAULT 0, hidden INTEGER NOT NULL DEFAULT 0)

CREATE INDEX mark_starred ON mark (key) WHERE starred

CREATE INDEX mark_hidden ON mark (key) WHERE hidden

CREATE TABLE kept (key INTEGER PRIMARY KEY, body BLOB NOT NULL)

CREATE TABLE journal (
    number INTEGER PRIMARY KEY AUTOINCREMENT, at REAL NOT NULL, what TEXT NOT NULL, papers INTEGER NOT NULL,
    keys BLOB NOT NULL, before BLOB NOT NULL, after BLOB NOT NULL, undone REAL)

CREATE INDEX journal_standing ON journal (number) WHERE undone IS NULL
"""

_SECOND = """
CREATE TABLE tag (name TEXT, key INTEGER, PRIMARY KEY (name, key)) WITHOUT ROWID

CREATE INDEX tag_by_key ON tag (key, name)

CREATE TABLE note (key INTEGER PRIMARY KEY, text TEXT NOT NULL, at REAL NOT NULL)

CREATE TABLE view (name TEXT PRIMARY KEY, query TEXT NOT NULL, place INTEGER NOT NULL, digit INTEGER UNIQUE)

ALTER TABLE journal ADD COLUMN name TEXT NOT NULL DEFAULT ''
"""
# place      where the user stopped reading a full text, and when.
_THIRD = """
ALTER TABLE mark ADD COLUMN queued INTEGER NOT NULL DEFAULT 0

CREATE INDEX mark_queued ON mark (key) WHERE queued

CREATE TABLE place (
    key INTEGER PRIMARY KEY, block INTEGER NOT NULL, character INTEGER NOT NULL, version INTEGER, at REAL NOT NULL)
"""
# mark       `rating` 1 to 5, `reading` the number of a reading state (store.fields), 0 for none.
# listed     the papers of each reading list, and their places in it (store.places).
# kept       with a `title` the row is copied from the cache as it stands there (store.codec.Packed); without one the
#            body is the whole record.
# journal    `turn` counts what was done, undone and redone: the newest act of the user's that stands is undone next,
#            the newest that was undone is redone next; an undone act without a turn was overtaken by a new one.
#            `renamed` is the new name that a renaming gives, `by` says what did it where it was not the user.
# ruled      the papers to which a rule was applied once (store.pack).
_FOURTH = """
ALTER TABLE mark ADD COLUMN rating INTEGER NOT NULL DEFAULT 0

ALTER TABLE mark ADD COLUMN reading INTEGER NOT NULL DEFAULT 0

CREATE INDEX mark_rated ON mark (key, rating) WHERE rating

CREATE INDEX mark_reading ON mark (key, reading) WHERE reading

CREATE TABLE listed (name TEXT, key INTEGER, place TEXT NOT NULL, PRIMARY KEY (name, key)) WITHOUT ROWID

CREATE INDEX listed_by_key ON listed (key, name)

ALTER TABLE kept ADD COLUMN title TEXT

ALTER TABLE kept ADD COLUMN version INTEGER

ALTER TABLE kept ADD COLUMN published INTEGER

ALTER TABLE kept ADD COLUMN updated INTEGER

ALTER TABLE kept ADD COLUMN source INTEGER NOT NULL DEFAULT 0

ALTER TABLE journal ADD COLUMN renamed TEXT NOT NULL DEFAULT ''

ALTER TABLE journal ADD COLUMN by TEXT NOT NULL DEFAULT ''

ALTER TABLE journal ADD COLUMN turn INTEGER

UPDATE journal SET turn = number WHERE undone IS NULL

DROP INDEX journal_standing

CREATE INDEX journal_turn ON journal (turn)

CREATE INDEX journal_undone ON journal (turn) WHERE undone IS NOT NULL

CREATE TABLE ruled (rule TEXT PRIMARY KEY, keys BLOB NOT NULL) WITHOUT ROWID
"""

# read       the papers that were marked read; none of them is in the inbox.
_FIFTH = "CREATE TABLE read (key INTEGER PRIMARY KEY)"


def _first(db: Database) -> None:
    run_script(db, _FIRST)


def _second(db: Database) -> None:
    run_script(db, _SECOND)


def _third(db: Database) -> None:
    run_script(db, _THIRD)


def _fourth(db: Database) -> None:
    run_script(db, _FOURTH)


def _fifth(db: Database) -> None:
    """Read is what left the inbox, which only the user and rules make it do; not every paper that is not in it."""
    run_script(db, _FIFTH)
    unread = {key for (key,) in db.rows("SELECT key FROM inbox")}
    read = {key for (packed,) in db.rows("SELECT keys FROM delivered") for key in unpack_keys(packed)}
    acts = db.rows(
        "SELECT number, what, keys, before, undone FROM journal WHERE what IN ('read', 'unread') ORDER BY number"
    )
    for number, what, packed, before, undone in acts:
        keys = unpack_keys(packed)
        if what == "read":
            read.update(keys if undone is None else ())
            continue
        # To undo this makes a paper what it was: up to now nothing told read from never seen.
        were = [
            UNSEEN if was is None and key not in read else was
            for key, was in zip(keys, unpack_json(before), strict=True)
        ]
        db.run("UPDATE journal SET before = ? WHERE number = ?", (pack_json(were), number))
    db.run_many("INSERT INTO read (key) VALUES (?)", [(key,) for key in sorted(read - unread)])


def _sixth(db: Database) -> None:
    """Records are kept as the cache has them, packed by zstd, which older programs cannot read."""


MIGRATIONS: tuple[Migration, ...] = (_first, _second, _third, _fourth, _fifth, _sixth)
"""From an empty file to the newest version, a step each. Append; a step that was released never changes."""


def refuse_empty(library_db: Path) -> None:
    """Damaged for a library file without a single byte in it."""
    with suppress(OSError):
        if library_db.stat().st_size == 0:
            raise Damaged(f"The library {library_db} is empty: what was in it is gone. {LIBRARY.advice}")
