"""Any text from upstream is shown as text: it cannot execute anything, move the cursor, or end the reader."""

from __future__ import annotations

import pytest
from rich.segment import Segment

from arxtui.config.paths import Paths
from arxtui.model.paper import Author
from arxtui.text import clean
from tests.builders import announced
from tests.tui.papers import HOSTILE, paper, review
from tests.tui.reader import Reader, fill, reading

SIZES = [(160, 45), (40, 12)]


def controls(reader: Reader) -> list[str]:
    """Return the control characters in the text that would be written to the terminal."""
    segments: list[Segment] = [each for strip in reader.app.screen._compositor.render_strips() for each in strip]
    text = "".join(segment.text for segment in segments)
    return [character for character in text if ord(character) < 32 or 0x7F <= ord(character) < 0xA0]


@pytest.fixture
def hostile(paths: Paths) -> Paths:
    made = [
        paper(
            number,
            clean(text),
            abstract=clean(text),
            comment=clean(text),
            authors=(Author(clean(text), (clean(text),)),),
            journal_ref=clean(text),
        )
        for number, text in enumerate(HOSTILE.values(), 1)
    ]
    fill(paths, made, [announced(each) for each in made], [review(each, headline=each.title) for each in made])
    return paths


@pytest.mark.parametrize("size", SIZES)
async def test_every_title_can_be_walked_over_and_opened(hostile: Paths, size: tuple[int, int]) -> None:
    async with reading(hostile, size=size) as reader:
        for _ in HOSTILE:
            assert controls(reader) == []
            await reader.press("J")
        await reader.press("T", "H", "enter", "A")
        for _ in HOSTILE:
            assert controls(reader) == []
            await reader.press("K")
        assert reader.app.is_running


async def test_brackets_are_shown_as_they_are_in_list_and_detail(hostile: Paths) -> None:
    titles = ("[@click=app.quit]press[/] to leave", "A tale of a[/b]c and [/] alone", "[Re] Reproducing Fair Locks")
    async with reading(hostile) as reader:
        await reader.until_shown(*titles)
        for title in titles:
            while reader.title != title:
                await reader.press("j")
            await reader.until(lambda title=title: reader.text.count(title) >= 3)  # type: ignore[misc]


async def test_a_click_on_a_title_that_would_act_only_selects_it(hostile: Paths) -> None:
    async with reading(hostile) as reader:
        row = next(number for number, line in enumerate(reader.lines) if "[@click" in line)
        await reader.pilot.click(offset=(50, row))
        await reader.until(lambda: "[@click" in reader.title)
        for line, text in enumerate(reader.lines):
            if "[@click" in text.rpartition("│")[2]:
                await reader.pilot.click(offset=(text.rindex("[@click") + 3, line))
        assert reader.app.is_running


async def test_a_toast_and_a_message_show_text_as_it_is(paths: Paths) -> None:
    async with reading(paths) as reader:
        for text in HOSTILE.values():
            reader.app.clear_notifications()
            reader.app.notify(text)
            reader.main.say(text)
            await reader.until_shown(clean(text)[:12])
            assert controls(reader) == [], text


async def test_five_thousand_authors_and_a_long_abstract_are_all_within_reach(paths: Paths) -> None:
    made = paper(
        1, authors=tuple(Author(f"Person {number}") for number in range(5000)), abstract="word " * 20_000 + "omega"
    )
    fill(paths, [made], [announced(made)])
    async with reading(paths) as reader:
        await reader.until(lambda: "+4,990" in reader.text)
        await reader.press("enter", "A")
        await reader.until_shown("Person 40")
        await reader.press("G")
        await reader.until_shown("omega")
        await reader.press("g", *["pagedown"] * 30)
        assert controls(reader) == []
        assert any("Person" in line for line in reader.lines)
