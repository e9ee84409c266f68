"""A list with two lines per paper."""

from __future__ import annotations

from arxtui.config.paths import Paths
from arxtui.config.settings import UiSettings
from arxtui.light import changed
from tests.tui.reader import QUIET, Reader, reading

TWO_LINES = changed(QUIET, ui=UiSettings(theme="dark", two_lines=True))


def lines_of(reader: Reader, title: str) -> tuple[int, str, str]:
    """Return the row on the screen that contains the title, its line, and the line below."""
    place = next(place for place, line in enumerate(reader.lines) if title in line)
    return place, reader.lines[place], reader.lines[place + 1]


async def test_a_key_gives_each_paper_a_second_line_and_takes_it_away_again(filled: Paths) -> None:
    async with reading(filled, size=(100, 30)) as reader:
        await reader.press("f8")
        await reader.until_shown("Two lines a paper")
        await reader.until(lambda: "Ada Example" in lines_of(reader, "number 60")[2])
        assert lines_of(reader, "number 59")[0] == lines_of(reader, "number 60")[0] + 2
        await reader.press("f8")
        await reader.until_shown("One line a paper")
        assert lines_of(reader, "number 59")[0] == lines_of(reader, "number 60")[0] + 1


async def test_a_setting_has_two_lines_from_the_first_frame_on(filled: Paths) -> None:
    async with reading(filled, TWO_LINES, size=(100, 30)) as reader:
        assert "Ada Example, Björn Måns" in lines_of(reader, "number 60")[2]


async def test_the_cursor_stays_in_sight_and_the_top_is_a_first_line(filled: Paths) -> None:
    async with reading(filled, TWO_LINES) as reader:
        papers = reader.main.papers
        for size in ((160, 45), (100, 30), (80, 24), (80, 23), (40, 12)):
            await reader.resize(*size)
            for key in ("pagedown", "pagedown", "j", "G", "k", "pageup", "g", "G"):
                await reader.press(key)
                assert papers.row
                assert f"›{papers.row.title[:12]}" in reader.text, (size, key)
                assert papers.scroll_offset.y % 2 == 0, (size, key)
                assert papers.window.top <= papers.cursor < papers.window.top + papers.window.sight.rows, (size, key)
        assert papers.cursor == papers.count - 1


async def test_the_paper_stays_at_its_height_when_rows_get_a_second_line(filled: Paths) -> None:
    async with reading(filled, size=(100, 40)) as reader:
        papers = reader.main.papers
        await reader.press("j", "j", "j")
        key, above = papers.key, papers.cursor - papers.window.top
        await reader.press("f8")
        assert (papers.key, papers.cursor - papers.window.top) == (key, above)


async def test_a_click_on_either_line_goes_to_the_paper(filled: Paths) -> None:
    async with reading(filled, TWO_LINES, size=(100, 30)) as reader:
        for line in (7, 8):  # below the day's heading
            await reader.pilot.click("#list", offset=(10, line))
            await reader.until(lambda: reader.main.papers.cursor == 3)
            await reader.press("g")
