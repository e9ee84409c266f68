"""However the reader ends, no process is left running and none keeps the terminal open."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from arxtui.config.paths import Paths
from arxtui.demo.server import Server
from tests.builders import paper_json
from tests.terminal.conftest import READER, either_way
from tests.terminal.preloaded import open_reader
from tests.terminal.screen import Terminal, processes_of, terminal, wait_until

Fill = Callable[[Sequence[dict[str, Any]]], None]
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes through /proc")


def refreshing(reader: Terminal, upstream: Server) -> None:
    """Wait until the reader is open and its worker is in the middle of a request."""
    reader.shows("help")
    reader.until(lambda: len(upstream.log) > 0, "a request of the worker")


def nobody_left(environ: dict[str, str]) -> None:
    home = environ["ARXTUI_HOME"]
    wait_until(lambda: not processes_of(home), f"the end of {processes_of(home)}")


@either_way
def test_the_worker_has_a_session_of_its_own_and_no_terminal_and_quitting_ends_both(
    environ: dict[str, str], slow_upstream: Server
) -> None:
    with open_reader(environ) as reader:
        refreshing(reader, slow_upstream)
        workers = processes_of(environ["ARXTUI_HOME"])
        assert workers
        for pid in workers:
            assert os.getsid(pid) != os.getsid(reader.pid)
            opened = [str(link.readlink()) for link in Path(f"/proc/{pid}/fd").iterdir() if link.exists()]
            assert not [name for name in opened if name.startswith(("/dev/pts", "/dev/tty"))]
        reader.send("q")
        assert reader.ended() == 0
        nobody_left(environ)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_a_signal_to_the_reader_ends_its_worker_too(
    environ: dict[str, str], slow_upstream: Server, number: signal.Signals
) -> None:
    with open_reader(environ) as reader:
        refreshing(reader, slow_upstream)
        os.kill(reader.pid, number)
        assert reader.ended() in (-number, 128 + number)
        nobody_left(environ)


@either_way
def test_a_lost_terminal_ends_both(environ: dict[str, str], slow_upstream: Server) -> None:
    with open_reader(environ) as reader:
        refreshing(reader, slow_upstream)
        os.close(reader.child.child_fd)
        reader.child.wait()
        nobody_left(environ)


@either_way
def test_ctrl_z_gives_the_shell_back_and_fg_the_reader(environ: dict[str, str], slow_upstream: Server) -> None:
    shell = ("bash", "--norc", "--noprofile", "-i")
    with terminal(shell, {**environ, "PS1": "prompt> "}) as running:
        running.shows("prompt>")
        running.send(f"{' '.join(READER)}\r")
        refreshing(running, slow_upstream)
        running.send("\x1a")
        running.shows("Stopped")
        running.send("echo the shell is $((20 + 3))\r")
        running.shows("the shell is 23")
        running.raw.clear()
        running.send("fg\r")
        running.until(lambda: b"Categories" in running.raw, "the reader")
        running.raw.clear()
        running.send("q")
        running.until(lambda: b"prompt>" in running.raw, "the prompt")
        running.send("exit\r")
        running.ended()
        nobody_left(environ)


SCREENS = {
    "?": "the keys used most",
    "V": "The journal",
    "L": "The ledger",
    "O": "Links",
    "e": "Rules",
    "c": "Choose the arXiv categories",
    "\x10": "Search for commands",
    "z": "Esc leave",
}
"""The keys that open a screen over the list, and a text on each of these screens."""


def test_ctrl_z_suspends_on_every_screen_and_fg_brings_it_back_as_it_was(environ: dict[str, str], fill: Fill) -> None:
    fill([paper_json(1, "Made-up paper on queues")])
    shell = ("bash", "--norc", "--noprofile", "-i")
    with terminal(shell, {**environ, "PS1": "prompt> "}, columns=80, rows=24) as running:
        running.shows("prompt>")
        running.send(f"{' '.join(READER)}\r")
        running.shows("1/1")
        for key, words in SCREENS.items():
            running.send(key)
            running.shows(words)
            running.send("\x1a")
            running.shows("Stopped")
            running.send("clear; fg\r")
            running.until(lambda words=words: words in running.text and "Stopped" not in running.text)  # type: ignore[misc]
            running.send("\x1b")
            running.shows("1/1")
        running.send("n")
        running.shows("Note on")
        running.send("typed")
        running.shows("typed")
        running.send("\x1a")
        running.until(lambda: "typed" not in running.text)
        assert "Note on" in running.text
        running.send("\x1b")
        running.shows("1/1")
        running.send("q")
        running.shows("prompt>")


def test_without_a_terminal_the_reader_says_so(environ: dict[str, str]) -> None:
    run = subprocess.run(
        READER, env={**os.environ, **environ}, capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    assert run.returncode != 0
    assert "arxtui list" in run.stderr
    assert "Traceback" not in run.stderr


def test_leaving_in_the_middle_of_a_harvest_says_that_it_goes_on(
    paths: Paths, environ: dict[str, str], slow_upstream: Server
) -> None:
    paths.config_file.write_text(
        f'[arxiv]\ncategories = ["cs.DC"]\noai_url = "{slow_upstream.url}/oai"\n'
        "[refresh]\nat_start = false\ninterval_minutes = 0\n"
    )
    with open_reader(environ) as reader:
        reader.shows("help")
        reader.send("B\x15cs\r")
        reader.shows("harvest cs: from the beginning")
        reader.send("q")
        reader.shows("The harvest stops now")
        assert reader.ended() == 0
        nobody_left(environ)
