"""The panes at every size of the terminal."""

from __future__ import annotations

import re

import pytest
from textual.events import Resize
from textual.geometry import Size
from textual.widget import Widget

from arxtui.config.paths import Paths
from arxtui.text import cells
from arxtui.tui.layout import Layout
from arxtui.tui.screens.journal import JournalScreen
from arxtui.tui.triage_screen import TriageScreen
from tests.tui.reader import Reader, fill_usually, reading

SIZES = [(220, 50), (160, 45), (120, 30), (120, 20), (100, 30), (81, 25), (80, 24), (60, 20), (40, 12), (30, 8)]


@pytest.mark.parametrize(
    ("size", "layout"),
    [
        ((140, 12), Layout.WIDE),
        ((139, 45), Layout.STACKED),
        ((120, 25), Layout.STACKED),
        ((120, 24), Layout.SPLIT),
        ((119, 30), Layout.MEDIUM),
        ((100, 30), Layout.MEDIUM),
        ((100, 24), Layout.ONE),
        ((80, 24), Layout.ONE),
        ((80, 40), Layout.ONE),
        ((40, 12), Layout.ONE),
        ((29, 12), Layout.TINY),
        ((40, 7), Layout.TINY),
    ],
)
def test_the_size_decides_the_layout(size: tuple[int, int], layout: Layout) -> None:
    assert Layout.of(*size) is layout


async def test_every_size_fills_the_terminal_exactly(filled: Paths) -> None:
    async with reading(filled) as reader:
        for columns, rows in SIZES:
            await reader.resize(columns, rows)
            strips = reader.app.screen._compositor.render_strips()
            assert len(strips) == rows
            assert {cells(strip.text) for strip in strips} == {columns}


def panes(reader: Reader) -> dict[str, bool]:
    main = reader.main
    held: dict[str, Widget] = {"filter": main.filters, "list": main.papers, "detail": main.detail}
    return {name: bool(pane.is_on_screen and pane.region.area) for name, pane in held.items()}


async def test_wide_there_are_three_panes_side_by_side(filled: Paths) -> None:
    async with reading(filled, size=(140, 45)) as reader:
        assert panes(reader) == {"filter": True, "list": True, "detail": True}
        main = reader.main
        assert main.filters.region.right < main.papers.region.x < main.detail.region.x


async def test_less_wide_the_filter_is_beside_the_list_and_the_detail_under_it(filled: Paths) -> None:
    async with reading(filled, size=(139, 45)) as reader:
        assert panes(reader) == {"filter": True, "list": True, "detail": True}
        main = reader.main
        assert main.filters.region.right < main.papers.region.x == main.detail.region.x
        assert main.papers.region.bottom <= main.detail.region.y


async def test_wide_and_low_the_detail_takes_the_place_of_the_list(filled: Paths) -> None:
    async with reading(filled, size=(120, 20)) as reader:
        assert panes(reader) == {"filter": True, "list": True, "detail": False}
        await reader.press("enter")
        await reader.until(lambda: panes(reader) == {"filter": True, "list": False, "detail": True})
        await reader.press("escape")
        await reader.until(lambda: panes(reader) == {"filter": True, "list": True, "detail": False})


async def test_medium_the_detail_is_under_the_list_and_the_filter_comes_on_demand(filled: Paths) -> None:
    async with reading(filled, size=(100, 30)) as reader:
        assert panes(reader) == {"filter": False, "list": True, "detail": True}
        assert reader.main.papers.region.bottom <= reader.main.detail.region.y
        await reader.press("f")
        await reader.until(lambda: panes(reader)["filter"])
        await reader.press("enter")
        await reader.until(lambda: not panes(reader)["filter"])


async def test_narrow_there_is_one_pane_and_keys_go_between_them(filled: Paths) -> None:
    async with reading(filled, size=(40, 12)) as reader:
        assert panes(reader) == {"filter": False, "list": True, "detail": False}
        for key, shown in (
            ("enter", "detail"),
            ("escape", "list"),
            ("escape", "list"),
            ("f", "filter"),
            ("enter", "list"),
            ("tab", "detail"),
            ("l", "filter"),
            ("tab", "list"),
            ("shift+tab", "filter"),
            ("f4", "detail"),
        ):
            await reader.press(key)
            await reader.until(lambda shown=shown: [name for name, on in panes(reader).items() if on] == [shown])  # type: ignore[misc]


async def test_narrow_the_next_paper_is_a_key_away_from_the_detail(filled: Paths) -> None:
    async with reading(filled, size=(80, 24)) as reader:
        await reader.press("enter", "J")
        await reader.until_shown("We make up paper number 59")
        await reader.press("space")
        await reader.until_shown("We make up paper number 58")


async def test_narrow_the_search_opens_over_the_list(filled: Paths) -> None:
    async with reading(filled, size=(40, 12)) as reader:
        await reader.press("enter")
        await reader.search("number 7")
        await reader.until(lambda: panes(reader)["list"])
        await reader.until_shown("/ number 7")


async def test_a_message_and_its_key_can_be_read_on_a_narrow_terminal_and_the_list_keeps_its_cursor(
    filled: Paths,
) -> None:
    async with reading(filled, size=(40, 12)) as reader:
        await reader.press("G")
        await reader.until(lambda: reader.main.papers.cursor == reader.main.papers.count - 1)
        title = reader.title[:10]
        rows = reader.main.papers.window.sight.rows
        await reader.press("X")
        await reader.until(lambda: "I makes a rule" in " ".join(line.strip() for line in reader.lines[-2:]))
        assert " ".join(line.strip() for line in reader.lines[-2:]).startswith("Rules hide none of these papers")
        assert "…" not in "".join(reader.lines[-2:])
        await reader.until(lambda: reader.main.papers.window.sight.rows == rows - 1)
        assert title in reader.text
        await reader.press("k")
        await reader.until(lambda: "? help" in reader.lines[-1] and reader.main.papers.window.sight.rows == rows)


async def test_too_small_a_terminal_says_so_and_growing_brings_the_place_back(filled: Paths) -> None:
    async with reading(filled, size=(80, 24)) as reader:
        await reader.press("j", "j")
        await reader.pilot.resize_terminal(28, 7)
        await reader.until_shown("needs 30×8")
        await reader.pilot.resize_terminal(80, 24)
        await reader.until_shown("3/20")
        assert reader.title == "Made-up paper number 58"


async def test_the_filter_and_the_help_fit_a_small_terminal(filled: Paths) -> None:
    async with reading(filled, size=(40, 12)) as reader:
        await reader.press("f")
        await reader.until_shown("▸ empty rows")
        await reader.press("question_mark")
        await reader.until_shown("the keys used most")
        assert max(map(cells, reader.lines)) <= 40
        await reader.press("G", "k", "pagedown", "escape")
        await reader.until_shown("▸ empty rows")


async def test_very_wide_the_screen_looks_like_this(filled: Paths) -> None:
    async with reading(filled, size=(220, 14)) as reader:
        await reader.until_shown("We make up paper number 60", "12 May 2026 · 20 papers")
        lines = [line for line in reader.lines if line.strip()]
    assert lines[0].split() == ["Unread", "20", "papers", "·", "newest", "first"]
    assert lines[1].split("│")[0].strip() == "Library"
    assert lines[1].split("│")[1].strip() == "Submitted Tue 12 May 2026 · 20 papers"
    assert lines[2].split("│")[1].startswith("›DC  Made-up paper number 60")
    assert lines[-1].strip().startswith("Enter open   t text   space read   s star   / search")
    assert lines[-1].rstrip().endswith("1/20")


@pytest.mark.parametrize(("before", "after"), [((60, 20), (110, 30)), ((110, 30), (60, 20))])
async def test_a_screen_at_another_size_looks_as_if_it_had_been_opened_so(
    filled: Paths, before: tuple[int, int], after: tuple[int, int]
) -> None:
    def at_rest(reader: Reader) -> bool:
        """Return whether the screen is the same as at the previous check."""
        looks.append(reader.text)
        return looks[-2:] == [reader.text] * 2

    async def opened(*sizes: tuple[int, int]) -> list[str]:
        shown = []
        async with reading(filled, size=sizes[0]) as reader:
            await reader.until(lambda: reader.main.detail.looks.extras.similar)
            for key in ("V", "L", "c", "f"):
                await reader.resize(*sizes[0])
                await reader.press(key)
                for size in sizes:
                    await reader.resize(*size)
                    await reader.until(lambda: at_rest(reader))
                # The number of new papers depends on the time of the previous session.
                shown.append(re.sub(r"(Since last time) +\d+", r"\1", reader.text))
                await reader.press("escape")
                await reader.until(lambda: reader.app.screen is reader.main)
        return shown

    looks: list[str] = []
    assert await opened(before, after) == await opened(after)


LONG_MESSAGE = "Copied 1 paper as bibtex; also in /home/ada/.local/state/arxtui/exports/clipboard.bib · u no"


async def test_nothing_of_a_message_is_cut_on_a_small_terminal(filled: Paths) -> None:
    async with reading(filled) as reader:
        for size in ((30, 8), (40, 12)):
            await reader.resize(*size)
            reader.main.say(LONG_MESSAGE)
            await until_whole(reader, LONG_MESSAGE)
            await reader.press("j")
            await reader.until_shown("? help")
        (await reader.open("V", JournalScreen)).say(LONG_MESSAGE)
        await until_whole(reader, LONG_MESSAGE)
        await reader.press("escape")
        (await reader.open("z", TriageScreen)).say(LONG_MESSAGE)
        await until_whole(reader, LONG_MESSAGE)


async def test_on_a_low_terminal_a_page_gets_the_rows_of_its_margins(filled: Paths) -> None:
    async with reading(filled, size=(80, 24)) as reader:
        await reader.open("z", TriageScreen)
        assert [bool(line.strip()) for line in reader.lines[:3]] == [True, False, True]
        await reader.resize(40, 12)
        await reader.until(lambda: bool(reader.lines[1].strip()))


async def until_whole(reader: Reader, message: str) -> None:
    """Wait until the screen shows the complete message, whatever its line breaks."""
    await reader.until(lambda: message.replace(" ", "") in "".join("".join(reader.lines).split()))


async def test_the_heading_fits_the_list_that_comes_back_to_a_terminal_that_shrank_meanwhile(filled: Paths) -> None:
    async with reading(filled, size=(120, 35)) as reader:
        await reader.search("day:2026-05-13")
        await reader.press("enter", "question_mark")
        await reader.until(lambda: reader.app.screen is not reader.main)
        await reader.pilot.resize_terminal(40, 12)
        await reader.press("escape")
        await reader.until(lambda: reader.app.screen is reader.main and reader.main.bar.size.width == 40)
        await reader.pilot.pause()
        assert reader.lines[0].startswith(" Wed 13 May  ")


async def test_a_size_that_the_terminal_has_no_longer_changes_nothing(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        await reader.until_shown("+ Unread               20", "Similar papers")
        before = reader.lines
        for size in (Size(70, 20), Size(160, 45), Size(70, 20)):
            reader.main.post_message(Resize(size, size))
        await reader.press("shift")
        assert reader.main.size == reader.app.size
        assert reader.lines == before
