"""How a screen runs the commands of its registry."""

from __future__ import annotations

from inspect import isawaitable

from arxtui.tui.actions import Action


async def run_command(action: Action, parts: object, *arguments: object) -> None:
    """Run a command with the parts that it is given, and with the digit of its key, or the number typed before it."""
    done = action.run(parts, *arguments) if action.run else None
    if isawaitable(done):
        await done
