"""Ctrl+C copies, closes a prompt or asks for confirmation; it never ends the reader while something is being
written."""

from __future__ import annotations

import base64
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from typing import Any

import pytest

from tests.builders import paper_json
from tests.terminal.conftest import either_way
from tests.terminal.preloaded import open_reader
from tests.terminal.screen import Terminal

CTRL_C, SHIFT_HOME = "\x03", "\x1b[1;2H"
LEAVE = "Leave arxtui?  Enter yes · Esc no"
LIST = "1/2"


@pytest.fixture
def reader(environ: dict[str, str], fill: Callable[[Sequence[dict[str, Any]]], None]) -> Iterator[Terminal]:
    """The reader with two papers."""
    fill([paper_json(number, "Made-up locks") for number in (1, 2)])
    with open_reader({**environ, "TMUX": ""}, 120, 35) as reader:
        reader.shows(LIST)
        yield reader


@pytest.mark.parametrize("answer", ["\r", "y", CTRL_C])
def test_with_nothing_open_an_interrupt_leaves_after_a_confirmation(reader: Terminal, answer: str) -> None:
    reader.send(CTRL_C)
    reader.shows(LEAVE)
    reader.send(answer)
    assert reader.ended() == 0


OPENED = {
    "/": "2 matches",
    "#": "Tag",
    "?": "the keys used most",
    "V": "your acts, newest first",
    "\x10": "Search for commands",
    "t": "100 %",
}
"""The keys that open a prompt or a screen over the list, and a text on each of them."""


@either_way
def test_an_interrupt_closes_a_prompt_or_a_screen_over_the_list_before_it_offers_to_leave(reader: Terminal) -> None:
    for (key, words), no in zip(OPENED.items(), cycle(("n", "\x1b"))):
        reader.send(key)
        reader.until(lambda words=words: words in reader.text, f"{words!r} after {key!r}")  # type: ignore[misc]
        reader.send(CTRL_C)
        reader.until(
            lambda words=words: words not in reader.text and LIST in reader.lines[-1],  # type: ignore[misc]
            f"the list after {key!r}",
        )
        assert LEAVE not in reader.text, key
        reader.send(CTRL_C)
        reader.shows(LEAVE)
        reader.send(no)
        reader.until(lambda no=no: LEAVE not in reader.text, f"the list after {no!r}")  # type: ignore[misc]
        reader.shows(LIST)


@either_way
def test_text_selected_in_a_note_or_the_search_box_is_copied_and_both_stay_open(reader: Terminal) -> None:
    reader.send("n")
    reader.shows("Note on")
    reader.send("as it was")
    reader.shows("as it was")
    reader.send(CTRL_C)
    reader.shows("none is selected · Esc saves the note")
    reader.send(SHIFT_HOME + CTRL_C)
    copied(reader, b"as it was")
    reader.shows("Note on")
    reader.send("\x1b")
    reader.until(lambda: "Note on" not in reader.text and LIST in reader.lines[-1], "the list")
    reader.send("/locks" + SHIFT_HOME + CTRL_C)
    copied(reader, b"locks")
    assert LEAVE not in reader.text
    reader.shows("/ locks")


def copied(reader: Terminal, text: bytes) -> None:
    """Wait until the reader has put a text on the terminal's clipboard."""
    reader.until(lambda: b"\x1b]52;c;" + base64.b64encode(text) in reader.raw, "the sequence for the clipboard")


def test_the_signal_ends_the_reader_as_other_signals_do(reader: Terminal) -> None:
    os.kill(reader.pid, signal.SIGINT)
    assert reader.ended() == 128 + signal.SIGINT
    assert "Traceback" not in reader.text
