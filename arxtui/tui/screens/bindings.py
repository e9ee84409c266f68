"""Run the commands of a screen's registry."""

from __future__ import annotations

from inspect import isawaitable

from arxtui.tui.actions import Action


async def run_command(action: Action, parts: object, *arguments: object) -> None:
    """Run a command with its context. ``arguments`` are the digit of its key, or the number typed before the key."""
    result = action.run(parts, *arguments) if action.run else None
    if isawaitable(result):
        await result
