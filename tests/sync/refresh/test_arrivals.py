"""The stored time since which papers have arrived that were not reported to the user yet."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from arxtui.sync.refresh.arrivals import ArrivalMark, begin, clear

NOW = ArrivalMark(5, datetime(2026, 5, 13, 12, tzinfo=UTC))
LATER = ArrivalMark(9, NOW.at + timedelta(hours=1))


def test_a_pass_begins_where_the_first_unreported_one_began(tmp_path: Path) -> None:
    assert begin(tmp_path, NOW, persist=True) == NOW
    assert begin(tmp_path, LATER, persist=True) == NOW
    clear(tmp_path)
    assert begin(tmp_path, LATER, persist=True) == LATER


def test_arrivals_without_a_listener_are_not_kept(tmp_path: Path) -> None:
    begin(tmp_path, NOW, persist=True)
    assert begin(tmp_path, LATER, persist=False) == LATER
    assert begin(tmp_path, LATER, persist=True) == LATER


def test_a_mark_of_a_clock_that_was_ahead_loses_no_paper(tmp_path: Path) -> None:
    begin(tmp_path, ArrivalMark(5, NOW.at + timedelta(days=1500)), persist=True)
    assert begin(tmp_path, LATER, persist=True) == ArrivalMark(5, LATER.at)


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"change": 5, "at": "2026-05-13"}', '{"change": "x", "at": 3}'])
def test_a_file_that_says_nothing_is_written_anew(tmp_path: Path, text: str) -> None:
    (tmp_path / "arrivals.json").write_text(text)
    assert begin(tmp_path, NOW, persist=True) == NOW
    assert begin(tmp_path, LATER, persist=True) == NOW


def test_a_directory_that_cannot_be_written_stops_nobody(tmp_path: Path) -> None:
    assert begin(tmp_path / "gone", NOW, persist=True) == NOW
    clear(tmp_path / "gone")
