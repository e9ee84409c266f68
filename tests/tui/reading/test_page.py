"""A full text on the whole screen: opening it, moving in it, display options, and returning."""

from __future__ import annotations

from functools import partial

import pytest

from arxtui.config.paths import Paths
from arxtui.library.facade import Library
from arxtui.tui.reading.screen import ReadingScreen
from tests.tui.papers import paper
from tests.tui.reader import QUIET, Reader, reading
from tests.tui.reading.texts import document, fill_with_text, filling, open_text, prose, put_text, table, usual

SIZES = [(200, 50), (120, 36), (80, 24), (40, 10)]


def screen_of(reader: Reader) -> ReadingScreen:
    """Return the screen that shows the full text."""
    assert isinstance(reader.app.screen, ReadingScreen)
    return reader.app.screen


def percent(reader: Reader) -> int:
    """Return the percentage in the foot of the page; -1 while the foot shows a prompt."""
    *_, number, sign = reader.lines[-1].split()
    return int(number) if sign == "%" else -1


def _is_on_top(reader: Reader, words: str) -> bool:
    return words in reader.lines[1]


def _is_size(reader: Reader, size: tuple[int, int]) -> bool:
    return reader.app.size == size


async def test_a_key_opens_the_text_and_escape_returns_to_where_one_was(filled: Paths) -> None:
    async with reading(filled, size=(120, 36)) as reader:
        await reader.until_shown("Unread                3", "Similar papers")
        before = reader.lines
        await open_text(reader)
        await reader.until_shown("Bounded Staleness of Sharded Queues", "Ada Example, Björn Måns", "1  Introduction")
        await reader.press("escape")
        await reader.until(lambda: reader.app.screen is reader.main)
        assert reader.lines[:-1] == before[:-1]
        assert reader.title == "Made-up paper number 3"


async def test_enter_in_the_detail_opens_it_and_q_leaves_it(filled: Paths) -> None:
    async with reading(filled) as reader:
        await reader.press("enter")
        await reader.until(lambda: reader.main.detail.has_focus)
        await reader.press("enter")
        await reader.until_shown("1  Introduction")
        await reader.press("q")
        await reader.until(lambda: reader.app.screen is reader.main)
        assert reader.main.detail.has_focus
        assert reader.app.is_running


async def test_the_moving_keys_move(filled: Paths) -> None:
    async with reading(filled, size=(100, 30)) as reader:
        await open_text(reader)
        text = screen_of(reader).text
        height = text.size.height
        for keys, top in (
            (("j",), 1),
            (("down", "j"), 3),
            (("k", "up"), 1),
            (("space",), height - 1),
            (("pageup",), 1),
            (("ctrl+d",), 1 + height // 2),
            (("ctrl+u", "k"), 0),
            (("k",), 0),
        ):
            await reader.press(*keys)
            assert text.viewport.top == top, keys


async def test_after_a_turn_the_first_new_line_is_marked(filled: Paths) -> None:
    async with reading(filled, size=(100, 30)) as reader:
        await open_text(reader)
        last = reader.lines[28]
        await reader.press("space")
        await reader.until(lambda: last.strip() in reader.lines[2])
        assert [row for row, line in enumerate(reader.lines) if "› " in line] == [3]
        await reader.press("j")
        assert not any("› " in line for line in reader.lines)


async def test_the_end_is_the_end_and_says_so(filled: Paths) -> None:
    async with reading(filled, size=(100, 30)) as reader:
        await open_text(reader)
        assert percent(reader) < 50
        await reader.press("G")
        await reader.until_shown("B. Måns, On Clocks, 2001.")
        assert percent(reader) == 100
        # The skipped part is now laid out: the line numbers above change, but the same lines are shown.
        shown = reader.lines
        await reader.press("j", "pagedown", "G")
        assert reader.lines == shown
        await reader.press("g")
        await reader.until_shown("Ada Example")


async def test_a_text_shorter_than_the_screen_is_at_its_top(paths: Paths) -> None:
    fill_with_text(paths, document([prose("One line.")]))
    async with reading(paths, size=(100, 30)) as reader:
        await open_text(reader)
        await reader.press("j", "G", "space", "]")
        assert screen_of(reader).viewport.top == 0
        assert percent(reader) == 100


async def test_sections_are_walked_and_named(filled: Paths) -> None:
    async with reading(filled, size=(100, 30)) as reader:
        await open_text(reader)
        for shown in ("1  Introduction", "1.1  A detail", "1  Filling number 1", "2  Filling number 2"):
            await reader.press("right_square_bracket")
            await reader.until(partial(_is_on_top, reader, shown))
        assert "2 Filling number 2" in reader.lines[-1]
        await reader.press("j", "j", "left_square_bracket")
        await reader.until(lambda: "2  Filling number 2" in reader.lines[1])
        await reader.press("left_square_bracket")
        await reader.until(lambda: "1  Filling number 1" in reader.lines[1])
        await reader.press("G", "right_square_bracket")
        await reader.until_shown("This is the last section")


async def test_the_contents_lead_to_a_section_and_back_again(filled: Paths) -> None:
    async with reading(filled, size=(100, 30)) as reader:
        await open_text(reader)
        await reader.press("j", "c")
        await reader.until_shown("1.1  A detail", "5  The bound")
        await reader.press("G", "k", "enter")
        await reader.until(lambda: any("5  The bound" in line for line in reader.lines[1:25]))
        assert not screen_of(reader).in_contents
        await reader.press("backspace")
        await reader.until(lambda: screen_of(reader).viewport.top == 1)
        await reader.press("c", "escape")
        assert not screen_of(reader).in_contents
        assert screen_of(reader).viewport.top == 1


@pytest.mark.parametrize(("width", "is_beside"), [(120, True), (80, False)])
async def test_the_contents_are_beside_the_text_or_over_all_of_it(filled: Paths, width: int, is_beside: bool) -> None:
    async with reading(filled, size=(width, 30)) as reader:
        await open_text(reader)
        before = [line.strip() for line in reader.lines[1:25]]
        await reader.press("c")
        await reader.until_shown("5  The bound")
        shown = [line.partition("│")[2].strip() for line in reader.lines[1:25]]
        assert shown == (before if is_beside else [""] * len(before))


async def test_a_percentage_leads_there(filled: Paths) -> None:
    async with reading(filled, size=(100, 30)) as reader:
        await open_text(reader)
        await reader.press("percent_sign", "6", "0", "enter")
        await reader.until(lambda: 58 <= percent(reader) <= 63)
        await reader.press("percent_sign", "x", "enter")
        await reader.until_shown("A percentage is a number from 0 to 100")
        await reader.press("escape", "backspace")
        await reader.until(lambda: screen_of(reader).viewport.top == 0)


async def test_the_place_is_kept_for_ever(filled: Paths) -> None:
    made = paper(3)
    async with reading(filled, size=(100, 30)) as reader:
        await open_text(reader)
        await reader.press("right_square_bracket", "right_square_bracket", "right_square_bracket", "j", "q")
        await reader.until(lambda: reader.app.screen is reader.main)
    async with reading(filled, size=(70, 20)) as reader:
        await open_text(reader)
        assert "Paragraph 1.1" in "\n".join(reader.lines[1:5])
        await reader.press("j")
    library = Library.open(filled, QUIET)
    try:
        kept = library.texts.place(made.key)
    finally:
        library.close()
    assert kept is not None
    assert kept.version == 1


async def test_the_place_is_found_by_its_words_when_another_engine_has_made_the_text_anew(filled: Paths) -> None:
    async with reading(filled, size=(100, 30)) as reader:
        await open_text(reader)
        await reader.press("right_square_bracket", "right_square_bracket", "right_square_bracket", "j", "q")
        await reader.until(lambda: reader.app.screen is reader.main)
    anew = usual()
    notes = (prose(f"Note {number} that only the new page has.") for number in range(12))
    put_text(filled, paper(3), anew._replace(blocks=(*notes, *anew.blocks)))
    async with reading(filled, size=(70, 20)) as reader:
        await open_text(reader)
        assert "Paragraph 1.1" in "\n".join(reader.lines[1:5])


async def test_a_resize_keeps_the_place(filled: Paths) -> None:
    async with reading(filled, size=SIZES[0]) as reader:
        await open_text(reader)
        for size in SIZES:
            await reader.pilot.resize_terminal(*size)
            await reader.until(partial(_is_size, reader, size))
            await reader.press("g", *["right_square_bracket"] * 4)
            for other in (*SIZES, size):
                await reader.pilot.resize_terminal(*other)
                await reader.until(partial(_is_size, reader, other))
            await reader.until(partial(_is_on_top, reader, "Filling number 2"))


async def test_lines_become_shorter_at_once_where_the_terminal_has_no_room_for_the_usual_ones(filled: Paths) -> None:
    async with reading(filled, size=(60, 36)) as reader:
        await open_text(reader)
        before = screen_of(reader).viewport.grid.measure
        await reader.press("minus")
        await reader.until_shown(f"Text width: {before - 4} columns")


async def test_lines_become_longer_and_shorter_and_justified(filled: Paths) -> None:
    async with reading(filled, size=(120, 36)) as reader:
        await open_text(reader)
        await reader.press("G", "%")
        await reader.press("escape", "g", "plus", "plus")
        await reader.until_shown("Text width: 88 columns")
        await reader.press("minus")
        await reader.until_shown("Text width: 84 columns")
        await reader.press(*["right_square_bracket"] * 4)
        ragged = {len(line) for line in reader.lines[3:10]}
        await reader.press("r")
        await reader.until_shown("Justified")
        assert len({len(line) for line in reader.lines[3:5]}) == 1
        assert len(ragged) > 1


async def test_looks_stay_for_the_next_paper(filled: Paths) -> None:
    async with reading(filled, size=(120, 36)) as reader:
        await open_text(reader)
        await reader.press("minus", "minus", "q")
        await reader.until(lambda: reader.app.screen is reader.main)
        await open_text(reader)
        assert screen_of(reader).viewport.grid.measure == 72


async def test_zen_leaves_nothing_but_the_text(filled: Paths) -> None:
    async with reading(filled, size=(100, 30)) as reader:
        await open_text(reader)
        await reader.press("z")
        await reader.until(lambda: "%" not in reader.text)
        assert reader.lines[0].strip() == "Bounded Staleness of Sharded Queues"
        await reader.press("z")
        await reader.until(lambda: "%" in reader.text)


async def test_a_very_wide_terminal_has_two_columns_read_one_after_the_other(filled: Paths) -> None:
    async with reading(filled, size=(200, 30)) as reader:
        await open_text(reader)
        text = screen_of(reader).text
        assert len(text.viewport.grid.lefts) == 2
        left, right = text.viewport.grid.lefts
        shown = [line.text for line in text.viewport.in_sight]
        height = text.size.height
        for y in range(height):
            row = reader.lines[1 + y].ljust(200)
            assert row[left : right - 1].rstrip() == shown[y].rstrip()
            assert row[right:].rstrip() == shown[height + y].rstrip()
        await reader.press("space")
        assert text.viewport.top == 2 * height - 2
        await reader.press("vertical_line")
        await reader.until(lambda: len(text.viewport.grid.lefts) == 1)
        assert reader.lines[-1].strip().startswith("One column")
        assert "as always" not in reader.lines[-1]
        await reader.resize(120, 30)
        await reader.press("vertical_line")
        assert "Two columns, as always below 180 cells" in reader.lines[-1]


async def test_something_wide_scrolls_sideways_with_signs_that_there_is_more(paths: Paths) -> None:
    fill_with_text(paths, document([prose("Above."), table(30), prose("Below.")]))
    async with reading(paths, size=(80, 24)) as reader:
        await open_text(reader)
        await reader.until_shown("cell-0-0", "›", "Above.")
        assert "cell-0-29" not in reader.text
        await reader.press("l")
        await reader.until_shown("‹", "›")
        await reader.press(*["right"] * 60)
        await reader.until_shown("cell-0-29", "‹", "Above.")
        assert "›" not in reader.text
        await reader.press(*["h"] * 60)
        await reader.until_shown("cell-0-0")
        assert "‹" not in reader.text


async def test_citations_hide_and_formulas_show_their_tex(filled: Paths) -> None:
    async with reading(filled, size=(100, 30)) as reader:
        await open_text(reader)
        await reader.until_shown("It is known [1] that", "ϵ²")
        await reader.press("C")
        await reader.until_shown("It is known that")
        await reader.press("T")
        await reader.until_shown(r"\epsilon^{2}")
        await reader.press("C", "T")
        await reader.until_shown("It is known [1] that", "ϵ²")


async def test_the_help_and_the_palette_are_about_the_text(filled: Paths) -> None:
    async with reading(filled, size=(100, 30)) as reader:
        await open_text(reader)
        await reader.press("question_mark")
        await reader.until_shown("the keys used most", "Find in the text")
        await reader.press("question_mark")
        await reader.until_shown("In a full text: move", "Scroll by one line.")
        await reader.press("escape")
        await reader.until_shown("Ada Example")
        await reader.press("ctrl+p", *"justified")
        await reader.until_shown("Justified or ragged")
        await reader.press("enter")
        await reader.until_shown("Justified")


async def test_three_hundred_pages_open_at_once_and_reach_to_the_end(paths: Paths) -> None:
    fill_with_text(paths, document(filling(100, 18)))
    async with reading(paths, size=(100, 30)) as reader:
        await open_text(reader)
        page = screen_of(reader).viewport.page
        assert page is not None
        await reader.press("G")
        await reader.until_shown("Paragraph 100.18")
        assert percent(reader) == 100
        await reader.press("percent_sign", "5", "0", "enter")
        await reader.until(lambda: 49 <= percent(reader) <= 51)
        await reader.press("left_square_bracket", "j", "k", "pageup", "pagedown")
        await reader.until(lambda: page.exact)
        await reader.press("g")
        await reader.until_shown("Ada Example")


async def test_a_tiny_terminal_shows_text_all_the_same(filled: Paths) -> None:
    async with reading(filled, size=(100, 30)) as reader:
        await open_text(reader)
        for size in ((40, 10), (30, 8), (20, 5)):
            await reader.pilot.resize_terminal(*size)
            await reader.until(partial(_is_size, reader, size))
            for key in (
                "j",
                "space",
                "tab",
                "enter",
                "escape",
                "c",
                "escape",
                "slash",
                "a",
                "enter",
                "G",
                "z",
                "l",
                "e",
            ):
                await reader.press(key)
            assert reader.app.is_running
            assert all(len(line) <= size[0] for line in reader.lines), size
            await reader.press("z")
