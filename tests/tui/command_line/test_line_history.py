"""The history of command lines: limited in length, without duplicates, and safe to read from a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from arxtui.tui.state.saved import LineHistory


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "state" / "command_history"


def lines(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").splitlines()


def test_a_line_is_there_once_and_last(file: Path) -> None:
    history = LineHistory(file)
    for line in ("star", "tag thesis", "star"):
        history.add(line)
    assert lines(file) == ["tag thesis", "star"]
    assert file.stat().st_mode & 0o777 == 0o600


def test_only_the_newest_lines_are_kept(file: Path) -> None:
    history = LineHistory(file)
    for number in range(510):
        history.add(f"rate {number}")
    assert (len(lines(file)), lines(file)[0], lines(file)[-1]) == (500, "rate 10", "rate 509")


def test_two_readers_keep_the_lines_of_each_other(file: Path) -> None:
    one, other = LineHistory(file), LineHistory(file)
    one.add("star")
    other.add("journal")
    one.add("help")
    assert lines(file) == ["star", "journal", "help"]


def test_the_history_walks_through_lines_that_begin_with_the_typed_text(file: Path) -> None:
    history = LineHistory(file)
    for line in ("tag a", "rate 1", "tag b"):
        history.add(line)
    history.begin()
    assert [history.earlier("tag"), history.earlier("tag b"), history.earlier("tag a")] == ["tag b", "tag a", "tag a"]
    assert [history.later("tag a"), history.later("tag b"), history.later("tag")] == ["tag b", "tag", "tag"]
    assert history.earlier("ra") == "rate 1"
    assert history.later("rate 1") == "ra"


def test_a_damaged_history_file_gives_lines_that_can_be_shown(file: Path) -> None:
    file.parent.mkdir()
    file.write_bytes(b"\x1b[2Jstar\n\n\xff\n" + b"x" * 5_000)
    history = LineHistory(file)
    history.begin()
    assert len(history.earlier("")) == 2_000
    shown = history.earlier("x" * 2_000)
    assert shown == "\N{REPLACEMENT CHARACTER}"
    assert "\x1b" not in history.earlier(shown)


def test_lines_of_another_reader_are_in_the_history_when_the_line_is_opened_again(file: Path) -> None:
    one, other = LineHistory(file), LineHistory(file)
    one.add("star")
    one.begin()
    assert one.earlier("") == "star"
    other.add("journal")
    one.begin()
    assert [one.earlier(""), one.earlier("journal")] == ["journal", "star"]
    assert [one.later("star"), one.later("journal"), one.later("")] == ["journal", "", ""]
