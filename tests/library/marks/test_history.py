"""The acts that can be undone, and the papers read this week."""

from __future__ import annotations

from datetime import UTC, datetime

from arxtui.library.facade import Library
from tests.builders import announced, paper
from tests.library.made import Home

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


def test_a_decision_that_marks_papers_read_counts_for_the_week(home: Home, library: Library) -> None:
    papers = [paper(number) for number in range(1, 5)]
    home.take(*papers, announcements=[announced(each) for each in papers])
    library.inbox.deliver()
    starred, hidden, rated, untouched = (each.key for each in papers)
    library.marks.decide([starred], "star")
    library.marks.decide([hidden], "hide")
    library.marks.apply([untouched], "star")
    library.marks.apply([untouched], "tag", "thesis")
    library.tags.rename("thesis", "read")
    library.marks.decide_rating([rated], 4)
    assert library.journal.read_this_week() == 3
    library.journal.undo()
    assert library.journal.read_this_week() == 2
    library.marks.apply([starred], "unread")
    assert library.journal.read_this_week() == 1


def test_a_reader_knows_whether_anything_was_done_since_it_was_opened(home: Home, library: Library) -> None:
    home.take(ONE)
    assert not library.session.has_user_changes()
    library.marks.apply([ONE.key], "star")
    assert library.session.has_user_changes()
