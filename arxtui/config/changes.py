"""What differs between two settings, and what of it takes effect only when the reader starts."""

from __future__ import annotations

from collections.abc import Iterator

from arxtui.config.settings import OTHER_TABLES, Settings, every_setting

AT_START = frozenset(
    (
        *("[ui] ascii", "[ui] keymap", "[ui] kitty_keyboard", "[ui] plain", "[ui] reopen"),
        *("[refresh] at_start", "[refresh] interval_minutes", "[keys]", "[commands]"),
    )
)
"""The names of the settings that the reader reads only at its start."""


def changed_names(before: Settings, after: Settings) -> Iterator[str]:
    """Yield the names of the settings that differ, in the order of the manual: ``[ui] theme``; of other tables one name
    for all (``[rules]``)."""
    for each in every_setting():
        if getattr(getattr(before, each.section), each.key) != getattr(getattr(after, each.section), each.key):
            yield str(each)
    yield from (f"[{table}]" for table in OTHER_TABLES if getattr(before, table) != getattr(after, table))
