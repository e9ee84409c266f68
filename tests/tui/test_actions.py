"""One registry feeds bindings, footer, palette, help and docs; ``python -m tests.tui.test_actions`` writes the docs."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from arxtui.tui.actions import ON_APP, Action, Group, Place
from arxtui.tui.application import ArxtuiApp
from arxtui.tui.registry import ACTIONS, hints
from arxtui.tui.screens.help import help_lines
from arxtui.tui.screens.main import MainScreen

KEYS_PAGE = Path(__file__).resolve().parents[2] / "docs" / "keys.md"

by_id = pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.id)


@by_id
def test_every_action_has_keys_words_and_a_method(action: Action) -> None:
    assert action.keys
    assert all(action.keys)
    assert action.label
    assert action.description
    assert action.help.endswith(".")
    assert isinstance(action.group, Group)
    assert all(isinstance(place, Place) for place in action.footer)
    owner = ArxtuiApp if action.id in ON_APP else MainScreen
    assert hasattr(owner, "action_" + ON_APP.get(action.id, action.id).removeprefix("app."))


def tables() -> str:
    """The part of the page that the registry says."""
    written = []
    for group in Group:
        rows = [
            f"| {' '.join(f'`{name}`' for name in action.key_names)} | {action.description} | {action.help} |"
            for action in ACTIONS
            if action.group is group
        ]
        head = [f"## {group.value}", "", "| key | action | what it does |", "|---|---|---|"]
        written.append("\n".join([*head, *rows]))
    return "\n\n".join(written) + "\n\n"


def test_the_documentation_says_what_the_registry_says() -> None:
    assert tables() in KEYS_PAGE.read_text(encoding="utf-8")


@by_id
def test_every_action_stands_in_the_help(action: Action) -> None:
    text = "\n".join("".join(piece for piece, _ in line.pieces) for line in help_lines(240))
    assert action.help in text
    assert action.key_names[0] in text


def test_no_key_does_two_things() -> None:
    counted = Counter(key for action in ACTIONS for key in action.keys)
    assert [key for key, times in counted.items() if times > 1] == []


def test_no_two_actions_share_an_id() -> None:
    assert len({action.id for action in ACTIONS}) == len(ACTIONS)


def test_the_bindings_of_the_screen_are_those_of_the_registry() -> None:
    bound = {binding.key: binding.action for binding in MainScreen.BINDINGS}  # type: ignore[union-attr]
    assert bound == {keys: call for action in ACTIONS for keys, call in action.bindings}
    assert {key for keys in bound for key in keys.split(",")} == {key for action in ACTIONS for key in action.keys}


def test_a_digit_tells_its_action_which_it_is() -> None:
    assert ("4", "bound_view(4)") in next(action for action in ACTIONS if action.by_digit).bindings


@pytest.mark.parametrize("place", [Place.FILTER, Place.LIST, Place.DETAIL])
def test_every_pane_names_its_keys_and_ends_with_help(place: Place) -> None:
    named = hints(place)
    assert named[-1] == ("?", "help")
    assert len(named) >= 4


def test_the_documentation_names_no_other_action() -> None:
    rows = [line for line in KEYS_PAGE.read_text(encoding="utf-8").splitlines() if line.count("|") == 4]
    described = [row.split("|")[2].strip() for row in rows]
    known = {action.description for action in ACTIONS} | {"action", "---"}
    assert [each for each in described if each not in known] == []


def write_page() -> None:
    """Put the registry's tables in the place of those on the page."""
    page = KEYS_PAGE.read_text(encoding="utf-8")
    first, last = page.index(f"## {next(iter(Group)).value}"), page.index("## While searching")
    KEYS_PAGE.write_text(page[:first] + tables() + page[last:], encoding="utf-8")


if __name__ == "__main__":
    write_page()
