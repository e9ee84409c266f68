"""The acts that can be undone, and the papers read this week."""

from __future__ import annotations

from datetime import UTC, datetime

from arxtui.library.facade import Library
from arxtui.model.marks import Marks
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


def _arrived(home: Home, library: Library) -> list[int]:
    """Deliver eight papers; return their keys."""
    papers = [paper(number) for number in range(1, 9)]
    home.take(*papers, announcements=[announced(each) for each in papers])
    library.inbox.deliver()
    return [each.key for each in papers]


def _read(library: Library) -> list[int]:
    return [*reversed(library.search.listing("is:read").keys)]


def test_papers_passed_one_after_the_other_are_one_act_in_spite_of_acts_between(home: Home, library: Library) -> None:
    keys = _arrived(home, library)
    run = library.marks.pass_over(keys[:2])
    assert run
    star = library.marks.apply(keys[1:2], "star")
    hide = library.marks.apply(keys[2:3], "hide")
    assert star
    assert hide
    assert library.marks.pass_over(keys[1:2], run.number) is None
    longer = library.marks.pass_over(keys[3:6], run.number)
    assert longer
    assert (longer.number, longer.papers) == (run.number, 5)
    assert [*library.journal.papers_of(run.number)] == [*keys[:2], *keys[3:6]]
    assert _read(library) == [*keys[:2], *keys[3:6]]
    undone = library.journal.undo()
    assert undone
    assert (undone.number, undone.papers) == (run.number, 5)
    assert _read(library) == []
    assert library.search.total("is:unread") == 7
    assert [(act.number, bool(act.undone)) for act in library.journal.acts(9)] == [
        (hide.number, False),
        (star.number, False),
        (run.number, True),
    ]
    library.journal.redo()
    assert _read(library) == [*keys[:2], *keys[3:6]]


def test_the_undo_of_a_run_restores_each_paper_as_it_was_before_its_first_pass(home: Home, library: Library) -> None:
    keys = _arrived(home, library)
    home.take(never_announced := paper(20))
    run = library.marks.pass_over([*keys[:2], never_announced.key])
    assert run
    library.marks.apply([keys[0], never_announced.key], "unread")
    library.marks.pass_over([keys[0], keys[2], never_announced.key], run.number)
    assert len(library.journal.papers_of(run.number)) == 4
    library.journal.undo()
    assert library.search.total("is:unread") == 8
    assert library.papers.marks([never_announced.key])[never_announced.key] == Marks()


def test_a_run_that_was_undone_is_not_extended_and_can_be_redone_after_the_next(home: Home, library: Library) -> None:
    keys = _arrived(home, library)
    run = library.marks.pass_over(keys[:2])
    assert run
    library.journal.undo()
    second = library.marks.pass_over(keys[4:5], run.number)
    assert second
    assert (second.number > run.number, second.papers) == (True, 1)
    redone = library.journal.redo()
    assert redone
    assert redone.number == run.number
    assert _read(library) == [*keys[:2], keys[4]]
    library.marks.apply(keys[5:6], "star")
    assert library.journal.redo() is None
