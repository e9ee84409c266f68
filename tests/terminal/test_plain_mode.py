"""Plain mode in a real terminal: it writes no control sequence, and leaves the terminal unchanged."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from arxtui.config.paths import Paths
from arxtui.demo.server import Server
from tests.builders import paper_json
from tests.terminal.conftest import READER
from tests.terminal.preloaded import open_reader
from tests.terminal.screen import Terminal, processes_of, terminal, wait_until

PLAIN = (*READER, "--plain")
PROMPT = b"> "
_MODES = re.compile(rb"(?:[0-9a-f]+:){10,}[0-9a-f]+")
_CONTROLS = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


@pytest.fixture
def home(fill: Callable[[Sequence[dict[str, Any]]], None], environ: dict[str, str]) -> dict[str, str]:
    """The environment of a home with 12 papers."""
    fill([paper_json(number, f"Paper called {number}") for number in range(1, 13)])
    return environ


@pytest.fixture
def prompt(home: dict[str, str]) -> Iterator[Terminal]:
    """Plain mode on a dumb terminal, opened without an option."""
    with open_reader({**home, "TERM": "dumb"}) as running:
        at_prompt(running)
        yield running


def at_prompt(running: Terminal) -> None:
    """Wait until the program prompts for the next line."""
    running.until(lambda: running.raw.endswith(PROMPT), "the prompt")


def answer(running: Terminal, line: str) -> str:
    """Type a line. Returns the output up to the next prompt."""
    running.raw.clear()
    running.send(f"{line}\r")
    running.until(lambda: running.raw.endswith(b"\n" + PROMPT), f"an answer to {line!r}")
    return running.raw.decode().replace("\r\n", "\n")


def leave(running: Terminal) -> int:
    running.send("\x04")
    return running.ended()


@pytest.mark.parametrize("name", ["dumb", "", "unknown"])
def test_a_terminal_that_cannot_show_the_reader_gets_plain_mode(home: dict[str, str], name: str) -> None:
    with open_reader({**home, "TERM": name}) as running:
        at_prompt(running)
        assert "arxtui, plain mode." in running.text
        assert "12 papers, 0 unread" in running.text
        assert leave(running) == 0


@pytest.mark.parametrize("name", ["dumb", "xterm-256color"])
def test_nothing_but_text_reaches_the_terminal(home: dict[str, str], name: str) -> None:
    said = b""
    lines = (
        "list",
        "",
        "3",
        "star",
        "note 1 short",
        "help",
        "help export",
        "read 1",
        "diff 1",
        "days",
        "refresh",
        "li\t",
    )
    with open_reader({**home, "TERM": name}, arguments=["--plain"]) as running:
        at_prompt(running)
        for line in lines:
            answer(running, line)
            said += bytes(running.raw)
        running.raw.clear()
        running.send("\x04")
        assert running.ended() == 0
        said += bytes(running.raw)
    assert b"Paper called 12" in said
    assert _CONTROLS.findall(said) == []


def test_the_setting_opens_plain_mode_on_any_terminal(home: dict[str, str], paths: Paths) -> None:
    with paths.config_file.open("a") as config:
        config.write("[ui]\nplain = true\n")
    with open_reader(home) as running:
        at_prompt(running)
        assert answer(running, "quit-e").startswith("quit-e\narxtui: there is no command 'quit-e'")
        running.send("quit\r")
        assert running.ended() == 0
        assert b"\x1b" not in running.raw


def test_enter_alone_turns_the_page(prompt: Terminal) -> None:
    assert "\n10. Paper called 3\n" in answer(prompt, "list")
    assert "\n11. Paper called 2\n" in answer(prompt, "")
    assert answer(prompt, "") == "\n> "


def test_tab_completes_commands_and_names(prompt: Terminal) -> None:
    assert "All: 12 papers" in answer(prompt, "cou\t")
    answer(prompt, "list")
    answer(prompt, "tag 1 thesis")
    assert "2 papers tagged thesis" in answer(prompt, "tag 2-3 the\t")
    assert "Papers 1 to 3 of 3" in answer(prompt, "list tag:th\t")


def test_earlier_lines_come_back_in_the_next_session(prompt: Terminal, home: dict[str, str]) -> None:
    answer(prompt, "list ti:called")
    assert leave(prompt) == 0
    with open_reader(home, arguments=["--plain"]) as running:
        at_prompt(running)
        assert "Papers 1 to 10 of 12" in answer(running, "\x10")


def test_ctrl_c_drops_the_line_and_the_session_goes_on(prompt: Terminal) -> None:
    prompt.send("sta")
    prompt.shows("> sta")
    prompt.until(lambda: _sleeps(prompt.pid), "the wait for a key, which a signal ends")
    prompt.send("\x03")
    prompt.until(lambda: prompt.raw.endswith(b"\r\n" + PROMPT), "a new line")
    assert "Papers 1 to 10 of 12" in answer(prompt, "list")
    assert leave(prompt) == 0


def test_ctrl_c_stops_a_refresh_and_its_process(environ: dict[str, str], slow_upstream: Server) -> None:
    with open_reader({**environ, "TERM": "dumb"}, arguments=["--plain"]) as running:
        at_prompt(running)
        running.send("refresh\r")
        running.until(lambda: len(slow_upstream.log) > 0, "a request of the worker")
        running.raw.clear()
        running.send("\x03")
        running.until(lambda: running.raw.endswith(b"stopped\r\n" + PROMPT), "the prompt")
        wait_until(lambda: processes_of(environ["ARXTUI_HOME"]) == [], "the end of the worker")
        assert leave(running) == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_gives_the_terminal_back_as_it_was(home: dict[str, str], number: signal.Signals) -> None:
    shell = ("/bin/sh", "-c", f"stty -g; {' '.join(PLAIN)}; stty -g; read line")
    with terminal(shell, {**home, "TERM": "dumb"}, columns=300) as running:
        at_prompt(running)
        running.until(lambda: not running.is_canonical, "the modes of line editing")
        [pid] = [pid for pid in processes_of(home["ARXTUI_HOME"]) if _is_python(pid)]
        running.until(lambda: _sleeps(pid), "the wait for a line, which a signal ends")
        os.kill(pid, number)
        running.send(" ")  # Python notices a signal just before the wait for a key only after the key
        running.until(lambda: len(_MODES.findall(running.raw)) == 2, "the modes afterwards")
        before, after = _MODES.findall(running.raw)
        assert after == before


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_a_signal_in_the_middle_of_a_refresh_ends_both(
    environ: dict[str, str], slow_upstream: Server, number: signal.Signals
) -> None:
    with open_reader({**environ, "TERM": "dumb"}, arguments=["--plain"]) as running:
        at_prompt(running)
        running.send("refresh\r")
        running.until(lambda: len(slow_upstream.log) > 0, "a request of the worker")
        os.kill(running.pid, number)
        assert running.ended() in (-number, 128 + number)
        wait_until(lambda: processes_of(environ["ARXTUI_HOME"]) == [], "the end of every process")


def test_a_first_run_explains_how_categories_are_followed(environ: dict[str, str]) -> None:
    with open_reader({**environ, "TERM": "dumb"}, arguments=["--plain"]) as running:
        at_prompt(running)
        said = " ".join(running.text.split())
    assert "You follow no categories yet. 'categories' lists arXiv's" in said
    assert "'subscribe cs.DC math.NT' follows two, then 'refresh' brings their papers." in said


def _sleeps(pid: int) -> bool:
    return Path(f"/proc/{pid}/stat").read_bytes().rpartition(b") ")[2].startswith(b"S")


def _is_python(pid: int) -> bool:
    return b"arxtui" in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
