"""Room in ``library.db`` is given back without loss, whenever the program is killed."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from arxtui.store.library.database import LibraryFile
from tests.traced import is_possible
from tests.zygote import Kill, Zygote

_MEGABYTE = 1 << 20
_STARRED = 2_000
_PREPARATION = "import sys\nfrom pathlib import Path\nfrom arxtui.store.library.database import LibraryFile"
_WORK = """
with LibraryFile.open(Path(sys.argv[1])) as library:
    print(library.give_back_room())
"""


def _emptied(file: Path, megabytes: int = 12) -> Path:
    """A library with some stars, most of whose pages are free."""
    LibraryFile.open(file).close()
    with closing(sqlite3.connect(file)) as db:
        db.executemany("INSERT INTO mark (key, starred) VALUES (?, 1)", ((key,) for key in range(1, _STARRED + 1)))
        db.execute("CREATE TABLE large (bytes BLOB)")
        db.executemany("INSERT INTO large VALUES (zeroblob(?))", ((_MEGABYTE,) for _ in range(megabytes)))
        db.execute("DROP TABLE large")
        db.commit()
    return file


def _is_whole(file: Path) -> bool:
    with LibraryFile.open(file) as library:
        return not library.faults() and len(library.marks.having("starred")) == _STARRED


def test_room_is_given_back_where_most_of_a_large_file_is_free(tmp_path: Path) -> None:
    file = _emptied(tmp_path / "library.db")
    assert file.stat().st_size > 12 * _MEGABYTE
    with LibraryFile.open(file) as library:
        assert library.give_back_room()
        assert not library.give_back_room()
    assert file.stat().st_size < _MEGABYTE
    assert _is_whole(file)


def test_little_room_is_kept(tmp_path: Path) -> None:
    file = _emptied(tmp_path / "library.db", megabytes=6)
    with LibraryFile.open(file) as library:
        assert not library.give_back_room()
    assert file.stat().st_size > 6 * _MEGABYTE


def test_a_library_that_another_program_writes_is_left_for_another_time(tmp_path: Path) -> None:
    file = _emptied(tmp_path / "library.db")
    with closing(sqlite3.connect(file)) as other, LibraryFile.open(file) as library:
        other.execute("BEGIN IMMEDIATE")
        assert not library.give_back_room()
        other.execute("ROLLBACK")
        assert library.give_back_room()
    assert _is_whole(file)


def test_a_program_that_reads_meanwhile_reads_on(tmp_path: Path) -> None:
    file = _emptied(tmp_path / "library.db")
    with closing(sqlite3.connect(file)) as other:
        other.execute("BEGIN")
        count = "SELECT count(*) FROM mark WHERE starred"
        assert other.execute(count).fetchone() == (_STARRED,)
        with LibraryFile.open(file) as library:
            library.give_back_room()
        assert other.execute(count).fetchone() == (_STARRED,)
        other.execute("COMMIT")
    assert _is_whole(file)
    assert file.stat().st_size < _MEGABYTE


def test_a_kill_before_any_write_loses_nothing(tmp_path: Path) -> None:
    if not is_possible():
        pytest.skip("the system calls of a process cannot be counted here")
    with Zygote(_PREPARATION) as zygote:
        spared = zygote.run(_WORK, _emptied(tmp_path / "spared.db"), counted=True)
        assert (spared.status, spared.said.strip()) == (0, "True")
        for write in range(1, spared.writes + 1, max(1, spared.writes // 12)):
            file = _emptied(tmp_path / f"{write}.db")
            assert zygote.run(_WORK, file, kill=Kill(write=write)).killed
            assert _is_whole(file)
