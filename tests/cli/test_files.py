"""``-`` means standard input or standard output for every command that takes a file."""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import tarfile
from pathlib import Path

import pexpect
import pytest

from arxtui.cli.main import main
from arxtui.verbs.declaration import Argument
from tests.cli.command import COMMAND, PAPERS, environ, objects, run_bytes_here, run_here
from tests.cli.conftest import Call
from tests.cli.parsers import every_argument

_NAMES_A_FILE = re.compile(r"file|dir|path|folder|output|home", re.I)
_NO_FILES = {("doctor", "--offline")}
_PAGE = (
    b"<html><body><article class='ltx_document'><p class='ltx_p'>A page on standard input.</p></article></body></html>"
)


def _named(path: tuple[str, ...], argument: Argument) -> str:
    return " ".join((*path, argument.option or argument.metavar))


_FILES = {
    _named(path, argument): argument.file
    for path, argument in every_argument()
    if not argument.is_flag and (_NAMES_A_FILE.search(f"{argument.name} {argument.metavar}") or argument.file)
    if argument.file != "program"
}
"""Every argument that names a file, and the type of the argument, by the words before the file."""


def test_every_argument_that_names_a_file_declares_the_meaning_of_a_dash() -> None:
    assert {name: kind for name, kind in _FILES.items() if kind is None} == {}


def test_every_argument_that_names_a_file_has_a_test_below() -> None:
    assert set(_FILES) == {
        "backup FILE",
        "check --output",
        "check FILE",
        "cite --into",
        "config check FILE",
        "config init FILE",
        "demo --home",
        "export --output",
        "import FILE",
        "library export FILE",
        "library import FILE",
        "read --file",
        "restore FILE",
    }


@pytest.mark.parametrize("blank", ["", " "])
@pytest.mark.parametrize("name", _FILES)
def test_an_empty_name_is_that_of_no_file(name: str, blank: str, call: Call) -> None:
    said = call(*(word for word in name.split() if not word.isupper()), blank)
    assert (said.code, said.out) == (2, "")
    assert "the name of a file must not be empty" in said.err or f"'{blank}' is not the name of a dir" in said.err


def _run(home: Path, *arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run the command in an empty directory, and check that the directory stays empty."""
    there = home / "there"
    there.mkdir(parents=True, exist_ok=True)
    with contextlib.chdir(there):
        done = run_bytes_here(home, *arguments, stdin=stdin)
    assert list(there.iterdir()) == []
    return done


@pytest.fixture
def starred(filled: Path, call: Call) -> Path:
    """A home with a starred paper."""
    assert call("mark", "2605.01234", "--star").code == 0
    return filled


def test_a_backup_goes_through_pipes_from_one_machine_to_another(starred: Path, tmp_path: Path) -> None:
    made = subprocess.run([*COMMAND, "backup", "-"], capture_output=True, env=environ(starred), timeout=100)
    assert made.returncode == 0
    assert re.fullmatch(rb"[\d,]+ bytes written; 'arxtui restore' restores them\n", made.stderr)
    with tarfile.open(fileobj=io.BytesIO(made.stdout)) as archive:
        assert archive.getnames() == ["library.db"]
    other = tmp_path / "other"
    restored = subprocess.run(
        [*COMMAND, "restore", "-"], input=made.stdout, capture_output=True, env=environ(other), timeout=100
    )
    assert restored.stdout == b"the library was restored from standard input\n"
    assert b"2605.01234" in _run(other, "list", "is:starred").stdout


def test_a_bibliography_is_checked_through_a_pipe(filled: Path) -> None:
    entry = b"@misc{key,\n  title = {Bounded Staleness for Sharded Optimizers},\n  eprint = {2605.01234}\n}\n"
    done = _run(filled, "check", "--all", "-", stdin=entry)
    assert done.stdout.startswith(b"standard input:1: ")
    assert b"key" in done.stdout


def test_a_bibliography_is_not_appended_to_in_a_pipe(filled: Path) -> None:
    done = _run(filled, "cite", "2605.01234", "--into", "-")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"--into needs a file that ends in .bib" in done.stderr


def test_settings_go_through_pipes(home: Path) -> None:
    made = _run(home, "config", "init", "-")
    assert (made.returncode, made.stderr) == (0, b"")
    checked = _run(home, "config", "check", "-", stdin=made.stdout)
    assert (checked.returncode, checked.stderr) == (0, b"no faults in standard input\n")
    assert _run(home, "config", "check", "-", stdin=b"[ui\n").stdout.startswith(
        b"standard input, line 1: not valid TOML"
    )


def test_an_invalid_or_truncated_backup_on_standard_input_changes_nothing(starred: Path) -> None:
    made = _run(starred, "backup", "-").stdout
    for broken in (b"", b"no backup", made[:-50]):
        said = _run(starred, "restore", "-", stdin=broken)
        assert said.returncode == 1
        assert said.stderr.startswith(b"arxtui: standard input is not a backup")
    assert b"2605.01234" in _run(starred, "list", "is:starred").stdout


def test_a_backup_that_does_not_arrive_whole_is_a_failure(starred: Path) -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as closed:
        done = subprocess.run(
            [*COMMAND, "backup", "-"], stdout=closed, stderr=subprocess.PIPE, env=environ(starred), timeout=100
        )
    assert done.returncode == 1
    assert done.stderr.startswith(b"arxtui: not all of it could be written: ")


@pytest.mark.parametrize("arguments", [("backup", "-"), ("restore", "-")])
def test_a_terminal_is_no_place_for_a_backup(starred: Path, arguments: tuple[str, ...]) -> None:
    child = pexpect.spawn(COMMAND[0], [*COMMAND[1:], *arguments], env=environ(starred), encoding="utf-8", timeout=60)
    said = child.read()
    child.close()
    assert child.exitstatus == 2
    assert "terminal" in said
    assert "name a file" in said


def test_a_backup_on_standard_output_leaves_no_room_for_json(starred: Path) -> None:
    said = _run(starred, "backup", "--json", "-")
    assert (said.returncode, said.stdout) == (2, b"")
    assert said.stderr == b"arxtui: --json and - both write to standard output; give one of them\n"


def test_a_library_goes_through_pipes_from_one_machine_to_another(starred: Path, tmp_path: Path) -> None:
    written = _run(starred, "library", "export", "-")
    assert (written.returncode, written.stderr) == (0, b"1 paper written\n")
    assert [line["kind"] for line in objects(written.stdout.decode())] == ["library", "paper"]
    other = tmp_path / "other"
    taken = _run(other, "library", "import", "-", stdin=written.stdout)
    assert (taken.returncode, taken.stderr) == (0, b"")
    assert b"Bounded Staleness" in _run(other, "list", "is:starred").stdout


def test_a_library_without_a_name_is_called_standard_input(home: Path) -> None:
    said = _run(home, "library", "import", "-")
    assert (said.returncode, said.stderr) == (1, b"arxtui: standard input contains no library data\n")


def test_papers_go_through_pipes_from_one_machine_to_another(starred: Path, tmp_path: Path) -> None:
    written = _run(starred, "export", "--all", "--format", "jsonl", "--output", "-")
    assert written.stderr == b"4 papers written\n"
    taken = _run(tmp_path / "other", "import", "-", stdin=written.stdout)
    assert taken.stdout.startswith(b"standard input: 4 papers (4 new")
    assert len(PAPERS) == 4


def test_standard_input_is_imported_but_once(home: Path) -> None:
    said = _run(home, "import", "-", "-")
    assert (said.returncode, said.stderr) == (2, b"arxtui: - is standard input, which can be read only once\n")


def test_a_page_on_standard_input_is_read(home: Path) -> None:
    assert b"A page on standard input." in _run(home, "read", "--file", "-", stdin=_PAGE).stdout


def test_the_demo_needs_a_directory(home: Path) -> None:
    said = _run(home, "demo", "--home", "-")
    assert (said.returncode, said.stdout) == (2, b"")
    assert b"'-' is not the name of a directory" in said.stderr


def test_a_file_called_dash_is_named_by_its_directory(
    starred: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["library", "export", "./-"]) == 0
    assert (tmp_path / "-").read_text().startswith('{"kind": "library"')
    assert main(["import", "./-"]) == 0
    assert run_here(starred, "list", "is:starred").returncode == 0


@pytest.mark.parametrize(
    ("command", "code", "words"),
    [
        ("config init {file}/x/new.toml", 1, "{file}/x/new.toml cannot be written: Not a directory"),
        ("config check {folder}", 1, "{folder} cannot be read: Is a directory"),
        ("library import {folder}", 1, "{folder} cannot be read: Is a directory"),
        ("library import {folder}/none", 1, "{folder}/none cannot be read: No such file or directory"),
        ("check {folder}", 2, "{folder}: Is a directory"),
        ("check {folder}/none.bib", 2, "{folder}/none.bib: No such file or directory"),
        ("backup {file}/backup.tar.gz", 1, "{file}/backup.tar.gz cannot be written: Not a directory"),
        ("restore {folder}", 1, "{folder} cannot be read: Is a directory"),
        ("demo --home {file}/x", 1, "{file}/x: Not a directory"),
    ],
)
def test_a_file_that_cannot_be_used_is_named_with_the_cause(
    command: str, code: int, words: str, tmp_path: Path, call: Call
) -> None:
    (file := tmp_path / "file").touch()
    (folder := tmp_path / "folder").mkdir()
    said = call(*command.format(file=file, folder=folder).split())
    assert (said.code, said.err) == (code, f"arxtui: {words.format(file=file, folder=folder)}\n")
