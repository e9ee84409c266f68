"""The commands of the main screen: one declared function each, by topic.

To add a command, write a function with ``@command`` above it in the module of its topic.
"""

from __future__ import annotations

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
    ranking,
    references,
    rules,
    search,
    selection,
    texts,
    views,
)
from arxtui.tui.commands.declaration import declared_in

ACTIONS = declared_in(
    navigation, filters, search, views, marks, selection, labels, ranking, references, rules, texts, days, outside,
    display, fetching, program,
)  # fmt: skip
"""In the order of footer, help and ``docs/keys.md``."""
