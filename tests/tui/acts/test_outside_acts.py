"""Acts on files between those of the journal: what is undone and redone, and in which order."""

from __future__ import annotations

import pytest

from arxtui.tui.state.outside_acts import OutsideAct, OutsideActs


def written(acts: OutsideActs, name: str, before: int, *, is_redone: bool = False) -> None:
    acts.add(OutsideAct(before, lambda: f"{name} undone"), lambda: name, is_redone=is_redone)


def redone(acts: OutsideActs, newest: int) -> object:
    redo = acts.redo(newest)
    return redo() if redo else None


def test_acts_on_files_are_undone_in_turn_and_redone_in_the_opposite_order() -> None:
    acts = OutsideActs()
    assert (acts.undo(0), redone(acts, 0)) == ("", None)
    written(acts, "one", 5)
    written(acts, "two", 5)
    assert [acts.undo(5) for _ in range(3)] == ["two undone", "one undone", ""]
    assert redone(acts, 5) == "one"
    written(acts, "one", 5, is_redone=True)
    assert redone(acts, 5) == "two"
    written(acts, "two", 5, is_redone=True)
    assert redone(acts, 5) is None
    assert acts.undo(5) == "two undone"


def test_an_act_of_the_journal_after_it_is_undone_first() -> None:
    acts = OutsideActs()
    written(acts, "one", 5)
    assert acts.undo(6) == ""
    assert acts.undo(5, number=3) == "", "an act of the journal was named"
    assert acts.undo(4) == "one undone", "the newest of the journal was undone since"


def test_an_act_is_redone_only_where_it_was_in_the_journal() -> None:
    acts = OutsideActs()
    written(acts, "one", 5)
    acts.undo(5)
    assert (redone(acts, 4), redone(acts, 6)) == (None, None)
    assert redone(acts, 5) == "one"


def test_a_new_act_leaves_no_file_to_write_again() -> None:
    acts = OutsideActs()
    written(acts, "one", 5)
    acts.undo(5)
    written(acts, "two", 5)
    assert redone(acts, 5) is None
    acts.undo(5)
    assert acts.undo(6) == "", "a new act of the journal"
    assert redone(acts, 5) is None


def test_an_act_that_cannot_be_undone_is_not_tried_twice() -> None:
    def fail() -> str:
        raise OSError("the disk is full")

    acts = OutsideActs()
    acts.add(OutsideAct(5, fail), lambda: "again", is_redone=False)
    with pytest.raises(OSError, match="full"):
        acts.undo(5)
    assert (acts.undo(5), redone(acts, 5)) == ("", None)
