"""Rows of a library file that may come from anybody, of any version, in tables of ours."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from arxtui.store.adoption import adopt_library, rows_of
from arxtui.store.errors import NewerFile, NotOurs, StoreError
from arxtui.store.library_schema import LIBRARY, MIGRATIONS
from arxtui.store.migrations import open_database


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
        ("other", "CREATE TABLE x (y)", NotOurs),
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
