"""Export destinations: files that are written completely or not at all, and programs that receive an export."""

from __future__ import annotations

import os
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from pathlib import Path

import pytest

from arxtui.library.destinations import DestinationError, Stop, complete_file, hand_over


def test_a_file_stays_as_it_was_until_the_new_one_is_complete(tmp_path: Path) -> None:
    file = tmp_path / "papers.bib"
    file.write_text("before")

    def fail() -> None:
        with complete_file(file) as stream:
            stream.write("a part")
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert file.read_text() == "before"
    with complete_file(file) as stream:
        stream.write("Gödel\n")
        stream.flush()
        assert file.read_text() == "before"
    assert file.read_bytes() == "Gödel\n".encode()
    assert [each.name for each in tmp_path.iterdir()] == ["papers.bib"]


def test_a_device_is_written_to_and_not_replaced() -> None:
    device = Path("/dev/null")
    with complete_file(device) as stream:
        stream.write("words")
    assert device.is_char_device()


def test_a_place_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    with pytest.raises(DestinationError, match=r"cannot be written: Is a directory"), complete_file(tmp_path):
        pass
    with (
        pytest.raises(DestinationError, match=r"cannot be written: No such file or directory"),
        complete_file(tmp_path / "nowhere" / "papers.bib"),
    ):
        pass


@pytest.mark.parametrize(
    ("command", "why"),
    [("/nowhere/program", "No such file or directory"), ("/dev/null", "Permission denied"), ("a\0b", "embedded null")],
)
def test_a_program_that_cannot_be_started_is_reported(command: str, why: str) -> None:
    with pytest.raises(DestinationError, match=f"cannot be started: {why}"):
        hand_over(["text"], [command])


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("cat; exit 3", "sh ended with 3$"),
        ("kill -9 $$", "sh was killed by signal 9$"),
        ("printf 'one\\n  two' >&2; exit 1", "sh ended with 1: one two$"),
        ("head -c 400 /dev/zero | tr '\\0' x >&2; exit 1", "sh ended with 1: x{300}$"),
        ("{ printf begin; head -c 400 /dev/zero | tr '\\0' x; echo end; } >&2; exit 1", "sh ended with 1: x{297}end$"),
    ],
)
def test_a_program_that_fails_is_reported_with_its_status_and_the_end_of_its_error_output(
    script: str, words: str
) -> None:
    with pytest.raises(DestinationError, match=words):
        hand_over(["text"], ["sh", "-c", script], is_seen=False)


def test_a_program_that_wants_no_more_is_no_error() -> None:
    hand_over(["text" * 100_000] * 3, ["true"], is_seen=False)


@pytest.mark.parametrize("pieces", [["text"], repeat("text" * 100_000)], ids=["goes on", "takes nothing"])
def test_a_program_that_is_stopped_is_ended_with_its_child_processes(tmp_path: Path, pieces: Iterable[str]) -> None:
    lives, stop = tmp_path / "lives", Stop()
    os.mkfifo(lives)
    script = f"exec 3> {lives}; sleep 600 & sleep 600"
    with ThreadPoolExecutor() as threads:
        handing = threads.submit(hand_over, pieces, ["sh", "-c", script], is_seen=False, stop=stop)
        with lives.open("rb") as held:
            stop.request()
            assert held.read() == b""  # end of file once the last process that has the pipe open has ended
        with pytest.raises(DestinationError, match="sh was killed by signal 9"):
            handing.result()
    with pytest.raises(DestinationError, match="sh was killed by signal 9"):
        hand_over(["text"], ["sh", "-c", "sleep 600"], is_seen=False, stop=stop)
