"""Saved views: their names, order, counts, and digits."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from arxtui.library.facade import Library
from arxtui.library.views import SavedView
from arxtui.query import QueryError
from tests.builders import announced, paper
from tests.library.made import Home

ONE, TWO, THREE = (paper(number) for number in range(1, 4))


@pytest.fixture
def saved(library: Library) -> Library:
    """A library with three views."""
    for name, query in (("Queues", "queues"), ("Starred", "is:starred"), ("All but mine", "-au:example")):
        library.views.save(name, query)
    return library


def names(library: Library) -> list[str]:
    return [view.name for view in library.views.all()]


def test_views_are_in_the_order_they_were_saved_in(saved: Library) -> None:
    assert saved.views.all() == (
        SavedView("Queues", "queues"),
        SavedView("Starred", "is:starred"),
        SavedView("All but mine", "-au:example"),
    )


def test_saving_under_an_existing_name_changes_its_query_in_place(saved: Library) -> None:
    saved.views.bind("Queues", 3)
    assert saved.views.save(" Queues\n", "queues  sort:best ").view == SavedView("Queues", "queues  sort:best", 3)
    assert names(saved) == ["Queues", "Starred", "All but mine"]
    assert saved.views.save("Everything", "").view == saved.views.all()[3] == SavedView("Everything", "")


def test_a_faulty_query_and_a_name_that_is_none_make_no_view(saved: Library) -> None:
    before = saved.views.all()
    with pytest.raises(QueryError, match=r"cs\.XX"):
        saved.views.save("Wrong", "cat:cs.XX")
    for name in ("", " \t", "x" * 101):
        with pytest.raises(ValueError, match="name"):
            saved.views.save(name, "queues")
        with pytest.raises(ValueError, match="name"):
            saved.views.rename("Queues", name)
    assert saved.views.all() == before


def test_a_view_is_renamed_and_keeps_its_place_and_digit(saved: Library) -> None:
    saved.views.bind("Starred", 9)
    saved.views.rename("Starred", "Gold")
    assert saved.views.all()[1] == SavedView("Gold", "is:starred", 9)
    saved.views.rename("Gold", "Gold")
    with pytest.raises(ValueError, match='a view "Queues" already'):
        saved.views.rename("Gold", "Queues")
    assert names(saved) == ["Queues", "Gold", "All but mine"]


def test_a_view_is_removed(saved: Library) -> None:
    assert saved.views.remove("Starred").view == SavedView("Starred", "is:starred")
    assert names(saved) == ["Queues", "All but mine"]


@pytest.mark.parametrize(
    ("place", "order"),
    [
        (1, ["Starred", "Queues", "All but mine"]),
        (2, ["Queues", "Starred", "All but mine"]),
        (3, ["Queues", "All but mine", "Starred"]),
        (99, ["Queues", "All but mine", "Starred"]),
    ],
)
def test_a_view_is_moved_to_a_place(saved: Library, place: int, order: list[str]) -> None:
    saved.views.move("Starred", place)
    assert names(saved) == order


def test_a_digit_opens_one_view(saved: Library) -> None:
    saved.views.bind("Queues", 1)
    saved.views.bind("Starred", 1)
    assert [view.key for view in saved.views.all()] == [None, 1, None]
    saved.views.bind("Starred", 2)
    saved.views.bind("Queues", 1)
    assert [view.key for view in saved.views.all()] == [1, 2, None]
    saved.views.bind("Queues", None)
    assert [view.key for view in saved.views.all()] == [None, 2, None]
    for digit in (0, 10, -1):
        with pytest.raises(ValueError, match="keys 1 to 9"):
            saved.views.bind("Queues", digit)


def test_a_name_that_no_view_has_is_reported(saved: Library) -> None:
    changes: tuple[Callable[[], object], ...] = (
        lambda: saved.views.remove("Queue"),
        lambda: saved.views.rename("Queue", "Other"),
        lambda: saved.views.move("Queue", 1),
        lambda: saved.views.bind("Queue", 1),
    )
    for change in changes:
        with pytest.raises(LookupError, match='no view "Queue"'):
            change()


def test_views_are_there_for_the_next_reader_and_after_a_deleted_cache(home: Home, saved: Library) -> None:
    saved.views.bind("Queues", 1)
    home.drop_cache()
    with home.library() as other:
        assert other.views.all() == saved.views.all()


def test_views_are_counted_beside_their_names(home: Home, saved: Library) -> None:
    home.take(ONE, TWO, THREE, announcements=[announced(ONE), announced(TWO)])
    saved.inbox.deliver()
    saved.marks.apply([ONE.key, THREE.key], "star")
    saved.views.save("Unread", "is:unread")
    saved.views.save("Later", "-is:starred")
    assert [(view.name, papers, unread) for view, papers, unread in saved.counts.views()] == [
        ("Queues", None, 2),
        ("Starred", 2, 1),
        ("All but mine", None, 0),
        ("Unread", 2, 2),
        ("Later", 1, 1),
    ]
    saved.views.save("Later", "que")  # no paper has this word: views never treat a word as half typed
    assert saved.counts.views()[-1][1:] == (None, 0)
    saved.marks.apply([TWO.key], "hide")
    assert [unread for _, _, unread in saved.counts.views()] == [1, 1, 0, 1, 0]


def test_a_view_of_hidden_papers_counts_them(home: Home, library: Library) -> None:
    home.take(ONE, TWO, announcements=[announced(ONE), announced(TWO)])
    library.inbox.deliver()
    library.marks.apply([ONE.key], "hide")
    library.views.save("Hidden", "is:hidden")
    assert [(papers, unread) for _, papers, unread in library.counts.views()] == [(1, 0)]
