"""Keys that are typed before the reader or the next screen is visible: each is handled, in order, by the screen that it
is meant for. ``benchmarks.early_keys`` types every key at many moments."""

from __future__ import annotations

import fcntl
import os
import re
import signal
import sys
import termios
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.library.facade import Library
from tests.builders import paper_json
from tests.cli.command import SMALL_DEMO
from tests.terminal.conftest import READER
from tests.terminal.preloaded import open_reader
from tests.terminal.screen import Terminal, processes_of, terminal, wait_until
from tests.terminal.slow_start import SlowStart

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads the terminal's modes from its other end")

_SOME = 60
INTERPRETER, PROGRAM, READING, TEXTUAL = "", "arxtui.cli.main", "arxtui.cli.program.reader", "textual.app"
"""Moments of a start: no code of arxtui has run; the terminal is unchanged; the terminal has just been set up; the
terminal has been set up for some time."""
_FULL_SCREEN = b"\x1b[?1049h"
ESCAPE = "\x1b"
ALL = f" 1/{_SOME}"
"""The end of the last line while the first of all papers is chosen."""


@pytest.fixture
def some(fill: Callable[[Sequence[dict[str, Any]]], None]) -> None:
    about = ("queues", "locks")
    fill([paper_json(each, f"Made-up paper number {each} on {about[each % 2]}") for each in range(1, _SOME + 1)])


Start = Callable[..., Any]


@pytest.fixture
def start(environ: dict[str, str], some: None, tmp_path: Path) -> Start:
    """Return a function that starts the reader and types keys at a given moment of the start."""

    @contextmanager
    def start(keys: str, moment: str = TEXTUAL) -> Iterator[Terminal]:
        slow = SlowStart(tmp_path / "start", moment)
        with terminal(READER, {**environ, **slow.environ}, 120, 35) as reader:
            slow.wait()
            reader.send(keys)
            slow.go_on()
            yield reader

    return start


def acts(paths: Paths) -> list[str]:
    """Return the acts of the journal, newest first."""
    library = Library.open(paths, Settings())
    try:
        return [act.what for act in library.journal.acts(9)]
    finally:
        library.close()


@pytest.mark.parametrize("moment", [INTERPRETER, PROGRAM, READING, TEXTUAL])
def test_a_search_typed_ahead_is_made_and_gone_through(start: Start, moment: str) -> None:
    with start("/locks\rjj", moment) as reader:
        reader.shows(f"3/{_SOME // 2}")
        reader.shows("locks* ×")
        if moment in (READING, TEXTUAL):
            assert b"/locks" not in reader.raw.partition(_FULL_SCREEN)[0]
        reader.send("q")
        assert reader.ended() == 0


@pytest.mark.parametrize(
    ("keys", "shown", "beneath"),
    [
        ("fj\r?G", "badge:theorem", "Nothing unread"),
        ("\t\r", "100 %", f"1/{_SOME}"),
        ("\x1b[<0;60;5M\x1b[<0;60;5m\x1b[O/\x1b[200~two words\x1b[201~", "/ two words", f"/{_SOME}"),
        (b"\xff\xe2\x82j\xc0\xafj\x00j\x10suspend", "Suspend the program", f"4/{_SOME}"),
        ("{j?\x1b", "date:2026-05 ×", "All papers"),
    ],
    ids=["filter and help", "text", "mouse, focus and paste", "no UTF-8, and the palette", "months"],
)
def test_keys_typed_ahead_reach_the_screens_that_they_open(
    environ: dict[str, str], some: None, keys: str | bytes, shown: str, beneath: str
) -> None:
    with open_reader(environ, 80, 24) as reader:
        wait_until(lambda: not reader.is_canonical, "the reader's modes of the terminal")
        reader.send(keys)
        reader.shows(shown)
        reader.send(ESCAPE)
        reader.shows(beneath)


def test_nothing_that_is_typed_after_leaving_is_done(start: Start, paths: Paths) -> None:
    with start("sqjsx") as reader:
        before = termios.tcgetattr(reader.child.child_fd)
        assert reader.ended() == 0
    assert acts(paths) == ["star"]
    assert before[3] & termios.ECHO == 0


def test_keys_typed_while_the_demo_is_made_are_for_its_reader(environ: dict[str, str], tmp_path: Path) -> None:
    slow = SlowStart(tmp_path / "start", "arxtui.cli.parser", "arxtui.tui.start")
    with terminal(SMALL_DEMO, {**environ, **slow.environ}) as reader:
        for _ in range(2):
            slow.wait()
            reader.send("jj")
            slow.go_on()
        reader.shows(" 5/")
        reader.send("q")
        assert reader.ended() == 0
        assert b"jj" not in reader.raw


@pytest.mark.parametrize(("ending", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
@pytest.mark.parametrize(("verb", "moment"), [("", "arxtui.tui.start"), ("demo", "arxtui.demo.papers.corpus")])
def test_the_terminal_is_left_as_it_was_by_a_start_that_is_ended(
    environ: dict[str, str], tmp_path: Path, verb: str, moment: str, ending: signal.Signals, status: int
) -> None:
    slow = SlowStart(tmp_path / "start", moment)
    with terminal(between_modes(verb), {**environ, **slow.environ}) as running:
        slow.wait()
        running.send("/locks\r")
        [program] = set(processes_of(environ["ARXTUI_HOME"])) - {running.pid}
        wait_until(lambda: waiting(program) == len("/locks\r"), "what was typed")
        os.kill(program, ending)
        running.shows(f"left with {status}")
        running.until(lambda: len(modes(running)) == 2, "the modes before and after")
        assert len(set(modes(running))) == 1
        running.send("exit\r")
        running.ended()
        assert b"locks" not in running.raw


def waiting(program: int) -> int:
    """Return the number of bytes that were typed for a program and have not been read."""
    terminal = os.open(f"/proc/{program}/fd/0", os.O_RDONLY | os.O_NOCTTY)
    try:
        return int.from_bytes(fcntl.ioctl(terminal, termios.FIONREAD, bytes(4)), sys.byteorder)
    finally:
        os.close(terminal)


def test_the_terminal_is_left_as_it_was_where_the_reader_cannot_open(environ: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").touch()
    with terminal(between_modes(f"demo --home {tmp_path}/full"), environ) as running:
        running.shows("left with 1")
        running.until(lambda: len(modes(running)) == 2, "the modes before and after")
        assert len(set(modes(running))) == 1


def between_modes(arguments: str = "") -> Sequence[str]:
    """Return a shell command that runs the program and prints its exit status, with the terminal's modes before and
    after."""
    program = f"{' '.join(READER)} {arguments}"
    return ("bash", "--norc", "--noprofile", "-c", f"stty -g; {program}; echo left with $?; stty -g; read -r x")


def test_the_terminal_is_left_as_it_was(environ: dict[str, str], some: None) -> None:
    with terminal(between_modes(), environ) as running:
        running.shows("help")
        running.send("q")
        running.shows("left with 0")
        running.until(lambda: len(modes(running)) == 2, "the modes before and after")
        assert len(set(modes(running))) == 1


def modes(running: Terminal) -> list[str]:
    """Return the terminal's modes as stty printed them."""
    return re.findall(r"(?:[0-9a-f]+:){20,}[0-9a-f]+(?=\s)", running.raw.decode(errors="replace"))


def test_a_fault_of_the_program_is_one_sentence_and_one_entry_in_the_log(
    environ: dict[str, str], some: None, paths: Paths, tmp_path: Path
) -> None:
    code = (
        "import sys; from arxtui.tui.widgets.lines import Lines\n"
        "def fault(): raise RuntimeError('a fault made by a test')\n"
        "def fail(self, step): self.screen.call_later(fault); fault()\n"
        "Lines.move = fail\n"
        "from arxtui.cli.main import main; sys.argv = ['arxtui']; raise SystemExit(main())"
    )
    with terminal((sys.executable, "-c", code), environ) as reader:
        reader.shows(f"1/{_SOME}")
        reader.send("jjj/abc")
        assert reader.ended() == 1
        assert reader.text.count("arxtui stopped because of an internal error") == 1
        assert "NOTE" not in reader.text
        assert "Traceback" not in reader.raw.decode(errors="replace")
    assert paths.log_file.read_text().count("CRITICAL") == 1
    assert paths.log_file.read_text().count("a fault made by a test") >= 1


def test_a_resize_before_the_first_frame_is_the_size_of_it(environ: dict[str, str], some: None, tmp_path: Path) -> None:
    slow = SlowStart(tmp_path / "start", TEXTUAL)
    with terminal(READER, {**environ, **slow.environ}, 120, 35) as reader:
        slow.wait()
        reader.send("jj")
        slow.go_on()
        reader.until(lambda: _FULL_SCREEN in reader.raw, "the full screen")
        reader.resize(70, 20)
        reader.shows(f"3/{_SOME}")
        reader.until(lambda: len(reader.lines) == 20 and f"3/{_SOME}" in reader.lines[-1], "the bottom line")


LARGE, SMALL = (120, 35), (80, 24)
BURSTS = {
    LARGE: [
        ("f\rl\r", "100 %"),
        (ESCAPE, ALL),
        ("fj\rkk?G", "badge:theorem"),
        (ESCAPE, "Nothing unread"),
        (ESCAPE, ALL),
        ("\x10go to the\x1b[B\r", f"{_SOME}/{_SOME}"),
        ("g", ALL),
        ("\x10go to the bottom\r", f"{_SOME}/{_SOME}"),
        ("g", ALL),
        ("/locks\r\x10help\rG", "badge:theorem"),
        (ESCAPE, "locks* ×"),
        (ESCAPE, ALL),
        ("/locks\rsjsVjk\r", "act:"),
        (ESCAPE, "locks* ×"),
        (ESCAPE, ALL),
        ("t\x10find in\rpaper", "/ paper"),
    ],
    SMALL: [
        ("jjjfg\rj", f"2/{_SOME}"),
        ("g", ALL),
        ("/locks\rjjjl\r", "100 %"),
        (ESCAPE, f"4/{_SOME // 2}"),
        (ESCAPE, "locks* ×"),
        (ESCAPE, ALL),
        ("\x10go to the bottom\rkk", f"{_SOME - 2}/{_SOME}"),
    ],
}
"""Bursts of keys for a terminal of each size, one after the other, and what is on the screen after each burst."""


@pytest.mark.parametrize("size", BURSTS)
def test_keys_of_one_burst_go_where_the_keys_before_them_led(
    environ: dict[str, str], some: None, size: tuple[int, int]
) -> None:
    with open_reader(environ, *size) as reader:
        reader.shows(ALL)
        for keys, shown in BURSTS[size]:
            os.write(reader.child.child_fd, keys.encode())
            reader.until(lambda shown=shown: shown in reader.text, f"{shown!r} after {keys!r}")  # type: ignore[misc]


def test_a_name_that_no_command_has_runs_none(environ: dict[str, str], some: None) -> None:
    with open_reader(environ) as reader:
        reader.shows(ALL)
        for name, place in (("zzzz", 2), ("the bottomq", 3)):
            os.write(reader.child.child_fd, f"\x10{name}\r".encode())
            reader.shows("No matches found")
            reader.send(ESCAPE)
            reader.until(lambda: "No matches found" not in reader.text, f"the list after {name!r}")
            reader.send("j")
            reader.shows(f"{place}/{_SOME}")
