"""Commands that mark papers and undo that, and those that select papers."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from arxtui.light import deferred
from arxtui.tui import verbs
from arxtui.tui.actions import Fact, Group, Place, command
from arxtui.tui.commands import filters
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.journal import span_name
from arxtui.tui.present.states import NO_PAPER
from arxtui.tui.state.selection import Selection
from arxtui.tui.widgets.prompt import choice

with deferred():
    from arxtui.tui.commands.triage_mode import triage_screen
    from arxtui.tui.screens.journal import JournalScreen, ReadingHistory, papers_of

if TYPE_CHECKING:
    from arxtui.library.views import Listing, ReadingSpan
    from arxtui.tui.context import Context

_WEEKS = 12
"""Weeks of the reading history."""


@command(
    ("space",),
    "read",
    "Mark read or unread, and move on",
    Group.TRIAGE,
    (Place.LIST, Place.DETAIL),
    needs=(Fact.PAPERS,),
)
async def toggle_read(context: Context) -> None:
    """Mark the paper read (or unread again) and move to the next one. Only this key, {mark_all_read}, decisions in
    triage mode and steps of the cursor (if {toggle_passed} is on) mark papers read; a paper that was never announced to
    you nor marked is neither read nor unread. In the filter, this key is the same as {narrow}."""
    if context.session.place is Place.FILTER:
        filters.narrow(context)
    else:
        await context.marker.do(verbs.READ.verb, on=True)


@command(("comma r",), "read as passed", "Mark read as the cursor passes", Group.TRIAGE)
def toggle_passed(context: Context) -> None:
    """Mark papers read as the cursor steps over them ({down}, {up}, {next_paper}, {previous_paper}; not jumps), or no
    longer. All papers passed in a list are one act: {undo} undoes it, and they then stay unread."""
    context.session.marks_passed = is_on = not context.session.marks_passed
    how = f"as the cursor steps over them · {key_for('undo')} undoes the whole run"
    by_key = f"by {key_for('toggle_read')} only"
    context.status.say(f"Papers are marked read {how if is_on else by_key}")


@command(("P",), "all read", "Mark all of the list read", Group.TRIAGE)
async def mark_all_read(context: Context) -> None:
    """Mark all papers of the list read, after a confirmation; {undo} undoes it."""
    if targets := context.selector.all_listed():
        words = choice(verbs.READ.question.format(f"all {targets.words} of the list"))
        mark = partial(context.marker.do_to, verbs.READ.set_only, targets)
        await context.questions.ask(words, "", lambda _: mark())


@command(("s",), "star", "Star or unstar", Group.TRIAGE, (Place.LIST, Place.DETAIL), needs=(Fact.PAPERS,))
async def toggle_star(context: Context) -> None:
    """Star the paper, or unstar it. It stays unread until {toggle_read} marks it read; in triage mode a star does
    both."""
    await context.marker.do(verbs.STAR.verb)


@command(("x",), "hide", "Hide or unhide", Group.TRIAGE, (Place.LIST,), needs=(Fact.PAPERS,))
async def toggle_hidden(context: Context) -> None:
    """Hide the paper from every list except is:hidden and move to the next one, or show it again."""
    row = context.screen.papers.row
    await context.marker.do(verbs.HIDE.verb, on=row is not None and not row.marks.hidden, aloud=True)


@command(("u",), "undo", "Undo", Group.TRIAGE, (Place.LIST,), needs=(Fact.UNDOABLE,))
def undo(context: Context) -> None:
    """Undo the last act; press again for earlier acts, including those of earlier days."""
    context.marker.undo()


@command(("U",), "redo", "Redo", Group.TRIAGE)
def redo(context: Context) -> None:
    """Redo the act that was undone last; press again for more. A new act clears the redo history."""
    context.marker.redo()


@command(("z",), "triage", "Triage mode", Group.TRIAGE, (Place.LIST,), needs=(Fact.PAPERS,))
def triage(context: Context) -> None:
    """Show one paper at a time, starting with this one: one key decides and shows the next paper."""
    papers, keys = context.screen.papers, context.session.selection.targets().keys
    if not keys and not papers.count:
        context.status.say(NO_PAPER)
        return
    screen = triage_screen(context, keys or papers.rows.keys, 0 if keys else papers.cursor)

    def closed(_: object) -> None:
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
    subscriptions = (
        (marker.changed, screen.forget),
        (marker.paper_reverted, screen.go_to_paper),
        (context.navigator.grown, grown),
    )
    context.overlays.open(screen, closed, subscriptions)


@command(("V",), "journal", "The journal", Group.TRIAGE)
def journal(context: Context) -> None:
    """List all acts, newest first. {undo} undoes the act under the cursor, even if later acts followed."""

    def read(limit: int) -> None:
        context.threads.ask(lambda library: library.journal.acts(limit), screen.show, topic="journal")

    def read_papers(number: int) -> None:
        context.threads.ask(lambda library: papers_of(library, number), screen.show_papers, topic="acted on")

    def closed(number: int | None) -> None:
        if number is not None:
            context.navigator.leave_for(f"act:{number}")
            context.panes.go_to(Place.LIST)

    screen = JournalScreen(read, read_papers, context.marker.undo, context.marker.redo)
    subscriptions = (
        (context.marker.changed, lambda _: screen.read()),
        (context.configuration.changed, lambda _: screen.read()),
    )
    context.overlays.open(screen, closed, subscriptions)


@command(("comma V",), "reading", "Reading over time", Group.TRIAGE)
def reading_history(context: Context) -> None:
    """Show how many papers you opened, read and starred in each of the last twelve weeks, and on each day. Enter lists
    those opened or read."""

    def read() -> None:
        context.threads.ask(lambda library: library.journal.reading(_WEEKS), screen.show, topic="reading history")

    def closed(span: ReadingSpan | None) -> None:
        if span:
            context.session.names[span.query] = f"Opened or read: {span_name(span)}"
            context.navigator.leave_for(span.query)
            context.panes.go_to(Place.LIST)

    screen = ReadingHistory(read)
    context.overlays.open(screen, closed, [(context.marker.changed, lambda _: read())])


@command(("m",), "select", "Select or unselect, and move on", Group.PICK, (Place.LIST,), needs=(Fact.PAPERS,))
def select(context: Context) -> None:
    """Select the paper and move on. The next command applies to all selected papers, also of other lists, and then
    clears the selection; Esc clears it, too."""
    papers = context.screen.papers
    if papers.key is None:
        context.status.say(NO_PAPER)
        return
    context.session.selection.toggle(papers.key)
    context.selector.show()
    papers.move(1)


@command(("M",), "select to here", "Select from the last selected paper to here", Group.PICK)
def select_range(context: Context) -> None:
    """Select all papers from the last selected one to this one."""
    papers, first = context.screen.papers, context.session.selection.mark
    place = None if first is None else papers.rows.place_of(first)
    if place is None:
        context.status.say(
            f"{key_for('select_range')} selects all from the last selected paper to this one: {key_for('select')} first"
        )
    else:
        context.selector.select_between(place, papers.cursor)


@command(("circumflex_accent", "comma a"), "select above", "Select all above", Group.PICK)
def select_above(context: Context) -> None:
    """Select all papers from the top of the list to this one."""
    context.selector.select_between(0, context.screen.papers.cursor)


@command(("percent_sign",), "select all", "Select all of the list", Group.PICK)
def select_all(context: Context) -> None:
    """Select all papers of the list instead of the current selection; press again to clear it."""
    listing = context.session.view.listing
    if listing is None or not listing.total:
        context.status.say(NO_PAPER)
        return
    all_listed = Selection()
    all_listed.select_all(listing)
    is_all_selected = context.session.selection.targets() == all_listed.targets()
    context.selector.select(Selection() if is_all_selected else all_listed)
