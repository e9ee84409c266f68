"""What can be taken back, and what was read this week."""

from __future__ import annotations

from datetime import UTC, datetime

from arxtui.library.facade import Library
from tests.library.made import Home, paper

ONE, TWO = paper(1), paper(2)


def test_there_is_something_to_take_back_after_an_act_and_until_it_is_undone(home: Home, library: Library) -> None:
    home.take(ONE)
    assert not library.journal.can_undo()
    library.marks.apply([ONE.key], "star")
    assert library.journal.can_undo()
    library.journal.undo()
    assert not library.journal.can_undo()
    assert library.journal.undo() is None


def test_a_week_of_reading_begins_on_monday(home: Home, library: Library) -> None:
    home.take(ONE, TWO)

    def read_by(day: int, hour: int) -> int:
        home.now = datetime(2026, 5, day, hour, tzinfo=UTC)
        return library.journal.read_this_week()

    assert read_by(10, 12) == 0
    library.marks.apply([ONE.key], "read")
    assert (read_by(10, 23), read_by(11, 0)) == (1, 0)
    library.marks.apply([TWO.key], "read")
    assert (read_by(11, 1), read_by(17, 23), read_by(18, 0)) == (1, 1, 0)


def test_a_reader_knows_whether_anything_was_done_since_it_was_opened(home: Home, library: Library) -> None:
    home.take(ONE)
    assert not library.session.has_acted()
    library.marks.apply([ONE.key], "star")
    assert library.session.has_acted()
