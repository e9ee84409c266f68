"""A number before a key is a count for its command, as in vim, if digits have no commands of their own."""

from __future__ import annotations

import pytest

from arxtui.config.paths import Paths
from arxtui.light import changed
from arxtui.model.rules import Rule
from arxtui.tui.actions import Area
from arxtui.tui.commands import ACTIONS
from arxtui.tui.keys.sequences import UNHANDLED, KeySequence, KeyTable
from arxtui.tui.reading.screen import ReadingScreen
from arxtui.tui.screens.help import HelpScreen
from arxtui.tui.screens.rules import RulesScreen
from arxtui.tui.screens.themes import ThemePicker
from arxtui.tui.user_keys import DEFAULT
from tests.tui.keys.test_keymap import preset
from tests.tui.keys.test_typing import with_keys
from tests.tui.reader import QUIET, fill_usually, reading
from tests.tui.reading.texts import fill_with_text, open_text


@pytest.mark.parametrize("area", Area)
def test_where_a_digit_is_bound_there_are_no_counts(area: Area) -> None:
    assert not KeyTable(DEFAULT[area]).takes_counts


def test_a_count_is_given_to_commands_that_take_one_and_dropped_by_others() -> None:
    table, sequence = KeyTable([each for each in ACTIONS if not each.by_digit]), KeySequence()
    calls = [sequence.press(table, key).call for key in "10j2s"]
    assert calls == ["", "", "command('down', 10)", "", "command('toggle_star')"]
    assert sequence.press(table, "0").call == "command('inbox')"
    assert [sequence.press(table, key).call for key in "100j"][-1] == "command('down', 100)"
    assert [sequence.press(table, key).call for key in "1234567j"][-1] == "command('down', 12345)"
    assert sequence.press(KeyTable(), "0") == UNHANDLED


def test_of_equal_keys_those_that_were_bound_first_win() -> None:
    by_id = {each.id: each for each in ACTIONS}
    table, sequence = KeyTable(), KeySequence()
    for keys, id in (("g", "up"), ("g g", "down"), ("x y", "up"), ("x", "down")):
        table.add(keys, by_id[id], id)
    assert {keys: call for keys, (_, call) in table.calls.items()} == {"g": "up", "x y": "up"}
    assert sequence.press(table, "g").call == "up"
    longer = KeyTable()
    for keys in ("g x y", "g z"):
        longer.add(keys, by_id["up"], "up")
    assert longer.following("g") == [("x", "…"), ("z", by_id["up"].label)]
    assert longer.following("g x") == [("y", by_id["up"].label)]


async def test_rows_are_counted_in_the_list(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, with_keys(preset("vim"))) as reader:
        await reader.press("5", "j")
        assert reader.main.papers.cursor == 5
        await reader.press("1", "0", "G")
        assert reader.main.papers.cursor == 9
        await reader.press("2")
        assert reader.lines[-1].startswith(" 2  ")
        await reader.press("k")
        assert reader.main.papers.cursor == 7
        await reader.press("3", "g", "g")
        assert reader.main.papers.cursor == 2
        await reader.press("4", "escape", "j", "9", "9", "9", "j")
        assert reader.main.papers.cursor == reader.main.papers.count - 1


async def test_rows_and_lines_are_counted_in_screens_over_the_list(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        await reader.press("f9")
        themes = reader.app.screen
        assert isinstance(themes, ThemePicker)
        first = themes._list.cursor
        await reader.press("3", "j")
        assert themes._list.cursor == first + 3
        await reader.press("escape", "question_mark")
        help = reader.app.screen
        assert isinstance(help, HelpScreen)
        await reader.press("1", "2", "j", "5", "k")
        assert help.body.scroll_offset.y == 7
        await reader.press("9")
        assert reader.lines[-1].split()[0] == "9"
        await reader.press("escape", "j", "1", "1", "G")
        assert help.body.scroll_offset.y == 10


async def test_rules_are_counted(paths: Paths) -> None:
    fill_usually(paths)
    rules = tuple(Rule(f"rule {number}", f"ti:{number}", mute=True) for number in range(5))
    async with reading(paths, changed(QUIET, rules=rules)) as reader:
        screen = await reader.open("e", RulesScreen)
        await reader.until_shown("rule 4")
        await reader.press("3", "j")
        assert screen.rows.cursor == 3
        await reader.press("2", "k")
        assert screen.rows.cursor == 1


async def test_digits_still_rate_in_triage_mode(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, with_keys(preset("vim"))) as reader:
        await reader.press("z", "4")
        await reader.until_shown("1 rated")


async def test_lines_sections_and_percent_are_counted_in_a_text(paths: Paths) -> None:
    fill_with_text(paths)
    async with reading(paths, with_keys(preset("vim")), size=(80, 24)) as reader:
        await open_text(reader)
        screen = reader.app.screen
        assert isinstance(screen, ReadingScreen)
        await reader.press("3", "j")
        assert screen.viewport.top == 3
        await reader.press("1", "0", "0", "percent_sign")
        await reader.until(lambda: "100 %" in reader.lines[-1])
