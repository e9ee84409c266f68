"""Scripts of plain mode: exit statuses, help, the first run, filters, and the modules that are loaded."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arxtui.cli.plain.shell import complete
from arxtui.verbs import VERBS
from tests.builders import paper_json
from tests.cli.command import COMMAND, arxtui, environ, run_here, write_papers
from tests.cli.conftest import Call
from tests.cli.plain.conftest import Script
from tests.terminal.screen import Terminal, terminal

GREETINGS = ("4 papers, 0 unread", "You follow no categories yet", "There are no papers yet")


@pytest.mark.usefixtures("filled")
def test_a_script_has_no_prompt_and_nothing_but_results_on_standard_output(script: Script) -> None:
    said = script("", "  list ti:gossip  ", "", "quit", "list")
    assert said.out.startswith("Papers 1 to 1 of 1")
    assert said.out.count("Papers ") == 1
    assert (said.code, said.err) == (0, "")


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize(("line", "code"), [("list (", 2), ("show 2605.99999", 1), ("lst", 2), ("undo", 1)])
def test_the_first_line_that_fails_ends_a_script_with_its_status(script: Script, line: str, code: int) -> None:
    said = script(line, "list")
    assert (said.code, said.out) == (code, "")
    assert "Traceback" not in said.err


def test_an_unknown_command_is_answered_with_similar_ones(script: Script) -> None:
    assert "there is no command 'lst' ('help' lists them); did you mean list?" in script("lst").err
    assert "there is no command '2605.01234' (" in script("2605.01234 quickly").err
    assert "did you mean list or search?" in script("grep").err


def test_a_line_may_begin_as_in_a_shell(script: Script) -> None:
    assert script("arxtui tags").code == 0


def test_a_quotation_mark_without_an_end_is_said(script: Script) -> None:
    said = script("export 'is:starred")
    assert (said.code, "a quotation mark is not closed" in said.err) == (2, True)


@pytest.mark.parametrize(
    ("line", "words"),
    [("demo", "'arxtui demo --plain'"), ("serve", "'arxtui serve'"), ("completions bash", "'arxtui completions'")],
)
def test_demo_serve_and_completions_are_refused_with_the_command_for_a_shell(
    script: Script, line: str, words: str
) -> None:
    said = script(line)
    assert (said.code, said.out) == (2, "")
    assert words in said.err


def test_help_names_every_command_and_verb(script: Script) -> None:
    said = script("help").out
    for name in VERBS:
        assert name in ("demo", "serve", "completions") or name in said, name
    assert said.endswith("'help NAME' explains a command. Ctrl+C stops a command, Ctrl+D leaves.\n")


def test_help_on_a_verb_is_that_of_the_command_line(script: Script) -> None:
    assert script("help export").out.startswith("usage: arxtui export")
    assert script("help expert").code == 2


def test_the_categories_of_arxiv_can_be_found_and_followed(script: Script) -> None:
    said = script("categories parallel", "subscribe cs.DC")
    assert said.out.startswith("cs.DC: Distributed, Parallel, and Cluster Computing\n")
    assert said.err.startswith("'subscribe CODE' follows a category\n")
    assert script("categories nonsense")[:2] == (0, "")
    assert script("categories nonsense").err == "no category has 'nonsense' in its code or name\n"
    assert said.code == 0
    assert script("refresh --bogus").code == 2


def test_a_refresh_without_categories_points_to_subscribe_and_categories(script: Script) -> None:
    said = script("refresh")
    assert said.code == 1
    assert "'subscribe cs.DC' follows one, 'categories' lists them" in said.err


def test_help_on_an_action_is_that_of_the_command_line(script: Script, call: Call) -> None:
    assert script("help views add").out == call("help", "views", "add").out
    said = script("help views ad")
    assert (said.code, said.out) == (2, "")
    assert "'views' has no action 'ad'" in said.err


@pytest.fixture
def announced(home: Path, call: Call, tmp_path: Path) -> None:
    """Two days of announcements in a subscribed category, and a view."""
    call("subscribe", "cs.DC")
    papers = [
        paper_json(number, announcements=[{"day": day, "category": "cs.DC", "type": "new", "version": 1}])
        for number, day in enumerate(["2026-05-12", "2026-05-13", "2026-05-13"], 1)
    ]
    call("import", str(write_papers(tmp_path / "announced.jsonl", papers)))
    call("mark", "2605.00001", "--star", "--tag", "thesis")
    call("views", "add", "my stars", "is:starred", "--key", "3")


@pytest.mark.usefixtures("announced")
class TestFilters:
    """The filters of a list: days, views and others."""

    def test_days_are_listed_and_opened_by_number_and_by_date(self, script: Script) -> None:
        said = script("days")
        assert said.out.splitlines() == [
            "1. Wednesday 13 May 2026: 2 papers, 0 unread; 2 new",
            "2. Tuesday 12 May 2026: 1 paper, 0 unread; 1 new",
        ]
        assert "Papers 1 to 2 of 2: announced on 2026-05-13" in script("day").out
        assert script("day 2").out == script("day 2026-05-12").out
        assert script("day 3").code == 2

    def test_a_view_is_opened_by_its_name_and_by_its_digit(self, script: Script) -> None:
        assert script("view my stars").out == script("view 3").out == script("list is:starred").out
        said = script("view my star")
        assert (said.code, "did you mean my stars?" in said.err) == (2, True)
        assert "my stars" in script("views").out

    def test_counts_are_those_of_the_library(self, script: Script) -> None:
        lines = script("counts").out.splitlines()
        assert lines[:3] == ["All: 3 papers", "Unread: 0", "Starred: 1"]
        assert "Category cs.DC: 3 papers, 0 unread" in lines
        assert "Tag thesis: 1 paper, 0 unread" in lines


@pytest.mark.usefixtures("filled")
def test_a_view_is_named_whole_or_by_its_digit(script: Script, call: Call) -> None:
    call("views", "add", "locks and more", "ti:strings")
    call("views", "add", "locks", "ti:gossip", "--key", "3")
    for name in ("locks", "3"):
        assert "Gradient Gossip" in script(f"view {name}").out
    assert "Old Strings" in script("view locks and more").out
    for name in ("lock", "4", "", "0", "None"):
        assert script(f"view {name}").code == 2


def test_categories_are_found_by_code_and_by_name(script: Script) -> None:
    assert script("categories cs.dc").out == script("categories PARALLEL, and").out
    assert script("categories hep-th").out.startswith("hep-th: High Energy Physics - Theory\n")
    assert script("categories nosuch").out == ""


@pytest.mark.usefixtures("filled")
def test_no_line_after_one_that_fails_is_run(script: Script, call: Call) -> None:
    assert script("star 2605.01234", "show 2605.99999", "star 2605.01111").code == 1
    assert [line.split("\t")[0] for line in call("list", "is:starred").out.splitlines()] == ["2605.01234v2"]


@pytest.mark.parametrize(
    ("is_following", "holds_papers", "words"),
    [
        (False, False, ["You follow no categories yet"]),
        (True, False, ["There are no papers yet"]),
        (False, True, ["4 papers, 0 unread", "You follow no categories yet"]),
        (True, True, ["4 papers, 0 unread"]),
    ],
)
def test_a_session_begins_by_counting_papers_or_reporting_that_papers_or_categories_are_missing(
    home: Path, call: Call, tmp_path: Path, is_following: bool, holds_papers: bool, words: list[str]
) -> None:
    if is_following:
        call("subscribe", "cs.DC")
    if holds_papers:
        call("import", str(write_papers(tmp_path / "papers.jsonl")))
    with terminal([*COMMAND, "--plain"], environ(home, TERM="dumb")) as screen:
        screen.until(lambda: screen.raw.endswith(b"> "), "the prompt")
        said = [each for each in GREETINGS if each.encode() in screen.raw]
        screen.send("quit\r")
        assert (said, screen.ended()) == (words, 0)


def test_words_are_completed_and_lines_of_earlier_sessions_come_back_however_those_ended(filled: Path) -> None:
    pytest.importorskip("readline")

    @contextmanager
    def prompt() -> Iterator[Terminal]:
        with terminal([*COMMAND, "--plain"], environ(filled, TERM="dumb")) as screen:
            screen.until(lambda: screen.raw.endswith(b"> "), "the prompt")
            yield screen

    for line, number in (("list is:unr\t OR ti:gossip\r", signal.SIGTERM), ("\x10\r", signal.SIGHUP)):  # Tab, Ctrl+P
        with prompt() as screen:
            screen.send(line)
            screen.until(lambda: b"Papers 1 to 1 of 1" in screen.raw and screen.raw.endswith(b"> "), "the list")
            os.kill(screen.pid, number)
            screen.send("\r")  # a signal that comes just before readline begins to wait is seen with the next key
            assert screen.ended() == 128 + number
    assert [stat.S_IMODE(file.stat().st_mode) for file in filled.rglob("plain-history")] == [0o600]


def test_no_line_loads_the_terminal_or_the_network(filled: Path) -> None:
    lines = (
        "list",
        "1",
        "star",
        "tag 1 thesis",
        "note 1 short",
        "undo",
        "days",
        "counts",
        "help",
        "export 1 --format ris",
    )
    program = (
        "import sys\nfrom arxtui.cli.main import main\ncode = main(['--plain'])\n"
        "print(code, *{name.split('.')[0] for name in sys.modules}, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        input="\n".join(lines),
        env=environ(filled),
        capture_output=True,
        text=True,
        timeout=100,
    )
    code, *loaded = done.stderr.splitlines()[-1].split()
    assert code == "0"
    assert set(loaded).isdisjoint({"textual", "asyncio", "httpx2", "feedparser", "selectolax"})


def test_a_script_that_nobody_reads_on_is_no_error(filled: Path) -> None:
    shell = f"yes list | {' '.join(COMMAND)} --plain | head -1"
    done = subprocess.run(["bash", "-c", f"set -o pipefail; {shell}"], env=environ(filled), capture_output=True)
    assert done.stdout.startswith(b"Papers 1 to 4 of 4")
    assert done.stderr == b""


def test_lines_that_are_no_text_are_refused_in_words(filled: Path) -> None:
    said = arxtui(filled, "--plain", stdin=b"\xff\x1b[31m\n")
    assert said.returncode == 2
    assert "\x1b" not in said.stderr
    assert said.stderr.startswith("arxtui: there is no command ")


def test_verbs_that_need_the_network_run_beside_the_script(filled: Path) -> None:
    said = arxtui(filled, "--plain", stdin=b"doctor --offline\nlist\n")
    assert "library" in said.stdout
    assert "Papers 1 to 4" in said.stdout


def test_plain_takes_nothing_beside_it(home: Path) -> None:
    said = run_here(home, "--plain", "list")
    assert (said.returncode, said.stdout) == (2, "")


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(
    ("before", "typed", "offered"),
    [
        ("", "sta", ["star", "stats"]),
        ("help ", "vi", ["view", "views"]),
        ("list is:starred ", "is:unr", ["is:unread"]),
        ("reading 3 ", "r", ["reading", "read"]),
        ("views ", "re", ["rename", "remove"]),
        ("export --format ", "bi", ["bibtex"]),
        ("star ", "i", []),
        ("import ", "", []),
        ("demo ", "--", []),
        ("nonsense ", "is:", []),
    ],
)
def test_a_word_is_completed_by_the_commands_options_and_values_valid_at_its_place(
    before: str, typed: str, offered: list[str]
) -> None:
    assert complete(before, typed) == offered
