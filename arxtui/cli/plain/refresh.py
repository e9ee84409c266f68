"""The ``refresh`` command: it runs the reader's background worker and prints the progress as lines."""

from __future__ import annotations

from contextlib import aclosing

from arxtui.cli.plain.declaration import command
from arxtui.cli.plain.session import Session
from arxtui.cli.support import output
from arxtui.cli.support.exits import BadCommandError, CommandError
from arxtui.cli.support.home import home, open_library
from arxtui.config.paths import Paths
from arxtui.model.counted import counted


@command("refresh", "[--all]", "Fetch what is due from arXiv and Pith, or everything. Ctrl+C stops it.", ("refresh",))
def refresh(session: Session, rest: str) -> int:
    """Refresh, then print the number of unread papers."""
    import asyncio  # slow imports that only a refresh needs

    from arxtui.library.worker import WorkerDied

    if rest not in ("", "--all"):
        raise BadCommandError("'refresh' takes only --all")
    paths, settings = home()
    if not settings.arxiv.categories:
        raise CommandError("no categories are followed; 'subscribe cs.DC' follows one, 'categories' lists them")
    output.say("refreshing")
    try:
        code = asyncio.run(_follow(paths, *rest.split()))
    except WorkerDied as error:
        raise CommandError(str(error)) from error
    with open_library() as library:
        unread = library.counts.filters().unread
    output.say(f"{counted(unread, 'paper')} unread; 'list is:unread' lists them")
    return code


async def _follow(paths: Paths, *arguments: str) -> int:
    """Print the worker's events until it ends, and return its exit status. Raises WorkerDied if it dies."""
    from arxtui.library.worker import start
    from arxtui.sync.worker.error_words import EventFormatter

    speaker, code = EventFormatter(quiet=False), 0
    async with aclosing(start(paths, "refresh", *arguments)) as events:
        async for event in events:
            for line in speaker.lines(event):
                output.say(line)
            code = event.exit_code if event.exit_code is not None else code
    return code
