"""The ``refresh`` command: it runs the reader's background worker and prints the progress as lines."""

from __future__ import annotations

from arxtui.cli.plain.declaration import command
from arxtui.cli.plain.session import Session
from arxtui.cli.support import exits, output
from arxtui.cli.support.home import open_library
from arxtui.cli.support.settings import home
from arxtui.light import deferred
from arxtui.model.counted import counted

with deferred():
    from arxtui.cli.plain import background_refresh


@command("refresh", "[--all]", "Fetch what is due from arXiv and Pith, or everything. Ctrl+C stops it.", ("refresh",))
def refresh(session: Session, rest: str) -> int:
    """Refresh, then print the number of unread papers."""
    if rest not in ("", "--all"):
        raise exits.BadCommandError("'refresh' takes only --all")
    paths, settings = home()
    if not settings.arxiv.categories:
        raise exits.CommandError("no categories are followed; 'subscribe cs.DC' follows one, 'categories' lists them")
    output.say("refreshing")
    code = background_refresh.run_refresh(paths, *rest.split())
    with open_library() as library:
        unread = library.counts.filters().unread
    output.say(f"{counted(unread, 'paper')} unread; 'list is:unread' lists them")
    return code
