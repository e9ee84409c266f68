"""Files of other versions and of other programs."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from arxtui.store import cache_schema, library_schema
from arxtui.store.cache import Cache
from arxtui.store.connection import Database
from arxtui.store.errors import NewerFile, NotOurs, StoreError
from arxtui.store.library import LibraryFile
from tests.store.made import NOW, QUEUES, STALENESS, take

Open = Callable[..., Cache | LibraryFile]
BOTH = pytest.mark.parametrize("opened", [Cache.open, LibraryFile.open])


def _pragma(path: Path, name: str) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute(f"PRAGMA {name}").fetchone()[0])


def _change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


@BOTH
def test_a_new_file_carries_our_id_and_version_and_is_write_ahead(opened: Open, tmp_path: Path) -> None:
    path = tmp_path / "made" / "new.db"
    opened(path).close()
    assert _pragma(path, "user_version") == 1
    assert _pragma(path, "application_id") in (0x41545843, 0x4154584C)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


@BOTH
def test_an_empty_file_becomes_ours(opened: Open, tmp_path: Path) -> None:
    path = tmp_path / "empty.db"
    path.touch()
    opened(path).close()
    assert _pragma(path, "user_version") == 1


@BOTH
def test_a_newer_file_is_refused_with_both_versions_named(opened: Open, tmp_path: Path) -> None:
    path = tmp_path / "file.db"
    opened(path).close()
    _change(path, "PRAGMA user_version = 99")
    with pytest.raises(NewerFile, match=r"version 99.* up to 1\b"):
        opened(path)
    assert _pragma(path, "user_version") == 99


@BOTH
def test_a_database_of_another_program_is_refused_and_left_untouched(opened: Open, tmp_path: Path) -> None:
    path = tmp_path / "foreign.db"
    _change(path, "CREATE TABLE theirs (value)")
    before = path.read_bytes()
    with pytest.raises(NotOurs, match="another program"):
        opened(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


@BOTH
def test_a_file_that_is_no_database_is_refused_and_left_untouched(opened: Open, tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear reader,\n" * 100)
    with pytest.raises(NotOurs, match="no SQLite database"):
        opened(path)
    assert path.read_text() == "Dear reader,\n" * 100


def test_the_cache_is_not_taken_for_the_library(tmp_path: Path) -> None:
    Cache.open(tmp_path / "cache.db").close()
    with pytest.raises(NotOurs):
        LibraryFile.open(tmp_path / "cache.db")


@BOTH
def test_a_file_that_is_not_there_cannot_be_opened_for_reading(opened: Open, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"no (cache|library) at .*missing\.db"):
        opened(tmp_path / "missing.db", read_only=True)
    assert not (tmp_path / "missing.db").exists()


def _second(db: Database) -> None:
    db.run("ALTER TABLE mark ADD COLUMN rating INTEGER")


def _fails(db: Database) -> None:
    db.run("ALTER TABLE mark ADD COLUMN note TEXT")
    raise RuntimeError("in the middle of a migration")


def test_an_older_library_is_backed_up_and_migrated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "library.db"
    with LibraryFile.open(path) as old:
        old.mark([1], "star", NOW)
    monkeypatch.setattr("arxtui.store.library.MIGRATIONS", (*library_schema.MIGRATIONS, _second))
    with LibraryFile.open(path) as new:
        assert list(new.starred()) == [1]
        new.mark([2], "star", NOW)
    assert _pragma(path, "user_version") == 2
    backup = tmp_path / "library.db.v1.bak"
    assert _pragma(backup, "user_version") == 1
    monkeypatch.undo()
    with LibraryFile.open(backup) as kept:
        assert list(kept.starred()) == [1]


def test_an_older_cache_is_migrated_without_a_backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "cache.db"
    with Cache.open(path) as old:
        take(old, QUEUES)
    step = (lambda db: db.run("ALTER TABLE paper ADD COLUMN score REAL"),)
    monkeypatch.setattr("arxtui.store.cache.MIGRATIONS", (*cache_schema.MIGRATIONS, *step))
    with Cache.open(path) as new:
        assert new.paper(QUEUES.key) == QUEUES
    assert _pragma(path, "user_version") == 2
    assert not list(tmp_path.glob("*.bak"))


def test_a_migration_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "library.db"
    with LibraryFile.open(path) as old:
        old.mark([1], "star", NOW)
    with monkeypatch.context() as patch:
        patch.setattr("arxtui.store.library.MIGRATIONS", (*library_schema.MIGRATIONS, _second, _fails))
        with pytest.raises(RuntimeError, match="middle"):
            LibraryFile.open(path)
    assert _pragma(path, "user_version") == 1
    with LibraryFile.open(path) as again:
        assert list(again.starred()) == [1]


def test_a_library_that_cannot_be_backed_up_is_not_migrated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "library.db"
    LibraryFile.open(path).close()
    (tmp_path / "library.db.v1.bak.part").mkdir()
    with monkeypatch.context() as patch:
        patch.setattr("arxtui.store.library.MIGRATIONS", (*library_schema.MIGRATIONS, _second))
        with pytest.raises(StoreError, match="could not be backed up"):
            LibraryFile.open(path)
    assert _pragma(path, "user_version") == 1


def test_an_older_file_cannot_be_read_before_it_is_migrated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "library.db"
    LibraryFile.open(path).close()
    monkeypatch.setattr("arxtui.store.library.MIGRATIONS", (*library_schema.MIGRATIONS, _second))
    with pytest.raises(StoreError, match="opened for writing once"):
        LibraryFile.open(path, read_only=True)


def test_a_file_opened_for_reading_is_read_while_another_writes(tmp_path: Path) -> None:
    with Cache.open(tmp_path / "cache.db") as writer, Cache.open(tmp_path / "cache.db", read_only=True) as reader:
        take(writer, QUEUES)
        assert reader.paper(QUEUES.key) == QUEUES
        with pytest.raises(StoreError, match="cannot be written"):
            take(reader, STALENESS)
