"""Full texts: reading one, saving some for offline reading, fetching some now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.model.counted import counted
from arxtui.tui import verbs
from arxtui.tui.actions import Fact, Group, Place
from arxtui.tui.commands.declaration import command
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.states import NO_PAPER
from arxtui.tui.widgets.prompt import choice

if TYPE_CHECKING:
    from arxtui.library.views import Listing
    from arxtui.model.marks import Act
    from arxtui.tui.context import Context

_MOST_SAVED = 1_000
"""Texts that are wanted with one key: at arXiv's pace, some hours of fetching."""
_MOST_FETCHED = 200
"""Texts that are fetched now: some ten minutes."""


@command(
    "read_text",
    ("t",),
    "read",
    "Read the full text",
    "Read the paper itself over the whole screen; from its detail Enter does so, too. A text that is not here is "
    "fetched at once, with the abstract to read meanwhile.",
    Group.TEXTS,
    (Place.LIST, Place.DETAIL),
    needs=(Fact.PAPERS,),
)
def read_text(context: Context) -> None:
    """Read the paper under the cursor."""
    if row := context.screen.papers.row:
        read_paper(context, row.key)
    else:
        context.status.say(NO_PAPER)


@command(
    "toggle_queued",
    ("w",),
    "save",
    "Save the full text for offline reading, or not",
    "The next refresh fetches the full text and keeps it; the same key again clears that.",
    Group.TEXTS,
)
async def toggle_saved(context: Context) -> None:
    """Have the texts of the papers kept, or not."""
    row = context.screen.papers.row if not context.session.selection else None
    await context.marker.do(verbs.QUEUE.verb)
    if row:
        context.fulltexts.announce_saved(row)


@command(
    "queue_listed",
    ("Q",),
    "save all",
    "Save the full texts of the list for offline reading",
    "Save the full texts of all papers of the list for offline reading, after a question.",
    Group.TEXTS,
)
async def save_listed(context: Context) -> None:
    """Have the texts of the whole list kept."""
    listing = context.session.view.listing
    if listing is None or not listing.total:
        context.status.say(NO_PAPER)
    elif not listing.complete or listing.total > _MOST_SAVED:
        context.status.say(f"That is for at most {_MOST_SAVED:,} papers: search or filter first")
    else:
        papers = counted(listing.total, "paper")
        question = choice(f"Save the full texts of {papers} for offline reading")
        await context.questions.ask(question, "", lambda _: _save(context, listing))


@command(
    "fetch_text",
    ("W",),
    "fetch text",
    "Fetch the full text now",
    "Ask arXiv for the full text, or for a newer one.",
    Group.TEXTS,
)
async def fetch_text(context: Context) -> None:
    """Fetch the texts of the papers."""
    targets = context.selector.targets()
    if targets is None:
        return
    if targets.row is None and targets.number > _MOST_FETCHED:
        context.status.say(
            f"That is for at most {_MOST_FETCHED} papers at once: {key_for('toggle_queued')} saves them for offline "
            "reading"
        )
    else:
        context.selector.drop()
        context.threads.ask(targets.keys_from, context.fulltexts.fetch)


def read_paper(context: Context, key: int) -> None:
    """Read a paper."""
    from arxtui.tui.screens.reading import ReadingScreen  # not for the first frame

    screen = context.fulltexts.open_screen = ReadingScreen(context, key)
    context.overlays.open(screen, lambda _: context.fulltexts.reading_closed(key))


def _save(context: Context, listing: Listing) -> None:
    keys = tuple(listing.keys)

    def saved(act: Act | None) -> None:
        context.marker.reload(None)
        context.status.say(
            f"{act.papers:,} more full texts are saved for offline reading with the next refresh"
            f" · {key_for('undo')} undoes"
            if act
            else "All of these are saved for offline reading already"
        )

    context.threads.ask(lambda library: library.marks.apply(keys, "queue"), saved)
