"""Presets: keys from other programs; with each preset, every command still has a key."""

from __future__ import annotations

import pytest

from arxtui.config.declaration import settings_of
from arxtui.config.keys import conflicts, key_name
from arxtui.config.paths import Paths
from arxtui.config.settings import UiSettings, parse
from arxtui.tui.actions import Area
from arxtui.tui.keys.presets import PRESETS
from arxtui.tui.keys.sequences import KeyTable
from arxtui.tui.user_keys import key_faults, keymap_of
from tests.tui.keys.test_typing import foot, with_keys
from tests.tui.reader import fill_usually, reading

by_name = pytest.mark.parametrize("name", [name for name in PRESETS if name != "default"])
by_area = pytest.mark.parametrize("area", Area)


def preset(name: str, more: str = "") -> str:
    """Return a configuration that names a preset."""
    return f'[ui]\nkeymap = "{name}"\n{more}'


def test_the_presets_are_those_that_the_settings_name() -> None:
    assert tuple(PRESETS) == settings_of(UiSettings)["keymap"].choices


@by_name
def test_a_preset_has_no_fault(name: str) -> None:
    assert key_faults(parse(preset(name)), "config.toml") == []


@by_name
@by_area
def test_every_command_keeps_a_key_without_altgr(name: str, area: Area) -> None:
    awkward = set("[]{}~@#^|`\\")
    for action in keymap_of(parse(preset(name)), "config.toml")[area]:
        assert any(awkward.isdisjoint(key_name(key).split()) for key in action.keys), action.id


@by_name
@by_area
def test_no_key_of_a_preset_begins_or_repeats_another(name: str, area: Area) -> None:
    keymap = keymap_of(parse(preset(name)), "config.toml")
    bound = [key for action in keymap[area] for key in action.keys]
    assert [(one, other) for at, one in enumerate(bound) for other in bound[at + 1 :] if conflicts(one, other)] == []


def test_own_keys_lie_over_those_of_a_preset() -> None:
    keymap = keymap_of(parse(preset("vim", '[keys]\nundo = "ctrl+r"\n')), "config.toml")
    keys = {action.id: action.keys for action in keymap[Area.MAIN]}
    assert keys["undo"] == ("ctrl+r",)
    assert keys["redo"] == ("U",)


@pytest.mark.parametrize(
    ("name", "keys", "command"),
    [
        ("vim", "g g", "top"),
        ("vim", "ctrl+r", "redo"),
        ("vim", "Z Z", "quit"),
        ("vim", "g 3", "bound_view"),
        ("newsboat", "N", "toggle_read"),
        ("newsboat", "r", "refresh"),
        ("newsboat", "A", "mark_all_read"),
        ("newsboat", "u", "links"),
        ("newsboat", "e", "toggle_queued"),
        ("emacs", "ctrl+n", "down"),
        ("emacs", "alt+x", "palette"),
        ("emacs", "ctrl+x ctrl+c", "quit"),
        ("emacs", "ctrl+g", "back"),
        ("emacs", "ctrl+underscore", "undo"),
    ],
)
def test_presets_have_the_keys_of_vim_newsboat_and_emacs(name: str, keys: str, command: str) -> None:
    table = KeyTable(keymap_of(parse(preset(name)), "config.toml")[Area.MAIN])
    assert table.calls[keys][0].id == command


def test_the_digits_that_may_follow_are_named_at_once() -> None:
    table = KeyTable(keymap_of(parse(preset("vim")), "config.toml")[Area.MAIN])
    assert table.following("g")[-1] == ("1 … 9", "view")
    assert ("g", "top") in table.following("g")


async def test_a_reader_with_the_keys_of_emacs(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths, with_keys(preset("emacs"))) as reader:
        await reader.press("ctrl+n", "n", "ctrl+p")
        assert reader.main.papers.cursor == 1
        await reader.press("ctrl+s", "x", "y")
        await reader.until(lambda: "xy" in reader.main.session.view.query)
        await reader.press("ctrl+g", "ctrl+x")
        assert "o pane" in foot(reader)
        assert "Ctrl+C quit" in foot(reader)
        await reader.press("ctrl+g")
        assert "is not bound" in foot(reader)
        await reader.press("alt+x", *"triage", "enter")
        await reader.until_shown("Ctrl+N next")
