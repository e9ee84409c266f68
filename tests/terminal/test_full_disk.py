"""Notes on a full disk, in a real terminal: the reader never reports an unsaved note as saved, and no text is lost."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.library.facade import Library
from arxtui.tui.notes.open_note import Draft
from tests.builders import paper_json
from tests.disk import SmallDisk, mounted
from tests.terminal.preloaded import open_reader
from tests.terminal.screen import Terminal

PAPER = paper_json(1, "Made-up paper on queues")


@pytest.fixture
def disk(paths: Paths) -> Iterator[SmallDisk]:
    """The home, on a small disk of its own."""
    with mounted(paths.config.parent, "12m") as made:
        paths.make()
        yield made


@pytest.fixture
def reader(
    disk: SmallDisk, fill: Callable[[Sequence[dict[str, Any]]], None], environ: dict[str, str]
) -> Iterator[Terminal]:
    """Open the reader with the note of its paper in the editor."""
    fill([PAPER])
    with open_reader(environ) as reader:
        reader.shows("1/1")
        reader.send("n")
        reader.shows("Note on Made-up paper on queues")
        yield reader


def library(paths: Paths) -> tuple[int, str | None]:
    """Return the paper's key and its note."""
    held = Library.open(paths, Settings())
    try:
        (row,) = held.papers.rows(held.search.listing("").keys)
        return row.key, row.marks.note
    finally:
        held.close()


@pytest.mark.parametrize("leaving", ["\x1b", "\x11"], ids=["Esc", "Ctrl+Q"])
def test_a_note_that_cannot_be_saved_stays_open_until_it_is(
    paths: Paths, disk: SmallDisk, reader: Terminal, leaving: str
) -> None:
    disk.fill()
    reader.send("a thought")
    reader.shows("The draft cannot be written: No space left on device.")
    reader.send(leaving)
    reader.shows("Note not saved. There is no room left on the disk")
    reader.until(lambda: "Your text is on this screen only." in " ".join(reader.text.split()))
    assert "a thought" in reader.text
    assert "leave it in that file" not in reader.text
    assert "Note saved" not in reader.text
    reader.send(" more")
    reader.shows("a thought more")
    disk.free()
    reader.send("\x1b")
    reader.shows("Note saved · u undoes")
    reader.send("q")
    assert reader.ended() == 0
    assert library(paths)[1] == "a thought more"


def test_a_note_that_cannot_be_saved_anywhere_is_left_on_the_terminal(disk: SmallDisk, reader: Terminal) -> None:
    disk.fill()
    reader.send("a thought that nobody else has")
    reader.shows("The draft cannot be written")
    os.kill(reader.pid, signal.SIGTERM)
    assert reader.ended() == 128 + signal.SIGTERM
    assert "was not saved" in reader.text
    assert "a thought that nobody else has" in reader.text


def test_letters_and_the_key_that_saves_may_come_in_one_burst(paths: Paths, reader: Terminal) -> None:
    reader.send("a thought in haste\x1b")
    reader.shows("Note saved · u undoes")
    key, note = library(paths)
    assert note == "a thought in haste"
    assert Draft(paths.state, key).read() is None


def test_keys_after_the_one_that_saves_wait_until_the_note_is_saved(paths: Paths, reader: Terminal) -> None:
    reader.send("a thought\x13u")  # Ctrl+S, then undo
    reader.shows("Undone: note saved")
    assert library(paths)[1] is None
