"""``arxtui backup`` and ``arxtui restore`` are killed before each of their changes to file names."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from arxtui.config.paths import Paths
from arxtui.library.backup.backups import back_up
from arxtui.library.backup.restoration import restore
from arxtui.scratch import scratch
from arxtui.store.library.database import LibraryFile
from tests.builders import NOW
from tests.cli.command import run_here
from tests.fork_server import Done, ForkServer, Kill

_OLD, _NEW = '[arxiv]\ncategories = ["cs.DC"]\n', '[arxiv]\ncategories = ["cs.LG"]\n'
_PREPARATION = """
import sys
from arxtui.cli.main import main
import arxtui.library.backup.backups, arxtui.library.backup.restoration
import arxtui.cli.program.backup, arxtui.cli.library.labels
import arxtui.cli.parser, arxtui.cli.program.unfinished_restore
import arxtui.store.library.schema, arxtui.text, tarfile, gzip, tempfile, sqlite3, tomllib
from arxtui.config.settings import parse
parse('[arxiv]\\ncategories = ["cs.DC"]\\n')
"""


@pytest.fixture(scope="module")
def fork_server() -> Iterator[ForkServer]:
    """The process that forks the program, once for each kill."""
    with ForkServer(_PREPARATION) as started:
        yield started


def _run(fork_server: ForkServer, home: Path, *words: str | Path, change: int = 0) -> Done:
    """Run the program with these arguments; kill it before its ``change``-th change to file names, or never if
    ``change`` is 0."""
    environ = {"ARXTUI_HOME": str(home)}
    return fork_server.run("sys.exit(main(sys.argv[1:]))", *words, environ=environ, kill=Kill(change=change))


def _home(folder: Path, config: str, stars: int) -> Paths:
    paths = Paths.under(folder)
    paths.make()
    paths.config_file.write_text(config)
    with LibraryFile.open(paths.library_db) as library:
        library.marks.apply(range(1, stars + 1), "star", NOW)
    return paths


def _state(paths: Paths) -> tuple[int, str]:
    """Return the number of starred papers, and the settings."""
    with LibraryFile.open(paths.library_db) as library:
        assert library.faults() == []
        return len(library.marks.having("starred")), paths.config_file.read_text()


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """A backup with three stars and the newer settings."""
    file = tmp_path / "mine.tar.gz"
    back_up(_home(tmp_path / "far", _NEW, 3), file)
    return file


@pytest.mark.parametrize("is_broken", [False, True])
def test_a_restore_that_is_killed_anywhere_has_changed_nothing_or_is_finished_at_the_next_start(
    fork_server: ForkServer, backup: Path, tmp_path: Path, is_broken: bool
) -> None:
    before = _home(tmp_path / "before", _OLD, 1)
    content = before.library_db.read_bytes()
    if is_broken:
        content = bytes(100) + content[100:]
    finished = unchanged = 0
    for change in count(1):
        home = Paths.under(tmp_path / "home")
        shutil.rmtree(tmp_path / "home", ignore_errors=True)
        shutil.copytree(tmp_path / "before", tmp_path / "home")
        home.library_db.write_bytes(content)
        done = _run(fork_server, tmp_path / "home", "restore", backup, change=change)
        if not done.killed:
            assert done.status == 0, done.said
            break
        is_begun = home.unfinished_restore.exists()
        next_start = run_here(tmp_path / "home", "paths")
        assert next_start.returncode == 0
        assert ("a restore that was interrupted is finished" in next_start.stderr) == is_begun
        if home.library_db.read_bytes() == content:
            unchanged += 1
            assert home.config_file.read_text() == _OLD
        else:
            finished += 1
            assert _state(home) == (3, _NEW)
            kept = list(home.data.glob("library.db.*.bak"))
            assert len(kept) in (1, 2)
            if is_broken:
                assert content in [each.read_bytes() for each in kept]
            else:
                assert 1 in [_stars(each) for each in kept]
            assert [each.read_text() for each in home.config.glob("*.bak")] == [_OLD]
        assert not home.unfinished_restore.exists()
        restore(home, backup, NOW)
        assert _state(home) == (3, _NEW)
        assert _left(home.data) == _left(home.config) == []
    assert finished > 3
    assert unchanged > 3


def test_a_restore_that_cannot_be_finished_is_said_changes_nothing_and_is_followed_by_the_next(
    fork_server: ForkServer, backup: Path, tmp_path: Path
) -> None:
    home = _home(tmp_path / "home", _OLD, 1)
    home.unfinished_restore.mkdir()
    (home.unfinished_restore / "library.db").write_bytes(b"no library at all" * 100)
    (home.unfinished_restore / "config.toml").write_text(_NEW)
    done = _run(fork_server, tmp_path / "home", "tags")
    assert done.status == 0
    assert "a restore was interrupted and cannot be finished yet" in done.said
    assert _state(home) == (1, _OLD)
    assert _run(fork_server, tmp_path / "home", "restore", backup).status == 0
    assert _state(home) == (3, _NEW)
    assert not home.unfinished_restore.exists()


def _stars(library_db: Path) -> int:
    with LibraryFile.open(library_db, read_only=True) as library:
        return len(library.marks.having("starred"))


def _left(folder: Path) -> list[str]:
    """Return the names of unfinished files."""
    return [each.name for each in folder.iterdir() if each.name.startswith(".") or each.name.endswith(".part")]


def test_a_backup_that_is_killed_anywhere_leaves_nothing_after_the_next_one(
    fork_server: ForkServer, tmp_path: Path
) -> None:
    home, there = _home(tmp_path / "home", _OLD, 1), tmp_path / "there"
    there.mkdir()
    for change in count(1):
        file = there / f"{change}.tar.gz"
        done = _run(fork_server, tmp_path / "home", "backup", file, change=change)
        if not done.killed:
            assert done.status == 0, done.said
            break
        for each in there.glob("*.tar.gz"):
            each.unlink()
        assert back_up(home, there / "next.tar.gz")
        assert [each.name for each in there.iterdir()] == ["next.tar.gz"]
        assert _left(home.data) == []
    assert change > 5


def test_a_backup_leaves_the_temporary_files_of_another_running_backup(tmp_path: Path) -> None:
    home = _home(tmp_path / "home", _OLD, 1)
    with scratch(tmp_path) as folder:
        (folder / "draft").write_bytes(b"at work")
        back_up(home, tmp_path / "mine.tar.gz")
        assert (folder / "draft").read_bytes() == b"at work"
