"""The registry of the main screen: every command, in the order of footer, help and ``docs/keys.md``."""

from __future__ import annotations

from arxtui.tui.actions import Area
from arxtui.tui.commands import ACTIONS
from arxtui.tui.keys import in_force
from arxtui.tui.registry_overlays import OVERLAYS

BY_ID = {action.id: action for action in ACTIONS}
in_force.declare(Area.MAIN, ACTIONS)
for _area, _actions in OVERLAYS.items():
    in_force.declare(_area, _actions)
