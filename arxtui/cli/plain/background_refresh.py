"""A refresh by the reader's background worker, whose progress is printed as lines."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

from arxtui.cli.support import exits, output
from arxtui.config.paths import Paths
from arxtui.library.worker import WorkerDied, start
from arxtui.sync.worker.event_output import EventFormatter


def run_refresh(paths: Paths, *arguments: str) -> int:
    """Refresh, and return the worker's exit status. Raises CommandError if it dies."""
    try:
        return asyncio.run(_follow(paths, *arguments))
    except WorkerDied as error:
        raise exits.CommandError(str(error)) from error


async def _follow(paths: Paths, *arguments: str) -> int:
    """Print the worker's events until it ends, and return its exit status."""
    speaker, code = EventFormatter(quiet=False), 0
    async with aclosing(start(paths, "refresh", *arguments)) as events:
        async for event in events:
            for line in speaker.lines(event):
                output.say(line)
            code = event.exit_code if event.exit_code is not None else code
    return code
