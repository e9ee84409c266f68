"""The journal: what was done, and the ways back and forth in it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from arxtui.model.fulltext import ReadingPlace
from arxtui.model.marks import Act, Marks, Reading
from arxtui.store.library.database import LibraryFile
from tests.store.made import DAY, NOW

LATER = NOW + timedelta(minutes=5)


def _done(library: LibraryFile) -> list[tuple[str, str]]:
    """The acts that stand, newest first."""
    return [(act.what, act.name) for act in library.journal(99) if act.undone is None]


def test_the_journal_shows_all_acts_newest_first_and_when_some_were_undone(library: LibraryFile) -> None:
    library.mark([1], "star", NOW)
    library.mark([2, 1], "hide", NOW)
    library.undo(LATER)
    told = [(act.number, act.what, act.papers, act.undone) for act in library.journal(10)]
    assert told == [(2, "hide", 2, LATER), (1, "star", 1, None)]
    assert [act.number for act in library.journal(1)] == [2]
    assert [act.number for act in library.journal(10, before=2)] == [1]
    assert list(library.acted_on(2)) == [1, 2]
    assert list(library.acted_on(9)) == []


def test_undo_and_redo_go_back_and_forth_through_acts_of_every_kind(library: LibraryFile) -> None:
    acts: list[Callable[[], Act | None]] = [
        lambda: library.mark([1, 2], "star", NOW),
        lambda: library.mark([1, 2], "tag", NOW, name="thesis"),
        lambda: library.mark([2], "tag", NOW, name="thesis/related"),
        lambda: library.rate([1, 2], 4, NOW),
        lambda: library.rate([1], 2, NOW),
        lambda: library.read_as([1, 2], Reading.READING, NOW),
        lambda: library.enlist([2, 1], "seminar", NOW),
        lambda: library.arrange("seminar", [1], 2, NOW),
        lambda: library.rename_tag("thesis", "book/first", NOW),
        lambda: library.note({1: "look again"}, NOW),
        lambda: library.rename_list("seminar", "course", NOW),
        lambda: library.remove_tag("book", NOW),
        lambda: library.read_as([2], None, NOW),
        lambda: library.remove_list("course", NOW),
    ]
    states = [(library.marks([1, 2]), library.lists())]
    for act in acts:
        assert act() is not None
        states.append((library.marks([1, 2]), library.lists()))
    assert len({str(state) for state in states}) == len(states)
    for _ in range(2):
        for state in reversed(states[:-1]):
            assert library.undo(LATER) is not None
            assert (library.marks([1, 2]), library.lists()) == state
        assert library.undo(LATER) is None
        for state in states[1:]:
            assert library.redo() is not None
            assert (library.marks([1, 2]), library.lists()) == state
        assert library.redo() is None


def test_a_decision_is_undone_for_each_of_its_fields(library: LibraryFile) -> None:
    library.deliver(DAY, [1, 2])
    act = library.decide({1: 1, 2: None}, "star", NOW)
    assert act
    assert (act.papers, act.is_marked_read_too) == (2, True)
    assert library.marks([1, 2]) == {1: Marks(starred=True, read=True), 2: Marks(read=True)}
    library.deliver(DAY + timedelta(days=1), [1])
    library.undo(LATER, act.number)
    assert library.marks([1, 2]) == {1: Marks(unread=True), 2: Marks(unread=True)}
    assert library.inbox_days()[0][0] == DAY + timedelta(days=1), "the later delivery stays"
    library.redo()
    assert library.marks([1, 2]) == {1: Marks(unread=True, starred=True), 2: Marks(read=True)}


def test_a_new_act_leaves_nothing_to_redo(library: LibraryFile) -> None:
    library.mark([1], "star", NOW)
    library.mark([1], "hide", NOW)
    library.undo(LATER)
    library.undo(LATER)
    library.mark([2], "star", NOW)
    assert library.redo() is None
    assert library.marks([1]) == {1: Marks()}


def test_what_can_be_undone_and_redone_outlives_the_program(library: LibraryFile, tmp_path: Path) -> None:
    library.mark([1], "star", NOW)
    library.mark([1], "hide", NOW)
    library.undo(LATER)
    library.close()
    with LibraryFile.open(tmp_path / "library.db") as again:
        assert again.redo() is not None
        assert again.marks([1]) == {1: Marks(starred=True, hidden=True)}
        assert [act.undone for act in again.journal(9)] == [None, None]


def test_any_act_is_undone_by_its_number_but_where_it_was_overtaken(library: LibraryFile) -> None:
    first = library.rate([1, 2, 3], 3, NOW)
    library.rate([2], 5, NOW)
    assert first is not None
    undone = library.undo(LATER, first.number)
    assert undone == first._replace(papers=2, undone=LATER)
    assert library.ratings() == {2: 5}
    assert library.undo(LATER, first.number) is None
    assert library.undo(LATER, 99) is None
    redone = library.redo()
    assert redone == first._replace(papers=2)
    assert library.ratings() == {1: 3, 2: 5, 3: 3}


def test_what_was_redone_last_is_undone_first(library: LibraryFile) -> None:
    numbers = [act.number for key in (1, 2, 3) if (act := library.mark([key], "star", NOW))]
    library.undo(LATER, numbers[0])
    library.redo()
    for number in (numbers[0], numbers[2], numbers[1]):
        undone = library.undo(LATER)
        assert undone is not None
        assert undone.number == number


def test_an_act_of_a_rule_is_undone_by_its_number_alone_and_takes_no_redo_away(library: LibraryFile) -> None:
    library.mark([1], "hide", NOW)
    library.mark([2], "hide", NOW)
    library.undo(LATER)
    ruled = library.mark([3], "star", NOW, by="rule consensus")
    assert ruled is not None
    assert ruled.by == "rule consensus"
    assert library.journal(1) == [ruled]
    assert library.redo() is not None
    for _ in range(2):
        undone = library.undo(LATER)
        assert undone is not None
        assert undone.what == "hide"
    assert library.undo(LATER) is None
    assert library.marks([3]) == {3: Marks(starred=True)}
    assert library.undo(LATER, ruled.number) is not None
    assert library.marks([3]) == {3: Marks()}


def test_acts_say_how_papers_were_rated_and_how_far_they_are_read(library: LibraryFile) -> None:
    library.rate([1], 4, NOW)
    library.rate([1], None, NOW)
    library.read_as([1], Reading.TO_READ, NOW)
    library.read_as([1], None, NOW)
    assert _done(library) == [("reading", ""), ("reading", "to-read"), ("rate", ""), ("rate", "4")]


def test_ratings_and_reading_states_stand_beside_the_other_marks(library: LibraryFile) -> None:
    library.rate([1, 2], 4, NOW)
    library.read_as([2, 3], Reading.READ, NOW)
    library.mark([2], "star", NOW)
    marks = library.marks([1, 2, 3])
    assert marks[2] == Marks(starred=True, rating=4, reading=Reading.READ)
    library.mark([2], "unstar", NOW)
    library.rate([1, 2], None, NOW)
    assert library.marks([1, 2, 3]) == {1: Marks(), 2: Marks(reading=Reading.READ), 3: Marks(reading=Reading.READ)}
    assert library.ratings() == {}
    assert library.readings() == {2: Reading.READ, 3: Reading.READ}


def test_a_tag_is_renamed_with_those_below_it_however_they_are_spelt(library: LibraryFile) -> None:
    library.mark([1, 2], "tag", NOW, name="thesis")
    library.mark([2], "tag", NOW, name="Thesis/related work")
    library.mark([3], "tag", NOW, name="theses")
    act = library.rename_tag("thesis", "book/phd", NOW)
    assert act is not None
    assert (act.name, act.to, act.papers) == ("thesis", "book/phd", 2)
    assert [name for name, _ in library.tags()] == ["book/phd", "book/phd/related work", "theses"]


def test_merging_two_tags_can_be_undone(library: LibraryFile) -> None:
    library.mark([1, 2], "tag", NOW, name="ml")
    library.mark([2, 3], "tag", NOW, name="learning")
    before = library.tags()
    library.rename_tag("ml", "learning", NOW)
    assert [(name, list(keys)) for name, keys in library.tags()] == [("learning", [1, 2, 3])]
    library.undo(LATER)
    assert library.tags() == before


def test_a_tag_may_be_put_below_itself_and_above(library: LibraryFile) -> None:
    library.mark([1], "tag", NOW, name="thesis")
    library.mark([1], "tag", NOW, name="thesis/old")
    library.rename_tag("thesis", "thesis/old", NOW)
    assert library.marks([1]) == {1: Marks(tags=("thesis/old", "thesis/old/old"))}
    library.rename_tag("thesis/old", "thesis", NOW)
    assert library.marks([1]) == {1: Marks(tags=("thesis", "thesis/old"))}


def test_of_a_paper_that_was_made_unread_since_undo_takes_the_star_alone(library: LibraryFile) -> None:
    library.deliver(DAY, {1, 2})
    act = library.decide({1: 1, 2: 1}, "star", NOW)
    assert act is not None
    assert list(library.unread()) == []
    library.mark([1], "unread", NOW)
    library.undo(LATER, act.number)
    assert list(library.marked("starred")) == []
    assert list(library.unread()) == [1, 2]


@pytest.mark.parametrize("version", [None, 2])
def test_where_reading_stopped_comes_back(library: LibraryFile, version: int | None) -> None:
    assert library.place(1) is None
    place = ReadingPlace(12, 345, version, NOW)
    library.put_place(1, place)
    assert library.place(1) == place
    assert library.place(2) is None
