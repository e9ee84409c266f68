"""What the user decides about papers, and the way back."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from arxtui.tui import verbs
from arxtui.tui.actions import Fact, Group, Place
from arxtui.tui.commands import filters
from arxtui.tui.commands.declaration import command
from arxtui.tui.present.states import NO_PAPER
from arxtui.tui.widgets.prompt import choice

if TYPE_CHECKING:
    from arxtui.library.views import Listing
    from arxtui.tui.context import Context


@command(
    "toggle_read",
    ("space",),
    "read",
    "Mark read or unread, and move on",
    "Mark the paper read (or unread again) and move on. Only this key, {mark_all_read} and decisions in triage mode do "
    "so; a paper that was never marked nor announced to you is neither. In the filter, as {narrow}: papers are not "
    "marked there.",
    Group.TRIAGE,
    (Place.LIST, Place.DETAIL),
    needs=(Fact.PAPERS,),
)
async def toggle_read(context: Context) -> None:
    """Read, or unread again; and on to the next. In the filter, whose rows are ticked by this key elsewhere, narrow."""
    if context.session.place is Place.FILTER:
        filters.narrow(context)
    else:
        await context.marker.do(verbs.READ.verb, on=True)


@command(
    "mark_all_read",
    ("P",),
    "all read",
    "Mark all of the list read",
    "Mark all papers of the list read, after a question; {undo} undoes it.",
    Group.TRIAGE,
)
async def mark_all_read(context: Context) -> None:
    """All papers of the list read, after a question."""
    if targets := context.selector.all_listed():
        words = choice(verbs.READ.does.format(f"all {targets.words} of the list"))
        mark = partial(context.marker.do_to, verbs.READ.given_alone, targets)
        await context.questions.ask(words, "", lambda _: mark())


@command(
    "toggle_star",
    ("s",),
    "star",
    "Star or unstar",
    "Star the paper, or unstar it. It stays unread until {toggle_read} marks it read; in triage mode a star does both.",
    Group.TRIAGE,
    (Place.LIST, Place.DETAIL),
    needs=(Fact.PAPERS,),
)
async def toggle_star(context: Context) -> None:
    """Star, or take it back."""
    await context.marker.do(verbs.STAR.verb)


@command(
    "toggle_hidden",
    ("x",),
    "hide",
    "Hide or unhide",
    "Leave the paper out of every list but the hidden ones, and move on; or show it again.",
    Group.TRIAGE,
)
async def toggle_hidden(context: Context) -> None:
    """Hide and on to the next, or show again."""
    row = context.screen.papers.row
    await context.marker.do(verbs.HIDE.verb, on=row is not None and not row.marks.hidden, aloud=True)


@command(
    "undo",
    ("u",),
    "undo",
    "Undo",
    "Undo the last act; again, the one before. Acts of earlier days too.",
    Group.TRIAGE,
    (Place.LIST,),
    needs=(Fact.UNDOABLE,),
)
def undo(context: Context) -> None:
    """Take back the last act."""
    context.marker.undo()


@command(
    "redo",
    ("U",),
    "redo",
    "Redo",
    "Redo what was undone last; again, what was undone before that. After another act there is nothing to redo.",
    Group.TRIAGE,
)
def redo(context: Context) -> None:
    """Do again what was taken back last."""
    context.marker.redo()


@command(
    "triage",
    ("z",),
    "triage",
    "Triage mode",
    "One paper a screen, from this one on: one key decides, and the next is there at once.",
    Group.TRIAGE,
    (Place.LIST,),
    needs=(Fact.PAPERS,),
)
def triage(context: Context) -> None:
    """Go through the selected papers, else through the list from here on."""
    from arxtui.tui.screens.triage import TriageScreen

    papers, keys = context.screen.papers, context.session.selection.targets().keys
    if not keys and not papers.count:
        context.status.say(NO_PAPER)
        return
    screen = TriageScreen(context, keys or papers.rows.keys, 0 if keys else papers.cursor)

    def left(_: object) -> None:
        context.selector.overlay_targets = context.questions.overlay_question = None
        papers.go_to_paper(screen.pages.keys[min(screen.place, len(screen.pages) - 1)])
        context.navigator.show_paper()
        context.status.update()

    def grown(listing: Listing) -> None:
        if not context.session.selection:
            screen.pages.keys = listing.keys
            screen.update_bars()

    context.selector.overlay_targets, context.questions.overlay_question = screen.targets, screen.question
    marker = context.marker
    hears = (
        (marker.changed, screen.forget),
        (marker.paper_reverted, screen.go_to_paper),
        (context.navigator.grown, grown),
    )
    context.overlays.open(screen, left, hears)


@command(
    "journal",
    ("V",),
    "journal",
    "The journal",
    "Everything that was done, newest first. {undo} undoes the act under the cursor, whatever came later.",
    Group.TRIAGE,
)
def journal(context: Context) -> None:
    """Show the journal."""
    from arxtui.tui.screens.journal import JournalScreen, papers_of

    def read(limit: int) -> None:
        context.threads.ask(lambda library: library.journal.acts(limit), screen.show, topic="journal")

    def read_papers(number: int) -> None:
        context.threads.ask(partial(papers_of, number=number), screen.show_papers, topic="acted on")

    def left(number: int | None) -> None:
        if number is not None:
            context.navigator.leave_for(f"act:{number}")
            context.screen.go_to(Place.LIST)

    screen = JournalScreen(read, read_papers, context.marker.undo, context.marker.redo)
    hears = (
        (context.marker.changed, lambda _: screen.read()),
        (context.configuration.changed, lambda _: screen.read()),
    )
    context.overlays.open(screen, left, hears)
