"""Commands that select papers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.tui.actions import Fact, Group, Place
from arxtui.tui.commands.declaration import command
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.states import NO_PAPER
from arxtui.tui.state.selection import Selection

if TYPE_CHECKING:
    from arxtui.tui.context import Context


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
