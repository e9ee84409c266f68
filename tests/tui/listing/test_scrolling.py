"""Long lists under the mouse, and rows that are there before they are looked at."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from textual import events
from textual.scrollbar import ScrollBar

from arxtui.config.paths import Paths
from arxtui.library.views import Listing
from arxtui.model.views import Row
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
    """The mouse on a row of the list's scroll bar."""
    bar = bar_of(reader)
    x, y = bar.region.x, bar.region.y + row
    button = 1 if kind is not events.MouseMove or reader.app.mouse_captured else 0
    reader.app.post_message(kind(None, x, y, 0, 0, button, False, False, False, x, y))
    await reader.pilot.pause()


async def test_dragging_the_scroll_bar_takes_the_cursor_along(many: Paths) -> None:
    async with reading(many) as reader:
        papers = reader.main.papers
        await mouse(reader, events.MouseMove, 0)
        await mouse(reader, events.MouseDown, 0)
        await mouse(reader, events.MouseMove, papers.rows_in_sight // 2)
        await reader.until(lambda: papers.top > COUNT // 3)
        assert papers.top <= papers.cursor < papers.top + papers.rows_in_sight
        await mouse(reader, events.MouseMove, papers.rows_in_sight + 5)
        await reader.until(lambda: papers.top == COUNT - papers.rows_in_sight)
        await mouse(reader, events.MouseUp, papers.rows_in_sight - 1)
        before = papers.cursor
        await reader.press("k")
        assert papers.cursor == before - 1
        assert papers.top + papers.rows_in_sight >= COUNT - 3


async def test_a_click_beside_the_thumb_turns_a_page(many: Paths) -> None:
    async with reading(many, size=(160, 70)) as reader:
        papers = reader.main.papers
        await reader.pilot.click(bar_of(reader), offset=(0, papers.rows_in_sight - 1))
        await reader.until(lambda: papers.cursor == papers.rows_in_sight - 1)
        assert 0 < papers.top <= papers.cursor
        await reader.pilot.click(bar_of(reader), offset=(0, 0))
        await reader.until(lambda: papers.cursor == papers.top == 0)


async def test_what_page_down_shows_is_there_before_the_key(many: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    async with reading(many) as reader:
        papers, library = reader.main.papers, reader.main.context.threads.library
        ahead = range(papers.rows_in_sight, 2 * papers.rows_in_sight)
        await reader.until(lambda: all((index, 0, False, False) in papers._strips for index in ahead))
        asked: list[Sequence[int]] = []
        rows_of = library.papers.rows_of

        def watched(listing: Listing, keys: Sequence[int], *, authors: bool) -> list[Row]:
            asked.append(keys)
            return rows_of(listing, keys, authors=authors)

        monkeypatch.setattr(library.papers, "rows_of", watched)
        await reader.press("pagedown")
        await reader.until_shown(f"number {COUNT - papers.rows_in_sight}")
        in_sight = {papers.rows.keys[index] for index in range(papers.top, papers.top + papers.rows_in_sight)}
        assert not in_sight.intersection(key for keys in asked for key in keys)
