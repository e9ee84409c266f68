"""``arxtui backup`` and ``arxtui restore`` killed at every change that they make to the names of files."""

from __future__ import annotations

import shutil
from itertools import count
from pathlib import Path

import pytest

from arxtui.config.paths import Paths
from arxtui.library.backups import back_up
from arxtui.library.restoration import restore
from arxtui.scratch import scratch
from arxtui.store.library import LibraryFile
from tests.cli.command import arxtui
from tests.killed import killed
from tests.store.made import NOW

_OLD, _NEW = '[arxiv]\ncategories = ["cs.DC"]\n', '[arxiv]\ncategories = ["cs.LG"]\n'
_PREPARATION = """
from arxtui.cli.main import main
import arxtui.library.backups, arxtui.library.restoration, arxtui.cli.backup, arxtui.cli.restore, arxtui.config.settings
import arxtui.store.library_creation, arxtui.text, tarfile, gzip, tempfile, sqlite3, tomllib
os.environ["ARXTUI_HOME"] = sys.argv[1]
"""
_WORK = "main(sys.argv[2:])"


def _home(folder: Path, config: str, stars: int) -> Paths:
    paths = Paths.under(folder)
    paths.make()
    paths.config_file.write_text(config)
    with LibraryFile.open(paths.library_db) as library:
        library.mark(range(1, stars + 1), "star", NOW)
    return paths


def _state(paths: Paths) -> tuple[int, str]:
    """How many papers are starred, and the settings."""
    with LibraryFile.open(paths.library_db) as library:
        assert library.faults() == []
        return len(library.starred()), paths.config_file.read_text()


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """A backup with three stars and the newer settings."""
    file = tmp_path / "mine.tar.gz"
    back_up(_home(tmp_path / "far", _NEW, 3), file)
    return file


@pytest.mark.timeout(300)
@pytest.mark.parametrize("is_broken", [False, True])
def test_a_restore_that_is_killed_anywhere_has_changed_nothing_or_is_finished_at_the_next_start(
    backup: Path, tmp_path: Path, is_broken: bool
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
        if not killed(_PREPARATION, _WORK, change, tmp_path / "home", "restore", backup):
            break
        is_begun = home.unfinished_restore.exists()
        said = arxtui(tmp_path / "home", "paths")
        assert said.returncode == 0
        assert ("a restore that was interrupted is finished" in said.stderr) == is_begun
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
    backup: Path, tmp_path: Path
) -> None:
    home = _home(tmp_path / "home", _OLD, 1)
    home.unfinished_restore.mkdir()
    (home.unfinished_restore / "library.db").write_bytes(b"no library at all" * 100)
    (home.unfinished_restore / "config.toml").write_text(_NEW)
    said = arxtui(tmp_path / "home", "tags")
    assert said.returncode == 0
    assert "a restore was interrupted and cannot be finished yet" in said.stderr
    assert _state(home) == (1, _OLD)
    assert arxtui(tmp_path / "home", "restore", str(backup)).returncode == 0
    assert _state(home) == (3, _NEW)
    assert not home.unfinished_restore.exists()


def _stars(library_db: Path) -> int:
    with LibraryFile.open(library_db, read_only=True) as library:
        return len(library.starred())


def _left(folder: Path) -> list[str]:
    """What is not finished."""
    return [each.name for each in folder.iterdir() if each.name.startswith(".") or each.name.endswith(".part")]


def test_a_backup_that_is_killed_anywhere_leaves_nothing_after_the_next_one(tmp_path: Path) -> None:
    home, there = _home(tmp_path / "home", _OLD, 1), tmp_path / "there"
    there.mkdir()
    for change in count(1):
        file = there / f"{change}.tar.gz"
        if not killed(_PREPARATION, _WORK, change, tmp_path / "home", "backup", file):
            break
        for each in there.glob("*.tar.gz"):
            each.unlink()
        assert back_up(home, there / "next.tar.gz")
        assert [each.name for each in there.iterdir()] == ["next.tar.gz"]
        assert _left(home.data) == []
    assert change > 5


def test_what_another_backup_is_at_is_left_to_it(tmp_path: Path) -> None:
    home = _home(tmp_path / "home", _OLD, 1)
    with scratch(tmp_path) as folder:
        (folder / "draft").write_bytes(b"at work")
        back_up(home, tmp_path / "mine.tar.gz")
        assert (folder / "draft").read_bytes() == b"at work"
