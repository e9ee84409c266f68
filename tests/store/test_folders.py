"""A database may be in a folder of any name, also of one that is special in a URI or is not text."""

from __future__ import annotations

import os
from pathlib import Path, PureWindowsPath

import pytest

from arxtui.store.cache.database import Cache
from arxtui.store.sqlite.connection import uri_of


@pytest.mark.parametrize(
    "name", [b"100% read?mode=ro#now", b"50%25", b" a&b=c'\"\\;", "Gödel 論".encode(), b"\xe9t\xe9"]
)
def test_the_file_is_in_the_folder_that_was_named(tmp_path: Path, name: bytes) -> None:
    folder = tmp_path / os.fsdecode(name)
    Cache.open(folder / "cache.db").close()
    assert [os.fsencode(each.name) for each in tmp_path.iterdir()] == [name]
    assert (folder / "cache.db").stat().st_size > 0


def test_a_drive_or_a_share_of_windows_is_a_part_of_the_path() -> None:
    assert uri_of(PureWindowsPath(r"C:\Users\a b\cache.db")) == "file:///C:/Users/a b/cache.db"
    assert uri_of(PureWindowsPath(r"\\host\share\cache.db")) == "file:////host/share/cache.db"
