"""Key maps: presets with the keys of other programs, in which every command still has a key; the user's own keys: what
``[keys]`` accepts, what it changes, and how its faults are reported."""

from __future__ import annotations

import pytest

from arxtui.config.declaration import settings_of
from arxtui.config.keys import conflicts, key_name
from arxtui.config.paths import Paths
from arxtui.config.settings import UiSettings, parse
from arxtui.config.text import ConfigError
from arxtui.tui.actions import Action, Area
from arxtui.tui.keys.presets import PRESETS
from arxtui.tui.keys.sequences import KeyTable
from arxtui.tui.user_keys import DEFAULT, key_faults, keymap_of
from tests.tui.keys.test_typing import foot, with_keys
from tests.tui.reader import fill_usually, reading


def action(text: str, id: str, area: Area = Area.MAIN) -> Action:
    """Return a command after the configuration was read."""
    return next(each for each in keymap_of(parse(text), "config.toml")[area] if each.id == id)


def keys(text: str, id: str, area: Area = Area.MAIN) -> tuple[str, ...]:
    return action(text, id, area).keys


def fault(text: str) -> str:
    """Return the only fault of a configuration, in its keys or in its syntax."""
    try:
        [found] = key_faults(parse(text), "config.toml")
    except ConfigError as error:
        found = error
    return str(found)


def test_without_keys_all_commands_keep_theirs() -> None:
    keymap = keymap_of(parse(""), "config.toml")
    assert {area: tuple(actions) for area, actions in keymap.items()} == DEFAULT


def test_a_command_gets_a_key_a_list_of_keys_or_none() -> None:
    assert keys('[keys]\ntoggle_star = "ö"\n', "toggle_star") == ("ö",)
    assert keys('[keys]\ntoggle-star = ["*", "Ctrl+S"]\n', "toggle_star") == ("asterisk", "ctrl+s")
    assert keys("[keys]\ntoggle_star = false\n", "toggle_star") == ()
    assert keys("[keys]\ntoggle_star = []\n", "toggle_star") == ()


def test_a_sequence_takes_the_place_of_the_key_that_begins_it() -> None:
    assert keys('[keys]\ntop = ["g g", "home"]\n', "top") == ("g g", "home")
    assert keys('[keys]\nshow_filter = "g f"\n', "top") == ("home",)


def test_a_key_is_taken_from_the_command_that_had_it() -> None:
    assert keys('[keys]\nquit = "Z Z"\n', "quit") == ("Z Z",)
    assert "Z" not in keys('[keys]\nquit = "Z Z"\n', "zotero")


def test_a_command_has_the_keys_on_every_screen_that_knows_it_unless_a_screen_has_its_own() -> None:
    text = '[keys]\nundo = "ctrl+r"\n[keys.text]\nundo = "z"\n'
    assert keys(text, "undo") == keys(text, "undo", Area.TRIAGE) == ("ctrl+r",)
    assert keys(text, "undo", Area.TEXT) == ("z",)
    assert keys(text, "zen", Area.TEXT) == ()
    assert keys(text, "triage") == ("z",)


def test_the_keys_of_a_digit_end_in_it() -> None:
    views = action('[keys]\nbound_view = ["g 1", "g 2"]\n', "bound_view")
    assert [*views.calls] == [("g 1", "command('bound_view', 1)"), ("g 2", "command('bound_view', 2)")]
    assert "'x' must end in 1 to 9" in fault('[keys]\nbound_view = "x"\n')
    assert "'7' must end in 1 to 5" in fault('[keys]\nrate_on = "7"\n')


@pytest.mark.parametrize("id", ["back", "choose", "next_pane", "up", "down", "interrupt"])
def test_keys_that_everything_depends_on_stay(id: str) -> None:
    before = {each.id: each.keys for each in DEFAULT[Area.MAIN]}
    assert set(keys(f"[keys]\n{id} = false\n", id)) < set(before[id]) or len(before[id]) == 1
    assert keys(f"[keys]\n{id} = false\n", id)
    assert keys('[keys]\ndown = ["n", "down"]\n', "down") == ("n", "down")
    assert keys('[keys]\nback = "ctrl+g"\n', "back") == ("escape", "ctrl+g")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[keys]\n\ntogle_star = "x"\n', "line 3: [keys] togle_star: there is no command 'togle_star'"),
        ('[keys]\ntogle_star = "x"\n', "did you mean toggle_star?"),
        ('[keys]\nstar = "x"\n', "there is no command 'star'; did you mean toggle_star?"),
        ('[keys.triage]\nzen = "x"\n', "line 2: [keys.triage] zen: there is no command 'zen' in triage mode"),
        ('[keys.trage]\nzen = "x"\n', "line 1: unknown table [keys.trage]; known are [keys.triage] and [keys.text]"),
        ('[keys]\ntop = "entr"\n', "line 2: [keys] top: unknown key 'entr'; did you mean enter?"),
        ('[keys]\ntop = "crtl+x"\n', "unknown key 'crtl+x': modifiers are ctrl, alt and shift; did you mean ctrl?"),
        ('[keys]\ntop = "ctrl+i"\n', "terminals send Tab for 'ctrl+i': write tab"),
        ('[keys]\ntop = "alt+<"\n', "Alt works with letters and arrows"),
        ('[keys]\ntop = ""\n', "must name a key"),
        ("[keys]\ntop = 1\n", 'must be a key ("x"), a list of keys'),
        ("keys = 1\n", "line 1: [keys] must be a table"),
        ('[keys]\ntop = "enter"\n', "Enter opens or confirms everywhere and cannot change; choose another key"),
        ('[keys]\ntop = "g escape"\n', "Esc leaves what is open everywhere"),
        ('[keys]\ntop = ["g", "g g"]\n', "'g' is the beginning of 'g g', which could then never be typed"),
        (
            '[keys]\ntoggle_star = "x"\nundo = "x"\n',
            "line 3: [keys] undo: 'x' is also the key of toggle_star (line 2)",
        ),
        (
            '[keys]\ntoggle_star = "x y"\nundo = "x"\n',
            "line 3: [keys] undo: 'x' of undo is the beginning of 'x y' of toggle_star (line 2), which could then "
            "never be typed",
        ),
    ],
)
def test_a_fault_in_the_keymap_is_reported_with_its_line_and_a_suggestion(text: str, words: str) -> None:
    assert words in fault(text)
    assert fault(text).startswith("config.toml, line ")


def test_every_fault_is_found_at_once() -> None:
    text = '[keys]\nnonsense = "x"\nundo = "x"\ntoggle_star = "x"\n[keys.text]\nelse = "y"\n'
    assert [each.line for each in key_faults(parse(text), "config.toml")] == [2, 4, 6]


@pytest.mark.parametrize(("one", "other", "clash"), [("g", "g g", True), ("g", "g", True), ("g", "G", False)])
def test_keys_clash_where_one_is_or_begins_the_other(one: str, other: str, clash: bool) -> None:
    assert conflicts(one, other) == conflicts(other, one) == clash


@pytest.mark.parametrize("area", Area)
def test_no_key_of_the_reader_begins_another(area: Area) -> None:
    bound = [*KeyTable(DEFAULT[area]).calls]
    assert [(one, other) for one in bound for other in bound if one != other and conflicts(one, other)] == []


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
