"""Keys that arrive faster than frames, and a terminal that is slower than both: the last frame is always painted."""

from __future__ import annotations

import fcntl
import struct
import sys
import termios
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.builders import paper_json
from tests.terminal.preloaded import open_reader
from tests.terminal.screen import Terminal, wait_until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at the terminal's queues through /proc")

_PAPERS = 900
_FRAME = 4_000
"""The approximate size of a frame that scrolls the list, in bytes."""


@pytest.fixture
def many(fill: Callable[[Sequence[dict[str, Any]]], None]) -> None:
    numbers = range(1, _PAPERS + 1)
    fill([paper_json(number, f"Made-up paper number {number} on queues that are long") for number in numbers])


def read_all_keys(reader: Terminal) -> None:
    """Wait until the program has read all typed keys."""
    with Path(f"/proc/{reader.pid}/fd/0").open("rb", buffering=0) as keyboard:

        def waiting() -> int:
            held = fcntl.ioctl(keyboard, termios.FIONREAD, struct.pack("i", 0))
            return int(struct.unpack("i", held)[0])

        wait_until(lambda: not waiting(), "the keys")


def test_a_flood_of_keys_ends_where_it_should_and_is_not_painted_key_by_key(
    environ: dict[str, str], many: None
) -> None:
    with open_reader(environ) as reader:
        reader.shows(f"1/{_PAPERS}")
        reader.raw.clear()
        reader.send("j" * 700)
        reader.shows(f"701/{_PAPERS}")
        reader.shows("2605.00200")
        assert len(reader.raw) < 100 * _FRAME


def test_a_terminal_that_does_not_keep_up_gets_the_last_frame_and_few_before_it(
    environ: dict[str, str], many: None
) -> None:
    with open_reader(environ) as reader:
        reader.shows(f"1/{_PAPERS}")
        reader.raw.clear()
        for _ in range(150):
            reader.send("j")
            read_all_keys(reader)
        reader.shows(f"151/{_PAPERS}")
        reader.shows("2605.00750")
        assert len(reader.raw) < 40 * _FRAME
        reader.send("q")
        assert reader.ended() == 0
