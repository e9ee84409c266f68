"""``NO_COLOR`` in a real terminal: the reader writes no colour, and distinguishes parts of the screen by text
attributes."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from arxtui.config.paths import Paths
from tests.terminal.preloaded import open_reader
from tests.terminal.screen import Terminal
from tests.tui.reader import fill_usually

_SGR = re.compile(rb"\x1b\[([0-9;:]*)m")
_COLOURS = {*range(30, 40), *range(40, 50), *range(90, 98), *range(100, 108)}


@pytest.fixture
def reader(paths: Paths, environ: dict[str, str]) -> Iterator[Terminal]:
    paths.config_file.write_text("[refresh]\nat_start = false\ninterval_minutes = 0\n[arxiv]\ncategories = ['cs.DC']\n")
    fill_usually(paths)
    with open_reader({**environ, "NO_COLOR": "1", "COLORTERM": "truecolor"}, 120, 35) as running:
        running.shows("20 papers")
        running.shows("We make up paper number 60")
        yield running


def colours(reader: Terminal) -> list[bytes]:
    """Return all sequences in the output that set a colour."""
    return [
        codes
        for codes in _SGR.findall(bytes(reader.raw))
        if _COLOURS & {int(code) for code in re.split(rb"[;:]", codes) if code}
    ]


def cells(reader: Terminal, words: str) -> list[object]:
    """Return the cells of the first occurrence of the words."""
    row = next(row for row, line in enumerate(reader.emulator.display) if words in line)
    at = reader.emulator.display[row].index(words)
    return [reader.emulator.buffer[row][column] for column in range(at, at + len(words))]


def all_are(reader: Terminal, words: str, attribute: str) -> bool:
    return words in reader.text and all(getattr(cell, attribute) for cell in cells(reader, words))


SCREENS = {
    "?": "the keys used most",
    "\x10": "Search for commands",
    "\x10unread": "Mark read or unread",
    "c": "Choose the arXiv categories",
    "sV": "The journal",
    "L": "ledger",
    "f": "+ narrow",
    "n": "Esc save and close",
    "t": "The full text was not fetched",
    "/\x15date:xyz": "is not a day",
}
"""The keys that open a screen or a prompt over the list, and a text on each of them."""


def test_no_screen_writes_a_colour(reader: Terminal) -> None:
    for keys, words in SCREENS.items():
        reader.send(keys)
        reader.until(lambda words=words: words in reader.text, f"{words!r} after {keys!r}")  # type: ignore[misc]
        reader.send("\x1b")
        reader.until(
            lambda words=words: words not in reader.text and "Library" in reader.text,  # type: ignore[misc]
            f"the list after {keys!r}",
        )
        assert colours(reader) == [], keys
    assert reader.raw.count(b"\x1b[") > 100 * len(SCREENS)


def test_cursor_unread_search_and_faults_are_highlighted_by_attributes(reader: Terminal) -> None:
    reader.until(lambda: all_are(reader, "DC  Made-up paper number 60", "reverse"))
    assert not any(cell.reverse for cell in cells(reader, "DC  Made-up paper number 59"))  # type: ignore[attr-defined]
    reader.send(" ")
    reader.until(lambda: all_are(reader, "DC  Made-up paper number 59", "reverse"))
    reader.until(lambda: all_are(reader, "Made-up paper number 58", "bold"))
    assert not any(cell.bold for cell in cells(reader, "Made-up paper number 60"))  # type: ignore[attr-defined]
    reader.send("/\x15number date:xyz")
    reader.shows("/ number date:xyz")
    reader.until(lambda: all_are(reader, "xyz", "underscore"))
    box = next(row for row, line in enumerate(reader.emulator.display) if "/ number date:xyz" in line)
    reader.until(lambda: any(cell.reverse for cell in reader.emulator.buffer[box].values()))


def test_the_chosen_command_of_the_palette_is_highlighted(reader: Terminal) -> None:
    reader.send("\x10")
    reader.shows("Search for commands")
    reader.until(lambda: all_are(reader, "Move down", "reverse") and "Move up" in reader.text)
    assert not any(cell.reverse for cell in cells(reader, "Move up"))  # type: ignore[attr-defined]


def test_an_empty_no_color_is_no_wish(paths: Paths, environ: dict[str, str]) -> None:
    with open_reader({**environ, "NO_COLOR": "", "COLORTERM": "truecolor"}) as reader:
        reader.shows("Choose the arXiv categories")
        reader.shows("Esc not now")
        assert any(codes.startswith(b"38;2;") or b";38;2;" in codes for codes in colours(reader))
