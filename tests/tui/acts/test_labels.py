"""Tags, ratings, reading lists and reading states: given by keys, shown, renamed, removed and ordered."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from arxtui.config.paths import Paths
from arxtui.library.facade import Library
from arxtui.library.views import FilterCounts
from arxtui.light import changed
from arxtui.model.marks import Marks, Reading
from arxtui.tui.actions import Place
from arxtui.tui.commands import labels, views
from arxtui.tui.context import Context
from arxtui.tui.present.listing.columns import Columns
from arxtui.tui.present.listing.rows import ListLooks, paper_row
from tests.builders import DAY, row
from tests.tui.acts.test_selector import found
from tests.tui.papers import HOSTILE, paper
from tests.tui.reader import QUIET, THREE_PANES, Reader, fill_usually, reading


def marks(paths: Paths, number: int = 60) -> Marks:
    library = Library.open(paths, QUIET)
    try:
        return library.papers.rows([paper(number).key])[0].marks
    finally:
        library.close()


async def answer(reader: Reader, key: str, text: str) -> None:
    await reader.press(key)
    await reader.until(lambda: reader.main.context.questions.is_asking)
    await reader.press(*text, "enter")


async def go_to_row(reader: Reader, label: str) -> None:
    await reader.go_to_filter(lambda row: row.label == label)


async def test_tags_are_given_and_taken_by_one_answer(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await answer(reader, "number_sign", "thesis/related, own")
        await reader.until_shown("Tagged thesis/related, own: 1 paper · u undoes", "tagged own, thesis/related")
        await answer(reader, "number_sign", "-own, later")
        await reader.until(lambda: marks(paths).tags == ("later", "thesis/related"))
        await answer(reader, "number_sign", "-later")
        await reader.until(lambda: marks(paths).tags == ("thesis/related",))
        await reader.press("u", "u", "u")
        await reader.until(lambda: marks(paths).tags == ())


async def test_a_tag_with_a_comma_in_its_name_is_taken_by_it(paths: Paths) -> None:
    fill_usually(paths)
    library = Library.open(paths, QUIET)
    library.marks.apply([paper(60).key], "tag", "old, older")
    library.close()
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.until_shown("tagged old, older")
        await answer(reader, "number_sign", "thesis, -old, older, own")
        await reader.until(lambda: marks(paths).tags == ("own", "thesis"))


@pytest.mark.parametrize(
    ("answer", "give", "take"),
    [
        ("a, b", ["a", "b"], []),
        ("-a, -b, c", ["c"], ["a", "b"]),
        ("old, older, oldest", ["old, older, oldest"], []),
        ("old, older, own", ["old, older", "own"], []),
        ("-Old, Older, oldest, old", ["old"], ["Old, Older, oldest"]),
        ("old, oldest", ["old", "oldest"], []),
        (" , - , ", [], [""]),
    ],
)
def test_the_longest_name_that_there_is_counts_as_one(answer: str, give: list[str], take: list[str]) -> None:
    tags = [(name, 1, 0) for name in ("old, older", "old, older, oldest", "own")]
    context = SimpleNamespace(session=SimpleNamespace(news=SimpleNamespace(counts=SimpleNamespace(tags=tags))))
    assert labels._parse_tags(cast("Context", context), answer) == (give, take)


@pytest.mark.parametrize("text", ["", "6", "-1", "x", "10", "01", "5 "])
def test_only_a_digit_up_to_five_is_a_rating(text: str) -> None:
    for rating in "012345":
        labels.check_rating(rating)
    with pytest.raises(ValueError, match="from 1 to 5"):
        labels.check_rating(text)


async def test_a_name_that_cannot_be_stays_to_be_mended(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        for key, name, words in (
            ("number_sign", "x*y", 'A tag cannot contain " or *'),
            ("number_sign", "own, " + "x" * 101, "A tag can have at most 100 characters, not 101"),
            ("a", 'my "list"', 'The name of a list cannot contain " or *'),
            ("v", "x" * 200, "A name can have at most 100 characters, not 200"),
        ):
            await answer(reader, key, name)
            await reader.until_shown(words)
            assert reader.main.context.questions.is_asking, words
            await reader.press("ctrl+u", *"good", "enter")
            await reader.until(lambda: not reader.main.context.questions.is_asking)
        await reader.press("m", "m", "number_sign")
        await reader.until_shown("Tag for 2 papers")


async def test_tab_completes_a_tag_that_there_is(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await answer(reader, "number_sign", "thesis/related work")
        await reader.until(lambda: reader.main.session.news.counts and reader.main.session.news.counts.tags)
        await reader.press("j", "number_sign", *"rel")
        await reader.until_shown("Tab thesis/related work")
        await reader.press("tab", "enter")
        await reader.until(lambda: found(paths, "tag:thesis") == 2)


async def test_an_invalid_tag_is_reported_and_changes_nothing(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await answer(reader, "number_sign", "fine, not/")
        await reader.until_shown("a nested tag one at each level")
        assert marks(paths).tags == ()


@pytest.mark.parametrize("place", [Place.LIST, Place.DETAIL])
async def test_a_digit_and_enter_rate_and_nought_takes_it_away(paths: Paths, place: Place) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        if place is Place.DETAIL:
            await reader.press("enter")
            await reader.until(lambda: reader.main.session.place is Place.DETAIL)
        await reader.press("asterisk", "4")
        await reader.until_shown("Rate 1 to 5", "Enter ok")
        await reader.press("enter")
        await reader.until_shown("Rated 4: 1 paper · u undoes")
        assert marks(paths).rating == 4
        assert (reader.app.screen, reader.main.session.place) == (reader.main, place)
        await reader.press("asterisk", "0", "enter")
        await reader.until_shown("No longer rated: 1 paper · u undoes")
        assert marks(paths).rating is None
        assert (reader.app.screen, reader.main.session.place) == (reader.main, place)


async def test_the_reading_state_goes_round_and_is_said_with_the_way_back(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        for words, state in (
            ("To read", Reading.TO_READ),
            ("Reading", Reading.READING),
            ("Read through", Reading.READ),
            ("No reading state", None),
        ):
            await reader.press("d")
            await reader.until_shown(f"{words}: 1 paper · u undoes")
            assert marks(paths).reading is state


async def test_a_new_name_makes_a_list_which_is_shown_in_its_own_order(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await reader.press("j", "j", "m", "k", "k", "k", "m")
        await answer(reader, "a", "Friday seminar")
        await reader.until_shown('Added to the list "Friday seminar": 2 papers')
        await go_to_row(reader, "Friday seminar")
        await reader.press("enter")
        await reader.until(lambda: list(reader.main.papers.rows.keys) == [paper(58).key, paper(60).key])
        await reader.press("greater_than_sign")
        await reader.until(lambda: list(reader.main.papers.rows.keys) == [paper(60).key, paper(58).key])
        assert reader.main.papers.key == paper(58).key
        await reader.until_shown("List Friday seminar reordered: 1 paper · u undoes")
        await reader.press("greater_than_sign", "less_than_sign")
        await reader.until(lambda: list(reader.main.papers.rows.keys) == [paper(58).key, paper(60).key])
        await reader.press("ctrl+up")
        await reader.until_shown("This paper is the first of the list")
        await reader.press("ctrl+down", "ctrl+down")
        await reader.until_shown("This paper is the last of the list")
        await reader.search('list:"Friday seminar" sort:old')
        await reader.press("enter", "ctrl+up")
        await reader.until_shown("There is no view here to move, nor a reading list in its own order")
        await answer(reader, "a", "- friday SEMINAR ")
        await reader.until(lambda: found(paths, 'list:"Friday seminar"') == 1)


@pytest.mark.parametrize("key", ["number_sign", "a"])
async def test_odd_names_are_shown_as_they_are_and_found_by_their_row(paths: Paths, key: str) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        for name in ("a(b) OR c", "[/] [red]", "x-dash", "a: b"):
            await answer(reader, key, name)
            await go_to_row(reader, name)
            await reader.press("enter")
            await reader.until(lambda: list(reader.main.papers.rows.keys) == [paper(60).key])
            assert not reader.main.session.view.listing or not reader.main.session.view.listing.query.faults, name
            await reader.press("escape")
            await reader.until(lambda: len(reader.main.papers.rows.keys) == 20)
            await reader.press("f3")


async def test_a_tag_is_renamed_and_removed_on_its_row(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await answer(reader, "number_sign", "thesis")
        await go_to_row(reader, "thesis")
        await reader.press("r")
        await reader.until_shown("Rename to")
        await reader.press("ctrl+u", *"book", "enter")
        await reader.until_shown("Tag thesis renamed to book: 1 paper · u undoes")
        await go_to_row(reader, "book")
        await reader.press("D")
        await reader.until_shown("Remove the tag book from 1 paper?  Enter yes · Esc no")
        await reader.press("enter")
        await reader.until(lambda: marks(paths).tags == ())
        await reader.press("f3", "u", "u")
        await reader.until(lambda: marks(paths).tags == ("thesis",))


async def test_a_list_that_is_shown_stays_shown_under_its_new_name(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=THREE_PANES) as reader:
        await answer(reader, "a", "seminar")
        await go_to_row(reader, "seminar")
        await reader.press("enter", "r")
        await reader.until_shown("Rename to")
        await reader.press("ctrl+u", *"Autumn course", "enter")
        await reader.until(lambda: reader.main.session.view.query == 'list:"Autumn course"')
        assert list(reader.main.papers.rows.keys) == [paper(60).key]


def test_a_row_shows_rating_reading_state_note_and_first_tag() -> None:
    shown = Marks(starred=True, rating=4, reading=Reading.READING, note="why?", tags=("own", "thesis/related work"))
    columns = Columns.fit(110, (), DAY)
    line = "".join(text for text, _ in paper_row(row(paper(1), marks=shown), columns, ListLooks(), here=False))
    assert len(line) == 110
    assert line.endswith("4★ ")
    assert " own +1 ◐✎" in line


@pytest.mark.parametrize("width", [160, 80, 57, 40, 24])
@pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_row_fits_with_hostile_names_of_tags(name: str, width: int) -> None:
    from arxtui.text import cells

    shown = Marks(rating=5, note="x", tags=(name, "other"), reading=Reading.TO_READ)
    line = paper_row(row(paper(1), marks=shown), Columns.fit(width, (), DAY), ListLooks(), here=True, picked=True)
    assert sum(cells(text) for text, _ in line) == width


@pytest.mark.parametrize(
    ("shown", "key", "step", "order"),
    [
        ((1, 2, 3, 4), 3, -1, [1, 3, 2, 4]),
        ((1, 2, 3, 4), 3, 1, [1, 2, 4, 3]),
        ((1, 3, 4), 3, -1, [3, 1, 2, 4]),
        ((1, 4), 1, 1, [2, 3, 4, 1]),
        ((3, 4), 3, -1, None),
        ((1, 2), 2, 1, None),
    ],
)
def test_a_paper_moves_past_its_neighbour_among_those_that_are_shown(
    paths: Paths, shown: tuple[int, ...], key: int, step: int, order: list[int] | None
) -> None:
    fill_usually(paths)
    numbers = {paper(number).key: number for number in range(1, 5)}
    library = Library.open(paths, QUIET)
    try:
        library.lists.enlist(list(numbers), "Seminar")
        keys = {paper(number).key for number in shown}
        moved = views._move_past(library, "SEMINAR", paper(key).key, step, keys)
        ((_, listed),) = library.lists.all()
        assert (moved is None) == (order is None)
        assert [numbers[each] for each in listed] == (order or [1, 2, 3, 4])
    finally:
        library.close()


@pytest.mark.parametrize(
    ("text", "give", "take"),
    [
        ("thesis, -old", ["thesis"], ["old"]),
        (" a, b , c", ["a, b", "c"], []),
        ("a, b, c, d", ["a, b, c, d"], []),
        ("c, a, b", ["c", "a, b"], []),
        ("-a, b", [], ["a, b"]),
        ("- a, B", [], ["a, B"]),
        ("a,,b, ", ["a", "b"], []),
        ("-", [], [""]),
    ],
)
async def test_an_existing_tag_with_commas_in_its_name_is_recognised_in_typed_text(
    paths: Paths, text: str, give: list[str], take: list[str]
) -> None:
    async with reading(paths, size=THREE_PANES) as reader:
        context = reader.main.context
        counts = context.session.news.counts
        assert isinstance(counts, FilterCounts)
        context.session.news.counts = changed(counts, tags=(("a, b", 1, 0), ("a, b, c, d", 1, 0)))
        assert labels._parse_tags(context, text) == (give, take)
        if "" in take:
            with pytest.raises(ValueError, match="name"):
                labels.check_tags(context, text)
        else:
            labels.check_tags(context, text)
