"""Commands for search, the order of the list, and papers that are waiting to be shown."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from arxtui.model.expr import Grouping, Sort
from arxtui.tui.actions import Fact, Group, Place, Takes, command
from arxtui.tui.commands.detail_targets import chosen_target, list_papers_of
from arxtui.tui.keys.in_force import key_for
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


@command(("comma g",), "group", "Group the list", Group.FIND, takes=Takes.GROUPING)
def group(context: Context, grouping: str = "") -> None:
    """Group the papers: by topic (similar papers, named by their words), by category, by your rules and "For you", or
    not. {next_section} and {previous_section} go from group to group, and triage follows the groups. The setting group
    does it for the inbox and for days."""
    query = context.session.view.requested.whole_query
    usual = query_edit.usual_grouping(query, context.session.settings.ui.group)
    chosen = Grouping(grouping) if grouping else query_edit.next_grouping(query, usual)
    context.navigator.refine(query_edit.with_grouping(query, chosen, usual))


@command(("full_stop",), "show waiting", "Show what is waiting", Group.FIND, (Place.LIST,), needs=(Fact.WAITING,))
def show_waiting(context: Context) -> None:
    """Add papers that have arrived in the meantime to the list. A refresh never moves the list on its own."""
    if context.session.news.waiting:
        context.navigator.reopen(to_top=True)
    else:
        context.status.say("Nothing is waiting")


@command(
    ("comma p",),
    "author's papers",
    "Papers of an author…",
    Group.FIND,
    (Place.FILTER,),
    needs=(Fact.AUTHOR,),
    takes=Takes.TEXT,
)
async def papers_of_author(context: Context) -> None:
    """List the papers of an author of this paper, or of the author under the filter's cursor or chosen in the detail.
    Tab completes the name; Esc goes back to this list."""
    names = author_names(context, f"{key_for('papers_of_author')} lists the papers of an author of this paper")

    show = partial(list_papers_of, context)
    if len(names) == 1:
        show(names[0])
    elif names:
        await context.questions.ask("Papers of", "", show, names=names)


def author_names(context: Context, usage: str) -> list[str]:
    """Return the name of the author under the filter's cursor or chosen in the detail, or else those of the authors of
    the paper under the cursor. If there are none, say so, and the ``usage`` of the command in an empty list."""
    row, target = context.screen.filters.row, chosen_target(context)
    if context.session.place is Place.FILTER and row and row.author:
        return [row.author]
    if target and target.author:
        return [target.author]
    if context.screen.papers.row is None:
        context.status.say(f"There is no paper in the list: {usage}")
        return []
    context.navigator.show_paper()  # the detail pane can lag behind a cursor that moves fast
    record = context.screen.detail.record
    names = [author.name for author in record.paper.authors] if record else []
    if not names:
        context.status.say("This paper names no author")
    return names
