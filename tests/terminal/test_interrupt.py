"""Ctrl+C copies, closes a prompt or asks for confirmation; it never ends the reader while something is being
written."""

from __future__ import annotations

import base64
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from arxtui.config.paths import Paths
from tests.builders import paper_json
from tests.terminal.conftest import READER, either_way
from tests.terminal.screen import Terminal, terminal

CTRL_C, SHIFT_HOME = "\x03", "\x1b[1;2H"
LEAVE = "Leave arxtui?  Enter yes · Esc no"
LIST = "1/2"


@pytest.fixture
def reader(environ: dict[str, str], fill: Callable[[Sequence[dict[str, Any]]], None]) -> Iterator[Terminal]:
    """The reader with two papers."""
    fill([paper_json(number, "Made-up locks") for number in (1, 2)])
    with terminal(READER, {**environ, "TMUX": ""}, 120, 35) as reader:
        reader.shows(LIST)
        yield reader


@pytest.mark.parametrize("answer", ["\r", "y", CTRL_C])
def test_where_nothing_is_open_it_asks_and_leaves_on_a_yes(reader: Terminal, answer: str) -> None:
    reader.send(CTRL_C)
    reader.shows(LEAVE)
    reader.send(answer)
    assert reader.ended() == 0


@pytest.mark.parametrize("answer", ["\x1b", "n"])
def test_a_no_stays(reader: Terminal, answer: str) -> None:
    reader.send(CTRL_C)
    reader.shows(LEAVE)
    reader.send(answer)
    reader.until(lambda: LEAVE not in reader.text, "the list")
    reader.shows(LIST)


@pytest.mark.parametrize(
    ("keys", "opened"),
    [
        ("/", "2 matches"),
        ("#", "Tag"),
        ("?", "keys, signs and queries"),
        ("V", "what you did, newest first"),
        ("\x10", "Search for commands"),
        ("t", "100 %"),
    ],
    ids=["search", "question", "help", "journal", "palette", "text"],
)
@either_way
def test_what_is_open_is_closed_and_only_then_it_asks(reader: Terminal, keys: str, opened: str) -> None:
    reader.send(keys)
    reader.shows(opened)
    reader.send(CTRL_C)
    reader.until(lambda: opened not in reader.text and LIST in reader.lines[-1], "the list")
    assert LEAVE not in reader.text
    reader.send(CTRL_C)
    reader.shows(LEAVE)


@either_way
def test_a_note_stays_open_and_its_text_can_be_copied(reader: Terminal, paths: Paths) -> None:
    reader.send("n")
    reader.shows("Note on")
    reader.send("as it was")
    reader.shows("as it was")
    reader.send(CTRL_C)
    reader.shows("none is selected · Esc saves the note")
    reader.send(SHIFT_HOME + CTRL_C)
    copied = b"\x1b]52;c;" + base64.b64encode(b"as it was")
    reader.until(lambda: copied in reader.raw, "the sequence for the clipboard")
    reader.shows("Note on")


@either_way
def test_text_selected_in_the_search_box_is_copied_and_the_search_goes_on(reader: Terminal) -> None:
    reader.send("/locks" + SHIFT_HOME + CTRL_C)
    reader.until(lambda: b"\x1b]52;c;" + base64.b64encode(b"locks") in reader.raw, "the sequence for the clipboard")
    assert LEAVE not in reader.text


def test_the_signal_ends_the_reader_as_other_signals_do(reader: Terminal) -> None:
    os.kill(reader.pid, signal.SIGINT)
    assert reader.ended() == 128 + signal.SIGINT
    assert "Traceback" not in reader.text
