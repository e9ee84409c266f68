"""The commands of the main screen: one declared function each, by topic.

To add a command, write a function with ``@command`` above it in the module of its topic.
"""

from __future__ import annotations

from arxtui.tui.actions import Area, declared_in
from arxtui.tui.commands import (
    days,
    display,
    fetching,
    filters,
    labels,
    marks,
    navigation,
    outside,
    program,
    references,
    rules,
    search,
    texts,
    views,
)
from arxtui.tui.commands.overlays import OVERLAYS
from arxtui.tui.keys import in_force

ACTIONS = declared_in(
    navigation, filters, search, views, marks, labels, rules, references, texts, days, outside,
    display, fetching, program,
)  # fmt: skip
"""In the order of footer, help and ``docs/keys.md``."""
BY_ID = {action.id: action for action in ACTIONS}
in_force.declare(Area.MAIN, ACTIONS)
for _area, _actions in OVERLAYS.items():
    in_force.declare(_area, _actions)
