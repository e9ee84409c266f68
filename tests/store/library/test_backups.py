"""Copying the library while it is in use, and replacing it with such a copy."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from arxtui.store.errors import Damaged, NewerFile, NotOurs, StoreError
from arxtui.store.library.backups import copy_files, copy_library, put_in_place
from arxtui.store.library.database import LibraryFile
from tests.builders import NOW


def _library(file: Path, stars: int) -> Path:
    with LibraryFile.open(file) as library:
        library.marks.apply(range(1, stars + 1), "star", NOW)
    return file


def _stars(file: Path) -> int:
    with LibraryFile.open(file, read_only=True) as library:
        return len(library.marks.having("starred"))


def test_a_copy_has_the_changes_in_the_write_ahead_log_and_leaves_no_file_beside_it(
    library: LibraryFile, tmp_path: Path
) -> None:
    library.marks.apply([1, 2], "star", NOW)
    (tmp_path / "there").mkdir()
    copy_library(tmp_path / "library.db", tmp_path / "there" / "copy.db")
    assert [each.name for each in (tmp_path / "there").iterdir()] == ["copy.db"]
    assert _stars(tmp_path / "there" / "copy.db") == 2


def test_files_are_copied_as_they_are_with_their_log_where_there_is_one(tmp_path: Path) -> None:
    file, log = tmp_path / "library.db", tmp_path / "library.db-wal"
    file.write_bytes(b"no library")
    copy_files(file, tmp_path / "one")
    assert not (tmp_path / "one-wal").exists()
    log.write_bytes(b"the last words")
    copy_files(file, tmp_path / "two")
    assert ((tmp_path / "two").read_bytes(), (tmp_path / "two-wal").read_bytes()) == (b"no library", b"the last words")


@pytest.mark.parametrize("content", [b"", b"no library" * 1000])
def test_a_file_that_is_no_library_is_not_copied(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "library.db"
    file.write_bytes(content)
    with pytest.raises((Damaged, NotOurs)):
        copy_library(file, tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


def test_a_library_of_a_newer_program_is_not_copied_and_named_as_it_is(library: LibraryFile, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "library.db")) as db:
        db.execute("PRAGMA user_version = 999")
    (tmp_path / "there").mkdir()
    with pytest.raises(NewerFile, match=r"library\.db\b"):
        copy_library(tmp_path / "library.db", tmp_path / "there" / "copy.db")
    assert list((tmp_path / "there").iterdir()) == []


def test_a_library_that_is_not_there_is_not_made_by_copying_it(tmp_path: Path) -> None:
    with pytest.raises(StoreError):
        copy_library(tmp_path / "none.db", tmp_path / "copy.db")
    assert list(tmp_path.glob("none*")) == []


def test_whoever_has_the_library_open_goes_on_with_the_one_put_in_its_place(
    library: LibraryFile, tmp_path: Path
) -> None:
    copy = _library(tmp_path / "copy.db", 3)
    put_in_place(copy, tmp_path / "library.db")
    assert len(library.marks.having("starred")) == 3
    assert library.marks.apply([9], "star", NOW)
    assert (_stars(copy), _stars(tmp_path / "library.db")) == (3, 4)


@pytest.mark.parametrize("mode", ["DELETE", "WAL"])
def test_a_copy_with_pages_of_another_size_fits(library: LibraryFile, tmp_path: Path, mode: str) -> None:
    copy = _library(tmp_path / "copy.db", 3)
    with closing(sqlite3.connect(copy)) as db:
        db.executescript("PRAGMA journal_mode = DELETE; PRAGMA page_size = 8192; VACUUM")
        db.execute(f"PRAGMA journal_mode = {mode}")
    put_in_place(copy, tmp_path / "library.db")
    assert len(library.marks.having("starred")) == 3


@pytest.mark.parametrize("content", [None, b"", b"no library" * 1000])
def test_a_library_comes_where_there_is_none_or_one_that_cannot_be_read(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "library.db"
    if content is not None:
        file.write_bytes(content)
        for ending in ("-wal", "-shm"):
            (tmp_path / f"library.db{ending}").write_bytes(b"of the file before")
    put_in_place(_library(tmp_path / "copy.db", 3), file)
    assert _stars(file) == 3
    assert not any(each.read_bytes().startswith(b"of the file before") for each in tmp_path.glob("library.db*"))


@pytest.mark.parametrize("content", [b"", b"no library" * 1000])
def test_a_file_that_is_no_library_does_not_replace_the_library(
    library: LibraryFile, tmp_path: Path, content: bytes
) -> None:
    library.marks.apply([1], "star", NOW)
    copy = tmp_path / "copy.db"
    copy.write_bytes(content)
    with pytest.raises(StoreError):
        put_in_place(copy, tmp_path / "library.db")
    assert len(library.marks.having("starred")) == 1


def test_a_damaged_copy_takes_not_even_the_place_of_a_damaged_library(tmp_path: Path) -> None:
    file, copy = tmp_path / "library.db", tmp_path / "copy.db"
    file.write_bytes(b"no library" * 1000)
    copy.write_bytes(b"nor this" * 1000)
    with pytest.raises((Damaged, NotOurs)):
        put_in_place(copy, file)
    assert file.read_bytes() == b"no library" * 1000
