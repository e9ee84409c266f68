"""Merging an exported library into an existing one: existing data is never removed, and conflicts are reported."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from arxtui.library.facade import Library
from arxtui.library.views import SavedView
from arxtui.model.fulltext import ReadingPlace
from arxtui.model.marks import Marks, Reading
from arxtui.model.portable import ExportedList, ExportedPaper, ExportedView, ImportResult
from arxtui.model.rules import Rule
from tests.builders import NOW, announced, card, paper
from tests.library.made import Home, ids

ONE, TWO, THREE = (paper(number) for number in (1, 2, 3))


@pytest.fixture
def here(home: Home) -> Iterator[Library]:
    """A library that has three papers."""
    home.take(ONE, TWO, THREE)
    with closing(Library.open(home.paths, home.settings, home.clock)) as opened:
        yield opened


def exported(of: str = ONE.id, place: ReadingPlace | None = None, **marks: Any) -> ExportedPaper:
    return ExportedPaper(of, Marks(**marks), place)


def marks(library: Library, key: int = ONE.key) -> Marks:
    return library.papers.rows([key])[0].marks


def test_every_sort_of_mark_is_taken_in_as_one_act_and_comes_only_once(here: Library) -> None:
    lines = [
        exported(starred=True, tags=("thesis", "thesis/related"), rating=4, reading=Reading.READING, read=True),
        exported(TWO.id, unread=True, queued=True, note="Theirs"),
        exported(THREE.id, hidden=True, rating=4),
    ]
    assert here.portable.import_items(lines) == ImportResult(9, 0, 0, (), (), ())
    assert marks(here) == Marks(
        starred=True, tags=("thesis", "thesis/related"), rating=4, reading=Reading.READING, read=True
    )
    assert marks(here, TWO.key) == Marks(unread=True, queued=True, note="Theirs")
    assert marks(here, THREE.key) == Marks(hidden=True, rating=4)
    assert here.portable.import_items(lines).acts == 0
    for _ in range(9):
        assert here.journal.undo()
    assert [row.marks for row in here.papers.rows([ONE.key, TWO.key, THREE.key])] == [Marks()] * 3


def test_a_different_own_value_stays_and_is_reported(here: Library) -> None:
    here.marks.rate([ONE.key], 2)
    here.marks.read_as([ONE.key], Reading.READ)
    here.marks.rate([TWO.key], 4)
    taken = here.portable.import_items(
        [exported(rating=5, reading=Reading.TO_READ), exported(TWO.id, rating=4), exported(THREE.id, rating=5)]
    )
    assert taken.otherwise == (
        "2605.00001 is rated 2 here, not 5",
        "2605.00001 is of the state read here, not to-read",
    )
    assert [row.marks.rating for row in here.papers.rows([ONE.key, TWO.key, THREE.key])] == [2, 4, 5]
    assert marks(here).reading is Reading.READ


def test_a_note_follows_the_one_that_is_here_unless_it_is_part_of_it(here: Library) -> None:
    here.marks.note(ONE.key, "My own words")
    here.marks.note(TWO.key, "Mine, and theirs.")
    assert (
        here.portable.import_items(
            [exported(note="Theirs"), exported(TWO.id, note="theirs"), exported(THREE.id, note="Theirs")]
        ).acts
        == 1
    )
    notes = [row.marks.note for row in here.papers.rows([ONE.key, TWO.key, THREE.key])]
    assert notes == ["My own words\n\nTheirs", "Mine, and theirs.", "Theirs"]


def test_a_paper_is_unread_only_where_it_was_never_in_the_inbox(home: Home, here: Library) -> None:
    home.take(announcements=[announced(ONE), announced(TWO)])
    here.inbox.deliver()
    here.marks.apply([ONE.key], "read")
    here.portable.import_items([exported(unread=True), exported(TWO.id, read=True), exported(THREE.id, unread=True)])
    assert ids(here, "is:unread") == [THREE.id, TWO.id]
    here.portable.import_items([exported(THREE.id, read=True)])
    assert ids(here, "is:read") == [ONE.id]


def test_imported_lists_keep_their_order_behind_papers_already_on_them(here: Library) -> None:
    here.lists.enlist([TWO.key], "Summer")
    taken = here.portable.import_items([ExportedList("summer", (THREE.id, TWO.id, "2605.09999", ONE.id))])
    assert (taken.acts, taken.unknown) == (1, ("2605.09999",))
    assert ids(here, "list:summer") == [TWO.id, THREE.id, ONE.id]


def test_views_come_with_their_keys_where_those_are_free(here: Library) -> None:
    here.views.save("Mine", "cat:cs.LG")
    here.views.bind("Mine", 3)
    taken = here.portable.import_items(
        [
            ExportedView("Mine", "cat:cs.DC", 4),
            ExportedView("Theirs", "is:starred", 3),
            ExportedView("Other", "is:queued", 5),
            ExportedView("Last", "is:hidden", 10),
        ]
    )
    assert taken == ImportResult(1, 3, 0, (), ('the view "Mine" is cat:cs.LG here, not cat:cs.DC',), ())
    assert here.views.all() == (
        SavedView("Mine", "cat:cs.LG", 3),
        SavedView("Theirs", "is:starred"),
        SavedView("Other", "is:queued", 5),
        SavedView("Last", "is:hidden"),
    )
    assert here.portable.import_items([ExportedView("Mine", "cat:cs.LG")]) == ImportResult(0, 0, 0, (), (), ())


def test_of_several_views_of_one_name_in_a_file_the_first_is_taken(here: Library) -> None:
    views = [ExportedView("Mine", query) for query in ("cat:cs.LG", "cat:cs.LG", "cat:cs.DC")]
    words = 'the view "Mine" is cat:cs.LG here, not cat:cs.DC'
    assert here.portable.import_items(views) == ImportResult(1, 1, 0, (), (words,), ())
    assert here.views.all() == (SavedView("Mine", "cat:cs.LG"),)


@pytest.mark.parametrize(("ours", "stays"), [(-1, False), (0, True), (1, True)])
def test_of_two_places_the_later_one_holds(home: Home, here: Library, ours: int, *, stays: bool) -> None:
    home.now = NOW + timedelta(hours=ours)
    here.texts.keep_place(ONE.key, 1, 2, 1)
    theirs = ReadingPlace(9, 8, 1, NOW)
    assert here.portable.import_items([exported(place=theirs), exported(TWO.id)]).places == (not stays)
    assert (here.texts.place(ONE.key) != theirs) is stays
    assert here.texts.place(TWO.key) is None


def test_a_place_comes_where_there_was_none(here: Library) -> None:
    theirs = ReadingPlace(9, 8, 1, NOW)
    assert here.portable.import_items([exported(place=theirs)]).places == 1
    assert here.texts.place(ONE.key) == theirs


def test_invalid_tags_notes_lists_and_views_are_refused_and_the_rest_is_imported(here: Library) -> None:
    taken = here.portable.import_items(
        [
            exported(tags=('a "b"', "good"), starred=True),
            exported(TWO.id, note="n" * 100_001),
            exported(THREE.id, note="short"),
            ExportedList("a*", (ONE.id,)),
            ExportedView("Faulty", "cat:"),
            ExportedView("", "cat:cs.LG"),
        ]
    )
    assert [words.partition(" was not imported: ")[0] for words in taken.refused] == [
        'the tag "a "b""',
        "the note of 2605.00002",
        'the list "a*"',
        'the view "Faulty"',
        'the view ""',
    ]
    assert all(words.partition(" was not imported: ")[2] for words in taken.refused)
    assert (taken.acts, taken.views) == (3, 0)
    assert marks(here) == Marks(starred=True, tags=("good",))
    assert marks(here, THREE.key).note == "short"


def test_lines_of_several_files_about_a_paper_are_joined(here: Library) -> None:
    here.portable.import_items([exported(starred=True, note="First"), exported(f"{ONE.id}v1", rating=4, note="Second")])
    assert marks(here) == Marks(starred=True, rating=4, note="First\n\nSecond")


@pytest.mark.parametrize(
    "act",
    [
        lambda library: library.marks.apply([TWO.key], "unread"),
        lambda library: library.marks.apply([TWO.key], "read"),
        lambda library: library.marks.apply([TWO.key], "star"),
        lambda library: library.marks.apply([TWO.key], "hide"),
        lambda library: library.marks.apply([TWO.key], "queue"),
        lambda library: library.marks.apply([TWO.key], "tag", "thesis"),
        lambda library: library.marks.rate([TWO.key], 1),
        *(lambda library, state=state: library.marks.read_as([TWO.key], state) for state in Reading),
        lambda library: library.marks.note(TWO.key, "Mine"),
        lambda library: library.lists.enlist([TWO.key], "Summer"),
        lambda library: library.texts.keep_place(TWO.key, 1, 2, 1),
    ],
    ids="unread read star hide queue tag rating to-read reading finished note list place".split(),
)
def test_every_paper_with_a_mark_rating_note_list_or_reading_position_is_exported(
    here: Library, act: Callable[[Library], object]
) -> None:
    assert here.portable.marked() == []
    act(here)
    assert here.portable.marked() == [TWO.key]


def test_an_unread_paper_travels_though_a_rule_hides_it(home: Home) -> None:
    home.take(ONE, TWO)
    home.settings = replace(home.settings, rules=(Rule("all", "cat:*", mute=True),))
    with home.library() as library:
        library.marks.apply([TWO.key], "unread")
        assert library.counts.filters().muted == 2
        assert library.portable.marked() == [TWO.key]


def test_marked_papers_come_newest_first(here: Library) -> None:
    here.texts.keep_place(THREE.key, 1, 2, 1)
    here.marks.apply([ONE.key, TWO.key], "star")
    assert here.portable.marked() == [THREE.key, TWO.key, ONE.key]


def test_marks_of_papers_that_went_with_a_cache_travel_alone(home: Home, here: Library) -> None:
    here.marks.apply([ONE.key], "star")
    here.marks.apply([TWO.key], "hide")
    home.drop_cache()
    with closing(Library.open(home.paths, home.settings, home.clock)) as later:
        keys: Sequence[int] = later.portable.marked()
        assert keys == [TWO.key, ONE.key]
        records = later.papers.records(keys)
        assert later.portable.marks_without_records(keys, records) == {TWO.key: Marks(hidden=True)}


def test_marks_from_before_a_paper_had_its_identifier_travel_with_it(home: Home) -> None:
    home.take(reviews=[card(ONE)])
    with closing(Library.open(home.paths, home.settings, home.clock)) as library:
        pending = library.search.listing("").keys
        library.marks.apply(pending, "star")
        home.take(ONE)
        records = library.papers.records([ONE.key])
        assert library.portable.marks_without_records(pending, records) == {}
        assert library.portable.marks_without_records(pending, []) == {ONE.key: Marks(starred=True)}
