"""Mouse scrolling in long lists, and rows that are fetched before they are visible."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import pairwise

import pytest
from rich.color import Color
from textual import events
from textual.scrollbar import ScrollBar, ScrollTo

from arxtui.config.paths import Paths
from arxtui.library.views import Listing
from arxtui.model.expr import Sort
from arxtui.model.views import Row
from arxtui.tui.state.rows_in_sight import SCROLL_OFF
from arxtui.tui.terminal.views import NarrowBar
from arxtui.tui.widgets.strip_cache import StripKey
from tests.tui.papers import paper
from tests.tui.reader import Reader, fill, reading

COUNT = 600


@pytest.fixture
def many(paths: Paths) -> Paths:
    fill(paths, [paper(number) for number in range(1, COUNT + 1)])
    return paths


def bar_of(reader: Reader) -> ScrollBar:
    return reader.main.papers.vertical_scrollbar


async def mouse(reader: Reader, kind: type[events.MouseEvent], row: int) -> None:
    """Send a mouse event at a row of the list's scroll bar."""
    bar = bar_of(reader)
    x, y = bar.region.x, bar.region.y + row
    button = 1 if kind is not events.MouseMove or reader.app.mouse_captured else 0
    reader.app.post_message(kind(None, x, y, 0, 0, button, False, False, False, x, y))
    await reader.pilot.pause()


def test_the_thumb_of_a_scroll_bar_is_in_the_right_halves_of_its_cells() -> None:
    def drawn(position: int) -> str:
        black, white = Color.parse("black"), Color.parse("white")
        bar = NarrowBar.render_bar(4, 64, 16, position, 1, back_color=black, bar_color=white)
        styles = [style for _, style, _ in bar.segments if style]
        assert not any(style.reverse for style in styles)
        assert [style.meta["@mouse.down"] for style in styles].count("grab") in (1, 2)
        return "".join(segment.text for segment in bar.segments)

    assert [drawn(position) for position in (0, 2, 8, 14, 16)] == ["▐   ", "▐   ", "▗▝  ", " ▐  ", " ▐  "]
    assert drawn(4) == "▐▝  "


async def test_dragging_the_scroll_bar_takes_the_cursor_along(many: Paths) -> None:
    async with reading(many) as reader:
        papers = reader.main.papers
        await mouse(reader, events.MouseMove, 0)
        await mouse(reader, events.MouseDown, 0)
        await mouse(reader, events.MouseMove, papers.window.sight.rows // 2)
        await reader.until(lambda: papers.window.top > COUNT // 3)
        assert papers.window.top <= papers.cursor < papers.window.top + papers.window.sight.rows
        await mouse(reader, events.MouseMove, papers.window.sight.rows + 5)
        await reader.until(lambda: papers.window.top == COUNT - papers.window.sight.rows)
        await mouse(reader, events.MouseUp, papers.window.sight.rows - 1)
        before = papers.cursor
        await reader.press("k")
        assert papers.cursor == before - 1
        assert papers.window.top + papers.window.sight.rows >= COUNT - 3


async def test_a_list_is_shown_with_the_cursor_at_a_given_height(many: Paths) -> None:
    async with reading(many) as reader:
        papers = reader.main.papers
        papers.go(100)
        for above, height in ((SCROLL_OFF + 3, SCROLL_OFF + 3), (None, SCROLL_OFF + 3), (0, SCROLL_OFF)):
            papers.show(papers.rows.keys, papers.sort, at=papers.rows.keys[200], above=above)
            assert (papers.cursor, papers.cursor - papers.window.top) == (200, height)


async def test_a_paper_that_the_list_does_not_have_is_looked_for_only_where_the_order_is_that_of_age(
    many: Paths,
) -> None:
    async with reading(many) as reader:
        papers = reader.main.papers
        keys = sorted(papers.rows.keys)
        for listed, sort, cursor in ((keys[1:], Sort.OLD, 0), (keys[:0:-1], Sort.NEW, COUNT - 2)):
            papers.show(listed, sort, at=keys[0])
            assert papers.cursor == cursor


async def test_a_click_beside_the_thumb_turns_a_page(many: Paths) -> None:
    async with reading(many, size=(160, 70)) as reader:
        papers = reader.main.papers
        await reader.pilot.click(bar_of(reader), offset=(0, papers.window.sight.rows - 1))
        await reader.until(lambda: papers.cursor == papers.window.sight.rows - 1)
        assert 0 < papers.window.top <= papers.cursor
        await reader.pilot.click(bar_of(reader), offset=(0, 0))
        await reader.until(lambda: papers.cursor == papers.window.top == 0)


async def test_the_rows_of_the_next_page_are_fetched_before_page_down(
    many: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with reading(many) as reader:
        papers, library = reader.main.papers, reader.main.context.threads.library
        ahead = range(papers.window.sight.rows, 2 * papers.window.sight.rows)
        await reader.until(lambda: all(papers.strips.get(StripKey(index)) for index in ahead))
        asked: list[Sequence[int]] = []
        rows_of = library.papers.rows_of

        def watched(listing: Listing, keys: Sequence[int], *, details: bool) -> list[Row]:
            asked.append(keys)
            return rows_of(listing, keys, details=details)

        monkeypatch.setattr(library.papers, "rows_of", watched)
        await reader.press("pagedown")
        await reader.until_shown(f"number {COUNT - papers.window.sight.rows}")
        in_sight = {
            papers.rows.keys[index] for index in range(papers.window.top, papers.window.top + papers.window.sight.rows)
        }
        assert not in_sight.intersection(key for keys in asked for key in keys)


async def test_a_day_is_a_heading_that_stays_while_its_papers_are_scrolled(paths: Paths) -> None:
    days = [datetime(2026, 5, 12 - number // 40, 9, tzinfo=UTC) for number in range(120)]
    fill(paths, [paper(number + 1, published=day, updated=day) for number, day in enumerate(reversed(days))])
    async with reading(paths, size=(80, 24)) as reader:
        await reader.until_shown("Submitted Tue 12 May 2026 · 40 papers")
        papers, first = reader.main.papers, reader.main.papers.region.y
        await reader.press("pagedown")
        assert reader.lines[first].strip() == "Submitted Tue 12 May 2026 · 40 papers"
        await reader.press("pagedown")
        await reader.until_shown("Submitted Mon 11 May 2026 · 40 papers")
        heading = next(y for y, line in enumerate(reader.lines) if "Mon 11 May" in line)
        assert "number 80" in reader.lines[heading + 1]
        before = papers.cursor
        await reader.pilot.click("#list", offset=(5, heading - first))
        assert papers.cursor == before
        await reader.pilot.click("#list", offset=(5, heading - first + 1))
        assert reader.title == "Made-up paper number 80"
        await reader.press("G")
        await reader.until(lambda: reader.lines[first].strip() == "Submitted Sun 10 May 2026 · 40 papers")
        last = "DC  Made-up paper number 1"
        assert reader.lines[first + papers.size.height - 2].startswith(f"›{last}")
        await reader.press("g")
        papers.post_message(ScrollTo(y=papers.max_scroll_y, animate=False))
        await reader.until(lambda: any(line.endswith(last) for line in reader.lines))


async def test_a_screen_of_a_few_lines_has_its_heading_and_the_cursor(paths: Paths) -> None:
    fill(paths, [paper(number, f"Paper {number}") for number in range(1, 60)])
    async with reading(paths, size=(30, 8)) as reader:
        for key in ("j", "j", "j", "pagedown", "G", "k", "pageup", "g"):
            await reader.press(key)
            assert "Tue 12 May" in reader.text
            assert f"›DC  {reader.title}" in reader.text


async def test_the_row_under_the_cursor_has_the_whole_title_where_no_detail_shows_it(paths: Paths) -> None:
    long = "On the Surprising Persistence of Made-up Titles That Go On and On until No Line Holds Their Very Ends"
    fill(paths, [paper(1), paper(2, long)])

    def below(words: str) -> str:
        return next(after for line, after in pairwise(reader.lines) if words in line)

    async with reading(paths, size=(80, 24)) as reader:
        await reader.until(lambda: "Their Very Ends  Ada Example" in below("On the Surprising"))
        assert "? help" in reader.lines[-1]
        await reader.press("j")
        assert "Their Very Ends" not in reader.text
        assert below("number 1").strip() == "Ada Example, Björn Måns"
        await reader.resize(120, 40)
        assert not below("number 1").partition("│")[2].strip()
