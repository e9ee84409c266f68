"""Ratings, reading states and reading lists: setting them, and searching by them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from arxtui.library.facade import Library
from arxtui.model.marks import Act, Marks, Reading
from arxtui.model.paper import Paper
from tests.builders import announced, card, paper
from tests.library.made import Home, ids

ONE, TWO, THREE, FOUR = (paper(number) for number in range(1, 5))


@pytest.fixture
def filled(home: Home, library: Library) -> Library:
    """A library in which one and two are rated, three is being read, two and one are on a list in this order, and two
    is unread."""
    home.take(ONE, TWO, THREE, FOUR, announcements=[announced(TWO)])
    library.inbox.deliver()
    library.marks.rate([ONE.key], 3)
    library.marks.rate([TWO.key], 5)
    library.marks.read_as([THREE.key], Reading.READING)
    library.marks.read_as([FOUR.key], Reading.TO_READ)
    library.lists.enlist([ONE.key, TWO.key, THREE.key], "Autumn course")
    library.lists.arrange("autumn course", TWO.key, 1)
    library.lists.enlist([THREE.key], "seminar")
    return library


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("rating:3", [ONE]),
        ("rating:>3", [TWO]),
        ("rating:>=3", [TWO, ONE]),
        ("rating:..4", [ONE]),
        ("rating:3..5 queues", [TWO, ONE]),
        ("-rating:5 has:rating", [ONE]),
        ("is:toread", [FOUR]),
        ("is:reading", [THREE]),
        ("is:finished", []),
        ("has:list", [THREE, TWO, ONE]),
        ("list:seminar", [THREE]),
        ('list:"AUTUMN course"', [TWO, ONE, THREE]),
        ('list:"autumn course" queues', [TWO, ONE, THREE]),
        ('list:"autumn course" -is:reading', [TWO, ONE]),
        ('list:"autumn course" sort:new', [THREE, TWO, ONE]),
        ('list:"autumn course" sort:old', [ONE, TWO, THREE]),
        ("list:autumn", []),
        ("list:autumn*", [TWO, ONE, THREE]),
        ('list:seminar OR list:"autumn course"', [THREE, TWO, ONE]),
        ("-list:seminar has:list", [TWO, ONE]),
    ],
)
def test_papers_are_found_by_ratings_reading_states_and_lists(filled: Library, query: str, found: list[Paper]) -> None:
    assert ids(filled, query) == [each.id for each in found]


def test_a_rating_or_a_list_that_is_being_typed_is_no_fault(filled: Library) -> None:
    for text in ("rating:", "rating:>", "rating:>=", "rating:3.", "rating:..", "rating:3..", "list:", "list:au"):
        assert not [each for each in filled.search.listing(text, typing=True).query.faults if text[-1] != ":"]
    assert ids(filled, "list:au", typing=True) == [TWO.id, ONE.id, THREE.id]


def test_hidden_papers_are_left_out_of_a_list_as_of_every_other(filled: Library) -> None:
    filled.marks.apply([TWO.key], "hide")
    assert ids(filled, "list:autumn*") == [ONE.id, THREE.id]
    assert ids(filled, "list:autumn* is:hidden") == [TWO.id]


def test_rows_and_records_show_them(filled: Library) -> None:
    one, three = filled.papers.rows([ONE.key, THREE.key])
    assert one.marks == Marks(rating=3, lists=("Autumn course",))
    assert three.marks == Marks(reading=Reading.READING, lists=("Autumn course", "seminar"))
    record = filled.papers.record(THREE.key)
    assert record is not None
    assert record.marks == three.marks


def test_a_paper_that_is_starred_and_read_in_one_act_leaves_the_unread_at_once(filled: Library) -> None:
    assert (ids(filled, "is:unread"), filled.counts.filters().unread) == ([TWO.id], 1)
    filled.marks.decide([TWO.key], "star")
    assert (ids(filled, "is:unread"), filled.counts.filters().unread) == ([], 0)


@pytest.mark.parametrize("rating", [0, 6, -1])
def test_a_rating_is_one_to_five(filled: Library, rating: int) -> None:
    with pytest.raises(ValueError, match="from 1 to 5"):
        filled.marks.rate([ONE.key], rating)


def test_a_list_keeps_the_spelling_that_it_has_until_it_is_renamed(filled: Library) -> None:
    act = filled.lists.enlist([FOUR.key], " autumn  COURSE ")
    assert act is not None
    assert (act.name, act.papers) == ("Autumn course", 1)
    filled.lists.rename("autumn course", "autumn course")
    assert [name for name, _ in filled.lists.all()] == ["autumn course", "seminar"]
    with pytest.raises(ValueError, match="already exists"):
        filled.lists.rename("autumn course", "Seminar")


@pytest.mark.parametrize("name", ["", "  ", 'say "yes"', "all*", "x" * 101])
def test_an_invalid_name_of_a_list_is_refused(filled: Library, name: str) -> None:
    with pytest.raises(ValueError, match="list"):
        filled.lists.enlist([ONE.key], name)


def test_a_list_that_there_is_not_is_reported(filled: Library) -> None:
    acts: list[Callable[[], Act | None]] = [
        lambda: filled.lists.delist([ONE.key], "winter"),
        lambda: filled.lists.arrange("winter", ONE.key, 1),
        lambda: filled.lists.rename("winter", "summer"),
        lambda: filled.lists.remove("winter"),
    ]
    for act in acts:
        with pytest.raises(LookupError, match='no list "winter"'):
            act()
    with pytest.raises(LookupError, match="not on the list"):
        filled.lists.arrange("seminar", ONE.key, 1)


@pytest.mark.parametrize(("place", "order"), [(1, [THREE, TWO, ONE]), (2, [TWO, THREE, ONE]), (99, [TWO, ONE, THREE])])
def test_a_paper_is_moved_to_a_place_of_its_list(filled: Library, place: int, order: list[Paper]) -> None:
    filled.lists.arrange("Autumn course", THREE.key, place)
    assert ids(filled, "list:autumn*") == [each.id for each in order]


def test_lists_are_counted_without_hidden_papers(filled: Library) -> None:
    assert filled.counts.filters().lists == (("Autumn course", 3, 1), ("seminar", 1, 0))
    filled.marks.apply([ONE.key], "hide")
    assert filled.counts.filters().lists[0] == ("Autumn course", 2, 1)


def test_ratings_reading_states_and_lists_survive_a_deleted_cache(home: Home, filled: Library) -> None:
    filled.close()
    home.drop_cache()
    with home.library() as library:
        assert ids(library, "rating:3") == [ONE.id]
        assert ids(library, "is:toread") == [FOUR.id]
        assert ids(library, "list:autumn*") == [TWO.id, ONE.id, THREE.id]
        assert [row.title for row in library.papers.rows([ONE.key, FOUR.key])] == [ONE.title, FOUR.title]
        record = library.papers.record(ONE.key)
        assert record is not None
        assert record.paper == ONE


def test_marks_from_before_a_paper_had_its_identifier_are_the_papers(home: Home, library: Library) -> None:
    home.take(TWO, reviews=[card(ONE)])
    (pending,) = (key for key in library.search.listing("").keys if key != TWO.key)
    library.marks.rate([pending], 4)
    library.marks.read_as([pending], Reading.READING)
    library.lists.enlist([pending, TWO.key], "seminar")
    home.take(ONE)
    assert ids(library, "rating:4") == ids(library, "is:reading") == [ONE.id]
    assert ids(library, "list:seminar") == [ONE.id, TWO.id]
    (row,) = library.papers.rows([ONE.key])
    assert row.marks == Marks(rating=4, reading=Reading.READING, lists=("seminar",))
    assert library.lists.enlist([ONE.key], "seminar") is None

    library.marks.rate([ONE.key], 2)
    library.marks.read_as([pending], None)
    library.lists.arrange("seminar", ONE.key, 2)
    assert ids(library, "rating:4") == ids(library, "is:reading") == []
    assert ids(library, "list:seminar") == [TWO.id, ONE.id]
    library.lists.delist([ONE.key], "seminar")
    assert library.papers.rows([ONE.key])[0].marks == Marks(rating=2)
    for _ in range(4):
        library.journal.undo()
    assert library.papers.rows([ONE.key])[0].marks == row.marks
    for _ in range(4):
        library.journal.redo()
    assert library.papers.rows([ONE.key])[0].marks == Marks(rating=2)


def test_a_paper_listed_under_both_its_keys_appears_once_and_moves_as_one(home: Home, library: Library) -> None:
    home.take(TWO, reviews=[card(ONE)])
    (pending,) = (key for key in library.search.listing("").keys if key != TWO.key)
    library.lists.enlist([pending, TWO.key], "seminar")
    library.marks.rate([pending], 4)
    home.drop_cache()
    home.take(ONE, TWO)
    with home.library() as later:
        later.lists.enlist([ONE.key], "seminar")
        later.marks.rate([ONE.key], 2)
        home.take(reviews=[card(ONE)])
        assert ids(later, "list:seminar") == [ONE.id, TWO.id]
        assert ids(later, "rating:2") == ids(later, "has:rating") == [ONE.id]
        later.lists.arrange("seminar", ONE.key, 2)
        assert ids(later, "list:seminar") == [TWO.id, ONE.id]
        later.journal.undo()
        assert ids(later, "list:seminar") == [ONE.id, TWO.id]


def test_the_slash_of_a_wide_keyboard_nests_tags_too(filled: Library) -> None:
    filled.marks.apply([ONE.key], "tag", "本\N{FULLWIDTH SOLIDUS}章")
    filled.marks.apply([TWO.key], "tag", "本/章/節")
    filled.tags.rename("本\N{FULLWIDTH SOLIDUS}章", "書")
    assert [name for name, *_ in filled.counts.filters().tags] == ["書", "書/節"]


def test_tags_are_renamed_merged_and_removed_with_those_below_them(filled: Library) -> None:
    filled.marks.apply([ONE.key], "tag", "thesis")
    filled.marks.apply([TWO.key], "tag", "thesis/related work")
    filled.marks.apply([TWO.key, THREE.key], "tag", "Book")
    act = filled.tags.rename("THESIS", "book")
    assert act is not None
    assert (act.what, act.name, act.to) == ("rename tag", "THESIS", "Book")
    assert [name for name, *_ in filled.counts.filters().tags] == ["Book", "Book/related work"]
    assert ids(filled, "tag:book") == [THREE.id, TWO.id, ONE.id]
    filled.tags.remove("book")
    assert filled.counts.filters().tags == ()
    filled.journal.undo()
    filled.journal.undo()
    assert ids(filled, "tag:thesis") == [TWO.id, ONE.id]
    assert ids(filled, "tag:book") == [THREE.id, TWO.id]
    filled.tags.rename("thesis", "Thesis")
    assert [name for name, *_ in filled.counts.filters().tags] == ["Book", "Thesis", "Thesis/related work"]


def test_a_tag_that_there_is_not_is_reported_and_a_new_name_must_be_one(filled: Library) -> None:
    with pytest.raises(LookupError, match='tagged "thesis"'):
        filled.tags.rename("thesis", "book")
    with pytest.raises(LookupError, match='tagged "thesis"'):
        filled.tags.remove("thesis")
    filled.marks.apply([ONE.key], "tag", f"thesis/{'x' * 93}")
    with pytest.raises(ValueError, match="100 characters"):
        filled.marks.apply([ONE.key], "tag", f"thesis/{'x' * 94}")
    with pytest.raises(ValueError, match="a nested tag one at each level"):
        filled.tags.rename("thesis", "book/")
    with pytest.raises(ValueError, match="100 characters"):
        filled.tags.rename("thesis", "a longer name")


def test_the_journal_reports_every_act_with_its_papers(filled: Library) -> None:
    newest, *_ = filled.journal.acts(3)
    assert (newest.what, newest.name, newest.papers) == ("enlist", "seminar", 1)
    assert list(filled.journal.papers_of(newest.number)) == [THREE.key]
    assert filled.journal.acts(1, before=newest.number)[0].what == "arrange"
    undone = filled.journal.undo(newest.number)
    assert undone is not None
    assert filled.journal.acts(1) == [undone]
    assert filled.journal.redo() == newest
