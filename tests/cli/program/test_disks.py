"""A home on a disk that is full or mounted read-only: the commands that read still work, and a backup to another disk
succeeds."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from arxtui.store.library.database import LibraryFile
from tests.cli.command import arxtui, run_here, write_papers
from tests.disk import SmallDisk, mounted

_CONFIG = '[arxiv]\ncategories = ["cs.DC"]\n\n[[rules]]\nname = "gossip"\nquery = "gossip"\nhighlight = true\n'
_READING = (
    ("list",),
    ("list", "gossip"),
    ("list", "/goss/", "--json"),
    ("list", "is:starred"),
    ("show", "2605.01234"),
    ("export", "is:starred", "--format", "bibtex"),
    ("journal",),
)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk]:
    """A small disk with a home that has announced papers, a star and a rule."""
    with mounted(tmp_path / "disk", "4m") as disk:
        home = disk.folder / "home"
        assert run_here(home, "import", str(write_papers(tmp_path / "papers.jsonl"))).returncode == 0
        assert run_here(home, "mark", "2605.01111", "--star").returncode == 0
        (home / "config" / "config.toml").write_text(_CONFIG)
        yield disk


def test_commands_that_read_print_the_same_on_a_read_only_disk_and_marking_is_refused(disk: SmallDisk) -> None:
    home = disk.folder / "home"
    with disk.read_only():
        # A process that has opened an index on a read-only disk deletes temporary files at its end.
        there = [arxtui(home, *command) for command in _READING]
        examined = arxtui(home, "doctor", "--offline")
        refused = run_here(home, "mark", "2605.01234", "--star")
    assert [(*command, each.stderr) for command, each in zip(_READING, there, strict=True) if each.returncode] == []
    assert "Gradient Gossip" in there[1].stdout
    assert "FAULT" not in examined.stdout
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "cannot be written: the file or its directory is read-only" in refused.stderr
    for command, each in zip(_READING, there, strict=True):
        assert run_here(home, *command).stdout == each.stdout


@pytest.mark.parametrize("trouble", ["full", "read-only"])
@pytest.mark.parametrize("is_open", [False, True])
def test_a_library_on_a_disk_that_takes_nothing_is_backed_up_to_another(
    disk: SmallDisk, tmp_path: Path, trouble: str, is_open: bool
) -> None:
    home, file = disk.folder / "home", tmp_path / "mine.tar.gz"
    if is_open:
        # The last change is only in the write-ahead log, as after a power failure.
        _leave_open(home / "data" / "library.db", tmp_path)
    if trouble == "full":
        disk.fill()
        said = run_here(home, "backup", str(file))
        disk.free()
    else:
        with disk.read_only():
            said = run_here(home, "backup", str(file))
    assert (said.returncode, said.stderr) == (0, "")
    assert [each.name for each in tmp_path.glob(".arxtui*")] == []
    elsewhere = tmp_path / "elsewhere"
    assert run_here(elsewhere, "restore", str(file)).returncode == 0
    with LibraryFile.open(elsewhere / "data" / "library.db") as library:
        assert len(library.marks.having("starred")) == 1 + is_open


def _leave_open(library_db: Path, scratch: Path) -> None:
    """Write to a library, and leave its files in the state that they have while it is open."""
    with LibraryFile.open(library_db) as library:
        library.marks.apply([7], "star", library.journal.acts(1)[0].at)
        held = [shutil.copy(each, scratch) for each in library_db.parent.glob("library.db*")]
    for copy in held:
        shutil.copy(copy, library_db.parent)
