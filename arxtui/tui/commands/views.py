"""Commands for saved views, tags and reading lists: save, open, bind, rename, reorder, remove."""

from __future__ import annotations

from collections.abc import Callable, Container
from functools import partial
from typing import TYPE_CHECKING

from arxtui.library.marks.names import list_name, tag_name, view_name
from arxtui.model.expr import Sort, single_list
from arxtui.query import parse
from arxtui.query.chips import chips, name_term
from arxtui.text import fold
from arxtui.tui.actions import Group, Place, Takes, command
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present import acts
from arxtui.tui.present.filter.rows import NAMES, FilterRow, RowKind
from arxtui.tui.state.query_edit import with_replaced_term
from arxtui.tui.widgets.prompt import choice

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.library.marks.saved_views import ViewAct
    from arxtui.library.views import SavedView
    from arxtui.model.marks import Act
    from arxtui.tui.context import Context

_DIGITS = "123456789"


@command(tuple("123456789"), "view", "Open the view of a digit", Group.VIEWS, by_digit=True)
async def bound_view(context: Context, digit: int | None = None) -> None:
    """Open the saved view bound to this digit."""
    if digit is None:
        await context.questions.ask("Digit of the view", "", partial(_open_bound, context))
    else:
        _open_bound(context, str(digit))


@command(("v",), "save view", "Save the search as a view", Group.VIEWS, takes=Takes.TEXT)
async def save_view(context: Context) -> None:
    """Save the query of the list under a name. The filter shows the view with its number of papers and of unread
    papers."""
    view = context.session.view
    query = view.requested.whole_query
    if not query:
        context.status.say("All papers are a view already: search or filter first")
    elif view.listing and view.listing.query.faults:
        context.status.say(f"A view needs a valid query: {view.listing.query.faults[0].reason}", "fault")
    else:
        await context.questions.ask("Name of the view", "", partial(_save, context, query), check=_check_name)


@command(("b",), "bind", "Bind the view to a digit", Group.VIEWS, takes=Takes.TEXT)
async def bind_view(context: Context) -> None:
    """Choose the digit that opens the view under the filter's cursor, or the view in the list."""
    if view := _target_view(context, "There is no view here to bind"):
        words = f"Digit that opens {view.name} (empty: none)"
        before = str(view.key) if view.key else ""
        await context.questions.ask(words, before, partial(_bind, context, view), check=_check_digit)


@command(("r",), "rename", "Rename the view, tag or list", Group.VIEWS, takes=Takes.TEXT)
async def rename_view(context: Context) -> None:
    """Rename the view, tag or reading list under the filter's cursor, or the one in the list."""
    if row := _target_tag_or_list(context):
        check_name = tag_name if row.kind is RowKind.TAG else list_name
        await context.questions.ask(
            "Rename to", row.label, partial(_rename_tag_or_list, context, row), check=check_name
        )
    elif view := _target_view(context, "There is no view, tag or reading list here to rename"):
        check_free = partial(_check_free, context, view)
        await context.questions.ask("Rename to", view.name, partial(_rename, context, view), check=check_free)


@command(("less_than_sign", "ctrl+up"), "up", "Move the view up, or the paper in its list", Group.VIEWS)
def view_up(context: Context) -> None:
    """Move the view up by one position; in a reading list, move the paper."""
    _move(context, -1)


@command(("greater_than_sign", "ctrl+down"), "down", "Move the view down, or the paper in its list", Group.VIEWS)
def view_down(context: Context) -> None:
    """Move the view down by one position; in a reading list, move the paper."""
    _move(context, 1)


@command(("D", "delete"), "remove", "Remove the view, tag or list", Group.VIEWS)
async def remove_view(context: Context) -> None:
    """Remove the view, tag or reading list, after a confirmation; {undo} undoes it. The papers stay."""
    if row := _target_tag_or_list(context):
        papers = f" from {acts.papers(row.papers)}" if row.papers else ""
        words = choice(f"Remove the {row.kind} {row.label}{papers}")
        await context.questions.ask(words, "", lambda _: _remove_tag_or_list(context, row))
    elif view := _target_view(context, "There is no view, tag or reading list here to remove"):
        await context.questions.ask(choice(f"Remove the view {view.name}"), "", lambda _: _remove(context, view))


def _move(context: Context, step: int) -> None:
    nothing = "There is no view here to move, nor a reading list in its own order"
    if not _move_paper(context, step) and (view := _target_view(context, nothing)):
        _move_view(context, view, step)


# Views


def _target_view(context: Context, nothing: str) -> SavedView | None:
    """Return the view that the command is about: in the filter the one under the cursor, elsewhere the one that the
    list shows. Returns None, with the message ``nothing``, if there is none."""
    row, session = context.screen.filters.row, context.session
    if session.place is Place.FILTER:
        view = row.view if row else None
    else:
        view = next((view for view, *_ in session.saved_views if view.query == session.view.shown_query), None)
    if view is None:
        context.status.say(f"{nothing}: {key_for('save_view')} saves what the list shows as a view")
    return view


def _open_bound(context: Context, digit: str) -> None:
    view = next((view for view, *_ in context.session.saved_views if str(view.key) == digit), None)
    if view is None:
        context.status.say(f"No view is bound to {digit}: {key_for('bind_view')} on a view in the filter binds it")
    else:
        context.navigator.leave_for(view.query)


def _save(context: Context, query: str, name: str) -> None:
    _change_views(context, lambda library: library.views.save(name, query), _saved_words)
    if context.session.view.typing:  # the list now shows the view, and is no longer the result of an unfinished word
        context.navigator.open(query)


def _rename(context: Context, view: SavedView, name: str) -> None:
    if name != view.name:
        _change_views(context, lambda library: library.views.rename(view.name, name), f"Renamed to {name}")


def _bind(context: Context, view: SavedView, digit: str) -> None:
    number = int(digit) if digit else None
    said = f"{digit} opens {view.name}" if digit else f"No digit opens {view.name} any more"
    _change_views(context, lambda library: library.views.bind(view.name, number), said)


def _remove(context: Context, view: SavedView) -> None:
    said = f"Removed {view.name}: {view.query or 'all papers'}"
    _change_views(context, lambda library: library.views.remove(view.name), said)


def _move_view(context: Context, view: SavedView, step: int) -> None:
    views = [each for each, *_ in context.session.saved_views]
    place = views.index(view) + 1 + step
    if 1 <= place <= len(views):
        _change_views(context, lambda library: library.views.move(view.name, place), f"Moved {view.name}")
    else:
        context.status.say(f"{view.name} is the {_end_word(step)} of the views")


def _saved_words(done: ViewAct) -> str:
    view = done.view
    if done.former in (None, view.query):
        return f"Saved as {view.name}"
    return f"{view.name} is now {view.query}, no longer {done.former or 'all papers'}"


def _change_views(context: Context, change: Callable[[Library], ViewAct], said: str | Callable[[ViewAct], str]) -> None:
    """Change the views, update the filter, and say what was done."""

    def changed(done: ViewAct) -> None:
        freed = f", no longer {done.freed}" if done.freed else ""
        words = said if isinstance(said, str) else said(done)
        context.status.say(f"{words}{freed} · {key_for('undo')} undoes" if done.act else acts.NOTHING)
        context.counts.count_views()
        context.poller.ask_for_news()  # there is now something to undo

    context.threads.ask(change, changed)


def _check_name(name: str) -> str:
    """Return the name in the form in which it is stored. Raises: ValueError if it is no valid name, or that of a
    built-in row of the filter."""
    stored = view_name(name)
    if stored in NAMES:
        raise ValueError(f'"{stored}" is already a row of the filter: choose another name')
    return stored


def _check_free(context: Context, view: SavedView, name: str) -> None:
    stored = _check_name(name)
    if any(each.name == stored != view.name for each, *_ in context.session.saved_views):
        raise ValueError(f'there is already a view "{stored}"')


def _check_digit(digit: str) -> None:
    if digit and digit not in tuple(_DIGITS):
        raise ValueError("A view is bound to one of the digits 1 to 9")


# Tags and reading lists


def _target_tag_or_list(context: Context) -> FilterRow | None:
    """Return the row of the tag or reading list that the command is about: in the filter the one under the cursor,
    elsewhere the first one that the query contains. Returns None if there is none."""
    filters = context.screen.filters
    terms = {chip.text for chip in chips(context.session.view.query)}
    rows = (
        [filters.row] if context.session.place is Place.FILTER else [row for row in filters.rows if row.query in terms]
    )
    return next((row for row in rows if row and row.kind in (RowKind.TAG, RowKind.LIST)), None)


def _rename_tag_or_list(context: Context, row: FilterRow, name: str) -> None:
    if name == row.label:
        return
    if row.kind is RowKind.TAG:
        term = name_term("tag", name)
        _change_tag_or_list(context, row, lambda library: library.tags.rename(row.label, name), term)
    else:
        term = name_term("list", name)
        _change_tag_or_list(context, row, lambda library: library.lists.rename(row.label, name), term)


def _remove_tag_or_list(context: Context, row: FilterRow) -> None:
    if row.kind is RowKind.TAG:
        _change_tag_or_list(context, row, lambda library: library.tags.remove(row.label), row.query or "")
    else:
        _change_tag_or_list(context, row, lambda library: library.lists.remove(row.label), row.query or "")


def _change_tag_or_list(context: Context, row: FilterRow, change: Callable[[Library], Act | None], query: str) -> None:
    """Change a tag or reading list. If the query contains it, list the query with the changed term."""

    def changed(act: Act | None) -> None:
        if act is None:
            return
        context.marker.reload(None)
        context.status.say(acts.done_words(act))
        if row.query and (new_query := with_replaced_term(context.session.view.query, row.query, query)):
            context.navigator.open(new_query, message=acts.done_words(act))

    context.threads.ask(change, changed)


def _move_paper(context: Context, step: int) -> bool:
    """Move the paper under the cursor within the reading list that is shown in its own order. Returns False if no such
    list is shown."""
    view, key = context.session.view, context.screen.papers.key
    query = parse(view.query)
    name = single_list(query.expr)
    is_filter = context.session.place is Place.FILTER
    if is_filter or query.sort is not Sort.LISTED or not name or name.endswith("*") or key is None or not view.listing:
        return False

    def moved(act: Act | None) -> None:
        if act:
            context.navigator.open(view.query, at=key, typing=view.typing, message=acts.done_words(act))
            context.poller.ask_for_news()
        else:
            context.status.say(f"This paper is the {_end_word(step)} of the list")

    move = partial(_move_past, name=name, key=key, step=step, shown=frozenset(view.listing.keys))
    context.threads.ask(move, moved)
    return True


def _end_word(step: int) -> str:
    return "first" if step < 0 else "last"


def _move_past(library: Library, name: str, key: int, step: int, shown: Container[int]) -> Act | None:
    """Move a paper past its neighbour among the papers shown. Returns None at the end of the list, or if there is no
    list of that name."""
    order = next((keys for each, keys in library.lists.all() if fold(each) == fold(name)), None)
    if order is None:
        return None
    listed = [each for each in order if each in shown]
    index = listed.index(key) + step
    if not 0 <= index < len(listed):
        return None
    return library.lists.arrange(name, key, order.index(listed[index]) + 1)
