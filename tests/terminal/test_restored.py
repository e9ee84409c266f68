"""However the reader ends, it restores the terminal: modes, screen, cursor and mouse."""

from __future__ import annotations

import os
import re
import signal
import sys
import termios
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from tests.builders import paper_json
from tests.terminal.conftest import READER, either_way
from tests.terminal.preloaded import open_reader
from tests.terminal.screen import Terminal, processes_of, terminal

Fill = Callable[[Sequence[dict[str, Any]]], None]
_MODE = re.compile(rb"\x1b\[\?([0-9;]+)([hl])")
_ON = ("7", "25")
"""The modes that are on in a terminal that no program has set up: wrapping at the right edge, and the cursor."""
_PUSHED, _POPPED = re.compile(rb"\x1b\[>[0-9]*u"), re.compile(rb"\x1b\[<[0-9]*u")
"""The sequences that enable and disable kitty's keyboard protocol."""
_FAULTY = (
    sys.executable,
    "-c",
    "from arxtui.tui.application import ArxtuiApp; ArxtuiApp.action_help = lambda self: 1 / 0; "
    "from arxtui.cli.main import main; raise SystemExit(main([]))",
)


def left_on(raw: bytes) -> set[str]:
    """Return the modes that the output leaves in another state than before."""
    states = {number.decode(): state for numbers, state in _MODE.findall(raw) for number in numbers.split(b";")}
    assert states.get("1049") == b"l", "the reader has its own screen, and leaves it"
    return {number for number, state in states.items() if (state == b"h") != (number in _ON)}


def new_modes() -> list[Any]:
    """Return the modes of a pseudo-terminal that no program has used."""
    controller, terminal_end = os.openpty()
    try:
        return termios.tcgetattr(terminal_end)
    finally:
        os.close(controller)
        os.close(terminal_end)


def ends(
    running: Terminal, end: Callable[[], object], codes: Sequence[int], up: Callable[[], object] | None = None
) -> None:
    """Check that the reader restores a terminal in which it has just been started. ``up`` waits until the reader is
    open, and ``end`` ends it."""
    before = new_modes()  # not those of this terminal, which the reader may have changed already
    running.shows("1/2")
    if up:
        up()
    assert termios.tcgetattr(running.child.child_fd) != before
    end()
    assert running.ended() in codes
    assert termios.tcgetattr(running.child.child_fd) == before
    assert left_on(bytes(running.raw)) == set()
    assert len(_PUSHED.findall(running.raw)) <= len(_POPPED.findall(running.raw))


@pytest.fixture(autouse=True)
def papers(fill: Fill) -> None:
    fill([paper_json(1), paper_json(2)])


@either_way
@pytest.mark.parametrize("name", ["xterm-256color", "tmux-256color", "screen-256color", "linux"])
def test_leaving_gives_every_terminal_back(environ: dict[str, str], name: str) -> None:
    with open_reader({**environ, "TERM": name}) as running:
        ends(running, lambda: running.send("q"), [0])


def test_where_there_is_no_second_screen_nothing_of_the_reader_is_left(environ: dict[str, str]) -> None:
    # The emulator of these tests has only one screen, as GNU screen has by default.
    shell = ("/bin/sh", "-c", f"{' '.join(READER)}; echo the shell again")
    with terminal(shell, environ) as running:
        running.shows("1/2")
        running.send("q")
        running.shows("the shell again")
        # The emulator prints the "u" of kitty's keyboard protocol as text.
        assert running.text.strip().removeprefix("u") == "the shell again"


@either_way
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_gives_it_back(environ: dict[str, str], number: signal.Signals) -> None:
    with open_reader(environ) as running:
        ends(running, lambda: os.kill(running.pid, number), [128 + number, -number])


def test_a_fault_gives_it_back_with_a_sentence(environ: dict[str, str]) -> None:
    with terminal(_FAULTY, environ) as running:
        ends(running, lambda: running.send("?"), [1])
        assert "arxtui stopped because of an internal error" in running.text
        assert "Traceback" not in running.text


@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes through /proc")
def test_a_worker_that_is_killed_leaves_the_reader_and_the_terminal_alone(
    environ: dict[str, str], slow_upstream: object
) -> None:
    def kill_the_worker() -> None:
        running.until(lambda: bool(processes_of(environ["ARXTUI_HOME"])), "the worker")
        for pid in processes_of(environ["ARXTUI_HOME"]):
            os.kill(pid, signal.SIGKILL)
        running.shows("ended before it finished")

    with open_reader(environ) as running:
        ends(running, lambda: running.send("q"), [0], up=kill_the_worker)
