"""Commands for full texts: read one, save some for offline reading, fetch some now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.model.counted import counted
from arxtui.tui import verbs
from arxtui.tui.actions import Fact, Group, Place, command
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.states import NO_PAPER
from arxtui.tui.widgets.prompt import choice

if TYPE_CHECKING:
    from arxtui.library.views import Listing
    from arxtui.model.marks import Act
    from arxtui.tui.context import Context

_MAX_SAVED = 1_000
"""The largest number of texts that one key saves for offline reading. Fetching them takes some hours at arXiv's
pace."""
_MAX_FETCHED = 200
"""The largest number of texts that one key fetches now: about ten minutes."""


@command(("t",), "text", "Read the full text", Group.TEXTS, (Place.LIST, Place.DETAIL), needs=(Fact.PAPERS,))
def read_text(context: Context) -> None:
    """Read the full text on the whole screen; Enter in the detail does the same. A text that is not stored is
    fetched immediately, and the abstract is shown until it arrives."""
    if row := context.screen.papers.row:
        context.fulltexts.open(row.key)
    else:
        context.status.say(NO_PAPER)


@command(("w",), "save", "Save the full text for offline reading, or not", Group.TEXTS, id="toggle_queued")
async def toggle_saved(context: Context) -> None:
    """Save the full text for offline reading: the next refresh fetches it. Press again to cancel."""
    row = context.screen.papers.row if not context.session.selection else None
    await context.marker.do(verbs.QUEUE.verb)
    if row:
        context.fulltexts.announce_saved(row)


@command(("Q",), "save all", "Save the full texts of the list for offline reading", Group.TEXTS, id="queue_listed")
async def save_listed(context: Context) -> None:
    """Save the full texts of all papers of the list for offline reading, after a confirmation."""
    listing = context.session.view.listing
    if listing is None or not listing.total:
        context.status.say(NO_PAPER)
    elif not listing.complete or listing.total > _MAX_SAVED:
        context.status.say(f"At most {_MAX_SAVED:,} papers can be saved at once: search or filter first")
    else:
        papers = counted(listing.total, "paper")
        question = choice(f"Save the full texts of {papers} for offline reading")
        await context.questions.ask(question, "", lambda _: _save(context, listing))


@command(("W",), "fetch text", "Fetch the full text now", Group.TEXTS)
async def fetch_text(context: Context) -> None:
    """Fetch the full text from arXiv now, or a newer version of it."""
    targets = context.selector.targets()
    if targets is None:
        return
    if targets.row is None and targets.number > _MAX_FETCHED:
        context.status.say(
            f"At most {_MAX_FETCHED} papers can be fetched at once: {key_for('toggle_queued')} saves them for offline "
            "reading"
        )
    else:
        context.selector.drop()
        context.threads.ask(targets.keys_from, context.fulltexts.fetch)


def _save(context: Context, listing: Listing) -> None:
    keys = tuple(listing.keys)

    def saved(act: Act | None) -> None:
        context.marker.reload(None)
        context.status.say(
            f"{act.papers:,} more full texts are saved for offline reading with the next refresh"
            f" · {key_for('undo')} undoes"
            if act
            else "All of these are already saved for offline reading"
        )

    context.threads.ask(lambda library: library.marks.apply(keys, "queue"), saved)
