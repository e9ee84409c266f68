"""Output in a locale whose encoding is not UTF-8, or with another encoding in the user's settings."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pexpect
import pytest

from tests.cli.command import COMMAND, environ, objects, run_here, write_papers
from tests.homes import as_made
from tests.terminal.screen import terminal

_PAPERS = (
    {
        "id": "2605.01234",
        "title": "Gödel and Łukasz, α → 2",
        "abstract": "About Erdős.",
        "authors": ["Björn Måns"],
        "categories": ["cs.DC"],
    },
    {"id": "2605.01233", "title": "A Second Paper", "categories": ["cs.DC"]},
    {"id": "2605.01232", "title": "A Third Paper", "categories": ["cs.DC"]},
)
_C = {"LC_ALL": "C"}
_ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.fixture
def marked(tmp_path: Path) -> Path:
    """A home with an unread paper, a starred one, and one that is both."""
    home = tmp_path / "home"

    def make() -> None:
        assert run_here(home, "import", str(write_papers(tmp_path / "papers.jsonl", _PAPERS))).returncode == 0
        assert run_here(home, "mark", "2605.01234", "2605.01232", "--unread").returncode == 0
        assert run_here(home, "mark", "2605.01233", "2605.01232", "--star").returncode == 0

    as_made(home, "marked papers", make)
    return home


@pytest.fixture(scope="session")
def latin(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of an ISO 8859-1 locale, which is compiled for the test because few systems still have one."""
    folder = tmp_path_factory.mktemp("locales")
    command = shutil.which("localedef")
    locale = folder / "en_US.ISO-8859-1"
    if command:
        subprocess.run([command, "-i", "en_US", "-f", "ISO-8859-1", str(locale)], capture_output=True, timeout=60)
    if not (locale / "LC_CTYPE").exists():
        pytest.skip("localedef cannot make a locale of ISO 8859-1 here")
    return {"LOCPATH": str(folder), "LC_ALL": "en_US.ISO-8859-1"}


def _lines(home: Path, encoding: str, env: dict[str, str], *arguments: str) -> list[str]:
    wide = {"COLUMNS": "200", **env}  # lists as on a terminal
    done = subprocess.run([*COMMAND, *arguments], capture_output=True, env=environ(home, **wide), timeout=100)
    assert done.returncode == 0
    return done.stdout.decode(encoding).splitlines()


def test_in_an_ascii_locale_marks_are_distinguished_and_names_are_spelled(marked: Path) -> None:
    assert _lines(marked, "ascii", _ASCII, "list") == [
        "o 2605.01234  2026-05-01  cs.DC   Godel and Lukasz, alpha -> 2",
        "  2605.01233  2026-05-01  cs.DC  * A Second Paper",
        "o 2605.01232  2026-05-01  cs.DC  * A Third Paper",
    ]
    shown = _lines(marked, "ascii", _ASCII, "show", "2605.01234")
    assert shown[:2] == ["Godel and Lukasz, alpha -> 2", "Bjorn Mans"]
    assert shown[2].startswith("2605.01234 - cs.DC")


def test_in_a_locale_of_latin_1_its_letters_stay(marked: Path, latin: dict[str, str]) -> None:
    lines = _lines(marked, "latin-1", latin, "list")
    assert lines[0] == "o 2605.01234  2026-05-01  cs.DC   Gödel and Lukasz, alpha -> 2"
    assert [line[0] for line in lines] == ["o", " ", "o"]
    assert [line[33] for line in lines] == [" ", "*", "*"]


def test_the_users_setting_counts_as_the_locale_does(marked: Path) -> None:
    assert _lines(marked, "latin-1", {"PYTHONIOENCODING": "latin-1"}, "list", "is:starred")[0].endswith(
        "* A Second Paper"
    )
    env = environ(marked, PYTHONIOENCODING="ascii")
    refused = subprocess.run([*COMMAND, "list", "cat:Łódź"], capture_output=True, env=env, timeout=100)
    assert b'no category "Lodz"' in refused.stderr


def test_a_title_that_is_spelled_out_is_cut_to_the_width(marked: Path) -> None:
    lines = _lines(marked, "ascii", {**_ASCII, "COLUMNS": "45"}, "list")
    assert lines[0].endswith("~")
    assert max(map(len, lines)) == 45


def test_the_locale_c_is_taken_for_utf_8(marked: Path) -> None:
    """Python has the same rule (PEP 540): the locale ``C`` specifies no encoding, and programs under cron and in
    containers run in it."""
    assert _lines(marked, "utf-8", _C, "list")[0].startswith("● 2605.01234")
    assert _lines(marked, "utf-8", _C, "list", "is:starred")[0].endswith("★ A Second Paper")


def test_json_loses_nothing_in_any_locale(marked: Path) -> None:
    (line,) = _lines(marked, "ascii", _ASCII, "list", "--json", "2605.01234")
    assert objects(line)[0]["title"] == "Gödel and Łukasz, α → 2"
    written = _lines(marked, "ascii", _ASCII, "library", "export")
    assert "Gödel and Łukasz, α → 2" in [each.get("title") for each in objects("\n".join(written))]


def test_a_pager_is_given_the_encoding_of_the_terminal(marked: Path) -> None:
    env = environ(marked, **_ASCII, PAGER="cat")
    child = pexpect.spawn(COMMAND[0], [*COMMAND[1:], "read", "2605.01234"], env=env, timeout=60)
    said = child.read()
    child.close()
    assert said.isascii()
    assert b"Bjorn Mans" in said
    assert b"About Erdos." in said


def test_the_reader_writes_ascii_where_its_signs_would_be_garbage(marked: Path, latin: dict[str, str]) -> None:
    with terminal(COMMAND, environ(marked, **latin, TERM="xterm-256color")) as reader:
        reader.shows("Godel and Lukasz, alpha -> 2")
        reader.shows("? help")
        reader.send("?")
        reader.shows("the keys used most")
        reader.send("\x1bq")
        assert reader.ended() == 0
        assert reader.raw.isascii()
