"""The way from list to list and back, and what happens while a list is on its way."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from arxtui.config.paths import Paths
from arxtui.config.settings import FollowSettings
from arxtui.library.facade import Library
from arxtui.light import changed
from arxtui.tui.actions import Place
from arxtui.tui.commands import filters, search
from arxtui.tui.context import Context
from arxtui.tui.present.record import NOTHING_WANTED
from arxtui.tui.services import navigator
from tests.builders import announced
from tests.tui.papers import paper
from tests.tui.reader import QUIET, THREE_PANES, fill, reading


@pytest.mark.parametrize(
    ("query", "does", "reached"),
    [
        ("is:unread", search.sort, "is:unread sort:updated"),
        ("is:unread cat:cs.DC paper", filters.drop_chip, "is:unread"),
        ("is:unread cat:cs.DC paper", lambda context: filters.drop_numbered_chip(context, 1), "is:unread"),
    ],
)
async def test_keys_that_are_faster_than_the_list_build_on_the_query_that_is_on_its_way(
    filled: Paths, query: str, does: Callable[[Context], object], reached: str
) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        context = reader.main.context
        context.navigator.open(query)
        await reader.until_listed(query)
        does(context)
        does(context)  # no list arrives between the two
        await reader.until_listed(reached)
        assert len(reader.main.session.view.back) == 2
        context.navigator.refine("is:read")
        context.navigator.refine("is:read")
        assert len(reader.main.session.view.back) == 3


async def test_fifty_lists_are_gone_back_through_the_latest_first(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        leave_for, view = reader.main.context.navigator.leave_for, reader.main.session.view
        for number in range(60):
            view.query = f"number {number}"
            leave_for("")
        await reader.until_listed("")
        assert [spot.query for spot in view.back] == [f"number {number}" for number in range(10, 60)]
        await reader.press("escape")
        await reader.until_listed("number 59")


async def test_a_prefix_stays_one_when_its_list_is_shown_again(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.search("mad")
        await reader.press("enter")
        await reader.until_shown("mad* ×", "60 papers")
        reader.main.context.navigator.reopen()
        await reader.until_listed("mad")
        await reader.until_shown("mad* ×", "60 papers")
        reader.main.context.navigator.leave_for("is:starred")
        await reader.until_listed("is:starred")
        await reader.press("escape")
        await reader.until_shown("mad* ×", "60 papers")


async def test_a_list_that_cannot_be_made_keeps_no_key_waiting_and_the_list_before_stays(
    filled: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(library: Library, query: str, *, typing: bool, group: str) -> None:
        raise ValueError(f"refused: {query}")

    async with reading(filled, size=THREE_PANES) as reader:
        monkeypatch.setattr(navigator, "fetch_listing", refuse)
        reader.main.context.navigator.leave_for("is:starred")
        await reader.until_shown("Refused: is:starred")
        assert not reader.main.expects_rows
        assert (reader.main.session.view.query, reader.main.papers.count) == ("is:unread", 20)
        await reader.press("j")
        assert reader.main.papers.cursor == 1


async def test_the_rest_of_a_list_that_was_left_does_not_come_into_the_next(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        context = reader.main.context
        rest = context.threads.library.search.listing("paper")
        assert rest.total == 60
        context.navigator._show_complete(rest)
        assert (reader.main.papers.count, reader.main.session.view.listing) != (60, rest)
        assert reader.main.papers.count == 20


async def test_papers_that_wait_for_a_list_are_not_said_to_wait_for_the_next(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        news = [paper(number) for number in range(61, 64)]
        fill(filled, news, [announced(each) for each in news])
        context = reader.main.context
        context.poller.deliver()
        await reader.until_shown("3 waiting")
        listed: list[int] = []
        context.navigator.listed.subscribe(lambda _: listed.append(reader.main.session.news.waiting))
        context.navigator.leave_for("")
        await reader.until_listed("")
        assert listed == [0]
        await reader.until_gone("waiting ·")


async def test_searched_words_stay_highlighted_in_the_detail_when_the_paper_is_starred(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.search("exist")
        await reader.press("enter")
        await reader.until_listed("exist")
        await reader.until(lambda: reader.main.detail.looks.wanted.abstract != NOTHING_WANTED.abstract)
        wanted = reader.main.detail.looks.wanted
        await reader.press("s")
        await reader.until(lambda: (record := reader.main.detail.record) and record.marks.starred)
        assert reader.main.detail.looks.wanted == wanted


@pytest.mark.parametrize("follow", [FollowSettings(keywords=("made-up",)), FollowSettings(authors=("Ada Example",))])
async def test_followed_words_are_highlighted_without_any_search(filled: Paths, follow: FollowSettings) -> None:
    async with reading(filled, changed(QUIET, follow=follow), size=THREE_PANES) as reader:
        wanted = reader.main.detail.looks.wanted
        assert (wanted.title, wanted.authors) != (NOTHING_WANTED.title, NOTHING_WANTED.authors)


async def test_a_paper_that_cannot_be_read_is_said_in_its_place_until_it_can(
    filled: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        papers = reader.main.context.threads.library.papers
        record = papers.record
        monkeypatch.setattr(papers, "record", lambda key: record(key) if key != paper(59).key else 1 / 0)
        await reader.press("j")
        await reader.until(lambda: reader.text.count("division by zero") == 2)
        assert "show that it does not exist" not in reader.text
        await reader.press("k")
        await reader.until_shown("We make up paper number 60")
        assert "division by zero" not in reader.text
        await reader.press("j")
        await reader.until(lambda: reader.text.count("division by zero") == 2)
        monkeypatch.undo()
        reader.main.context.navigator.show_paper()
        await reader.until_shown("We make up paper number 59")


@pytest.mark.parametrize("moves", [False, True])
async def test_the_place_of_the_last_session_is_returned_to_unless_the_reader_moved_on(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, moves: bool
) -> None:
    made = [paper(number) for number in range(1, 301)]
    fill(paths, made, [announced(each) for each in made])
    async with reading(paths, size=THREE_PANES) as reader:
        papers = reader.main.papers
        reader.main.context.navigator.leave_for("made-up")
        await reader.until_listed("made-up")
        await reader.until(lambda: papers.count == 300)
        await reader.press("G", "pageup", "k", "k", "k")
        place = papers.key, papers.cursor - papers.window.top
    monkeypatch.setattr(navigator, "REST_SECONDS", 3600.0)
    async with reading(paths, size=THREE_PANES) as reader:
        context, papers = reader.main.context, reader.main.papers
        listing = reader.main.session.view.listing
        assert listing
        assert len(listing.keys) < 300
        if moves:
            await reader.press("g", "j")
            place = papers.key, 1
        context.navigator._show_complete(context.threads.library.search.more(listing))
        assert (papers.count, papers.key, papers.cursor - papers.window.top) == (300, *place)


async def test_a_list_that_gives_way_to_the_usual_one_has_no_place_there(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.press("j", "j", "s")
        await reader.until(lambda: reader.main.papers.row and reader.main.papers.row.marks.starred)
        reader.main.context.navigator.leave_for("is:starred")
        await reader.until(lambda: reader.main.papers.count == 1)
    library = Library.open(filled, QUIET)
    library.journal.undo()
    library.close()
    async with reading(filled, size=THREE_PANES) as reader:
        assert (reader.main.session.view.query, reader.main.papers.cursor) == ("is:unread", 0)


async def test_an_opened_list_has_the_keyboard_where_it_was(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.press("f")
        reader.main.context.navigator.refine("is:unread cat:cs.DC")
        await reader.until_listed("is:unread cat:cs.DC")
        assert reader.main.session.place is Place.FILTER
        await reader.press("0")
        await reader.until_listed("is:unread")
        assert reader.main.papers.has_focus
        left = len(reader.main.session.view.back)
        await reader.press("0")
        assert len(reader.main.session.view.back) == left  # the same list was not left


@pytest.mark.parametrize(
    ("goes", "is_at_top"),
    [
        (lambda context: context.navigator.show_query("paper"), True),
        (lambda context: context.navigator.show_query("paper", typing=True), True),
        (lambda context: context.navigator.refine("is:unread cat:cs.DC"), True),
        (lambda context: context.navigator.leave_for("paper"), True),
        (search.sort, True),
        (lambda context: context.navigator.reopen(to_top=True), True),
        (lambda context: context.navigator.reopen(), False),
        (lambda context: context.navigator.open("paper"), False),
    ],
)
async def test_another_list_begins_at_its_top_and_the_same_one_at_the_paper_of_the_cursor(
    filled: Paths, goes: Callable[[Context], object], is_at_top: bool
) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.press("j", "j", "j")
        papers, view = reader.main.papers, reader.main.session.view
        before, shown = papers.key, view.shown
        goes(reader.main.context)
        await reader.until(lambda: view.shown > shown and not view.is_awaited)
        assert (papers.cursor == 0) == is_at_top
        assert (papers.key == before) == (not is_at_top)


async def test_a_list_that_is_returned_to_is_scrolled_as_it_was_left(paths: Paths) -> None:
    fill(paths, [paper(number) for number in range(1, 61)])
    async with reading(paths, size=(100, 30)) as reader:
        papers = reader.main.papers
        await reader.press(*"jjjjjjjj")
        before = papers.key, papers.rows_above
        await reader.search("nowhere")
        await reader.until_shown("0 matches")
        await reader.press("escape")
        await reader.until_shown("60 papers")
        assert (papers.key, papers.rows_above) == before == (papers.key, 8)


async def test_an_empty_list_names_the_way_back_first(filled: Paths) -> None:
    async with reading(filled, size=(80, 24)) as reader:
        assert "Esc back" not in reader.lines[-1]
        await reader.search("is:hidden")
        await reader.press("enter")
        await reader.until(lambda: reader.lines[-1].startswith(" Esc back"))
        await reader.press("escape")
        await reader.until(lambda: reader.main.papers.count and "Esc back" not in reader.lines[-1])


async def test_a_list_that_is_awaited_while_the_library_is_opened_again_is_shown(filled: Paths) -> None:
    async with reading(filled) as reader:
        context = reader.main.context
        context.navigator.show_query("number", typing=True)
        context.poller.reopen(reader.main.session.settings)
        await reader.until_listed("number")
