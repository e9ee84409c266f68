"""A backup from another person: its rows are restored, and nothing in it is executed."""

from __future__ import annotations

import gzip
import io
import sqlite3
import tarfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pexpect
import pytest

from tests.cli.command import COMMAND
from tests.cli.conftest import Call

_CONFIG = """# mine
[arxiv]
categories = ["cs.DC"]
api_url = "https://export.arxiv.example/api/query"
feed_url = "https://rss.arxiv.org/rss"

[pith]
mcp_url = "https://pith.example/mcp"

[hooks] # what a refresh starts
after_refresh = ["touch", "/tmp/a\\u001b[31m"]
on_new_match = [
  "touch", # one
  "/tmp/b",
]
time_limit_seconds = 5

[ui]
opener = "evil {url}"
theme = "light"

[[export.sync]]
file = "~/.profile"
query = "is:starred"
"""


@pytest.fixture
def backup(filled: Path, call: Call, tmp_path: Path) -> Path:
    """A backup of a home with a starred paper and settings that run programs. The home itself no longer has either."""
    config = filled / "config" / "config.toml"
    config.write_text(_CONFIG)
    call("mark", "2605.01234", "--star")
    file = tmp_path / "theirs.tar.gz"
    assert call("backup", str(file)).code == 0
    config.write_text('[arxiv]\ncategories = ["cs.PF"]\n')
    call("mark", "2605.01234", "--unstar")
    return file


def _changed(backup: Path, change: Callable[[sqlite3.Connection], object]) -> Path:
    """Return a copy of the backup whose library was changed by ``change``."""
    folder = backup.parent / "unpacked"
    folder.mkdir()
    with tarfile.open(backup) as archive:
        for name in ("library.db", "config.toml"):
            stored = archive.extractfile(name)
            assert stored
            (folder / name).write_bytes(stored.read())
    with closing(sqlite3.connect(folder / "library.db")) as db, db:
        change(db)
    made = backup.parent / "changed.tar.gz"
    with tarfile.open(made, "w:gz") as archive:
        for name in ("library.db", "config.toml"):
            archive.add(folder / name, name)
    return made


def _starred(call: Call) -> int:
    return len(call("list", "is:starred").out.splitlines())


def test_settings_that_run_programs_are_shown_and_left_out(backup: Path, filled: Path, call: Call) -> None:
    said = call("restore", str(backup))

    assert said.code == 0
    lines = said.err.splitlines()
    assert lines[:2] == [
        "in the backup: 1 paper kept, 1 paper marked, 1 act",
        "  its settings run programs, write files or change server addresses:",
    ]
    assert lines[-1] == "  these settings are left out; 'arxtui restore FILE --with-programs' restores them"
    assert {line[:4] for line in lines[2:-1]} == {"    "}
    for shown in (
        "[hooks] after_refresh = 'touch' '/tmp/a",
        "[hooks] on_new_match",
        "[ui] opener",
        ".profile",
        "[arxiv] api_url",
        "pith.example",
    ):
        assert shown in said.err
    assert "\x1b" not in said.err
    left = (filled / "config" / "config.toml").read_text()
    for gone in ("touch", "/tmp/b", "evil", ".profile", "arxiv.example", "pith.example"):
        assert gone not in left
    for stays in (
        "# mine",
        "# what a refresh starts",
        "time_limit_seconds = 5",
        "feed_url",
        'theme = "light"',
        '"cs.DC"',
    ):
        assert stays in left
    assert _starred(call) == 1


def test_settings_that_run_programs_are_restored_on_request(backup: Path, filled: Path, call: Call) -> None:
    assert call("restore", str(backup), "--with-programs").code == 0
    assert (filled / "config" / "config.toml").read_text() == _CONFIG


def test_settings_that_are_here_already_are_no_question(backup: Path, filled: Path, call: Call) -> None:
    (filled / "config" / "config.toml").write_text(_CONFIG)
    said = call("restore", str(backup))
    assert "programs" not in said.err
    assert (filled / "config" / "config.toml").read_text() == _CONFIG


@pytest.mark.parametrize(("answer", "taken"), [("y", True), ("", False), ("n", False)])
def test_at_a_terminal_they_need_a_confirmation(backup: Path, filled: Path, answer: str, *, taken: bool) -> None:
    child = pexpect.spawn(COMMAND[0], [*COMMAND[1:], "restore", str(backup)])
    child.expect_exact("restore them, too? [y/N] ")
    child.sendline(answer)
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert ((filled / "config" / "config.toml").read_text() == _CONFIG) is taken


def test_triggers_views_and_other_tables_stay_behind(backup: Path, filled: Path, call: Call) -> None:
    def plant(db: sqlite3.Connection) -> None:
        db.execute("CREATE TRIGGER eats AFTER INSERT ON mark BEGIN DELETE FROM kept; END")
        db.execute("CREATE VIEW looks AS SELECT * FROM note")
        db.execute("CREATE TABLE more (x)")
        db.execute("CREATE INDEX lies ON mark (abs(starred))")

    said = call("restore", str(_changed(backup, plant)))

    assert said.code == 0
    for left in ("trigger eats", "view looks", "table more"):
        assert f"left out: {left}" in said.err
    with closing(sqlite3.connect(filled / "data" / "library.db")) as db:
        names = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
    assert not names & {"eats", "looks", "more", "lies"}
    assert _starred(call) == 1


def test_restoring_a_library_without_a_required_table_changes_nothing(backup: Path, call: Call) -> None:
    evil = _changed(backup, lambda db: db.executescript("DROP TABLE note"))
    call("mark", "2605.00999", "--star")
    said = call("restore", str(evil))
    assert (said.code, said.out) == (1, "")
    assert "its table note is missing" in said.err
    assert "Nothing was changed" in said.err
    assert "Traceback" not in said.err
    assert _starred(call) == 1


def _tar(*members: tuple[str, bytes, bytes]) -> bytes:
    """Return a compressed tar archive of members (name, type, content)."""
    made = io.BytesIO()
    with gzip.GzipFile(fileobj=made, mode="wb", compresslevel=1) as packed:
        for name, kind, content in members:
            member = tarfile.TarInfo(name)
            member.size, member.type = len(content), kind
            packed.write(member.tobuf(tarfile.USTAR_FORMAT))
            packed.write(content + bytes(-len(content) % 512))
        packed.write(bytes(1024))
    return made.getvalue()


@pytest.mark.parametrize(
    "members",
    [
        [("library.db", tarfile.REGTYPE, bytes(80 << 20))],
        [("other", tarfile.REGTYPE, bytes(80 << 20)), ("library.db", tarfile.REGTYPE, b"")],
        [("pax", tarfile.XHDTYPE, bytes(20 << 20)), ("library.db", tarfile.REGTYPE, b"")],
        [("long", tarfile.GNUTYPE_LONGNAME, bytes(20 << 20)), ("library.db", tarfile.REGTYPE, b"")],
        [("config.toml", tarfile.REGTYPE, b"#" * (2 << 20)), ("library.db", tarfile.REGTYPE, b"")],
        [("library.db", tarfile.REGTYPE, b"")] * 17,
    ],
    ids=["library", "another file", "a header", "a name", "settings", "files"],
)
def test_an_archive_that_unpacks_to_too_many_bytes_or_files_is_refused_before_it_is_written(
    filled: Path, call: Call, tmp_path: Path, members: list[tuple[str, bytes, bytes]]
) -> None:
    file = tmp_path / "bomb.tar.gz"
    file.write_bytes(_tar(*members))
    before = (filled / "data" / "library.db").exists()
    said = call("restore", str(file))
    assert said.code == 1
    assert "bytes" in said.err or "more than 16 files" in said.err
    assert (filled / "data" / "library.db").exists() == before
    assert not list((filled / "data").glob("backup-*"))


def test_zeros_behind_the_end_are_not_read_for_ever(backup: Path, call: Call) -> None:
    backup.write_bytes(backup.read_bytes() + gzip.compress(bytes(80 << 20), 1))
    said = call("restore", str(backup))
    assert said.code == 1
    assert "unpacks to more" in said.err


def test_settings_that_no_parser_should_read_are_refused_before_any_question(
    backup: Path, filled: Path, call: Call, tmp_path: Path
) -> None:
    with tarfile.open(backup) as archive:
        library = archive.extractfile("library.db")
        assert library
        content = library.read()
    config = f"[{'.'.join(['ui'] * 17)}]\n".encode()
    theirs = tmp_path / "names.tar.gz"
    theirs.write_bytes(_tar(("library.db", tarfile.REGTYPE, content), ("config.toml", tarfile.REGTYPE, config)))
    before = (filled / "config" / "config.toml").read_bytes()
    said = call("restore", str(theirs))
    assert said.code == 1
    assert "line 1: a name has more than 16 parts between dots" in said.err
    assert (filled / "config" / "config.toml").read_bytes() == before


@pytest.mark.parametrize("content", [b"garbage" * 9999, b"SQLite format 3\0" + b"garbage" * 9999])
def test_a_library_that_is_none_is_refused_without_advice_that_cannot_help(
    filled: Path, call: Call, tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "garbage.tar.gz"
    file.write_bytes(_tar(("library.db", tarfile.REGTYPE, content)))
    said = call("restore", str(file))
    assert said.code == 1
    assert said.err.startswith("arxtui: The library in the backup is damaged or not a library (")
    assert said.err.endswith("). Nothing was changed.\n")
    assert "arxtui restore" not in said.err
