"""One registry supplies bindings, footer, palette, help and docs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from arxtui.config.keys import key_name
from arxtui.text import cells
from arxtui.tui.actions import ON_APP, Action, Area, Fact, Group, Place
from arxtui.tui.application import ArxtuiApp
from arxtui.tui.command_line.completion import complete_line
from arxtui.tui.command_line.prompt import ActionCall, parse_line
from arxtui.tui.commands import ACTIONS
from arxtui.tui.commands.overlays import OVERLAYS
from arxtui.tui.commands.triage_mode import TRIAGE
from arxtui.tui.keys import in_force
from arxtui.tui.keys.sequences import KeyTable
from arxtui.tui.main_screen import MainScreen
from arxtui.tui.notes.screen import NoteScreen
from arxtui.tui.present.help import help_lines
from arxtui.tui.present.line import Line, hints
from arxtui.tui.reading.commands import READING
from arxtui.tui.reading.screen import ReadingScreen
from arxtui.tui.screens.first_run import CategoryPicker
from arxtui.tui.screens.ledger import LedgerScreen
from arxtui.tui.screens.output import OutputScreen
from arxtui.tui.screens.picture import PictureScreen
from arxtui.tui.screens.references import NeighbourhoodScreen, ReferencesScreen
from arxtui.tui.screens.rules import RulesScreen
from arxtui.tui.triage_screen import TriageScreen
from arxtui.tui.user_keys import DEFAULT
from tests.tui.command_line.steps import NoValues

KEYS_PAGE = Path(__file__).resolve().parents[2] / "docs" / "keys.md"

REGISTRIES = ((MainScreen, ACTIONS), (TriageScreen, TRIAGE), (ReadingScreen, READING))
by_id = pytest.mark.parametrize(
    ("screen", "action"),
    [(screen, action) for screen, actions in REGISTRIES for action in actions],
    ids=lambda each: each.id if isinstance(each, Action) else each.__name__,
)
by_screen = pytest.mark.parametrize(("screen", "actions"), REGISTRIES, ids=lambda each: getattr(each, "__name__", ""))


@by_id
def test_every_action_has_keys_words_and_something_to_run(screen: type, action: Action) -> None:
    assert action.keys
    assert all(action.keys)
    assert action.label
    assert action.description
    assert action.help.endswith(".")
    assert isinstance(action.group, Group)
    assert all(isinstance(place, Place) for place in action.footer)
    owner = ArxtuiApp if action.id in ON_APP else screen
    method = "action_" + ON_APP.get(action.id, action.id).removeprefix("app.")
    assert hasattr(owner, method) if action.run is None else action.run.__doc__


def test_every_action_is_in_the_help() -> None:
    text = on_one_line(help_lines(95))
    for screen, actions in REGISTRIES:
        for action in actions:
            assert in_force.with_keys(action.help, screen.area) in text
            assert action.description in text
            assert all(name in text for name in action.key_names), action.id


def on_one_line(lines: Sequence[Line]) -> str:
    """Return the text of lines without their line breaks."""
    return " ".join(" ".join("".join(piece for piece, _ in line.pieces) for line in lines).split())


@pytest.mark.parametrize(
    "screen",
    [
        RulesScreen,
        LedgerScreen,
        OutputScreen,
        PictureScreen,
        NoteScreen,
        CategoryPicker,
        ReferencesScreen,
        NeighbourhoodScreen,
    ],
)
def test_screens_over_the_list_have_their_commands_in_the_registry(screen: type) -> None:
    for action in OVERLAYS[screen.own_area]:  # type: ignore[attr-defined]
        assert hasattr(screen, f"action_{action.id}")
    assert all(hasattr(screen, each) for each in ("say", "show_keys")), "for sequences"


def test_commands_of_screens_over_the_list_are_in_the_help() -> None:
    text = on_one_line(help_lines(95))
    for area, actions in OVERLAYS.items():
        for action in actions:
            assert action.description in text
            assert in_force.with_keys(action.help, area) in text


@pytest.mark.parametrize("width", [40, 60, 80, 160])
def test_nothing_of_the_help_is_cut(width: int) -> None:
    lines = ["".join(piece for piece, _ in line.pieces) for line in help_lines(width)]
    assert max(map(cells, lines)) <= width
    words = " ".join(" ".join(lines).split())
    for screen, actions in REGISTRIES:
        for action in actions:
            text = f"{action.description} {in_force.with_keys(action.help, screen.area)}"
            for each in (*action.key_names, *(text.split() if width >= 96 else [action.description])):
                assert each in words


@by_screen
def test_no_key_does_two_things(screen: type, actions: Sequence[Action]) -> None:
    counted = Counter(key for action in actions for key in action.keys)
    assert [key for key, times in counted.items() if times > 1] == []


@by_id
def test_every_action_has_a_key_without_altgr_and_dead_keys(screen: type, action: Action) -> None:
    """Checked on German, French and Spanish keyboards."""
    awkward = {key_name(key) for key in "[]{}~@#^|`\\"}
    assert any(awkward.isdisjoint(key_name(key).split()) for key in action.keys)


@by_screen
def test_the_leader_begins_sequences_on_every_screen_and_is_no_command(
    screen: type[MainScreen] | type[TriageScreen] | type[ReadingScreen], actions: Sequence[Action]
) -> None:
    table = KeyTable(actions)
    assert table.begins("comma")
    assert table.following("comma")
    assert "comma" not in table.calls


@by_screen
def test_no_two_actions_share_an_id(screen: type, actions: Sequence[Action]) -> None:
    assert len({action.id for action in actions}) == len(actions)


@by_screen
def test_u_is_the_key_of_undo_and_capital_u_of_redo(screen: type, actions: Sequence[Action]) -> None:
    keys = {action.id: action.keys for action in actions}
    assert (keys["undo"], keys["redo"]) == (("u",), ("U",))


@by_screen
def test_the_keys_of_the_screen_are_those_of_the_registry(
    screen: type[MainScreen] | type[TriageScreen] | type[ReadingScreen], actions: Sequence[Action]
) -> None:
    bound = {keys: call for keys, (_, call) in KeyTable(in_force.actions(screen.area)).calls.items()}
    assert bound == {keys: call for action in actions for keys, call in action.calls}
    assert bound.keys() == {key for action in actions for key in action.keys}


@by_id
def test_every_action_has_a_name_on_the_command_line(screen: type, action: Action) -> None:
    actions = next(actions for each, actions in REGISTRIES if each is screen)
    assert parse_line(action.name, actions) == parse_line(action.id, actions) == ActionCall(action)
    assert action.name in {each.name for each in complete_line(action.name[:1], actions, NoValues())}
    assert [each.name for each in actions].count(action.name) == 1


def test_the_help_of_a_text_begins_with_its_keys() -> None:
    assert "Line down" in "".join(piece for piece, _ in help_lines(120, Area.TEXT)[1].pieces)


def test_an_action_gets_the_digit_that_was_pressed() -> None:
    assert ("4", "command('bound_view', 4)") in next(action for action in ACTIONS if action.by_digit).calls


@pytest.mark.parametrize("place", [Place.FILTER, Place.LIST, Place.DETAIL])
def test_every_pane_names_its_keys_and_ends_with_help(place: Place) -> None:
    named = hints(place, frozenset(Fact) - {Fact.UNSUBSCRIBED})
    assert named[-2:] == [("q", "quit"), ("?", "help")]
    assert len(named) >= 5


@pytest.mark.parametrize("place", [Place.FILTER, Place.LIST, Place.DETAIL])
def test_without_followed_categories_the_way_to_follow_is_shown(place: Place) -> None:
    assert hints(place, {Fact.UNSUBSCRIBED})[0] == ("c", "categories")


@pytest.mark.parametrize(
    ("fact", "key"),
    [
        (Fact.PAPERS, "space"),
        (Fact.WAITING, "."),
        (Fact.UNDOABLE, "u"),
        (Fact.STORED, "/"),
        (Fact.DAYS, "["),
        (Fact.FOLLOWING, "R"),
    ],
)
def test_the_footer_names_a_key_only_while_it_does_something(fact: Fact, key: str) -> None:
    facts = frozenset(Fact)
    assert key in dict(hints(Place.LIST, facts))
    assert key not in dict(hints(Place.LIST, facts - {fact}))


def test_the_documentation_names_no_other_action() -> None:
    rows = [line for line in KEYS_PAGE.read_text(encoding="utf-8").splitlines() if line.count("|") == 5]
    described = [row.split("|")[2].strip() for row in rows]
    known = {action.description for actions in DEFAULT.values() for action in actions} | {"command", "---"}
    assert [each for each in described if each not in known] == []
