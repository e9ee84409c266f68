"""The query for the terminal's background colour: the reader does not wait for the response, accepts it at any time,
and never reads it as keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from arxtui.config.paths import Paths
from arxtui.tui.terminal.background import QUERY, UNWATCH, WATCH
from arxtui.tui.themes import look
from tests.builders import paper_json
from tests.terminal.conftest import READER
from tests.terminal.preloaded import open_reader
from tests.terminal.screen import Terminal, terminal
from tests.terminal.slow_start import SlowStart

WHITE, BLACK = b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\", b"\x1b]11;rgb:0000/0000/0000\x07"
Fill = Callable[[Sequence[dict[str, Any]]], None]


@pytest.fixture
def colours(environ: dict[str, str], fill: Fill) -> dict[str, str]:
    fill([paper_json(each, f"Made-up paper number {each}") for each in range(1, 9)])
    return {**environ, "COLORTERM": "truecolor", "COLORFGBG": ""}


def paints(reader: Terminal, theme: str) -> bool:
    """Return whether the last row of the screen has the background colour of a theme."""
    cell = reader.emulator.buffer[reader.emulator.lines - 1][0]
    return f"#{cell.bg}" == look(theme).background


def test_an_answer_that_is_there_in_time_decides_the_first_paint(colours: dict[str, str], tmp_path: Path) -> None:
    slow = SlowStart(tmp_path / "start", "textual.app")
    with terminal(READER, {**colours, **slow.environ}) as reader:
        slow.wait()
        reader.until(lambda: QUERY.encode() in reader.raw, "the question")
        reader.send(b"j" + WHITE + b"j")
        slow.go_on()
        reader.shows("3/8")
        assert paints(reader, "light")
        assert rgb(look("dark").background) not in reader.raw


def test_a_late_answer_changes_the_theme_and_is_no_key_whole_or_in_pieces(colours: dict[str, str]) -> None:
    with open_reader(colours) as reader:
        reader.shows("1/8")
        assert paints(reader, "dark")
        for place, theme, pieces in ((2, "light", [WHITE]), (3, "dark", [BLACK[:9], BLACK[9:]])):
            for piece in pieces:
                reader.send(piece)
            reader.send("j")
            reader.shows(f"{place}/8")
            reader.until(lambda theme=theme: paints(reader, theme), f"the {theme} theme")  # type: ignore[misc]


def test_another_scheme_of_the_terminal_changes_the_theme(colours: dict[str, str]) -> None:
    with open_reader(colours) as reader:
        reader.shows("1/8")
        for report, theme in ((b"\x1b[?997;2n", "light"), (b"\x1b[?997;1n", "dark")):
            reader.send(report)
            reader.until(lambda theme=theme: paints(reader, theme), theme)  # type: ignore[misc]
        reader.send("q")
        assert reader.ended() == 0
        assert reader.raw.index(WATCH.encode()) < reader.raw.index(UNWATCH.encode())


def test_an_answer_on_its_way_while_the_reader_is_left_is_not_the_shells(colours: dict[str, str]) -> None:
    shell = ("bash", "--norc", "--noprofile", "-c", f"{' '.join(READER)}; read -r -t 1 -d '~' x; echo left \"[$x]\"")
    with terminal(shell, colours) as reader:
        reader.until(lambda: QUERY.encode() in reader.raw, "the question")
        reader.send(b"q")
        reader.send(BLACK)
        reader.shows("left []")


def test_a_terminal_whose_theme_is_chosen_is_not_queried(colours: dict[str, str], paths: Paths) -> None:
    with paths.config_file.open("a") as config:
        config.write("[ui]\ntheme = 'nord'\n")
    with open_reader(colours) as reader:
        reader.shows("1/8")
        assert paints(reader, "nord")
        assert QUERY.encode() not in reader.raw
        assert WATCH.encode() not in reader.raw


@pytest.mark.parametrize("name", ["linux", "xterm-256color"])
def test_the_linux_console_is_not_queried(colours: dict[str, str], name: str) -> None:
    with open_reader({**colours, "TERM": name}) as reader:
        reader.shows("1/8")
        assert (QUERY.encode() in reader.raw) is (name != "linux")


def rgb(colour: str) -> bytes:
    """Return the escape sequence that sets a background colour."""
    return f"48;2;{int(colour[1:3], 16)};{int(colour[3:5], 16)};{int(colour[5:], 16)}".encode()
