"""The ways through triage mode: what stays and what goes from paper to paper, and what the list has afterwards."""

from __future__ import annotations

from arxtui.config.paths import Paths
from arxtui.tui.actions import Place
from tests.builders import announced
from tests.tui.acts.test_picking import found, picked
from tests.tui.acts.test_triage import begin, screen
from tests.tui.papers import paper
from tests.tui.reader import THREE_PANES, Reader, fill, reading


def foot(reader: Reader) -> str:
    return reader.lines[-1].strip()


async def leave(reader: Reader) -> None:
    await reader.press("q")
    await reader.until(lambda: reader.app.screen is reader.main)


async def test_a_message_ends_with_its_paper_and_the_next_paper_begins_at_its_top(paths: Paths) -> None:
    made = [paper(number, abstract="word " * 400) for number in (1, 2, 3)]
    fill(paths, made, [announced(each) for each in made])
    async with reading(paths, size=(60, 16)) as reader:
        await begin(reader)
        await reader.press("k")
        assert foot(reader) == "This is the first paper"
        await reader.press("ctrl+e", "ctrl+e")
        assert screen(reader).paper.scroll_offset.y == 2
        await reader.press("d")
        assert (foot(reader), screen(reader).paper.scroll_offset.y) == ("to read", 2)
        for key in ("j", "k", "space"):
            await reader.press("d", "ctrl+e")
            assert screen(reader).paper.scroll_offset.y > 0
            await reader.press(key)
            assert screen(reader).paper.scroll_offset.y == 0
            assert not any(foot(reader).startswith(words) for words in ("to read", "reading", "read through"))


async def test_all_decisions_about_a_paper_count_beside_the_marks_that_it_had_at_first(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await begin(reader)
        for keys, words in (
            (("s",), "2 of 20 · 1 starred"),
            (("k", "x"), "2 of 20 · 1 starred · 1 hidden"),
            (("k", "4"), "2 of 20 · 1 starred · 1 hidden · 1 rated"),
            (("u",), "1 of 20 · 1 starred · 1 hidden"),
            (("U", "j", "space"), "3 of 20 · 1 read · 1 starred · 1 hidden · 1 rated"),
        ):
            await reader.press(*keys)
            await reader.until(lambda words=words: reader.lines[0].split("  ")[0].strip() == words)  # type: ignore[misc]


async def test_a_rating_that_is_asked_for_is_counted_as_one_by_its_digit_and_no_rating_as_none(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await begin(reader)
        await reader.press("asterisk", "3", "enter")
        await reader.until_shown("1 of 20 · 1 rated", "rated 3")
        await reader.press("0")
        await reader.until(lambda: reader.lines[0].startswith(" 1 of 20  "))
        await reader.until_shown("No longer rated: 1 paper · u undoes")


async def test_what_was_typed_names_the_papers_and_what_is_changed_elsewhere_is_seen(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.search("mad")
        await reader.press("enter")
        await reader.until_shown("mad* ×")
        await begin(reader)
        assert reader.lines[0].endswith("mad*")
        await reader.press("number_sign", *"thesis", "enter")
        await reader.until_shown("tagged thesis")
        await reader.press("j", "k")
        await reader.until_shown("tagged thesis")
        await reader.press("u", "j", "k")
        await reader.until_gone("tagged thesis")


async def test_the_list_is_left_as_it_was_with_the_cursor_on_the_paper_shown_last(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await begin(reader)
        await reader.press("j", "j")
        await leave(reader)
        assert (reader.title, reader.main.session.place) == ("Made-up paper number 58", Place.LIST)
        await reader.press("s")
        await reader.until(lambda: (row := reader.main.papers.row) and row.marks.starred)
        await reader.press("j", "number_sign")
        assert reader.main.context.questions.is_asking
        await reader.press(*"mine", "enter")
        await reader.until_shown("Tagged mine: 1 paper")
        assert [found(filled, query) for query in ("is:starred", "tag:mine")] == [1, 1]
        await reader.press("G")
        await begin(reader)
        await reader.press("j", "j")
        assert foot(reader) == "That was the last paper: Esc goes back to the list"
        await leave(reader)
        assert reader.main.papers.cursor == 19


async def test_selected_papers_are_gone_through_from_the_first_alone_and_stay_selected(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.press("j", "m", "j", "m", "j", "j")
        await begin(reader)
        await reader.until_shown("1 of 2", "Made-up paper number 59")
        listing = reader.main.session.view.listing
        assert listing
        reader.main.context.navigator.grown.send(listing)
        await reader.until_shown("1 of 2")
        await reader.press("s")
        await reader.until_shown("2 of 2 · 1 starred", "Made-up paper number 57")
        await reader.until(lambda: found(filled, "is:starred") == 1)
        await leave(reader)
        assert (len(picked(reader)), reader.title) == (2, "Made-up paper number 57")


async def test_papers_that_come_to_the_list_are_gone_through_too(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await begin(reader)
        listing = reader.main.context.threads.library.search.listing("")
        reader.main.context.navigator.grown.send(listing)
        await reader.until_shown("1 of 60")


async def test_tex_and_text_are_swapped_at_once(paths: Paths) -> None:
    made = paper(1, "The $\\sqrt{s}$ limit")
    fill(paths, [made], [announced(made)])
    async with reading(paths, size=THREE_PANES) as reader:
        await begin(reader)
        for shown in ("The $\\sqrt{s}$ limit", "The √s limit"):
            await reader.press("T")
            assert shown in reader.text
