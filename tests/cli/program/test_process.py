"""The command as a process: exit statuses, messages, the log, and the modules that it loads."""

from __future__ import annotations

import io
import signal
import subprocess
import sys
from pathlib import Path
from shlex import quote

import pytest

from arxtui import __version__
from arxtui.cli.main import main
from arxtui.cli.program import reader
from tests.child import Child
from tests.cli.command import COMMAND, SMALL_DEMO, arxtui, environ, log_of_its_own, run_here, write_papers
from tests.cli.conftest import Call
from tests.terminal.screen import terminal, wait_until
from tests.test_local_imports import deferred, modules

_TERMINAL = {"textual", "rich"}
_NETWORK = {"httpx2", "httpcore2", "ssl"}
_PARSERS = {"feedparser", "selectolax"}
_UNUSED_BY_A_LIST = {"model.rules", "text.matching.spans", "text.matching.spelling"}
_USED_BY_A_LIST = {"cli.support.queries", "library.search.listings", "query.vocabulary"}
"""Deferred because a mark, the start of the reader or ``--version`` does without them."""
_HEAVY = {"tantivy", "asyncio", "tomlkit", "logging", "dataclasses"}


def _loaded(home: Path, *lines: str) -> set[str]:
    """Return the packages that are loaded after command lines were run in one process."""
    return {name.split(".")[0] for name in _loaded_modules(home, *lines)}


def _loaded_modules(home: Path, *lines: str) -> set[str]:
    """Return the modules that are loaded after command lines were run in one process."""
    script = (
        "import sys\nfrom arxtui.cli.main import main\n"
        "codes = [main(line.split()) for line in sys.argv[1:]]\n"
        "print(*codes, file=sys.stderr)\nprint(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *lines], env=environ(home), capture_output=True, text=True, timeout=100
    )
    *_, codes, modules = done.stderr.splitlines()
    assert "2" not in codes.split(), done.stderr
    return set(modules.split())


def test_listing_loads_neither_terminal_nor_network_nor_index(filled: Path) -> None:
    loaded = _loaded(filled, "list --limit 20", "list is:unread", "mark 2605.01234 --read")
    assert "arxtui" in loaded
    assert loaded.isdisjoint(_TERMINAL | _NETWORK | _PARSERS | _HEAVY)
    # ``show`` uses the index to find other records of the same work.
    beside = _loaded(filled, "show 2605.01234") & (_TERMINAL | _NETWORK | _PARSERS | _HEAVY)
    assert beside <= {"tantivy", "rich"}


def test_a_list_of_all_papers_loads_neither_the_fields_of_queries_nor_parts_of_the_library_for_other_verbs(
    filled: Path,
) -> None:
    _loaded_modules(filled, "list")  # creates the library
    loaded = _loaded_modules(filled, "list --limit 20")
    assert "arxtui.library.facade" in loaded
    assert loaded.isdisjoint(f"arxtui.{name}" for name in _UNUSED_BY_A_LIST)
    assert loaded.isdisjoint({"zstandard", "json", "shutil"})
    waiting = {each for tree in modules().values() for each in deferred(tree).values()}
    assert loaded & waiting == {f"arxtui.{name}" for name in _USED_BY_A_LIST}


def test_marking_a_paper_by_its_identifier_does_not_read_its_record_nor_load_exports(filled: Path) -> None:
    loaded = _loaded_modules(filled, "mark 2605.01234 --read")
    assert loaded.isdisjoint({"zstandard", "arxtui.library.exports", "arxtui.export", "subprocess"})


def test_a_refresh_with_nothing_due_loads_neither_parsers_nor_the_library_nor_the_index(home: Path) -> None:
    # Nothing is followed: the first one looks for incomplete papers, and finds none.
    _loaded_modules(home, "list", "refresh")
    loaded = _loaded_modules(home, "refresh")
    assert "arxtui.sync.refresh.engine" in loaded
    assert loaded.isdisjoint(_NETWORK | _PARSERS | _HEAVY | {"arxtui.library.facade", "hashlib", "random", "socket"})
    assert not [name for name in loaded if name.startswith(("arxtui.sources.arxiv", "arxtui.sources.pith"))]


def test_small_verbs_load_little(home: Path) -> None:
    loaded = _loaded(home, "paths", "undo", "subscribe", "--version", "--help")
    assert loaded.isdisjoint(_TERMINAL | _NETWORK | _PARSERS | {"tantivy", "asyncio", "tomlkit"})


def test_searching_loads_the_index_alone(filled: Path) -> None:
    loaded = _loaded(filled, "list staleness")
    assert "tantivy" in loaded
    assert loaded.isdisjoint(_TERMINAL | _NETWORK | _PARSERS)


def test_an_import_needs_no_network(home: Path, tmp_path: Path) -> None:
    file = write_papers(tmp_path / "papers.jsonl")
    assert _loaded(home, f"import {file}").isdisjoint(_TERMINAL | _NETWORK)


def test_a_refresh_with_nothing_due_loads_no_textual(home: Path) -> None:
    assert "textual" not in _loaded(home, "refresh")


def test_the_reader_without_a_terminal_names_the_way_out(tmp_path: Path) -> None:
    said = arxtui(tmp_path)
    assert (said.returncode, said.stdout) == (1, "")
    assert said.stderr.startswith("arxtui: the reader needs a terminal; without one, 'arxtui list' ")
    assert "standard input, output, error" in said.stderr


def test_the_reader_does_not_draw_into_a_file(tmp_path: Path) -> None:
    errors = tmp_path / "errors"
    shell = f"{' '.join(map(quote, COMMAND))} 2>{quote(str(errors))}"
    with terminal(["/bin/sh", "-c", shell], environ(tmp_path / "home")) as screen:
        assert screen.ended() == 1
    assert "Not a terminal here: standard error" in errors.read_text()
    assert "\x1b" not in errors.read_text()


@pytest.mark.parametrize(
    ("term", "is_missing"),
    [(None, True), ("", True), ("dumb", True), ("unknown", True), ("xterm", False), ("dumb-emacs-ansi", False)],
)
def test_a_terminal_that_cannot_show_the_reader_is_known_by_its_name(term: str | None, is_missing: bool) -> None:
    assert reader.no_screen({} if term is None else {"TERM": term}) is is_missing


@pytest.mark.parametrize("arguments", [(), ("--plain",)])
def test_the_demo_opens_plain_mode_where_the_terminal_cannot_show_the_reader(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    home = tmp_path / "demo"
    command = [*SMALL_DEMO, *arguments, "--home", str(home)]
    name = "xterm-256color" if "--plain" in arguments else "dumb"
    with terminal(command, environ(tmp_path / "own", TERM=name), columns=300) as screen:
        screen.until(lambda: screen.raw.endswith(b"> "), "the prompt")
        screen.send("list is:unread\r")
        screen.until(lambda: b"Papers 1 to " in screen.raw, "the list")
        screen.send("quit\r")
        assert screen.ended() == 0
    assert b"arxtui opens it again" in screen.raw
    assert b"\x1b" not in screen.raw
    assert (home / "data" / "library.db").exists()


def test_the_version_is_printed(tmp_path: Path) -> None:
    said = arxtui(tmp_path, "--version")
    assert (said.returncode, said.stdout, said.stderr) == (0, f"arxtui {__version__}\n", "")


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("arguments", [("list", "--nonsense"), ("show",), ("--lim",), ("import",)])
def test_a_bad_command_line_is_a_usage_error(call: Call, arguments: tuple[str, ...]) -> None:
    said = call(*arguments)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("usage: arxtui")


@pytest.mark.usefixtures("home")
def test_a_query_that_begins_with_a_minus_is_answered_with_its_right_form(call: Call) -> None:
    said = call("list", "-cat:cs.LG")
    assert said.code == 2
    assert said.err.endswith("unrecognized arguments: -cat:cs.LG; put -- before a query that begins with a minus\n")
    assert call("list", "--bogus").err.endswith("unrecognized arguments: --bogus\n")


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("list", "-5"), "-5 is not an option; use --limit 5 for a limit, or put -- before a query"),
        (("search", "cat:cs.DC", "-20"), "-20 is not an option; use --limit 20 for a limit, or put -- before a query"),
        (("fetch", "-5"), "use --limit 5 for a limit"),
        (("list", "-2605.01234"), "-2605.01234 is not an option; put -- before a query that begins with a minus"),
        (("mark", "-5", "--read"), "-5 is not an option; put -- before a query that"),
        (("export", "-5", "--format", "ris"), "-5 is not an option; put -- before a query that"),
        (("zotero", "-5"), "-5 is not an option; put -- before a query that"),
        (("views", "add", "mine", "-5"), "-5 is not an option; put -- before a query that"),
        (("rules", "try", "-5", "--score", "-3"), "-5 is not an option; put -- before a query that"),
    ],
)
def test_a_number_after_a_minus_is_neither_a_limit_nor_a_query(
    call: Call, arguments: tuple[str, ...], words: str
) -> None:
    said = call(*arguments)
    assert (said.code, said.out) == (2, "")
    assert words in said.err


def test_a_query_for_all_but_a_number_follows_two_minuses(filled: Path, call: Call) -> None:
    assert call("list", "--", "-5").code == 0
    assert call("rules", "try", "ti:strings", "--score", "-3").code == 0


def test_a_bad_command_line_cannot_command_the_terminal(call: Call) -> None:
    assert "\x1b" not in call("list", "--\x1b[31mred").err
    assert "\x1b" not in call("\x1b[31mred").err


def test_a_damaged_library_is_one_sentence_and_its_trace_is_in_the_log(filled: Path) -> None:
    for file in (filled / "data").glob("library.db*"):
        file.unlink()
    (filled / "data/library.db").write_bytes(b"no database at all, but long enough to be taken for one" * 100)
    said = run_here(filled, "list")
    assert (said.returncode, said.stdout) == (1, "")
    assert said.stderr.startswith("arxtui: ")
    assert "library.db" in said.stderr
    assert said.stderr.count("\n") == 1
    assert "Traceback (most recent call last)" in (filled / "state/arxtui.log").read_text()


def test_a_home_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    said = run_here(tmp_path / "file" / "home", "list")
    assert (said.returncode, said.stdout) == (1, "")
    assert said.stderr == f"arxtui: {tmp_path}/file/home/config: Not a directory\n"


def test_a_fault_of_the_program_names_the_log(
    filled: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # A real error: a name that the program needs is missing.
    monkeypatch.delattr("arxtui.cli.support.home.Library")
    assert main(["list"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("arxtui: an unexpected error (NameError: name 'Library' is not defined")
    assert said.endswith(f"; the details are in {filled}/state/arxtui.log\n")


def test_an_interrupt_is_quiet(home: Path) -> None:
    with Child[bytes](
        [*COMMAND, "import", "-"],
        env=environ(home),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as child:
        wait_until((home / "cache/cache.db").exists, "the cache")
        child.send_signal(signal.SIGINT)
        assert child.wait(timeout=100) == 130
        out, err = child.communicate()
    lines = (out + err).splitlines()
    assert lines in ([b"standard input: nothing imported", b"  stopped; none of it was imported"], [b"not started: -"])


def test_help_fits_the_terminal(home: Path) -> None:
    with terminal([*COMMAND, "--help"], environ(home), columns=50, rows=60) as screen:
        assert screen.ended() == 0
        assert max(len(line) for line in screen.raw.decode().splitlines()) <= 50


def test_closed_streams_are_no_fault(filled: Path) -> None:
    for script in ("list >&-", "list 2>&-", "list >&- 2>&-", "list <&-"):
        done = subprocess.run(
            ["bash", "-c", f"{' '.join(COMMAND)} {script}"], env=environ(filled), capture_output=True, text=True
        )
        assert (done.returncode, done.stderr) == (0, ""), script


class _Unwritable(io.StringIO):
    """A standard output whose end cannot be written."""

    def __init__(self, error: OSError) -> None:
        super().__init__()
        self._error = error

    def flush(self) -> None:
        raise self._error


@pytest.mark.parametrize(
    ("error", "codes", "is_said"),
    [(BrokenPipeError(32, "Broken pipe"), (0, 1), False), (OSError(28, "No space left on device"), (1, 1), True)],
)
def test_an_output_that_cannot_be_written_leaves_a_failure_one(
    home: Path, monkeypatch: pytest.MonkeyPatch, error: OSError, codes: tuple[int, int], is_said: bool
) -> None:
    for arguments, code, fails in ((["list"], codes[0], False), (["show", "2605.09999"], codes[1], True)):
        out, err = _Unwritable(error), io.StringIO()
        monkeypatch.setattr(sys, "stdout", out)
        monkeypatch.setattr(sys, "stderr", err)
        with log_of_its_own():
            assert main(arguments) == code
        assert ("cannot write the output: No space left" in err.getvalue()) is (is_said and not fails)
