"""The tables of ``library.db``: the user's own data. Days are proleptic Gregorian ordinals; times are epoch seconds,
UTC."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from arxtui.light import deferred
from arxtui.store.errors import Damaged
from arxtui.store.library.inbox import UNSEEN
from arxtui.store.sqlite.connection import Database, FileKind
from arxtui.store.sqlite.migrations import Migration, run_script
from arxtui.store.sqlite.packed_keys import unpack_keys

with deferred():
    from arxtui.store.sqlite.packed_json import pack_json, unpack_json

LIBRARY = FileKind(
    name="library",
    application_id=0x4154584C,  # "ATXL"
    synchronous="FULL",
    advice="'arxtui restore FILE' restores a backup, and keeps this file under another name.",
)

# inbox      the unread papers and their last delivery day; no day if the user marked a never delivered paper unread.
# delivered  the papers put into the inbox for a day, read or not (store.sqlite.pack).
# mark       papers with a star, hidden or queued; papers with no mark have no row.
# kept       the whole record (store.sqlite.codec) of papers that were starred, tagged, noted, queued, rated, given a
#            reading state or put on a list: undo must work without the cache. `store.library.space` removes a record
#            that neither the present marks nor undo and redo can need.
# journal    one row per act: the keys it changed (store.sqlite.pack), and the field's value before and after for each;
#            `name` is the tag, for acts with tags.
# note       the user's text about a paper, and when it was written.
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
# place      the position at which the user stopped reading a full text, and when.
_THIRD = """
ALTER TABLE mark ADD COLUMN queued INTEGER NOT NULL DEFAULT 0

CREATE INDEX mark_queued ON mark (key) WHERE queued

CREATE TABLE place (
    key INTEGER PRIMARY KEY, block INTEGER NOT NULL, character INTEGER NOT NULL, version INTEGER, at REAL NOT NULL)
"""
# mark       `rating` is 1 to 5, `reading` the number of a reading state (store.sqlite.codes); 0 for none.
# listed     the papers of each reading list, and their places in it (store.sqlite.order_places).
# kept       with a `title`, the row is a copy of the cache's packed form (store.sqlite.codec.Packed); without one, the
#            body is the whole record.
# journal    `turn` counts acts, undos and redos: undo takes the user's act in effect with the highest turn, redo takes
#            the undone act with the highest turn; an undone act without a turn was made obsolete by a new act.
#            `renamed` is the new name that a renaming gives, `by` is the author of the act if it is not the user.
# ruled      the papers to which a rule was applied (store.sqlite.pack).
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

# read       the papers marked read; none of them is in the inbox.
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
    """Add table ``read``: papers count as read if they left the inbox, by the user or by a rule, not if they were
    merely never in it."""
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
        # Undo must restore the state before the act. Until now, "read" and "never seen" were stored alike.
        were = [
            UNSEEN if was is None and key not in read else was
            for key, was in zip(keys, unpack_json(before), strict=True)
        ]
        db.run("UPDATE journal SET before = ? WHERE number = ?", (pack_json(were), number))
    db.run_many("INSERT INTO read (key) VALUES (?)", [(key,) for key in sorted(read - unread)])


def _sixth(db: Database) -> None:
    """Mark the file as containing records packed by zstd as in the cache, which older programs cannot read."""


def _seventh(db: Database) -> None:
    run_script(db, "ALTER TABLE place ADD COLUMN words TEXT NOT NULL DEFAULT ''")


# refused    papers that no reference in the text of the paper `key` names, whatever the matching says: their names.
_EIGHTH = """
CREATE TABLE refused (name TEXT, key INTEGER, PRIMARY KEY (name, key)) WITHOUT ROWID

CREATE INDEX refused_by_key ON refused (key, name)
"""


def _eighth(db: Database) -> None:
    run_script(db, _EIGHTH)


MIGRATIONS: tuple[Migration, ...] = (_first, _second, _third, _fourth, _fifth, _sixth, _seventh, _eighth)
"""The steps from an empty file to the newest version. Append only; a released step never changes."""


def refuse_empty(library_db: Path) -> None:
    """Raise Damaged for a library file of zero bytes."""
    with suppress(OSError):
        if library_db.stat().st_size == 0:
            raise Damaged(f"The library {library_db} is empty: its contents are lost. {LIBRARY.advice}")
