"""Files are replaced completely or not at all: on full disks, in crashes, and with their permissions."""

from __future__ import annotations

import os
import runpy
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arxtui import files
from arxtui.config.text import ConfigError
from arxtui.files import open_replacement, sync_file, write_whole
from arxtui.library.destinations import DestinationError, complete_file
from arxtui.tui.notes.open_note import Draft
from tests.config.edits import write_categories
from tests.disk import KNOWS_SYNC, SmallDisk, mounted

_LIMITED = """
import resource, signal, sys
from pathlib import Path
from arxtui.files import write_whole
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (5_000, 5_000))
try:
    write_whole(Path(sys.argv[1]), bytes(10_000))
except OSError as error:
    sys.exit(error.strerror)
"""
_KILLED = """
import os, signal, sys
from pathlib import Path
from arxtui.files import open_replacement
with open_replacement(Path(sys.argv[1])) as stream:
    stream.write(b"half of it")
    stream.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""
_UNSYNCED = """
import sys
from pathlib import Path
from arxtui.files import sync_file, write_whole
from arxtui.tui.notes.open_note import Draft
from tests.disk import refuse_sync
folder = Path(sys.argv[1])
refuse_sync()
try:
    {deed}
except OSError as error:
    sys.exit(error.strerror)
"""
knows_sync = pytest.mark.skipif(not KNOWS_SYNC, reason="the numbers of this machine's system calls are not known")


def unsynced(folder: Path, deed: str) -> str:
    """Return the error of a statement that is run in a process where fsync fails; an empty string if it succeeds."""
    command = (sys.executable, "-c", _UNSYNCED.format(deed=deed), folder)
    return subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[1]).stderr.strip()


def test_a_file_and_its_folder_are_synced_past_the_cache_of_the_drive(tmp_path: Path, monkeypatch: Any) -> None:
    synced: list[tuple[str, int]] = []
    fcntl = pytest.importorskip("fcntl")
    run = fcntl.fcntl

    def record(descriptor: int, command: int) -> int:
        synced.append((stat.filemode(os.fstat(descriptor).st_mode)[0], command))
        return int(run(descriptor, command))

    harmless = fcntl.F_GETFL  # in place of macOS's command
    monkeypatch.setattr(fcntl, "fcntl", record)
    monkeypatch.setattr(fcntl, "F_FULLFSYNC", harmless, raising=False)
    on_macos = runpy.run_path(files.__file__)
    on_macos["write_whole"](tmp_path / "file", b"new")
    on_macos["sync_file"](tmp_path / "file")
    assert synced == [("-", harmless), ("d", harmless)] * 2


def test_a_file_system_without_the_full_sync_is_synced_as_usual(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(files, "_FULL_SYNC", -1)  # refused by every system
    write_whole(tmp_path / "file", b"new")
    assert (tmp_path / "file").read_bytes() == b"new"


@pytest.fixture
def full_disk(tmp_path: Path) -> Iterator[SmallDisk]:
    """A full disk with a file that contains ``before``."""
    with mounted(tmp_path / "disk", "64k") as disk:
        (disk.folder / "file").write_text("before")
        disk.fill()
        yield disk


def test_a_file_is_replaced_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    file = tmp_path / "file"
    write_whole(file, b"one")
    write_whole(file, b"two" * 1_000_000)
    assert file.read_bytes() == b"two" * 1_000_000
    assert [each.name for each in tmp_path.iterdir()] == ["file"]
    sync_file(file)


@pytest.mark.parametrize("durable", [True, False])
def test_a_full_disk_is_an_error_and_leaves_the_old_file(full_disk: SmallDisk, durable: bool) -> None:
    file = full_disk.folder / "file"
    with pytest.raises(OSError, match="No space left"):
        write_whole(file, b"after" * 100, durable=durable)
    assert file.read_text() == "before"
    assert sorted(each.name for each in full_disk.folder.iterdir()) == ["file", "filler"]
    full_disk.free()
    write_whole(file, b"after" * 100, durable=durable)
    assert file.read_bytes() == b"after" * 100


def test_a_file_that_may_not_grow_is_an_error_and_leaves_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("before")
    done = subprocess.run([sys.executable, "-c", _LIMITED, file], capture_output=True, text=True)
    assert (done.returncode, done.stderr.strip()) == (1, "File too large")
    assert file.read_text() == "before"
    assert list(tmp_path.iterdir()) == [file]


def test_a_kill_in_the_middle_leaves_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("before")
    assert subprocess.run([sys.executable, "-c", _KILLED, file]).returncode == -signal.SIGKILL
    assert file.read_text() == "before"


def test_a_file_that_does_not_read_back_is_not_put_in_place(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("before")

    def written_and_lost() -> None:
        with open_replacement(file) as stream:
            stream.write(b"after")
            stream.flush()
            (draft,) = (each for each in tmp_path.iterdir() if each != file)
            os.truncate(draft, 0)  # like a disk that loses data it accepted

    with pytest.raises(OSError, match="does not read back"):
        written_and_lost()
    assert file.read_text() == "before"


@knows_sync
def test_a_file_that_is_not_synced_to_the_disk_is_not_put_in_place(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("before")
    assert unsynced(tmp_path, 'write_whole(folder / "file", b"after")') == "Input/output error"
    assert file.read_text() == "before"
    assert list(tmp_path.iterdir()) == [file]
    assert unsynced(tmp_path, 'sync_file(folder / "file")') == "Input/output error"
    assert not unsynced(tmp_path, 'write_whole(folder / "file", b"after", durable=False)')


def test_a_body_that_fails_leaves_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("before")

    def failing() -> None:
        with open_replacement(file) as stream:
            stream.write(b"after")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        failing()
    assert file.read_text() == "before"
    assert list(tmp_path.iterdir()) == [file]


def test_permissions_stay_or_are_those_requested(tmp_path: Path) -> None:
    file = tmp_path / "file"
    write_whole(file, b"", mode=0o600)
    write_whole(file, b"one")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.chmod(0o640)
    write_whole(file, b"two")
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "there" / "file")
    write_whole(link, b"one")
    assert link.is_symlink()
    assert (tmp_path / "there" / "file").read_bytes() == b"one"


# Drafts, exports and settings report success only after the write


def test_a_draft_is_not_said_to_be_safe_on_a_full_disk(full_disk: SmallDisk) -> None:
    draft = Draft(full_disk.folder, 1)
    with pytest.raises(OSError, match="No space left"):
        draft.save("a thought")
    full_disk.free()
    draft.save("a thought")
    assert draft.read() == "a thought"


@pytest.mark.parametrize("durable", [True, False])
def test_a_draft_stays_as_it_was_on_a_full_disk(full_disk: SmallDisk, durable: bool) -> None:
    full_disk.free()
    draft = Draft(full_disk.folder, 1)
    draft.write("a thought")
    full_disk.fill()
    with pytest.raises(OSError, match="No space left"):
        (draft.save if durable else draft.write)("a thought " * 500)
    assert draft.read() == "a thought"


@knows_sync
@pytest.mark.parametrize("before", ["", "a thought"])
def test_a_draft_is_not_said_to_be_safe_before_it_is_on_the_disk(tmp_path: Path, before: str) -> None:
    assert not unsynced(tmp_path, f"Draft(folder, 1).write({before!r})")
    assert unsynced(tmp_path, 'Draft(folder, 1).save("a thought")') == "Input/output error"


def test_an_export_is_not_said_to_be_written_on_a_full_disk(full_disk: SmallDisk) -> None:
    file = full_disk.folder / "file"
    with pytest.raises(DestinationError, match="No space left"), complete_file(file) as stream:
        stream.write("after " * 2_000)
    assert file.read_text() == "before"


def test_settings_are_not_said_to_be_written_on_a_full_disk(full_disk: SmallDisk) -> None:
    file = full_disk.folder / "config.toml"
    with pytest.raises(ConfigError, match="No space left"):
        write_categories(file, ("cs.DC",))
    assert not file.exists()


def test_drafts_of_killed_programs_are_gone_after_the_next_write_and_those_in_use_are_not(tmp_path: Path) -> None:
    file = tmp_path / "file"
    for _ in range(3):
        subprocess.run([sys.executable, "-c", _KILLED, str(file)], check=False)
    assert len(list(tmp_path.iterdir())) == 1
    with open_replacement(file) as slow:
        slow.write(b"the slow one")
        write_whole(file, b"the quick one", mode=0o640)
        assert file.read_bytes() == b"the quick one"
    assert file.read_bytes() == b"the slow one"
    assert list(tmp_path.iterdir()) == [file]
