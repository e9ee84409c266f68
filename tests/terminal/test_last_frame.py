"""The last frame of the previous session is on the screen before the program is loaded."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from arxtui.config.paths import Paths
from arxtui.tui.terminal.saved_frame import FILE, load_frame
from tests.builders import paper_json
from tests.homes import as_made
from tests.terminal.conftest import READER
from tests.terminal.preloaded import open_reader
from tests.terminal.screen import Terminal, processes_of, terminal, variables
from tests.terminal.slow_start import SlowStart
from tests.terminal.test_early_keys import between_modes, modes

_SOME = 60
_FIRST = f"Made-up paper number {_SOME} "
_ENTERED, _LEFT = b"\x1b[?1049h", b"\x1b[?1049l"
LOADING = "arxtui.cli.program.reader"
"""The module that is about to be imported once the last frame has been shown; no other module of the reader is loaded
then."""
Start = Callable[..., Any]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of every home of this module. A frame names files by their paths, so a copy of a home must be at the
    same path."""
    return tmp_path_factory.mktemp("last-frame") / "home"


@pytest.fixture
def paths(folder: Path) -> Iterator[Paths]:
    made = Paths.under(folder)
    made.make()
    yield made
    shutil.rmtree(folder)


@pytest.fixture
def file(paths: Paths) -> Path:
    return paths.state / FILE


@pytest.fixture
def left(fill: Callable[[Sequence[dict[str, Any]]], None], environ: dict[str, str], folder: Path, file: Path) -> None:
    """A home in which a session of the reader has been run and quit."""

    def run_session() -> None:
        fill([paper_json(each, f"Made-up paper number {each} on queues") for each in range(1, _SOME + 1)])
        with open_reader(environ) as reader:
            reader.shows(f"1/{_SOME}")
            reader.shows("Library")
            reader.shows("in cs.DC")
            reader.send("jjq")
            assert reader.ended() == 0

    as_made(folder, ("a session that was quit", folder), run_session)
    assert file.exists()


@pytest.fixture
def start(environ: dict[str, str], left: None, tmp_path: Path) -> Start:
    """Return a function that starts the reader and pauses before it is loaded; ``slow.go_on`` resumes it."""

    @contextmanager
    def start(
        more: Mapping[str, str] = {}, command: Sequence[str] = READER, columns: int = 120, rows: int = 40
    ) -> Iterator[tuple[Terminal, SlowStart]]:
        slow = SlowStart(tmp_path / "start", LOADING)
        with terminal(command, {**environ, **slow.environ, **more}, columns, rows) as reader:
            slow.wait()
            reader.pump()
            yield reader, slow

    return start


def test_the_screen_of_the_last_session_is_there_at_once_and_the_reader_takes_its_place_without_a_flash(
    start: Start,
) -> None:
    with start() as (reader, slow):
        reader.shows(_FIRST)
        reader.shows(f"3/{_SOME}")
        reader.shows(" as of ")
        assert reader.lines[0].startswith((" Unread ", " All papers "))
        assert "changed" not in reader.lines[0]
        slow.go_on()
        while "as of" in reader.lines[0]:
            assert reader.pump()
            assert _FIRST in reader.text
            assert "Library" in reader.text
            assert "in cs.DC" in reader.text
        assert f" 3/{_SOME}" in reader.text
        assert reader.raw.count(_ENTERED) == 1
        reader.send("q")
        assert reader.ended() == 0
        assert reader.raw.count(_LEFT) == 1


def test_keys_typed_while_the_frame_is_shown_reach_the_reader_in_order(start: Start) -> None:
    with start() as (reader, slow):
        reader.shows(_FIRST)
        reader.send("jjjj/number 4\r")
        slow.go_on()
        reader.shows("number 4* ×")
        assert b"jjjj" not in reader.raw
        reader.send("q")
        assert reader.ended() == 0


def test_a_frame_of_before_a_change_of_the_library_says_so(
    start: Start, fill: Callable[[Sequence[dict[str, Any]]], None], paths: Paths
) -> None:
    before = paths.config_file.stat()
    fill([paper_json(_SOME + 1, "A paper that came later")])
    os.utime(paths.config_file, ns=(before.st_atime_ns, before.st_mtime_ns))
    with start() as (reader, slow):
        reader.shows("changed since")
        slow.go_on()
        reader.shows("A paper that came later")
        reader.until(lambda: "changed since" not in reader.text, "the counts of now")


def test_nothing_is_shown_on_another_terminal(start: Start) -> None:
    with start(columns=119) as (reader, slow):
        assert not reader.text.strip()
        slow.go_on()
        reader.shows(f"3/{_SOME}")


def test_nothing_is_shown_with_other_settings_or_another_style_sheet(
    left: None, file: Path, paths: Paths, environ: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("COLUMNS", "LINES", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables(environ).items():
        monkeypatch.setenv(name, value)

    def frame() -> str | None:
        return load_frame(str(file), 120, 40)

    assert frame()
    paths.style_file.write_text("#top { background: red; }")
    assert not frame()
    paths.style_file.unlink()
    assert frame()
    with paths.config_file.open("a") as config:
        config.write('[ui]\ntheme = "light"\n')
    assert not frame()


def test_a_file_that_is_not_a_frame_is_ignored(start: Start, file: Path) -> None:
    file.unlink()
    os.mkfifo(file, 0o600)
    with start() as (reader, slow):
        assert not reader.text.strip()
        slow.go_on()
        reader.shows(f"3/{_SOME}")
        reader.send("q")
        assert reader.ended() == 0


def test_the_frame_is_readable_by_its_user_alone(left: None, file: Path) -> None:
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(("ending", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_the_terminal_is_left_as_it_was_by_a_start_that_is_ended(
    start: Start, environ: dict[str, str], ending: signal.Signals, status: int
) -> None:
    with start(command=between_modes()) as (running, _):
        running.shows(_FIRST)
        [program] = set(processes_of(environ["ARXTUI_HOME"])) - {running.pid}
        os.kill(program, ending)
        running.until(lambda: b"left with %d" % status in running.raw, "the end")
        running.until(lambda: len(modes(running)) == 2, "the modes before and after")
        assert len(set(modes(running))) == 1
        assert running.raw.count(_LEFT) == 1


def test_a_start_that_is_stopped_gives_the_screen_back_meanwhile(
    environ: dict[str, str], left: None, tmp_path: Path
) -> None:
    slow = SlowStart(tmp_path / "start", LOADING)
    with terminal(("bash", "--norc", "--noprofile", "-i"), {**environ, **slow.environ, "PS1": "prompt> "}) as running:
        running.shows("prompt>")
        running.send(f"{' '.join(READER)}\r")
        running.shows(_FIRST)
        running.send("\x1a")
        running.shows("Stopped")
        assert _LEFT in running.raw
        running.send("clear; fg\r")
        slow.go_on()
        running.until(lambda: running.raw.count(_ENTERED) == 2, "the screen of the reader")
        running.shows(f" 3/{_SOME}")


def test_an_error_at_the_start_is_said_on_the_screen_of_the_shell(start: Start, paths: Paths) -> None:
    paths.library_db.write_bytes(b"no database at all, whatever was here before" * 400)
    with start() as (reader, slow):
        slow.go_on()
        assert reader.ended() == 1
        assert b"arxtui:" in reader.raw.partition(_LEFT)[2]
