"""Reading lists: papers in an order chosen by the user, and the position strings that define this order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxtui.model.marks import Marks
from arxtui.store.library.database import LibraryFile
from arxtui.store.library.labels import after, append_places, between, move_place
from arxtui.store.sqlite.codec import Packed
from tests.builders import NOW


def _orders(library: LibraryFile) -> dict[str, list[int]]:
    return {name: list(keys) for name, keys in library.lists.all()}


def test_papers_are_on_a_list_in_the_order_in_which_they_were_put_there(library: LibraryFile) -> None:
    act = library.lists.enlist([3, 1, 2], "seminar", NOW)
    assert act is not None
    assert (act.what, act.name, act.papers) == ("enlist", "seminar", 3)
    library.lists.enlist([9, 1, 9], "seminar", NOW)
    library.lists.enlist([1], "course", NOW)
    assert _orders(library) == {"course": [1], "seminar": [3, 1, 2, 9]}
    assert library.marks.of([1, 2]) == {1: Marks(lists=("course", "seminar")), 2: Marks(lists=("seminar",))}
    assert library.lists.enlist([1, 2], "seminar", NOW) is None


def test_papers_that_another_program_adds_to_a_list_at_the_same_moment_come_first(tmp_path: Path) -> None:
    file = tmp_path / "library.db"

    def meanwhile(keys: Sequence[int]) -> Iterable[Packed]:
        with LibraryFile.open(file) as other:
            other.lists.enlist([7, 8], "seminar", NOW)
        return ()

    with LibraryFile.open(file) as library:
        library.lists.enlist([1], "seminar", NOW, meanwhile)
        assert _orders(library) == {"seminar": [7, 8, 1]}


@pytest.mark.parametrize(
    ("moved", "before", "order"),
    [(4, 1, [4, 1, 2, 3]), (4, 2, [1, 4, 2, 3]), (1, None, [2, 3, 4, 1]), (1, 4, [2, 3, 1, 4]), (2, 77, [1, 3, 4, 2])],
)
def test_a_paper_is_moved_within_its_list_and_back(
    library: LibraryFile, moved: int, before: int | None, order: list[int]
) -> None:
    library.lists.enlist([1, 2, 3, 4], "seminar", NOW)
    act = library.lists.arrange("seminar", [moved], before, NOW)
    assert act is not None
    assert (act.what, act.papers) == ("arrange", 1)
    assert _orders(library) == {"seminar": order}
    assert library.lists.arrange("seminar", [moved], before, NOW) is None
    library.journal.undo(NOW)
    assert _orders(library) == {"seminar": [1, 2, 3, 4]}
    library.journal.redo()
    assert _orders(library) == {"seminar": order}


def test_there_is_room_between_papers_however_often_one_is_moved(library: LibraryFile) -> None:
    library.lists.enlist([1, 2, 3], "seminar", NOW)
    for _ in range(100):
        library.lists.arrange("seminar", [3], 2, NOW)
        library.lists.arrange("seminar", [2], 3, NOW)
    assert _orders(library) == {"seminar": [1, 2, 3]}


def test_a_paper_that_returns_is_at_its_old_place(library: LibraryFile) -> None:
    library.lists.enlist([1, 2], "seminar", NOW)
    gone = library.lists.delist([2], "seminar", NOW)
    library.lists.enlist([3], "seminar", NOW)
    assert gone is not None
    library.journal.undo(NOW, gone.number)
    assert _orders(library) == {"seminar": [1, 2, 3]}
    library.lists.arrange("seminar", [1], 3, NOW)
    assert _orders(library) == {"seminar": [2, 1, 3]}


def test_a_list_that_no_paper_is_on_is_gone_and_undo_brings_it_back(library: LibraryFile) -> None:
    library.lists.enlist([2, 1], "seminar", NOW)
    library.lists.delist([1], "seminar", NOW)
    act = library.lists.remove("seminar", NOW)
    assert act is not None
    assert (act.what, act.name, act.papers) == ("remove list", "seminar", 1)
    assert library.lists.all() == []
    library.journal.undo(NOW)
    library.journal.undo(NOW)
    assert _orders(library) == {"seminar": [2, 1]}


def test_a_renamed_list_keeps_its_order_and_gets_its_name_back(library: LibraryFile) -> None:
    library.lists.enlist([2, 1, 3], "seminar", NOW)
    act = library.lists.rename("seminar", "autumn", NOW)
    assert act is not None
    assert (act.name, act.to, act.papers) == ("seminar", "autumn", 3)
    library.lists.delist([1], "autumn", NOW)
    assert _orders(library) == {"autumn": [2, 3]}
    library.journal.undo(NOW, act.number)
    assert _orders(library) == {"seminar": [2, 3]}


@given(
    st.permutations(range(5)),
    st.sets(st.integers(0, 5), min_size=1, max_size=2),
    st.none() | st.integers(0, 5),
)
def test_any_move_ends_as_in_a_plain_list_and_moves_no_other_paper(
    order: list[int], paper_keys: set[int], before: int | None
) -> None:
    places = append_places({}, [*order, order[0]])
    new_places = move_place(places, paper_keys, before)
    assert new_places.keys() <= paper_keys
    others = [key for key in order if key not in paper_keys]
    target = others.index(before) if before in others else len(others)
    moved = [*others[:target], *[key for key in order if key in paper_keys][:1], *others[target:]]
    remaining = {key: place for key, place in {**places, **new_places}.items() if place is not None}
    assert sorted(remaining, key=lambda key: str(remaining[key])) == moved
    assert bool(new_places) is (moved != order)


@pytest.mark.parametrize(("moved", "before"), [(1, 2), (2, 3), (3, None)])
def test_a_paper_that_is_there_already_is_not_moved(library: LibraryFile, moved: int, before: int | None) -> None:
    library.lists.enlist([1, 2, 3], "seminar", NOW)
    assert library.lists.arrange("seminar", [moved], before, NOW) is None


def test_a_paper_that_came_to_a_list_under_two_keys_is_on_it_once_after_a_move(library: LibraryFile) -> None:
    library.lists.enlist([1, 2, 3, 4], "seminar", NOW)
    act = library.lists.arrange("seminar", [4, 2], 3, NOW)
    assert act is not None
    assert act.papers == 1, "it stands there already, and only its other place goes"
    assert _orders(library) == {"seminar": [1, 2, 3]}
    library.journal.undo(NOW)
    library.lists.arrange("seminar", [4, 2], 1, NOW)
    assert _orders(library) == {"seminar": [2, 1, 3]}


@pytest.mark.parametrize(
    ("low", "high", "place"),
    [
        ("1", "3", "2"),
        ("1", "2", "15"),
        ("1", "11", "105"),
        ("19", "2", "195"),
        ("2", "9", "5"),
        ("199", "2", "1995"),
        ("03", "05", "04"),
        ("09", "11", "1"),
    ],
)
def test_a_place_between_two_is_in_their_middle_and_no_longer_than_it_must_be(low: str, high: str, place: str) -> None:
    assert between(low, high) == place


_PLACES = st.lists(st.integers(0, 30), max_size=60)


@given(_PLACES)
def test_there_is_always_a_place_between_two(choices: list[int]) -> None:
    places: list[str] = []
    for choice in choices:
        at = choice % (len(places) + 1)
        low = places[at - 1] if at else None
        high = places[at] if at < len(places) else None
        places.insert(at, between(low, high))
        assert places == sorted(set(places))
        assert not any(place.endswith("0") for place in places)


def test_ten_thousand_places_in_a_row_ascend_and_stay_short() -> None:
    places = [after(None)]
    for _ in range(10_000):
        places.append(after(places[-1]))
    assert places == sorted(set(places))
    assert max(map(len, places)) == 10
