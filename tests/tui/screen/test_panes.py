"""The user's sizes of the panes, which the next session restores."""

from __future__ import annotations

import asyncio
import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from textual.dom import DOMNode
from textual.widget import Widget

from arxtui.config.paths import Paths
from arxtui.tui.actions import Place
from arxtui.tui.layout import PaneSizes
from arxtui.tui.present.listing.columns import Columns
from tests.tui.reader import Reader, reading

STACKED, WIDE = (120, 35), (220, 45)


def in_sight(reader: Reader) -> set[str]:
    main = reader.main
    held: dict[str, Widget] = {"filter": main.filters, "list": main.papers, "detail": main.detail}
    return {name for name, pane in held.items() if pane.is_on_screen and pane.region.area}


def shape(reader: Reader) -> tuple[int, int, int, int]:
    """Return the width of the filter, the width and height of the detail pane, and the width of the list, in cells."""
    main = reader.main
    return (main.filters.region.width, *main.detail.region.size, main.papers.region.width)


async def test_a_folded_filter_comes_while_the_keyboard_is_there(filled: Paths) -> None:
    async with reading(filled, size=STACKED) as reader:
        await reader.press("f6")
        await reader.until(lambda: in_sight(reader) == {"list", "detail"})
        await reader.until_shown("The filter is folded: f shows it")
        assert reader.main.papers.region.width == 120
        edge = reader.main.query_one("#filter-edge")
        await reader.press("f")
        await reader.until(lambda: edge.display and in_sight(reader) == {"filter", "list", "detail"})
        await reader.press("enter")
        await reader.until(lambda: not edge.display and in_sight(reader) == {"list", "detail"})
        await reader.press("f6")
        await reader.until(lambda: in_sight(reader) == {"filter", "list", "detail"})


async def test_going_between_visible_panes_does_not_style_the_whole_screen(
    filled: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    styled: list[DOMNode] = []
    async with reading(filled, size=STACKED) as reader:
        apply = reader.app.stylesheet.apply

        def watched(node: DOMNode, **options: Any) -> None:
            styled.append(node)
            apply(node, **options)

        monkeypatch.setattr(reader.app.stylesheet, "apply", watched)
        await reader.press("f", "enter", "tab")
        assert reader.main.filters in styled
        assert reader.main not in styled


@pytest.mark.parametrize(("size", "side"), [(STACKED, "below"), (WIDE, "beside")])
async def test_a_detail_that_is_unfolded_is_said_to_be_where_it_is(
    filled: Paths, size: tuple[int, int], side: str
) -> None:
    async with reading(filled, size=size) as reader:
        await reader.press("f7")
        await reader.until_shown("The detail is folded: Enter shows it")
        await reader.press("f7")
        await reader.until_shown(f"The detail is {side} the list again")


async def test_the_detail_is_moved_beside_the_list_and_below_it_and_stays_there(filled: Paths) -> None:
    async with reading(filled, size=(160, 45)) as reader:
        papers, detail = reader.main.papers, reader.main.detail
        assert papers.region.right < detail.region.x
        assert papers.window.sight.most_rows >= 34
        await reader.until(lambda: "20 papers" in reader.lines[1].split("│")[1])
        await reader.press("f7", "comma", "d")  # what is moved is unfolded
        await reader.until_shown("The detail is below the list")
        assert papers.region.bottom < detail.region.y
    async with reading(filled, size=(160, 45)) as reader:
        papers, detail = reader.main.papers, reader.main.detail
        assert papers.region.bottom < detail.region.y
        await reader.resize(120, 35)
        await reader.press("comma", "d")
        await reader.until_shown("The detail needs 140 columns beside the list")
        await reader.resize(140, 45)
        await reader.press("comma", "d")
        await reader.until_shown("The detail is beside the list")
        assert papers.region.right < detail.region.x
        await reader.resize(140, 20)
        await reader.press("comma", "d")
        await reader.until_shown("The detail has no room below the list")


async def test_a_folded_detail_comes_while_it_is_read(filled: Paths) -> None:
    async with reading(filled, size=STACKED) as reader:
        await reader.press("f7")
        await reader.until(lambda: in_sight(reader) == {"filter", "list"})
        await reader.press("enter")
        await reader.until(lambda: in_sight(reader) == {"filter", "list", "detail"})
        await reader.press("escape")
        await reader.until(lambda: in_sight(reader) == {"filter", "list"})


async def test_the_heading_fits_the_list_whose_width_changes(filled: Paths) -> None:
    async with reading(filled, size=WIDE) as reader:
        for key in ("f7", "f7", "shift+up", "shift+down", "f6", "ctrl+left", "f6"):
            await reader.press(key)
            for _ in range(2):  # the new layout, and what follows it
                painted = asyncio.Event()
                reader.main.call_after_refresh(painted.set)
                await painted.wait()
            assert reader.lines[0].endswith("papers · newest first"), key


async def test_folding_the_pane_with_the_keyboard_goes_to_the_list(filled: Paths) -> None:
    async with reading(filled, size=STACKED) as reader:
        await reader.press("f", "f6", "j")
        await reader.until(lambda: in_sight(reader) == {"list", "detail"} and reader.main.papers.cursor == 1)
        await reader.press("enter", "f6", "f6")
        assert reader.main.session.place is Place.DETAIL  # another pane was folded


async def test_keys_move_the_rules_between_the_panes_as_far_as_each_keeps_room(filled: Paths) -> None:
    async with reading(filled, size=STACKED) as reader:
        filter_cells, _, lines, _ = shape(reader)
        await reader.press("ctrl+right", "shift+up")
        await reader.until(lambda: shape(reader)[0] == filter_cells + 3 and shape(reader)[2] > lines)
        await reader.press("ctrl+left", "shift+down")
        await reader.until(lambda: shape(reader)[0] == filter_cells and shape(reader)[2] == lines)
        await reader.press(*["ctrl+right"] * 30, *["shift+up"] * 30)
        await reader.until(lambda: shape(reader)[0] == 60)
        assert reader.main.papers.region.height >= 5


async def drag(reader: Reader, divider: str, to: tuple[int, int]) -> None:
    await reader.pilot.mouse_down(divider)
    await reader.pilot.hover(offset=to)
    await reader.pilot.mouse_up(offset=to)


async def test_the_mouse_drags_the_rules(filled: Paths) -> None:
    async with reading(filled, size=STACKED) as reader:
        await drag(reader, "#filter-edge", (40, 10))
        await reader.until(lambda: shape(reader)[0] == 40)
        await drag(reader, "#detail-edge", (80, 12))
        await reader.until(lambda: abs(reader.main.detail.region.y - 12) <= 1)
        await reader.pilot.hover(offset=(80, 20))
        assert abs(reader.main.detail.region.y - 12) <= 1


async def test_on_a_very_wide_terminal_the_detail_is_beside_the_list_and_is_dragged_sideways(filled: Paths) -> None:
    async with reading(filled, size=WIDE) as reader:
        assert in_sight(reader) == {"filter", "list", "detail"}
        assert reader.main.papers.region.right < reader.main.detail.region.x
        await drag(reader, "#detail-edge", (170, 10))
        await reader.until(lambda: abs(reader.main.detail.region.x - 170) <= 1)


@pytest.mark.parametrize(("size", "to"), [((100, 40), (50, 14)), ((100, 40), (50, 28)), (STACKED, (80, 20))])
async def test_the_edge_under_the_list_is_dragged_to_the_row_of_the_mouse(
    filled: Paths, size: tuple[int, int], to: tuple[int, int]
) -> None:
    async with reading(filled, size=size) as reader:
        await drag(reader, "#detail-edge", to)
        await reader.until(lambda: abs(reader.main.detail.region.y - to[1]) <= 1)
        assert reader.main.papers.region.width == reader.main.detail.region.width


async def test_a_pane_folded_beside_the_list_is_shown_alone_where_there_is_no_room(
    filled: Paths,
) -> None:
    async with reading(filled, size=STACKED) as reader:
        await reader.press("f6", "f7")
        await reader.until(lambda: in_sight(reader) == {"list"})
        await reader.resize(80, 24)
        for key, pane in (("enter", "detail"), ("f", "filter"), ("f3", "list")):
            await reader.press(key)
            await reader.until(lambda pane=pane: in_sight(reader) == {pane})  # type: ignore[misc]
        await reader.resize(*STACKED)
        await reader.until(lambda: in_sight(reader) == {"list"})
        await reader.press("f4")
        await reader.until(lambda: in_sight(reader) == {"list", "detail"})
        await reader.press("f")
        await reader.until(lambda: in_sight(reader) == {"list", "filter"})
        await reader.press("f6", "f3")
        await reader.until(lambda: in_sight(reader) == {"list", "filter"})


@pytest.mark.parametrize(("size", "title"), [(STACKED, 70), ((139, 45), 80), (WIDE, 80)])
async def test_titles_keep_their_room(filled: Paths, size: tuple[int, int], title: int) -> None:
    async with reading(filled, size=size) as reader:
        papers = reader.main.papers
        assert papers.row
        assert Columns.fit(papers.width, [papers.row], date(2026, 11, 23), grouped=True).title >= title


async def test_the_next_session_has_the_panes_as_they_were_left(filled: Paths) -> None:
    async with reading(filled, size=STACKED) as reader:
        await reader.press("f7", "ctrl+right", "ctrl+right")
        await reader.until(lambda: shape(reader)[0] == 33)
    async with reading(filled, size=STACKED) as reader:
        assert in_sight(reader) == {"filter", "list"}
        assert shape(reader)[0] == 33


async def test_where_there_is_no_room_for_a_pane_its_key_says_how_it_is_reached(filled: Paths) -> None:
    async with reading(filled, size=(80, 24)) as reader:
        await reader.press("f6")
        await reader.until_shown("no room for the filter beside the list: f shows it")
        await reader.press("f7")
        await reader.until_shown("no room for the detail beside the list: Enter shows it")


async def test_that_there_is_no_room_for_a_pane_is_said_until_there_is(filled: Paths) -> None:
    async with reading(filled, size=(80, 24)) as reader:
        await reader.press("f6")
        await reader.until_shown("no room for the filter")
        await reader.pilot.resize_terminal(100, 30)
        await reader.until_shown("no room for the filter")
        await reader.pilot.resize_terminal(*STACKED)
        await reader.until_gone("no room for the filter")
        await reader.pilot.resize_terminal(80, 24)
        await reader.press("f7")
        await reader.until_shown("no room for the detail")
        await reader.pilot.resize_terminal(100, 30)
        await reader.until_gone("no room for the detail")


@pytest.mark.parametrize(
    ("kept", "read"),
    [
        (b'{"filter_folded": true, "detail_percent": 55}', PaneSizes(filter_folded=True, detail_percent=55)),
        (b'{"filter_cells": 9000, "detail_percent": -3}', PaneSizes(filter_cells=60, detail_percent=20)),
        (b'{"filter_cells": "wide", "filter_folded": 1, "of another version": 1}', PaneSizes()),
        (b"[1, 2]", PaneSizes()),
        (b"\xff\xfe{", PaneSizes()),
    ],
)
def test_saved_pane_sizes_are_limited_and_invalid_ones_ignored(tmp_path: Path, kept: bytes, read: PaneSizes) -> None:
    file = tmp_path / "panes.json"
    file.write_bytes(kept)
    assert PaneSizes.read(file) == read


def test_sizes_that_cannot_be_kept_do_no_harm(tmp_path: Path) -> None:
    PaneSizes().write(tmp_path / "missing" / "panes.json")
    assert PaneSizes.read(tmp_path / "missing" / "panes.json") == PaneSizes()


def test_sizes_are_kept_in_a_file_that_people_can_read(tmp_path: Path) -> None:
    file = tmp_path / "panes.json"
    PaneSizes(detail_folded=True).with_filter(31).write(file)
    kept = {"filter_folded": False, "detail_folded": True, "filter_cells": 31, "detail_percent": 40}
    assert json.loads(file.read_bytes()) == {**kept, "detail_side": "beside"}
