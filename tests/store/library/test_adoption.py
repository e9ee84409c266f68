"""Adopting library files of any origin and version: their rows are copied into tables of our own schema."""

from __future__ import annotations

import sqlite3
import zlib
from contextlib import closing
from pathlib import Path

import pytest

from arxtui.store.errors import Damaged, NewerFile, StoreError
from arxtui.store.library.adoption import _ByteBudget, adopt_library, rows_of
from arxtui.store.library.database import LibraryFile
from arxtui.store.library.schema import LIBRARY, MIGRATIONS
from arxtui.store.sqlite.migrations import open_database
from arxtui.store.sqlite.packed_json import pack_json
from arxtui.store.sqlite.packed_keys import pack_keys
from tests.builders import NOW
from tests.store.made import STALENESS, packed


@pytest.mark.parametrize("version", range(1, len(MIGRATIONS) + 1))
def test_a_library_of_every_version_comes_along(tmp_path: Path, version: int) -> None:
    held = tmp_path / "held.db"
    with closing(open_database(held, LIBRARY, MIGRATIONS[:version], read_only=False, busy_timeout=1.0)) as db:
        db.run("INSERT INTO mark (key, starred) VALUES (7, 1)")
        db.run("INSERT INTO inbox (key, day) VALUES (7, NULL), (8, 739000)")
    made = tmp_path / "made.db"
    assert adopt_library(held, made) == ()
    assert rows_of(made, ("mark", "inbox", "note")) == {"mark": 1, "inbox": 2, "note": 0}
    with closing(sqlite3.connect(made)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)


def test_a_file_that_is_none_of_ours_is_refused(tmp_path: Path) -> None:
    for name, script, error in (
        ("other", "CREATE TABLE x (y)", Damaged),
        (
            "newer",
            f"CREATE TABLE x (y); PRAGMA application_id = {LIBRARY.application_id}; PRAGMA user_version = 99",
            NewerFile,
        ),
        ("empty", "", StoreError),
    ):
        file = tmp_path / name
        with closing(sqlite3.connect(file)) as db:
            db.executescript(script)
        with pytest.raises(error):
            adopt_library(file, tmp_path / f"{name}.made")
    (tmp_path / "noise").write_bytes(b"SQLite format 3\0" + bytes(range(256)) * 64)
    with pytest.raises(StoreError):
        adopt_library(tmp_path / "noise", tmp_path / "noise.made")


def _foreign(tmp_path: Path, change: str, *values: object) -> Path:
    """Write a library with one starred paper, apply ``change`` to it with plain SQL, and return its path."""
    file = tmp_path / "foreign.db"
    with LibraryFile.open(file) as library:
        library.marks.apply([STALENESS.key], "star", NOW, packed(STALENESS))
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("PRAGMA journal_mode = DELETE")
        if values:
            db.execute(change, values)
        else:
            db.executescript(change)
    return file


def test_foreign_tables_triggers_and_views_are_left_out_and_reported(tmp_path: Path) -> None:
    script = (
        "CREATE TRIGGER eats AFTER INSERT ON mark BEGIN DELETE FROM kept; END; "
        "CREATE VIEW looks AS SELECT * FROM note; "
        "CREATE TABLE more (x INTEGER PRIMARY KEY AUTOINCREMENT); CREATE INDEX lies ON mark (abs(starred))"
    )
    made = tmp_path / "made.db"
    assert sorted(adopt_library(_foreign(tmp_path, script), made)) == ["table more", "trigger eats", "view looks"]
    with closing(sqlite3.connect(made)) as db:
        names = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
    assert not names & {"eats", "looks", "more", "lies"}
    with LibraryFile.open(made) as library:
        assert list(library.marks.having("starred")) == [STALENESS.key]
        assert library.saved_record(STALENESS.key) == STALENESS


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("DROP TABLE note", "its table note is missing"),
        ("DROP TABLE note; CREATE VIEW note AS SELECT 1 AS key, 'x' AS text, 2 AS at", "its table note is missing"),
        ("ALTER TABLE note RENAME COLUMN text TO words", "its table note has no column text"),
        ("INSERT INTO note VALUES (7, x'00', 1)", "text in its table note is bytes, not text"),
        ("INSERT INTO mark (key, starred) VALUES (7, 'yes')", "starred in its table mark is str, not integer"),
        ("INSERT INTO delivered VALUES (7, x'0102')", "keys in its table delivered cannot be read"),
        ("UPDATE journal SET number = 9223372036854775807", "number in its table journal is out of range"),
        ("UPDATE journal SET number = 0", "number in its table journal is out of range"),
        (
            "DROP TABLE note; CREATE TABLE note (key INTEGER PRIMARY KEY, at REAL, "
            "text TEXT AS (hex(zeroblob(100000000))))",
            "its table note has no column text",
        ),
        (
            "DROP TABLE note; CREATE TABLE note (key INTEGER, text TEXT, at REAL); "
            "INSERT INTO note VALUES (NULL, '', 1)",
            "key in its table note is empty",
        ),
        ("INSERT INTO note VALUES (7, CAST(x'ff' AS TEXT), 1)", "damaged or not a library"),
        ("UPDATE kept SET body = x'01'", "cannot be read"),
    ],
)
def test_a_library_with_invalid_tables_columns_or_values_is_refused(tmp_path: Path, change: str, words: str) -> None:
    with pytest.raises(StoreError) as result:
        adopt_library(_foreign(tmp_path, change), tmp_path / "made.db")
    assert words in str(result.value)
    assert "Nothing was changed" in str(result.value)


def test_a_value_that_unpacks_beyond_any_is_refused(tmp_path: Path) -> None:
    bomb = pack_keys([])[:1] + zlib.compress(bytes(65 << 20), 1)
    with pytest.raises(StoreError, match="too long"):
        adopt_library(_foreign(tmp_path, "INSERT INTO delivered VALUES (7, ?)", bomb), tmp_path / "made.db")


@pytest.mark.parametrize(
    "record",
    [
        [5],
        ["2605.01234", {}],
        ["x"] * 3 + [5],
        ["x"] * 3 + [[[]]],
        ["x"] * 3 + [[["a", 5]]],
        ["x"] * 3 + [["a"], ["b"], 5],
        [*[None] * 10, "number"],
        [*[None] * 10, 1 << 40],
        [None] * 20,
    ],
)
def test_a_record_of_another_shape_is_refused(tmp_path: Path, record: list[object]) -> None:
    foreign = _foreign(tmp_path, "UPDATE kept SET title = NULL, body = ?", pack_json(record))
    with pytest.raises(StoreError, match="has an unknown format"):
        adopt_library(foreign, tmp_path / "made.db")


def test_no_more_is_copied_than_a_file_has_room_for() -> None:
    with pytest.raises(StoreError, match="its rows are larger than the file"):
        _ByteBudget(10).take("x" * 11)
    _ByteBudget(10).take(b"x" * 10)
    room = _ByteBudget(0)
    for _ in range(9):
        room.take(7)
