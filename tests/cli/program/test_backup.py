"""``arxtui backup`` and ``arxtui restore``."""

from __future__ import annotations

import gzip
import json
import random
import tarfile
import zlib
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from arxtui.config.paths import Paths
from arxtui.library.backup.backups import BackupError
from arxtui.library.backup.restoration import restore
from arxtui.store.library.database import LibraryFile
from tests.cli.command import objects
from tests.cli.conftest import Call

_CONFIG = '# mine\n[arxiv]\ncategories = ["cs.DC"]\n'


def _ids(call: Call, query: str) -> list[str]:
    return [line.lstrip("● ").split()[0] for line in call("list", query).out.splitlines()]


@pytest.fixture
def backup(filled: Path, call: Call, tmp_path: Path) -> Path:
    """A backup of a home with a starred paper and settings."""
    (filled / "config" / "config.toml").write_text(_CONFIG)
    call("mark", "2605.01234", "--star")
    file = tmp_path / "mine.tar.gz"
    assert call("backup", str(file)).code == 0
    return file


def test_a_backup_says_its_whole_path_and_size_as_json(
    filled: Path, call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    call("mark", "2605.01234", "--star")
    monkeypatch.chdir(tmp_path)
    said = call("backup", "mine.tar.gz", "--json")
    assert json.loads(said.out) == {
        "file": str(tmp_path / "mine.tar.gz"),
        "bytes": (tmp_path / "mine.tar.gz").stat().st_size,
    }


def test_one_output_does_not_take_a_backup_and_json(filled: Path, call: Call) -> None:
    code, out, err = call("backup", "-", "--json")
    assert (code, out) == (2, "")
    assert "--json and - both write to standard output" in err


def test_a_backup_brings_back_the_library_and_the_settings(backup: Path, call: Call, filled: Path) -> None:
    call("mark", "2605.01234", "--unstar")
    call("mark", "2605.00999", "--tag", "since")
    config = filled / "config" / "config.toml"
    config.write_text("# changed\n")
    said = call("restore", str(backup))
    assert said.code == 0
    assert _ids(call, "is:starred") == ["2605.01234v2"]
    assert call("tags").out == ""
    assert config.read_text() == _CONFIG
    first, *lines = said.out.splitlines()
    assert first == f"the library was restored from {backup}"
    assert all(line.startswith("  the previous file is saved in ") for line in lines)
    kept = [Path(line.rpartition(" in ")[2]) for line in lines]
    assert [file.name.partition(".replaced-")[0] for file in kept] == ["library.db", "config.toml"]
    assert kept[1].read_text() == "# changed\n"
    with LibraryFile.open(kept[0], read_only=True) as was:
        assert [name for name, _ in was.tags.all()] == ["since"]
    [result] = objects(call("restore", str(backup), "--json").out)
    assert (bool(result["kept"]), result["damaged"]) == (True, None)


def test_a_backup_restored_twice_in_a_second_keeps_separate_copies_of_the_replaced_files(
    backup: Path, call: Call, filled: Path
) -> None:
    config = filled / "config" / "config.toml"
    call("mark", "2605.00999", "--tag", "since")
    config.write_text("# changed\n")
    at = datetime(2026, 5, 13, 8, 14, tzinfo=UTC)
    first = restore(Paths.under(filled), backup, at).copies
    config.write_text("# changed again\n")
    second = restore(Paths.under(filled), backup, at).copies
    assert len({*first, *second}) == 4
    with LibraryFile.open(first[0], read_only=True) as was:
        assert [name for name, _ in was.tags.all()] == ["since"]
    assert [file.read_text() for file in (first[1], second[1])] == ["# changed\n", "# changed again\n"]


def test_a_program_that_has_the_library_open_goes_on_with_the_restored_one(
    backup: Path, call: Call, filled: Path
) -> None:
    with LibraryFile.open(Paths.under(filled).library_db) as held:
        call("mark", "2605.01234", "--unstar")
        before = held.data_version()
        assert not held.marks.having("starred")
        assert call("restore", str(backup)).code == 0
        assert len(held.marks.having("starred")) == 1
        assert held.data_version() != before


def test_a_backup_comes_back_where_there_is_no_library(
    backup: Path, call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARXTUI_HOME", str(tmp_path / "other"))
    assert objects(call("restore", str(backup), "--json").out) == [{"kept": [], "damaged": None}]
    assert _ids(call, "is:starred") == ["2605.01234v2"]
    assert (tmp_path / "other" / "config" / "config.toml").read_text() == _CONFIG


def _overwritten(content: bytes) -> bytes:
    return random.Random(1).randbytes(100) + content[100:]


BROKEN: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda content: b"",
    "head overwritten": _overwritten,
    "head of zeros": lambda content: bytes(100) + content[100:],
    "another program's": lambda content: content[:68] + b"TEXT" + content[72:],
    "no database": lambda content: b"this is not a database, it is a text " * 100,
    "cut off": lambda content: content[: len(content) // 2],
    "a page overwritten": lambda content: content[: 1 << 14] + b"\xff" * (1 << 14) + content[1 << 15 :],
}


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
def test_a_broken_library_is_named_and_kept_byte_for_byte_when_a_backup_comes_back(
    backup: Path, call: Call, filled: Path, broken: Callable[[bytes], bytes]
) -> None:
    library = filled / "data" / "library.db"
    content = broken(library.read_bytes())
    library.write_bytes(content)
    examined = call("doctor", "--offline")
    assert examined.code == 1
    (named,) = (line for line in examined.out.splitlines() if line.split()[1] == "library")
    assert named.startswith("FAULT")
    assert "'arxtui restore FILE' restores a backup" in named
    assert library.read_bytes() == content
    said = call("restore", str(backup))
    assert said.code == 0
    assert _ids(call, "is:starred") == ["2605.01234v2"]
    assert "FAULT  library" not in call("doctor", "--offline").out
    kept = Path(said.out.splitlines()[1].rpartition(" in ")[2])
    if kept.name.startswith("library.db.damaged-"):
        assert kept.read_bytes() == content
        assert said.out.splitlines()[1] == f"  the previous library cannot be read and is saved in {kept}"
    else:
        assert broken is BROKEN["a page overwritten"]
        assert kept.read_bytes()[1 << 14 : 1 << 15] == content[1 << 14 : 1 << 15]


def test_a_restore_keeps_the_write_ahead_log_of_a_damaged_library_beside_it(
    backup: Path, call: Call, filled: Path
) -> None:
    library, log = filled / "data" / "library.db", filled / "data" / "library.db-wal"
    library.write_bytes(_overwritten(library.read_bytes()))
    log.write_bytes(b"what was written last")
    said = objects(call("restore", str(backup), "--json").out)[0]
    assert said["kept"][0] == said["damaged"]
    assert Path(f"{said['damaged']}-wal").read_bytes() == b"what was written last"
    assert _ids(call, "is:starred") == ["2605.01234v2"]


def test_no_program_takes_an_emptied_library_for_a_new_one(backup: Path, call: Call, filled: Path) -> None:
    library = filled / "data" / "library.db"
    library.write_bytes(b"")
    for command in (("list",), ("mark", "2605.01234", "--star"), ("backup", str(filled / "none.tar.gz"))):
        said = call(*command)
        assert (said.code, said.out) == (1, "")
        assert "is empty: its contents are lost. 'arxtui restore FILE'" in said.err
    assert library.read_bytes() == b""
    assert call("restore", str(backup)).code == 0


def test_a_backup_takes_the_place_of_no_file(backup: Path, call: Call) -> None:
    before = backup.read_bytes()
    said = call("backup", str(backup))
    assert said.code == 1
    assert "already exists" in said.err
    assert backup.read_bytes() == before


@pytest.mark.usefixtures("backup")
def test_a_backup_that_cannot_be_written_leaves_nothing_behind(filled: Path, call: Call, tmp_path: Path) -> None:
    said = call("backup", str(tmp_path / "nowhere" / "mine.tar.gz"))
    assert said.code == 1
    assert "cannot be written" in said.err
    assert [each.name for each in (filled / "data").iterdir() if each.is_dir()] == []


@pytest.mark.parametrize("cut", [0, 40, 500])
def test_restoring_a_truncated_backup_changes_nothing(backup: Path, call: Call, cut: int, tmp_path: Path) -> None:
    part = tmp_path / "part.tar.gz"
    part.write_bytes(backup.read_bytes()[:cut])
    call("mark", "2605.00999", "--star")
    said = call("restore", str(part))
    assert (said.code, said.out) == (1, "")
    assert "is not a backup" in said.err
    assert len(_ids(call, "is:starred")) == 2


def _unpacked(file: Path) -> bytes | None:
    """Return the unpacked content of a gzip file; None if the file is damaged."""
    try:
        return gzip.decompress(file.read_bytes())
    except (OSError, EOFError, zlib.error):
        return None


def test_a_backup_with_one_wrong_bit_changes_nothing(backup: Path, filled: Path, call: Call, tmp_path: Path) -> None:
    sound = backup.read_bytes()
    spoilt = tmp_path / "spoilt.tar.gz"
    call("mark", "2605.00999", "--star")
    for at in range(32, len(sound), 64):
        spoilt.write_bytes(sound[:at] + bytes([sound[at] ^ 1]) + sound[at + 1 :])
        if _unpacked(spoilt) == gzip.decompress(sound):
            continue  # gzip can encode a run of equal bytes in two ways
        with pytest.raises(BackupError):
            restore(Paths.under(filled), spoilt, datetime(2026, 5, 13, tzinfo=UTC))
    assert len(_ids(call, "is:starred")) == 2


@pytest.mark.usefixtures("backup")
def test_an_archive_of_something_else_is_refused_and_written_nowhere(filled: Path, call: Call, tmp_path: Path) -> None:
    evil = tmp_path / "evil.tar.gz"
    with tarfile.open(evil, "x:gz") as archive:
        archive.add(filled / "data" / "library.db", "../../escaped")
    said = call("restore", str(evil))
    assert said.code == 1
    assert "it contains no library.db" in said.err
    assert not list(tmp_path.glob("**/escaped"))


def test_faulty_settings_in_a_backup_are_reported_before_anything_is_changed(
    backup: Path, filled: Path, call: Call, tmp_path: Path
) -> None:
    config = filled / "config" / "config.toml"
    config.write_text("[arxiv]\nnonsense = 1\n")
    other = tmp_path / "other.tar.gz"
    assert call("backup", str(other)).code == 0
    config.write_text(_CONFIG)
    call("mark", "2605.01234", "--unstar")
    said = call("restore", str(other))
    assert said.code != 0
    assert "line 2" in said.err
    assert _ids(call, "is:starred") == []
