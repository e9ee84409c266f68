"""Backup and restoration: what is replaced, what is kept of the replaced files, and what is refused."""

from __future__ import annotations

import fcntl
import os
import re
import stat
import tarfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Literal

import pytest

from arxtui.config.paths import Paths
from arxtui.config.text import ConfigError
from arxtui.library.backup.archive import ArchiveError, extract_files
from arxtui.library.backup.backups import BackupError, back_up
from arxtui.library.backup.incoming import Contents
from arxtui.library.backup.restoration import Restored, finish, restore
from arxtui.store.library.database import LibraryFile
from tests.disk import mounted
from tests.store.made import STALENESS
from tests.store.test_migrations import first_library

NOW = datetime(2026, 5, 13, 8, 14, tzinfo=UTC)
OLD, NEW = '[arxiv]\ncategories = ["cs.DC"]\n', '[arxiv]\ncategories = ["cs.LG"]\n'
PROGRAMS = NEW + '[ui]\nopener = "send-it {url}"\n'


def _home(folder: Path, config: str, stars: int) -> Paths:
    paths = Paths.under(folder)
    paths.make()
    if config:
        paths.config_file.write_text(config)
    with LibraryFile.open(paths.library_db) as library:
        library.marks.apply(range(1, stars + 1), "star", NOW)
    return paths


def _stars(library_db: Path) -> int:
    with LibraryFile.open(library_db, read_only=True) as library:
        return len(library.marks.having("starred"))


def _backup(folder: Path, config: str = NEW, stars: int = 3) -> Path:
    file = folder / "mine.tar.gz"
    back_up(_home(folder / "far", config, stars), file)
    return file


@pytest.fixture
def home(tmp_path: Path) -> Paths:
    """A home with one starred paper and the older settings."""
    return _home(tmp_path / "home", OLD, 1)


# Making a backup


def test_a_backup_is_for_its_owner_and_has_the_library_and_the_settings(home: Paths, tmp_path: Path) -> None:
    file = tmp_path / "mine.tar.gz"
    assert back_up(home, file) == file.stat().st_size
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with tarfile.open(file) as archive:
        assert archive.getnames() == ["library.db", "config.toml"]
    assert [each.name for each in tmp_path.iterdir() if each.name != "home"] == ["mine.tar.gz"]


def test_a_backup_without_settings_changes_none(home: Paths, tmp_path: Path) -> None:
    result = restore(home, _backup(tmp_path, config=""), NOW)
    assert [file.name.partition(".replaced")[0] for file in result.copies] == ["library.db"]
    assert home.config_file.read_text() == OLD


def test_a_backup_takes_the_place_of_no_file_and_needs_a_folder(home: Paths, tmp_path: Path) -> None:
    file = tmp_path / "there"
    file.write_text("mine")
    with pytest.raises(BackupError, match="already exists"):
        back_up(home, file)
    with pytest.raises(BackupError, match="cannot be written: No such file"):
        back_up(home, tmp_path / "nowhere" / "mine.tar.gz")
    assert file.read_text() == "mine"


def test_a_backup_that_does_not_fit_on_its_disk_is_named_in_the_error(home: Paths, tmp_path: Path) -> None:
    home.style_file.write_bytes(os.urandom(4 << 20))
    with mounted(tmp_path / "disk", "2m") as disk:
        file = disk.folder / "mine.tar.gz"
        with pytest.raises(BackupError, match=rf"{re.escape(str(file))} cannot be written: No space left"):
            back_up(home, file)
        assert list(disk.folder.iterdir()) == []


# Restoring a backup


def test_a_backup_of_the_first_program_comes_back_as_a_library_of_today(home: Paths, tmp_path: Path) -> None:
    first_library(tmp_path / "first.db")
    restore(home, _write(tmp_path / "first.tar.gz", ("library.db", (tmp_path / "first.db").read_bytes())), NOW)
    with LibraryFile.open(home.library_db) as library:
        assert list(library.marks.having("starred")) == [1, 5]
        assert list(library.inbox.unread()) == [3, 4]
        assert library.saved_record(STALENESS.key) == STALENESS
        assert [act.what for act in library.journal.acts(9)] == ["read", "hide"]


def test_library_and_settings_come_back_and_those_that_were_here_are_kept(home: Paths, tmp_path: Path) -> None:
    result = restore(home, _backup(tmp_path), NOW)
    assert (_stars(home.library_db), home.config_file.read_text()) == (3, NEW)
    when = f"{NOW.astimezone():%Y%m%d-%H%M%S}"
    assert result == Restored(
        (
            home.data / f"library.db.replaced-{when}.bak",
            home.config / f"config.toml.replaced-{when}.bak",
        )
    )
    library, config = result.copies
    assert (_stars(library), config.read_text()) == (1, OLD)
    assert not any(each.is_dir() for each in home.data.iterdir())
    assert stat.S_IMODE(home.config_file.stat().st_mode) == 0o600


def test_the_stylesheet_comes_back_and_the_one_that_was_here_is_kept(home: Paths, tmp_path: Path) -> None:
    home.style_file.write_text("Screen { background: black; }")
    file = tmp_path / "mine.tar.gz"
    back_up(home, file)
    home.style_file.write_text("/* other */")
    result = restore(home, file, NOW)
    assert home.style_file.read_text() == "Screen { background: black; }"
    kept = next(each for each in result.copies if each.name.startswith("style.tcss.replaced-"))
    assert kept.read_text() == "/* other */"


def test_copies_of_replaced_settings_are_kept_once_and_never_overwritten(home: Paths, tmp_path: Path) -> None:
    backup = _backup(tmp_path)
    first = restore(home, backup, NOW)
    home.config_file.write_text(OLD)
    assert restore(home, backup, NOW + timedelta(days=1)).copies[1:] == first.copies[1:]
    home.config_file.write_text("# mine\n")
    other = restore(home, backup, NOW)
    assert [file.name for file in other.copies[1:]] == [first.copies[1].name.replace(".bak", "-2.bak")]
    assert [file.read_text() for file in (first.copies[1], other.copies[1])] == [OLD, "# mine\n"]


def test_settings_that_are_those_of_the_backup_are_not_kept(home: Paths, tmp_path: Path) -> None:
    home.config_file.write_text(NEW)
    assert len(restore(home, _backup(tmp_path), NOW).copies) == 1


def test_a_library_that_cannot_be_read_is_named_and_kept_with_its_log_byte_for_byte(
    home: Paths, tmp_path: Path
) -> None:
    home.library_db.write_bytes(b"no library" * 1000)
    log = home.library_db.with_name("library.db-wal")
    log.write_bytes(b"what was written last")
    result = restore(home, _backup(tmp_path), NOW)
    assert result.broken == result.copies[0]
    assert result.broken.name.startswith("library.db.damaged-")
    assert result.broken.read_bytes() == b"no library" * 1000
    assert result.broken.with_name(f"{result.broken.name}-wal").read_bytes() == b"what was written last"
    assert _stars(home.library_db) == 3


def test_a_damaged_library_with_a_log_is_kept_beside_an_identical_one_without(home: Paths, tmp_path: Path) -> None:
    backup = _backup(tmp_path)
    home.library_db.write_bytes(b"no library" * 1000)
    first = restore(home, backup, NOW).broken
    home.library_db.write_bytes(b"no library" * 1000)
    home.library_db.with_name("library.db-wal").write_bytes(b"what was written last")
    second = restore(home, backup, NOW + timedelta(days=1)).broken
    assert first
    assert second
    assert first != second
    assert second.with_name(f"{second.name}-wal").read_bytes() == b"what was written last"


def test_a_backup_comes_back_where_there_is_nothing(tmp_path: Path) -> None:
    home = Paths.under(tmp_path / "empty")
    assert restore(home, _backup(tmp_path), NOW) == Restored(())
    assert (_stars(home.library_db), home.config_file.read_text()) == (3, NEW)


@pytest.mark.parametrize(("answer", "config"), [(True, PROGRAMS), (False, NEW + "[ui]\n"), (None, NEW + "[ui]\n")])
def test_settings_that_run_programs_come_only_where_that_is_agreed_to(
    home: Paths, tmp_path: Path, answer: bool | None, config: str
) -> None:
    asked: list[Contents] = []

    def agree(contents: Contents) -> bool:
        asked.append(contents)
        return bool(answer)

    backup = _backup(tmp_path, PROGRAMS)
    if answer is None:
        restore(home, backup, NOW)
    else:
        restore(home, backup, NOW, agree=agree)
        (contents,) = asked
        assert "3 papers marked" in contents.counts
        assert [str(each) for each in contents.programs] == ["[ui] opener = 'send-it {url}'"]
        assert contents.left_out == ()
    assert home.config_file.read_text() == config


def test_programs_that_the_settings_here_name_already_are_no_question(home: Paths, tmp_path: Path) -> None:
    home.config_file.write_text(PROGRAMS)
    restore(home, _backup(tmp_path, PROGRAMS), NOW, agree=lambda contents: contents.programs != ())
    assert home.config_file.read_text() == PROGRAMS


# Refused backups change nothing


def test_faulty_settings_of_a_backup_are_reported_by_its_name_and_line(home: Paths, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"config\.toml in theirs.*line 2"):
        restore(home, _backup(tmp_path, "[arxiv]\nnonsense = 1\n"), NOW, "theirs")
    assert (_stars(home.library_db), home.config_file.read_text()) == (1, OLD)


def test_faulty_settings_here_are_in_no_backups_way(home: Paths, tmp_path: Path) -> None:
    home.config_file.write_text("nonsense")
    restore(home, _backup(tmp_path), NOW)
    assert home.config_file.read_text() == NEW


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda file: file.write_bytes(file.read_bytes()[:400]), "only a part of one"),
        (lambda file: file.write_text("no archive"), "only a part of one"),
        (lambda file: file.unlink(), "cannot be read: No such file"),
        (lambda file: _write(file, ("config.toml", b"")), "it contains no library.db"),
    ],
    ids=["cut off", "another file", "no file", "without a library"],
)
def test_an_invalid_truncated_or_missing_backup_is_refused_by_its_name(
    home: Paths, tmp_path: Path, change: Callable[[Path], object], words: str
) -> None:
    backup = _backup(tmp_path)
    change(backup)
    with pytest.raises(BackupError, match=f"mine.tar.gz .*{words}"):
        restore(home, backup, NOW)
    assert (_stars(home.library_db), home.config_file.read_text()) == (1, OLD)
    assert not any(each.is_dir() for each in home.data.iterdir())


def test_settings_that_cannot_be_written_are_tried_again_at_the_next_start(home: Paths, tmp_path: Path) -> None:
    home.config_file.unlink()
    home.config_file.mkdir()
    (home.config_file / "in the way").touch()
    with pytest.raises(BackupError, match=r"the library is restored, but .*the next start"):
        restore(home, _backup(tmp_path), NOW)
    assert _stars(home.library_db) == 3
    (home.config_file / "in the way").unlink()
    home.config_file.rmdir()
    assert finish(home, NOW) == Restored(())
    assert home.config_file.read_text() == NEW
    assert finish(home, NOW) is None


def test_a_restoration_that_cannot_be_finished_waits_for_the_next_one(home: Paths, tmp_path: Path) -> None:
    home.unfinished_restore.mkdir()
    (home.unfinished_restore / "config.toml").mkdir()
    with pytest.raises(BackupError):
        finish(home, NOW)
    assert restore(home, _backup(tmp_path), NOW).broken is None
    assert (_stars(home.library_db), home.config_file.read_text()) == (3, NEW)
    assert finish(home, NOW) is None


def test_a_restoration_that_somebody_else_ended_and_another_that_began_meanwhile_are_left_alone(
    home: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    pending = home.unfinished_restore
    pending.mkdir()
    lock = fcntl.flock

    def meanwhile(descriptor: int, operation: int) -> None:
        pending.rmdir()
        pending.mkdir()
        (pending / "config.toml").write_text(NEW)
        lock(descriptor, operation)

    with monkeypatch.context() as patch:
        patch.setattr(fcntl, "flock", meanwhile)
        assert finish(home, NOW) is None
    assert (home.config_file.read_text(), (pending / "config.toml").read_text()) == (OLD, NEW)
    assert finish(home, NOW) is not None
    assert home.config_file.read_text() == NEW


# Untrusted archives


def _write(file: Path, *members: tuple[str, bytes], mode: Literal["w", "w:gz"] = "w:gz") -> Path:
    with tarfile.open(file, mode) as archive:
        for name, content in members:
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, BytesIO(content))
    return file


@pytest.mark.parametrize("mode", ["w", "w:gz"])
def test_only_requested_files_are_extracted_from_an_archive(tmp_path: Path, mode: Literal["w", "w:gz"]) -> None:
    out = tmp_path / "out"
    out.mkdir()
    made = _write(tmp_path / "made", ("other", b"x" * 5000), ("library.db", b"rows"), ("../up", b"x"), mode=mode)
    extract_files(made, out, {"library.db": 4, "config.toml": 1})
    assert [(each.name, each.read_bytes()) for each in out.iterdir()] == [("library.db", b"rows")]
    assert not (tmp_path / "up").exists()


def test_a_file_may_be_as_large_as_was_said_and_no_larger(tmp_path: Path) -> None:
    made = _write(tmp_path / "made", ("library.db", b"12345"))
    extract_files(made, tmp_path, {"library.db": 5})
    with pytest.raises(ArchiveError, match=r"its library\.db has 5 bytes, at most 4 are allowed"):
        extract_files(made, tmp_path, {"library.db": 4})


def test_an_archive_of_more_than_sixteen_files_is_none_of_ours(tmp_path: Path) -> None:
    files = [(f"file {number}", b"") for number in range(17)]
    extract_files(_write(tmp_path / "made", *files[:16]), tmp_path, {})
    with pytest.raises(ArchiveError, match="more than 16 files"):
        extract_files(_write(tmp_path / "made", *files), tmp_path, {})


def test_an_archive_that_unpacks_to_more_than_64_mib_is_refused(tmp_path: Path) -> None:
    extract_files(_write(tmp_path / "made", ("other", bytes(62 << 20))), tmp_path, {})
    with pytest.raises(ArchiveError, match=r"unpacks to more than 67,108,864 bytes"):
        extract_files(_write(tmp_path / "made", ("other", bytes(66 << 20))), tmp_path, {})


def test_a_link_in_an_archive_is_not_followed_nor_made(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "made", "w:gz") as archive:
        member = tarfile.TarInfo("library.db")
        member.type, member.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(member)
    extract_files(tmp_path / "made", tmp_path, {"library.db": 5})
    assert not (tmp_path / "library.db").is_symlink()
