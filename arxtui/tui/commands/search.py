"""Finding: the search box, the order of the list, what waits to be shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.tui.actions import Fact, Group, Place, Takes
from arxtui.tui.commands.declaration import command
from arxtui.tui.state import query_edit

if TYPE_CHECKING:
    from arxtui.tui.context import Context


@command(
    "search",
    ("slash",),
    "search",
    "Search",
    "Find as you type, within the list shown. Enter keeps the search, Escape drops it.",
    Group.FIND,
    (Place.FILTER, Place.LIST),
    needs=(Fact.STORED,),
    takes=Takes.QUERY,
)
def search(context: Context, query: str = "") -> None:
    """Open the box with the query of the list; search for what is given."""
    context.search.open()
    if query:
        context.search.find(query)


@command(
    "sort",
    ("S",),
    "sort",
    "Change the order",
    "Newest, best (of a search), oldest, last updated, most points first, for you, and round again.",
    Group.FIND,
)
def sort(context: Context) -> None:
    """The next order."""
    context.navigator.refine(query_edit.next_order(context.session.view.requested.whole_query))


@command(
    "show_waiting",
    ("full_stop",),
    "show waiting",
    "Show what is waiting",
    "Add what arrived meanwhile to the list. A refresh never moves the list by itself.",
    Group.FIND,
    (Place.LIST,),
    needs=(Fact.WAITING,),
)
def show_waiting(context: Context) -> None:
    """Take what arrived into the list."""
    if context.session.news.waiting:
        context.navigator.reopen(to_top=True)
    else:
        context.status.say("Nothing is waiting")
