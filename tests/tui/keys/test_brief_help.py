"""The first pages of the help: the keys used most, and the signs."""

from __future__ import annotations

import pytest

from arxtui.config.paths import Paths
from arxtui.model.signs import ROW_SIGNS
from arxtui.text import cells
from arxtui.tui.actions import Area, Place
from arxtui.tui.keys.in_force import action
from arxtui.tui.present.help import MOST_USED, brief_help_lines
from arxtui.tui.present.line import NO_BREAK
from arxtui.tui.screens.help import HelpScreen
from tests.tui.reader import fill_usually, reading


def shown(width: int, *arguments: object) -> list[str]:
    return ["".join(text for text, _ in line.pieces) for line in brief_help_lines(width, *arguments)]  # type: ignore[arg-type]


@pytest.mark.parametrize("area", MOST_USED)
def test_the_brief_help_has_the_keys_used_most_with_their_descriptions(area: Area) -> None:
    text = " ".join(" ".join(shown(200, area)).replace(NO_BREAK, " ").split())
    for names in MOST_USED[area].values():
        for each in (action(name, area) for name in names):
            assert f"{each.key_names[0]} {each.description.partition(', ')[0]}" in text


@pytest.mark.parametrize("width", [30, 58, 78, 104])
@pytest.mark.parametrize("area", Area)
def test_nothing_of_the_first_pages_is_cut(area: Area, width: int) -> None:
    lines = shown(width, area, Place.LIST if area is Area.MAIN else None)
    assert lines
    assert max(map(cells, lines)) <= width
    assert sum(line.count("…") for line in lines) == sum(line.count("…") for line in shown(400, area))


def test_every_sign_of_a_row_has_its_meaning_on_the_first_pages() -> None:
    text = "\n".join(shown(78))
    assert all(sign.character in text for sign in ROW_SIGNS)
    signs = ("Signs in the list", "Signs in the filter")
    for place, first, second in ((Place.LIST, *signs), (Place.FILTER, *reversed(signs))):
        lines = "\n".join(shown(78, Area.MAIN, place))
        assert lines.index(first) < lines.index(second)


async def test_the_help_has_three_screens_and_one_key_more_shows_all_of_it(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=(80, 24)) as reader:
        await reader.open("question_mark", HelpScreen)
        assert "Mark read or unread" in reader.text
        await reader.press("pagedown", "pagedown")
        assert "badge:theorem" in reader.text
        await reader.press("question_mark")
        assert "all keys, signs and queries" in reader.lines[0]
        await reader.press("question_mark")
        assert "the keys used most" in reader.lines[0]
        await reader.press("slash", *"zotero collection", "enter")
        await reader.until_shown("selected in Zotero")
        await reader.press("escape", "escape")
        assert reader.app.screen is reader.main


async def test_the_help_of_a_screen_over_the_list_begins_with_its_keys(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, size=(80, 24)) as reader:
        await reader.press("V", "question_mark")
        await reader.until(lambda: isinstance(reader.app.screen, HelpScreen))
        assert reader.lines[1].strip() == "The journal"
        assert "Signs in the list" not in reader.text
