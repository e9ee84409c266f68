"""Reading a damaged database: all rows outside the damaged pages are read, by scanning from both ends."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from arxtui.store.cache.schema import CACHE
from arxtui.store.recovery.records import DamagedFile

ROWS = 2_000
_ALL = "SELECT number, text FROM told"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database of 2,000 rows in order, about 30 rows on a page."""
    path = tmp_path / "told.db"
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE told (number INTEGER PRIMARY KEY, text TEXT)")
        db.executemany("INSERT INTO told VALUES (?, ?)", ((number, _text(number)) for number in range(ROWS)))
        db.commit()
    return path


def _text(number: int) -> str:
    return f"what the row numbered {number:04} says " + "again " * 15


def _spoil(path: Path, number: int) -> range:
    """Overwrite the page that contains this row; return the range of rows that were on it."""
    content = bytearray(path.read_bytes())
    size = int.from_bytes(content[16:18], "big")
    page = content.index(_text(number).encode()) // size * size
    lost = [each for each in range(ROWS) if _text(each).encode() in content[page : page + size]]
    content[page : page + size] = b"\xff" * size
    path.write_bytes(content)
    return range(lost[0], lost[-1] + 1)


@pytest.mark.parametrize("number", [0, 100, 700, ROWS - 1])
def test_all_rows_but_those_on_a_damaged_page_are_read(file: Path, number: int) -> None:
    lost = _spoil(file, number)
    assert len(lost) < 60
    with DamagedFile(file, CACHE) as wreck:
        read = wreck.walk(_ALL, ("number",))
        among = wreck.rows_of_keys(f"{_ALL} WHERE number IN (SELECT value FROM json_each(?))", range(ROWS))
    expected = [(each, _text(each)) for each in range(ROWS) if each not in lost]
    assert sorted(read) == sorted(among) == expected


def test_rows_between_two_damaged_pages_of_a_table_are_given_up(file: Path) -> None:
    first, last = _spoil(file, 300), _spoil(file, 1500)
    with DamagedFile(file, CACHE) as wreck:
        read = {number for number, _ in wreck.walk(_ALL, ("number",))}
    assert read == {*range(first[0]), *range(last[-1] + 1, ROWS)}
