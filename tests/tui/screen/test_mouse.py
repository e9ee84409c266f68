"""Clicks do what keys do: on the keys in a foot, on rows that can be opened, and on the sections of a day."""

from __future__ import annotations

import pytest
from textual.events import MouseDown, MouseUp
from textual.widgets import Input

from arxtui.config.paths import Paths
from arxtui.model.arxiv.day_numbers import AnnounceType
from arxtui.tui.keys import in_force
from arxtui.tui.present.days import section_at_cell
from arxtui.tui.present.line import key_at, key_line, keys_of
from arxtui.tui.reading.screen import ReadingScreen
from arxtui.tui.screens.help import HelpScreen
from arxtui.tui.screens.journal import JournalScreen
from tests.builders import announced
from tests.tui.acts.test_labels import marks
from tests.tui.listing.test_days import SECTIONS
from tests.tui.papers import days_back, paper
from tests.tui.reader import Reader, fill, fill_usually, reading
from tests.tui.reading.texts import fill_with_text


async def click(reader: Reader, widget: str, words: str) -> None:
    """Click on the first occurrence of ``words`` in a widget of one line."""
    line = reader.app.screen.query_one(widget).region
    text = reader.lines[line.y][line.x :]
    assert words in text, text
    for kind in (MouseDown, MouseUp):
        await press_button(reader, kind, line.x + text.index(words), line.y)


async def press_button(reader: Reader, kind: type[MouseDown] | type[MouseUp], x: int, y: int) -> None:
    """Send the event of a mouse button as the terminal reports it."""
    assert reader.app._driver
    event = kind(None, x, y, 0, 0, 1, shift=False, meta=False, ctrl=False, screen_x=x, screen_y=y)
    event.set_sender(reader.app)
    reader.app._driver.send_message(event)
    await reader.pilot.pause(0)


@pytest.mark.parametrize(
    ("cell", "key"), [(0, "s"), (1, "s"), (3, "s"), (9, "j"), (11, "k"), (14, "j"), (23, "Esc"), (60, None)]
)
def test_the_key_at_a_cell_is_the_one_that_is_named_there(cell: int, key: str | None) -> None:
    line = key_line([("s", "star"), ("j k", "scroll"), ("Esc", "back"), ("1 … 9", "view")], 60)
    assert "".join(text for text, _ in line)[9:12] == "j k"
    assert key_at(line, cell) == key


def test_words_of_a_message_are_no_keys() -> None:
    assert key_at([(" 12 waiting", "accent"), (" · . shows them", "dim")], 5) is None
    assert key_at([(" a message", "dim")], 3) is None
    assert key_at([("   W", "accent"), (" fetches it", "dim")], 9) == "W"


def test_a_click_on_a_sequence_is_all_its_keys() -> None:
    line = key_line(keys_of(["tour"]), 60)
    assert key_at(line, 1) == key_at(line, 6) == in_force.key_of("tour") == ", ?"


async def test_a_click_on_a_key_of_the_footer_runs_its_command(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        await click(reader, "#bottom", "star")
        await reader.until(lambda: marks(paths).starred)
        await reader.press("j")
        await click(reader, "#bottom", "? help")
        await reader.until(lambda: isinstance(reader.app.screen, HelpScreen) and reader.app.screen.is_mounted)
        await click(reader, "#overlay-foot", "Esc")
        await reader.until(lambda: reader.app.screen is reader.main)


async def test_a_click_on_a_message_runs_no_key_that_comes_back_below_it(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        await reader.press("y")
        await reader.until_shown("Copied 2605.00060")
        for kind in (MouseDown, MouseUp):
            await press_button(reader, kind, 2, len(reader.lines) - 1)  # the position of Enter when there is no message
        await reader.until_gone("Copied 2605.00060")
        await reader.press("j")  # an effect of the click would have happened before this key
        assert reader.lines[-1].startswith(" Enter open   t text")


async def test_the_keys_of_a_question_can_be_clicked(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        await reader.press("number_sign", *"thesis")
        await click(reader, "#hints", "Enter")
        await reader.until(lambda: marks(paths).tags == ("thesis",))
        await reader.press("number_sign")
        await click(reader, "#hints", "cancel")
        await reader.until(lambda: not reader.main.context.questions.is_asking)


async def test_a_click_on_an_offered_name_completes_the_answer(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        await reader.press("colon")
        await click(reader, "#hints", "add-to-list")
        await reader.until(lambda: reader.main.query_one("#answer", Input).value.strip() == "add-to-list")
        await click(reader, "#hints", "Esc")
        await reader.until_gone("add-to-list")


async def test_two_clicks_open_the_paper_and_one_does_not(paths: Paths) -> None:
    fill_with_text(paths)
    async with reading(paths) as reader:
        await reader.pilot.click("#list", offset=(30, 1))
        await reader.until(lambda: reader.main.papers.cursor == 1)
        assert reader.app.screen is reader.main
        await reader.pilot.click("#list", offset=(30, 1), times=2)
        await reader.until(lambda: isinstance(reader.app.screen, ReadingScreen))
        assert reader.app.screen.reading.state.key == reader.main.papers.key  # type: ignore[attr-defined]


async def test_two_clicks_on_a_row_of_another_screen_are_enter(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        await reader.press("s")
        journal = await reader.open("V", JournalScreen)
        await reader.until(lambda: journal.body.count)  # type: ignore[union-attr]
        row = journal.body.region
        await reader.pilot.click(offset=(row.x + 10, row.y), times=2)
        await reader.until(lambda: reader.app.screen is reader.main)
        await reader.until(lambda: reader.main.session.view.query == "act:1")


def test_a_section_is_clicked_at_its_name() -> None:
    assert [section_at_cell(SECTIONS, 80, cell) for cell in (3, 17, 26, 40, 79)] == [0, 0, None, 2, None]


async def test_a_click_on_a_section_goes_there(paths: Paths) -> None:
    papers = [paper(number) for number in range(1, 7)]
    kinds = (AnnounceType.NEW, AnnounceType.NEW, AnnounceType.CROSS, AnnounceType.CROSS, AnnounceType.REPLACE)
    fill(paths, papers, [announced(each, days_back(0), kind) for each, kind in zip(papers, kinds, strict=False)])
    async with reading(paths) as reader:
        await reader.press("left_square_bracket")
        await reader.until_shown("Cross-lists 2")
        await click(reader, "#sections", "Cross-lists")
        await reader.until(lambda: reader.main.papers.cursor == 2)
        await click(reader, "#sections", "Replacements")
        await reader.until(lambda: reader.main.papers.cursor == 4)
