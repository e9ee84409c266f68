"""Text that an input method commits under kitty's keyboard protocol, and other long sequences: each is one unit, text
or nothing, and never keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.library.facade import Library
from tests.builders import paper_json
from tests.terminal.conftest import READER
from tests.terminal.preloaded import open_reader
from tests.terminal.screen import terminal

_PROTOCOL = b"\x1b[>25u"
"""Enables the protocol: no ambiguous keys (1), all keys as sequences (8), with their text (16)."""
_CHINESE, _KOREAN, _LETTERS = "量子计算机", "양자컴퓨터", "junction"
_TERMINAL_ANSWER = "\x1b[?64;1;2;4;6;9;15;16;17;18;21;22;28c"
_LONG_MOUSE_REPORT = "\x1b[<0;000000000000000005;00000000000000005M"


@pytest.fixture(autouse=True)
def papers(fill: Callable[[Sequence[dict[str, Any]]], None]) -> None:
    fill([paper_json(1, "Made-up paper on 量子计算机"), paper_json(2), paper_json(3)])


def committed(text: str) -> str:
    """Return the sequence in which a terminal reports a text that an input method commits."""
    return f"\x1b[0;;{':'.join(str(ord(character)) for character in text)}u"


@pytest.mark.parametrize("sequence", [*map(committed, (_CHINESE, _KOREAN, _LETTERS)), _TERMINAL_ANSWER])
def test_on_the_list_a_long_sequence_does_nothing(environ: dict[str, str], paths: Paths, sequence: str) -> None:
    with open_reader(environ) as reader:
        reader.shows("1/3")
        reader.send(sequence + "j")
        reader.shows("2/3")
        reader.send("q")  # which would be text on a command line that the sequence had opened
        assert reader.ended() == 0
    library = Library.open(paths, Settings())
    try:
        assert not library.journal.can_undo()
    finally:
        library.close()


def test_in_a_note_and_a_search_it_is_its_text(environ: dict[str, str], paths: Paths) -> None:
    with open_reader(environ) as reader:
        reader.shows("1/3")
        reader.send("n")
        reader.shows("Note on")
        reader.send(f"a{committed(f'{_CHINESE} ')}{_TERMINAL_ANSWER}{_LONG_MOUSE_REPORT}{committed(_LETTERS)}b\x1b")
        reader.shows("Note saved")
        reader.send("/" + committed(_CHINESE) + "\r")
        reader.shows("1/1")
        reader.send("q")
        assert reader.ended() == 0
    library = Library.open(paths, Settings())
    try:
        notes = [row.marks.note for row in library.papers.rows(list(library.search.listing("has:note").keys))]
    finally:
        library.close()
    assert notes == [f"a{_CHINESE} {_LETTERS}b"]


@pytest.mark.parametrize("wanted", [True, False])
def test_the_protocol_can_be_left_off(environ: dict[str, str], paths: Paths, wanted: bool) -> None:
    with paths.config_file.open("a", encoding="utf-8") as file:
        file.write(f"[ui]\nkitty_keyboard = {str(wanted).lower()}\n")
    with terminal(READER, environ) as reader:
        reader.shows("1/3")
        reader.send("j")
        reader.shows("2/3")
        reader.send("q")
        assert reader.ended() == 0
    assert (_PROTOCOL in reader.raw) is wanted
