"""Commands for search, the order of the list, and papers that are waiting to be shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.model.expr import Sort
from arxtui.tui.actions import Fact, Group, Place, Takes
from arxtui.tui.commands.declaration import command
from arxtui.tui.state import query_edit

if TYPE_CHECKING:
    from arxtui.tui.context import Context


@command(
    ("slash",),
    "search",
    "Search",
    Group.FIND,
    (Place.FILTER, Place.LIST),
    needs=(Fact.STORED,),
    takes=Takes.QUERY,
)
def search(context: Context, query: str = "") -> None:
    """Search while you type, within the list shown. Enter keeps the search, Esc cancels it."""
    context.search.open()
    if query:
        context.search.find(query)


@command(("S",), "sort", "Change the order", Group.FIND, takes=Takes.ORDER)
def sort(context: Context, order: str = "") -> None:
    """Cycle through the orders: newest, best match (for a search), oldest, last updated, most points, for you."""
    query = context.session.view.requested.whole_query
    if order == Sort.BEST and not query_edit.has_words(query):
        context.status.say("The best matches come first only in a search for words")
        return
    context.navigator.refine(query_edit.with_order(query, Sort(order)) if order else query_edit.next_order(query))


@command(("full_stop",), "show waiting", "Show what is waiting", Group.FIND, (Place.LIST,), needs=(Fact.WAITING,))
def show_waiting(context: Context) -> None:
    """Add papers that have arrived in the meantime to the list. A refresh never moves the list on its own."""
    if context.session.news.waiting:
        context.navigator.reopen(to_top=True)
    else:
        context.status.say("Nothing is waiting")
