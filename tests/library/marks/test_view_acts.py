"""Changes of saved views are acts of the journal; they are undone and redone one by one and in any order."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest

from arxtui.library.facade import Library
from arxtui.library.marks.saved_views import ViewAct
from arxtui.library.views import SavedView
from arxtui.store.errors import Damaged
from arxtui.store.sqlite.packed_json import pack_json
from tests.builders import paper
from tests.library.made import Home

ONE = paper(1)
Change = Callable[[Library], ViewAct]


def save(name: str, query: str, digit: int | None = None) -> Change:
    return lambda library: library.views.save(name, query, digit)


def rename(name: str, new: str) -> Change:
    return lambda library: library.views.rename(name, new)


def bind(name: str, digit: int | None) -> Change:
    return lambda library: library.views.bind(name, digit)


def move(name: str, place: int) -> Change:
    return lambda library: library.views.move(name, place)


def remove(name: str) -> Change:
    return lambda library: library.views.remove(name)


@pytest.fixture
def saved(library: Library) -> Library:
    """A library with three views, the first one bound to a digit."""
    library.views.save("Queues", "queues", 1)
    library.views.save("Starred", "is:starred")
    library.views.save("Locks", "locks")
    return library


def newest(library: Library) -> int:
    return library.journal.acts(1)[0].number


def test_each_change_of_a_view_is_an_act_with_its_name_and_the_changed_name_or_digit(saved: Library) -> None:
    for change in (
        save("Locks", "ti:locks"),
        save("Locks", "ti:locks", 2),
        bind("Locks", 3),
        bind("Locks", None),
        rename("Locks", "Mutexes"),
        move("Mutexes", 1),
        remove("Mutexes"),
    ):
        act = change(saved).act
        assert act
        assert (act.is_of_papers, act.papers, act.refused) == (False, 0, "")
        assert saved.journal.acts(1) == [act]
    assert [(act.what, act.name, act.to) for act in saved.journal.acts(7)] == [
        ("remove view", "Mutexes", ""),
        ("move view", "Mutexes", ""),
        ("rename view", "Locks", "Mutexes"),
        ("unbind view", "Locks", "3"),
        ("bind view", "Locks", "3"),
        ("bind view", "Locks", "2"),
        ("change view", "Locks", ""),
    ]


def test_saving_binding_renaming_or_moving_a_view_without_a_change_is_no_act(saved: Library) -> None:
    before = newest(saved)
    for change in (
        save("Queues", "queues"),
        save("Queues", "queues", 1),
        bind("Queues", 1),
        bind("Locks", None),
        rename("Locks", "Locks"),
        move("Locks", 9),
    ):
        assert change(saved).act is None
    assert saved.views.add([SavedView("Locks", "other")]) is None
    assert newest(saved) == before


def test_a_removed_view_comes_back_where_it_was_and_not_something_older(home: Home, saved: Library) -> None:
    home.take(ONE)
    saved.marks.apply([ONE.key], "star")
    before = saved.views.all()
    saved.views.remove("Queues")
    undone = saved.journal.undo()
    assert undone
    assert (undone.what, undone.name) == ("remove view", "Queues")
    assert saved.views.all() == before
    assert saved.papers.rows([ONE.key])[0].marks.starred
    assert saved.journal.redo()
    assert saved.views.all() == before[1:]


def test_of_an_act_on_two_views_undo_changes_back_the_one_that_is_still_there(saved: Library) -> None:
    bind("Starred", 1)(saved)
    bound = newest(saved)
    remove("Queues")(saved)
    undone = saved.journal.undo(bound)
    assert undone
    assert undone.refused == ""
    assert [(view.name, view.key) for view in saved.views.all()] == [("Starred", None), ("Locks", None)]


def test_of_an_act_on_two_views_that_are_both_gone_undo_changes_nothing_and_says_so(saved: Library) -> None:
    bind("Starred", 1)(saved)
    bound = newest(saved)
    remove("Queues")(saved)
    remove("Starred")(saved)
    undone = saved.journal.undo(bound)
    assert undone
    assert undone.refused == 'there is no view "Starred" any more'
    assert [view.name for view in saved.views.all()] == ["Locks"]


def test_undo_and_redo_go_back_and_forth_through_changes_of_every_kind(saved: Library) -> None:
    changes = (
        save("Old", "sort:old", 1),
        move("Old", 1),
        bind("Starred", 1),
        bind("Queues", 2),
        bind("Queues", 1),
        save("Queues", "ti:queues"),
        move("Locks", 2),
        rename("Queues", "Lines"),
        save("Queues", "abs:queues"),
        remove("Starred"),
        bind("Lines", None),
        rename("Locks", "Starred"),
        move("Old", 4),
        remove("Old"),
        save("Old", "another"),
    )
    states = [saved.views.all()]
    for change in changes:
        assert change(saved).act
        states.append(saved.views.all())
    for _ in range(2):
        for state in reversed(states[:-1]):
            act = saved.journal.undo()
            assert act
            assert (act.refused, saved.views.all()) == ("", state)
        for state in states[1:]:
            act = saved.journal.redo()
            assert act
            assert (act.refused, saved.views.all()) == ("", state)


@pytest.mark.parametrize(
    ("done", "later", "words"),
    [
        (save("New", "new"), bind("New", 5), 'the view "New" was changed since, and stays as it is'),
        (save("New", "new"), save("New", "newer"), 'the view "New" was changed since, and stays as it is'),
        (save("New", "new"), rename("New", "Newer"), 'there is no view "New" any more'),
        (
            save("Locks", "ti:locks"),
            save("Locks", "abs:locks"),
            'the view "Locks" was changed since, and stays as it is',
        ),
        (rename("Locks", "Mutexes"), remove("Mutexes"), 'there is no view "Mutexes" any more'),
        (rename("Locks", "Mutexes"), save("Locks", "other"), 'another view is now called "Locks"'),
        (bind("Locks", 4), bind("Locks", 5), 'the view "Locks" was changed since, and stays as it is'),
        (bind("Queues", None), bind("Locks", 1), '1 now opens the view "Locks"'),
        (move("Locks", 1), move("Locks", 2), 'the view "Locks" was changed since, and stays as it is'),
        (remove("Locks"), save("Locks", "other"), 'another view is now called "Locks"'),
    ],
)
def test_an_undo_that_conflicts_with_a_later_change_of_views_is_refused_with_the_reason(
    saved: Library, done: Change, later: Change, words: str
) -> None:
    act = done(saved).act
    assert act
    assert later(saved).act
    before = saved.views.all()
    undone = saved.journal.undo(act.number)
    assert undone
    assert (undone.refused, saved.views.all()) == (words, before)
    # The act counts as undone, so that the acts before it can be undone.
    assert [each.number for each in saved.journal.acts(9) if each.undone] == [act.number]


@pytest.mark.parametrize(
    ("done", "later", "after"),
    [
        # Another field of the same view was changed later: that change remains.
        (save("Locks", "ti:locks"), bind("Locks", 5), SavedView("Locks", "locks", 5)),
        (bind("Locks", 5), save("Locks", "ti:locks"), SavedView("Locks", "ti:locks")),
        (rename("Locks", "Mutexes"), save("Mutexes", "mutex"), SavedView("Locks", "mutex")),
        (move("Locks", 1), bind("Locks", 5), SavedView("Locks", "locks", 5)),
        # Another view was changed later: that change and the digit it took remain.
        (remove("Locks"), save("New", "new"), SavedView("Locks", "locks")),
        (remove("Queues"), bind("Starred", 1), SavedView("Queues", "queues")),
        # The digit returns to the view that lost it.
        (bind("Locks", 1), save("Queues", "ti:queues"), SavedView("Queues", "ti:queues", 1)),
    ],
)
def test_an_act_is_undone_by_its_number_and_later_changes_of_views_are_kept(
    saved: Library, done: Change, later: Change, after: SavedView
) -> None:
    act = done(saved).act
    assert act
    assert later(saved).act
    others = [view for view in saved.views.all() if view.name not in (act.name, act.to, after.name)]
    undone = saved.journal.undo(act.number)
    assert undone
    assert not undone.refused
    assert after in saved.views.all()
    assert [view for view in saved.views.all() if view.name not in (act.name, act.to, after.name)] == others


def test_views_of_another_library_are_one_act(saved: Library) -> None:
    before = saved.views.all()
    result = [SavedView("Locks", "mine"), SavedView("Old", "sort:old", 1), SavedView("Best", "sort:best", 7)]
    act = saved.views.add(result)
    assert act
    assert act.name == "Old; Best"
    assert saved.views.all() == (*before, SavedView("Old", "sort:old"), SavedView("Best", "sort:best", 7))
    saved.journal.undo()
    assert saved.views.all() == before


def test_views_from_before_they_were_acts_are_changed_and_come_back(home: Home) -> None:
    with home.library():
        pass
    with closing(sqlite3.connect(home.paths.library_db)) as older, older:
        rows = [("One", "one", 3, None), ("Two", "two", 8, 4)]  # positions in a library can have gaps
        older.executemany("INSERT INTO view (name, query, place, digit) VALUES (?, ?, ?, ?)", rows)
    with home.library() as library:
        assert library.views.all() == (SavedView("One", "one"), SavedView("Two", "two", 4))
        assert library.journal.undo() is None
        library.views.remove("Two")
        library.views.move("One", 1)
        assert library.journal.undo()
        assert library.views.all() == (SavedView("One", "one"), SavedView("Two", "two", 4))


@pytest.mark.parametrize("held", [[5], ["name only"], [["New", "new", "x", 1]], [["New", "new", None]]])
def test_a_journal_that_holds_no_view_changes_none(home: Home, saved: Library, held: list[object]) -> None:
    saved.views.save("New", "new")
    before = saved.views.all()
    with closing(sqlite3.connect(home.paths.library_db)) as db, db:
        db.execute("UPDATE journal SET after = ? WHERE number = ?", (pack_json(held), newest(saved)))
    with pytest.raises(Damaged, match="saved view"):
        saved.journal.undo()
    assert saved.views.all() == before
