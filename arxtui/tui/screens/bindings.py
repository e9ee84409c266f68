"""How a screen binds its actions to keys, and runs those that are commands."""

from __future__ import annotations

from collections.abc import Iterable
from inspect import isawaitable

from textual.binding import Binding, BindingType

from arxtui.tui.actions import Action


def bindings_of(actions: Iterable[Action]) -> list[BindingType]:
    """The bindings of a screen's actions. With priority a key is answered before the next one is looked at, so that
    keys typed ahead reach the search box."""
    return [
        Binding(keys, call, action.description, show=False, priority=True, id=action.id)
        for action in actions
        for keys, call in action.bindings
    ]


async def run_command(action: Action, parts: object, *arguments: object) -> None:
    """Run a command with the parts that it is given, and with the digit of its key where it is bound to digits."""
    done = action.run(parts, *arguments) if action.run else None
    if isawaitable(done):
        await done
