"""The top line of the reader: place, chips and numbers, and nothing else while all is well."""

from __future__ import annotations

import pytest

from arxtui.config.paths import Paths
from tests.tui.reader import fill_usually, reading

SIZES = [(160, 45), (120, 35), (80, 24), (60, 20)]


@pytest.mark.parametrize("size", SIZES)
async def test_the_top_line_has_the_name_of_the_place_and_a_chip_for_an_added_term(
    paths: Paths, size: tuple[int, int]
) -> None:
    fill_usually(paths)
    async with reading(paths, size=size) as reader:
        assert reader.lines[0].split() == ["Unread", "20", "papers", "·", "newest", "first"]
        await reader.press("slash", *"number", "enter")
        await reader.until_shown("number* ×")
        assert reader.lines[0].split()[:3] == ["Unread", "number*", "×"]
        await reader.press("slash", *"number", "enter")  # what is there already changes nothing
        await reader.until(lambda: reader.lines[0].count("number") == 1)
        await reader.press("backspace")
        await reader.until(lambda: "×" not in reader.lines[0])
        assert reader.main.session.view.query == "is:unread"


async def test_the_name_of_the_place_stays_while_work_runs(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=(80, 24)) as reader:
        await reader.press("backspace", "slash", *"number", "enter")
        await reader.until_shown("All papers   number* ×", "60 papers")
        reader.main.context.jobs.begin_task("running a program with a long name")
        assert reader.lines[0].startswith(" All papers   number* ×")
        assert "running" in reader.lines[0]


async def test_a_click_on_a_chip_behind_a_place_removes_it_and_the_place_stays(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=(120, 35)) as reader:
        await reader.press("slash", *"number cat:cs.DC", "enter")
        await reader.until_shown("number* ×", "cat:cs.DC ×")
        await reader.pilot.click("#heading", offset=(reader.lines[0].index("number"), 0))
        await reader.until(lambda: "number" not in reader.lines[0])
        assert reader.main.session.view.query == "is:unread cat:cs.DC"


async def test_a_list_of_similar_papers_is_named_by_their_title(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=(120, 35)) as reader:
        await reader.press("tilde")
        await reader.until_shown("Similar to “Made-up paper number 60”")
        assert "like:" not in reader.text


async def test_a_list_that_is_opened_again_after_a_restart_keeps_its_name(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=(120, 35)) as reader:
        await reader.press("tilde")
        await reader.until_shown("Similar to “Made-up paper number 60”")
        await reader.press("slash", *"number", "enter")
        await reader.until_shown("Similar to “Made-up paper number 60”", "number* ×")
    async with reading(paths, size=(120, 35)) as reader:
        await reader.until_shown("Similar to “Made-up paper number 60”", "number* ×")
        assert "like:" not in reader.text
