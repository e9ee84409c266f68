"""Search within a full text."""

from __future__ import annotations

from arxtui.config.paths import Paths
from tests.tui.papers import paper, review
from tests.tui.reader import fill, reading
from tests.tui.reading.test_page import screen_of
from tests.tui.reading.texts import open_text


async def test_each_letter_finds_and_says_how_often(filled: Paths) -> None:
    async with reading(filled, size=(100, 30)) as reader:
        await open_text(reader)
        await reader.press("slash", *"paragraph 3.")
        await reader.until_shown("1/18", "Paragraph 3.1 says")
        await reader.press("5")
        await reader.until_shown("1/3", "Paragraph 3.5 says")
        await reader.press("enter")
        await reader.until_shown("/paragraph 3.5 1/3")


async def test_the_keys_to_the_next_place_are_named_where_there_is_one(filled: Paths) -> None:
    async with reading(filled, size=(100, 30)) as reader:
        await open_text(reader)
        await reader.press("slash", *"number", "enter")
        await reader.until_shown("n next found")
        await reader.pilot.resize_terminal(60, 30)
        await reader.until_shown("n next found", "/number 1/3")
        await reader.press("slash", *"zebra", "enter")
        await reader.until_shown("nothing found")
        assert "next found" not in reader.text
        assert "found before" not in reader.text


async def test_the_section_of_the_match_is_named_not_that_of_the_top_line(filled: Paths) -> None:
    async with reading(filled, size=(100, 60)) as reader:
        await open_text(reader)
        await reader.press("right_square_bracket")
        await reader.until(lambda: "1 Introduction" in reader.lines[-1])
        top = screen_of(reader).viewport.top
        await reader.press("slash", *"A detail of", "enter")
        await reader.until(lambda: "1.1 A detail" in reader.lines[-1])
        assert screen_of(reader).viewport.top == top
        await reader.press("G")
        await reader.until(lambda: "1.1 A detail" not in reader.lines[-1])


async def test_n_goes_on_and_round_and_back(filled: Paths) -> None:
    async with reading(filled, size=(100, 30)) as reader:
        await open_text(reader)
        await reader.press("slash", *"queue is stale", "enter")
        await reader.until_shown("1/1", "Every queue is stale.")
        await reader.press("slash", *"number", "enter", "n", "n")
        await reader.until_shown("3/3")
        await reader.press("n")
        await reader.until_shown("1/3")
        await reader.press("N")
        await reader.until_shown("3/3")
        await reader.press("backspace")
        await reader.until_shown("Every queue is stale.")


async def test_escape_returns_to_where_the_search_began(filled: Paths) -> None:
    async with reading(filled, size=(100, 30)) as reader:
        await open_text(reader)
        await reader.press("j", "slash", *"On Clocks")
        await reader.until_shown("B. Måns, On Clocks")
        await reader.press("escape")
        await reader.until(lambda: screen_of(reader).viewport.top == 1)
        assert "/On" not in reader.text
        await reader.press("n")
        await reader.until_shown("Nothing was found: / finds")


async def test_matches_are_shaded_until_escape_clears_the_search(filled: Paths) -> None:
    async with reading(filled, size=(100, 30)) as reader:
        await open_text(reader)
        usual = reader.ink("queues are stale")
        await reader.press("slash", *"queues are stale", "enter")
        await reader.until(lambda: reader.ink("queues are stale") != usual)
        await reader.press("escape")
        await reader.until(lambda: reader.ink("queues are stale") == usual)


async def test_escape_clears_the_search_before_it_leaves_the_text(filled: Paths) -> None:
    async with reading(filled, size=(100, 30)) as reader:
        await open_text(reader)
        await reader.press("slash", *"number", "enter", "n")
        await reader.until_shown("2/3")
        top = screen_of(reader).viewport.top
        await reader.press("escape")
        await reader.until_gone("2/3")
        assert screen_of(reader).viewport.top == top
        await reader.press("escape")
        await reader.until(lambda: reader.app.screen is reader.main)


async def test_a_search_without_a_match_says_so_and_moves_nothing(filled: Paths) -> None:
    async with reading(filled, size=(100, 30)) as reader:
        await open_text(reader)
        await reader.press("j", "slash", *"unicorn")
        await reader.until_shown("nothing found")
        assert screen_of(reader).viewport.top == 1
        await reader.press("enter")
        await reader.until_shown("/unicorn nothing found")


async def test_a_search_in_a_text_goes_on_in_its_review(filled: Paths) -> None:
    fill(filled, reviews=[review(paper(3))])
    async with reading(filled, size=(100, 30)) as reader:
        await open_text(reader)
        await reader.press("slash", *"stale", "enter")
        await reader.until_shown("/stale 1/5")
        await reader.press("2")
        await reader.until_shown("/stale 0/1")


async def test_matches_stay_found_in_another_width(filled: Paths) -> None:
    async with reading(filled, size=(100, 30)) as reader:
        await open_text(reader)
        await reader.press("slash", *"every shard", "enter", "n", "plus", "minus")
        await reader.until_shown("/every shard 2/54")
        await reader.press("n")
        await reader.until_shown("/every shard 3/54")


_LONG = "the requested full text is stored; 1,099 words from arXiv's HTML, 1 figure"


async def test_the_number_of_a_match_replaces_the_message_before(filled: Paths) -> None:
    async with reading(filled, size=(80, 24)) as reader:
        await open_text(reader)
        reader.main.context.status.say(_LONG)
        await reader.until_shown(_LONG)
        await reader.press("slash", *"every shard")
        reader.main.context.status.say(_LONG)
        await reader.press("enter")
        await reader.until_shown("/every shard 1/54")
        reader.main.context.status.say(_LONG)
        await reader.press("n")
        await reader.until_shown("/every shard 2/54")
        reader.main.context.status.say(_LONG)
        await reader.press("slash", *"unicorn", "enter")
        await reader.until_shown("/unicorn nothing found")


async def test_the_next_key_ends_a_message_in_a_text(filled: Paths) -> None:
    async with reading(filled, size=(80, 24)) as reader:
        await open_text(reader)
        reader.main.context.status.say(_LONG)
        await reader.until_shown(_LONG)
        await reader.press("k")  # the page is at its top, so nothing moves
        await reader.until_gone(_LONG)
