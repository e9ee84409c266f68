"""Narrowing the list: the rows of the filter, the chips above the list, the months."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.query.chips import chips, without
from arxtui.tui.actions import Fact, Group, Place
from arxtui.tui.commands.declaration import command
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.filter.rows import FilterRow, Kind
from arxtui.tui.state import query_edit
from arxtui.tui.state.filter_groups import query_of

if TYPE_CHECKING:
    from arxtui.tui.context import Context
    from arxtui.tui.present.filter.histogram import Stretch


@command(
    "narrow",
    ("plus", "equals_sign"),
    "narrow",
    "Narrow the query by the filter row",
    "Only papers of the filter row as well; again: no longer. In the filter also with {toggle_read}. With the mouse, "
    "Ctrl+click.",
    Group.NARROW,
    (Place.FILTER,),
    needs=(Fact.TERM,),
)
def narrow(context: Context) -> None:
    """Narrow the query by the row, or take that back."""
    if term := _row_term(context):
        context.navigator.refine(query_edit.narrowed(context.session.view.asked.whole_query, term))


@command(
    "exclude",
    ("minus",),
    "exclude",
    "Exclude the filter row",
    "No papers of the filter row; again: no longer. With the mouse, Alt+click.",
    Group.NARROW,
    (Place.FILTER,),
    needs=(Fact.TERM,),
)
def exclude(context: Context) -> None:
    """Exclude the row from the query, or take that back."""
    if term := _row_term(context):
        query = context.session.view.asked.whole_query
        context.navigator.refine(query_edit.narrowed(query, query_edit.negated(term)))


@command(
    "drop_chip",
    ("backspace",),
    "less",
    "Remove the last filter",
    "Remove the last part of the query (words in a row are one part); on the months, clear the date filter. A "
    "click above the list removes the part it hits.",
    Group.NARROW,
    (Place.FILTER,),
    needs=(Fact.QUERY,),
)
def drop_chip(context: Context) -> None:
    """Take the dates back on the histogram; else the last part of the query."""
    view = context.session.view
    if not drop_dates(context) and view.query:
        context.navigator.refine(query_edit.without_last(view.asked.whole_query))


@command(
    "earlier",
    ("left_curly_bracket", "comma H"),
    "earlier",
    "Earlier months",
    "Narrow the dates to the bar before; the first time, to the newest.",
    Group.NARROW,
    (Place.FILTER,),
    needs=(Fact.MONTHS,),
)
def earlier(context: Context) -> None:
    """The months before."""
    _go_months(context, -1, extend=False)


@command(
    "later",
    ("right_curly_bracket", "comma L"),
    "later",
    "Later months",
    "Narrow the dates to the bar after; the first time, to the oldest.",
    Group.NARROW,
    (Place.FILTER,),
    needs=(Fact.MONTHS,),
)
def later(context: Context) -> None:
    """The months after."""
    _go_months(context, 1, extend=False)


@command(
    "extend_earlier",
    ("shift+left",),
    "from earlier",
    "Earlier months as well",
    "Let the dates begin a bar earlier, or end a bar earlier after they were extended to later ones.",
    Group.NARROW,
)
def extend_earlier(context: Context) -> None:
    """The months before as well."""
    _go_months(context, -1, extend=True)


@command(
    "extend_later",
    ("shift+right",),
    "to later",
    "Later months as well",
    "Let the dates end a bar later, or begin a bar later after they were extended to earlier ones.",
    Group.NARROW,
)
def extend_later(context: Context) -> None:
    """The months after as well."""
    _go_months(context, 1, extend=True)


# Rows and chips


def choose_row(context: Context) -> None:
    """Choose the row of the filter, in place of the others of its group; open a folder; look at the chosen months
    closer."""
    filters, row = context.screen.filters, context.screen.filters.row
    if row is None:
        return
    if row.kind is Kind.FOLDER:
        _open_folder(context, row, opened=not row.opened)
    elif row.kind is Kind.HISTOGRAM:
        bars = filters.bars
        if bars is None or not filters.timeline.zoom(bars):
            chosen = filters.timeline.chosen is not None
            context.status.say(
                f"Nothing finer to show: {_sideways()} choose other months" if chosen else _months_words(context)
            )
    elif row.query is not None:
        context.navigator.leave_for(query_of(context.session.base_query, row))
        context.screen.go_to(Place.LIST)


def _months_words(context: Context) -> str:
    """What can be done on the months: where each has its bar, there is nothing finer."""
    bars = context.screen.filters.bars
    return f"{_sideways()} choose months{'; Enter then looks closer' if bars and bars.months > 1 else ''}"


def _sideways() -> str:
    return f"{key_for('go_left')} and {key_for('go_right')}"


def click_row(context: Context, *, add: bool, leave_out: bool) -> None:
    """Choose the row that was clicked, narrow the query by it (``add``), or exclude it (``leave_out``)."""
    if add:
        narrow(context)
    elif leave_out:
        exclude(context)
    else:
        choose_row(context)


def step_sideways(context: Context, step: int) -> bool:
    """On a folder of the filter, open (1) or close (-1) it; on the months, go to the later or earlier ones. Whether
    the cursor was on either."""
    row = context.screen.filters.row if context.session.place is Place.FILTER else None
    if row and row.opened is (step < 0):
        _open_folder(context, row, opened=step > 0)
    elif row and row.kind is Kind.HISTOGRAM:
        _go_months(context, step, extend=False)
    else:
        return False
    return True


def drop_numbered_chip(context: Context, number: int) -> None:
    """Take the part of that number out of the query."""
    query = context.session.view.asked.whole_query
    held = chips(query)
    if number < len(held):
        context.navigator.refine(without(query, held[number]))


def _row_term(context: Context) -> str:
    """The term that the row under the filter's cursor stands for; empty where it stands for none."""
    if context.session.place is not Place.FILTER:
        context.status.say(
            f"{key_for('narrow')} and {key_for('exclude')} combine the rows of the filter: "
            f"{key_for('show_filter')} goes there"
        )
        return ""
    row = context.screen.filters.row
    if row is None or not row.query:
        is_months = row is not None and row.kind is Kind.HISTOGRAM
        context.status.say(
            _months_words(context)
            if is_months
            else f"{key_for('narrow')}, {key_for('toggle_read')} and {key_for('exclude')} are for rows with papers of "
            "their own"
        )
        return ""
    return query_edit.as_term(row.query) if row.is_whole else row.query


def _open_folder(context: Context, row: FilterRow, *, opened: bool) -> None:
    folders = context.screen.filters.opened
    (folders.add if opened else folders.discard)(row.name)
    context.counts.show_filter()


# Months


def narrow_to_months(context: Context, months: Stretch) -> None:
    """Narrow the query to some months. Going on from months to months is one step to Escape."""
    query = query_edit.dated(context.session.base_query, months)
    back = context.session.view.back
    if not back or query_edit.undated(back[-1].whole_query) != query_edit.undated(query):
        context.navigator.remember()
    context.navigator.show_query(query)


def drop_dates(context: Context) -> bool:
    """With the cursor on the histogram, show all months again; whether there was anything to take back."""
    filters, view = context.screen.filters, context.session.view
    if context.session.place is not Place.FILTER or not filters.on_months or not filters.timeline.chosen:
        return False
    query = query_edit.undated(view.asked.whole_query)
    if view.back and view.back[-1].whole_query == query:
        context.navigator.step_back()
    else:
        context.navigator.refine(query)
    return True


def _go_months(context: Context, step: int, *, extend: bool) -> None:
    context.counts.run_when_counted(lambda: _step_months(context, step, extend=extend))


def _step_months(context: Context, step: int, *, extend: bool) -> None:
    filters = context.screen.filters
    if filters.bars is None:
        context.status.say("There are no months to go through")
        return
    before = filters.timeline.chosen
    months = filters.timeline.step(filters.bars, step, extend=extend)
    if months == before:
        context.status.say(f"No {'earlier' if step < 0 else 'later'} months have papers here")
    else:
        narrow_to_months(context, months)
