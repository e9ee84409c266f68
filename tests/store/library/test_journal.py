"""The journal: the recorded acts, undo and redo."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from arxtui.model.fulltext import ReadingPlace
from arxtui.model.marks import Act, Marks, Reading
from arxtui.store.library.database import LibraryFile
from arxtui.store.library.types import Deed
from tests.builders import DAY, NOW

LATER = NOW + timedelta(minutes=5)


def _done(library: LibraryFile) -> list[tuple[str, str]]:
    """Return the acts that are not undone, newest first."""
    return [(act.what, act.name) for act in library.journal.acts(99) if act.undone is None]


def test_the_journal_shows_all_acts_newest_first_and_when_some_were_undone(library: LibraryFile) -> None:
    library.marks.apply([1], "star", NOW)
    library.marks.apply([2, 1], "hide", NOW)
    library.journal.undo(LATER)
    result = [(act.number, act.what, act.papers, act.undone) for act in library.journal.acts(10)]
    assert result == [(2, "hide", 2, LATER), (1, "star", 1, None)]
    assert [act.number for act in library.journal.acts(1)] == [2]
    assert [act.number for act in library.journal.acts(10, before=2)] == [1]
    assert list(library.journal.papers_of(2)) == [1, 2]
    assert list(library.journal.papers_of(9)) == []


def test_undo_of_a_changed_setting_restores_its_old_value_and_redo_its_new_one(
    library: LibraryFile,
) -> None:
    before, after = ["cs.LG"], ["cs.LG", "cs.DC"]
    turned: list[tuple[object, object]] = []

    def turn(act: Act, held: object, wanted: object) -> str:
        turned.append((held, wanted))
        return "" if len(turned) == 1 else "it was changed since"

    library.journal.change_config(lambda: (Deed("follow category", NOW, "cs.DC"), before, after), lambda: None)
    undone = library.journal.undo(LATER, turn_config=turn)
    redone = library.journal.redo(turn_config=turn)
    assert turned == [(after, before), (before, after)]
    assert undone is not None
    assert redone is not None
    assert (undone.refused, redone.refused) == ("", "it was changed since")


def test_undo_and_redo_go_back_and_forth_through_acts_of_every_kind(library: LibraryFile) -> None:
    acts: list[Callable[[], Act | None]] = [
        lambda: library.marks.apply([1, 2], "star", NOW),
        lambda: library.marks.apply([1, 2], "tag", NOW, name="thesis"),
        lambda: library.marks.apply([2], "tag", NOW, name="thesis/related"),
        lambda: library.marks.rate([1, 2], 4, NOW),
        lambda: library.marks.rate([1], 2, NOW),
        lambda: library.marks.read_as([1, 2], Reading.READING, NOW),
        lambda: library.lists.enlist([2, 1], "seminar", NOW),
        lambda: library.lists.arrange("seminar", [1], 2, NOW),
        lambda: library.tags.rename("thesis", "book/first", NOW),
        lambda: library.marks.note({1: "look again"}, NOW),
        lambda: library.lists.rename("seminar", "course", NOW),
        lambda: library.tags.remove("book", NOW),
        lambda: library.marks.read_as([2], None, NOW),
        lambda: library.lists.remove("course", NOW),
    ]
    states = [(library.marks.of([1, 2]), library.lists.all())]
    for act in acts:
        assert act() is not None
        states.append((library.marks.of([1, 2]), library.lists.all()))
    assert len({str(state) for state in states}) == len(states)
    for _ in range(2):
        for state in reversed(states[:-1]):
            assert library.journal.undo(LATER) is not None
            assert (library.marks.of([1, 2]), library.lists.all()) == state
        assert library.journal.undo(LATER) is None
        for state in states[1:]:
            assert library.journal.redo() is not None
            assert (library.marks.of([1, 2]), library.lists.all()) == state
        assert library.journal.redo() is None


def test_a_decision_is_undone_for_each_of_its_fields(library: LibraryFile) -> None:
    library.inbox.deliver(DAY, [1, 2])
    act = library.marks.decide({1: 1, 2: None}, "star", NOW)
    assert act
    assert (act.papers, act.also_marked_read) == (2, True)
    assert library.marks.of([1, 2]) == {1: Marks(starred=True, read=True), 2: Marks(read=True)}
    library.inbox.deliver(DAY + timedelta(days=1), [1])
    library.journal.undo(LATER, act.number)
    assert library.marks.of([1, 2]) == {1: Marks(unread=True), 2: Marks(unread=True)}
    assert library.inbox.days()[0][0] == DAY + timedelta(days=1), "the later delivery stays"
    library.journal.redo()
    assert library.marks.of([1, 2]) == {1: Marks(unread=True, starred=True), 2: Marks(read=True)}


@pytest.mark.parametrize("number", [1, 2, 5])
def test_a_decision_leaves_the_mark_of_a_paper_that_it_does_not_give_one(library: LibraryFile, number: int) -> None:
    library.marks.rate([1], number, NOW)
    library.marks.decide({1: None, 2: 4}, "rate", NOW, name="4")
    assert library.marks.ratings() == {1: number, 2: 4}


def test_changes_by_marks_alone_are_counted_apart_from_those_that_mark_read_too(library: LibraryFile) -> None:
    library.marks.apply([1, 2], "star", NOW)
    library.marks.apply([2], "unstar", NOW)
    library.marks.apply([3], "hide", NOW)
    alone = dict(library.mark_changes)
    assert alone.keys() == {"starred", "hidden"}
    others: list[Callable[[], Act | None]] = [
        lambda: library.marks.decide({4: 1}, "star", NOW),
        lambda: library.marks.apply([5], "read", NOW),
        lambda: library.marks.rate([6], 3, NOW),
        lambda: library.marks.apply([7], "tag", NOW, name="thesis"),
    ]
    for act in others:
        before = library.changes
        assert act() is not None
        assert library.changes > before
        assert library.mark_changes == alone


def test_a_paper_under_two_keys_is_counted_once_when_it_is_changed_and_when_it_is_changed_back(
    library: LibraryFile,
) -> None:
    library.set_replaced_keys(lambda keys: dict.fromkeys({7, 8}.intersection(keys), 1))
    acts = [
        library.marks.apply([1, 2, 7, 8], "star", NOW),
        library.journal.undo(LATER),
        library.journal.redo(),
        library.journal.undo(LATER, 1),
    ]
    assert [act and act.papers for act in acts] == [2] * 4


def test_a_new_act_leaves_nothing_to_redo(library: LibraryFile) -> None:
    library.marks.apply([1], "star", NOW)
    library.marks.apply([1], "hide", NOW)
    library.journal.undo(LATER)
    library.journal.undo(LATER)
    library.marks.apply([2], "star", NOW)
    assert library.journal.redo() is None
    assert library.marks.of([1]) == {1: Marks()}


def test_the_acts_to_undo_and_redo_outlive_the_program(library: LibraryFile, tmp_path: Path) -> None:
    library.marks.apply([1], "star", NOW)
    library.marks.apply([1], "hide", NOW)
    library.journal.undo(LATER)
    library.close()
    with LibraryFile.open(tmp_path / "library.db") as again:
        assert again.journal.redo() is not None
        assert again.marks.of([1]) == {1: Marks(starred=True, hidden=True)}
        assert [act.undone for act in again.journal.acts(9)] == [None, None]


def test_any_act_is_undone_by_its_number_but_where_it_was_overtaken(library: LibraryFile) -> None:
    first = library.marks.rate([1, 2, 3], 3, NOW)
    library.marks.rate([2], 5, NOW)
    assert first is not None
    undone = library.journal.undo(LATER, first.number)
    assert undone == first._replace(papers=2, undone=LATER)
    assert library.marks.ratings() == {2: 5}
    assert library.journal.undo(LATER, first.number) is None
    assert library.journal.undo(LATER, 99) is None
    redone = library.journal.redo()
    assert redone == first._replace(papers=2)
    assert library.marks.ratings() == {1: 3, 2: 5, 3: 3}


def test_the_act_redone_last_is_undone_first(library: LibraryFile) -> None:
    numbers = [act.number for key in (1, 2, 3) if (act := library.marks.apply([key], "star", NOW))]
    library.journal.undo(LATER, numbers[0])
    library.journal.redo()
    for number in (numbers[0], numbers[2], numbers[1]):
        undone = library.journal.undo(LATER)
        assert undone is not None
        assert undone.number == number


def test_a_new_act_leaves_the_order_of_those_before_it(library: LibraryFile) -> None:
    numbers = [act.number for key in (1, 2, 3) if (act := library.marks.apply([key], "star", NOW))]
    library.journal.undo(LATER, numbers[0])
    library.journal.redo()
    new = library.marks.apply([4], "star", NOW)
    assert new is not None
    for number in (new.number, numbers[0], numbers[2], numbers[1]):
        undone = library.journal.undo(LATER)
        assert undone is not None
        assert undone.number == number


def test_an_act_of_a_rule_is_undone_by_its_number_alone_and_takes_no_redo_away(library: LibraryFile) -> None:
    library.marks.apply([1], "hide", NOW)
    library.marks.apply([2], "hide", NOW)
    library.journal.undo(LATER)
    ruled = library.marks.apply([3], "star", NOW, by="rule consensus")
    assert ruled is not None
    assert ruled.by == "rule consensus"
    assert library.journal.acts(1) == [ruled]
    assert library.journal.redo() is not None
    for _ in range(2):
        undone = library.journal.undo(LATER)
        assert undone is not None
        assert undone.what == "hide"
    assert library.journal.undo(LATER) is None
    assert library.marks.of([3]) == {3: Marks(starred=True)}
    assert library.journal.undo(LATER, ruled.number) is not None
    assert library.marks.of([3]) == {3: Marks()}


def test_acts_say_how_papers_were_rated_and_how_far_they_are_read(library: LibraryFile) -> None:
    library.marks.rate([1], 4, NOW)
    library.marks.rate([1], None, NOW)
    library.marks.read_as([1], Reading.TO_READ, NOW)
    library.marks.read_as([1], None, NOW)
    assert _done(library) == [("reading", ""), ("reading", "to-read"), ("rate", ""), ("rate", "4")]


def test_ratings_and_reading_states_are_beside_the_other_marks(library: LibraryFile) -> None:
    library.marks.rate([1, 2], 4, NOW)
    library.marks.read_as([2, 3], Reading.READ, NOW)
    library.marks.apply([2], "star", NOW)
    marks = library.marks.of([1, 2, 3])
    assert marks[2] == Marks(starred=True, rating=4, reading=Reading.READ)
    library.marks.apply([2], "unstar", NOW)
    library.marks.rate([1, 2], None, NOW)
    assert library.marks.of([1, 2, 3]) == {1: Marks(), 2: Marks(reading=Reading.READ), 3: Marks(reading=Reading.READ)}
    assert library.marks.ratings() == {}
    assert library.marks.readings() == {2: Reading.READ, 3: Reading.READ}


def test_a_rating_and_a_reading_state_under_a_former_key_move_to_the_present_one(library: LibraryFile) -> None:
    library.marks.rate([7, 8], 2, NOW)
    library.marks.read_as([7, 8], Reading.TO_READ, NOW)
    library.marks.rate([1], 4, NOW, former=[7])
    library.marks.read_as([1], Reading.READ, NOW, former=[7])
    assert library.marks.ratings() == {1: 4, 8: 2}
    assert library.marks.readings() == {1: Reading.READ, 8: Reading.TO_READ}
    library.journal.undo(NOW)
    library.journal.undo(NOW)
    assert library.marks.ratings() == {7: 2, 8: 2}
    assert library.marks.readings() == dict.fromkeys((7, 8), Reading.TO_READ)


def test_a_tag_is_renamed_with_those_below_it_however_they_are_spelt(library: LibraryFile) -> None:
    library.marks.apply([1, 2], "tag", NOW, name="thesis")
    library.marks.apply([2], "tag", NOW, name="Thesis/related work")
    library.marks.apply([2], "tag", NOW, name="thesis\N{FULLWIDTH SOLIDUS}notes")
    library.marks.apply([3], "tag", NOW, name="theses")
    act = library.tags.rename("thesis", "book/phd", NOW)
    assert act is not None
    assert (act.name, act.to, act.papers) == ("thesis", "book/phd", 2)
    assert [name for name, _ in library.tags.all()] == [
        "book/phd",
        "book/phd/notes",
        "book/phd/related work",
        "theses",
    ]


def test_merging_two_tags_can_be_undone(library: LibraryFile) -> None:
    library.marks.apply([1, 2], "tag", NOW, name="ml")
    library.marks.apply([2, 3], "tag", NOW, name="learning")
    before = library.tags.all()
    library.tags.rename("ml", "learning", NOW)
    assert [(name, list(keys)) for name, keys in library.tags.all()] == [("learning", [1, 2, 3])]
    library.journal.undo(LATER)
    assert library.tags.all() == before


def test_a_tag_may_be_put_below_itself_and_above(library: LibraryFile) -> None:
    library.marks.apply([1], "tag", NOW, name="thesis")
    library.marks.apply([1], "tag", NOW, name="thesis/old")
    library.tags.rename("thesis", "thesis/old", NOW)
    assert library.marks.of([1]) == {1: Marks(tags=("thesis/old", "thesis/old/old"))}
    library.tags.rename("thesis/old", "thesis", NOW)
    assert library.marks.of([1]) == {1: Marks(tags=("thesis", "thesis/old"))}


def test_of_a_paper_that_was_made_unread_since_undo_takes_the_star_alone(library: LibraryFile) -> None:
    library.inbox.deliver(DAY, {1, 2})
    act = library.marks.decide({1: 1, 2: 1}, "star", NOW)
    assert act is not None
    assert list(library.inbox.unread()) == []
    library.marks.apply([1], "unread", NOW)
    library.journal.undo(LATER, act.number)
    assert list(library.marks.having("starred")) == []
    assert list(library.inbox.unread()) == [1, 2]


@pytest.mark.parametrize("version", [None, 2])
def test_where_reading_stopped_comes_back(library: LibraryFile, version: int | None) -> None:
    assert library.places.of(1) is None
    place = ReadingPlace(12, 345, version, NOW)
    library.places.put(1, place)
    assert library.places.of(1) == place
    assert library.places.of(2) is None
    later = ReadingPlace(13, 0, version, LATER, "a later word")
    library.places.put(1, later)
    assert library.places.of(1) == later
