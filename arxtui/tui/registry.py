"""The registry of the main screen: every command, in the order of footer, help and ``docs/keys.md``."""

from __future__ import annotations

from collections.abc import Container

from arxtui.tui.actions import Area, Fact, Place
from arxtui.tui.commands import ACTIONS
from arxtui.tui.keys import in_force
from arxtui.tui.present.key_line import first_key
from arxtui.tui.registry_overlays import OVERLAYS

_ENDS = (("Enter", "keep"), ("Esc", "drop"))
BY_ID = {action.id: action for action in ACTIONS}
in_force.declare(Area.MAIN, ACTIONS)
for _area, _actions in OVERLAYS.items():
    in_force.declare(_area, _actions)


def hints(place: Place, facts: Container[Fact]) -> list[tuple[str, str]]:
    """Return (key, label) of the commands that the footer shows for a pane while these facts hold, in order."""
    if place is Place.SEARCH:
        offers = [("Tab", "take it"), ("↑↓", "other suggestions"), *_ENDS] if Fact.OFFERED in facts else []
        return [*(offers or [*_ENDS, ("↑↓", "move")]), ("Ctrl+U", "clear")]
    actions = [action for action in in_force.actions() if action.keys]
    urgent = [action for action in actions if action.first_when and action.first_when in facts]
    useful = [
        action
        for action in actions
        if place in action.footer and all(need in facts for need in action.needs) and action not in urgent
    ]
    return [(first_key(action), action.label) for action in (*urgent, *useful)]
