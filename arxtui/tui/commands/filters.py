"""Commands that narrow the list: the rows of the filter, the chips above the list, the months."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.query.chips import chips, without_chip
from arxtui.tui.actions import Fact, Group, Place, command
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.filter.rows import FilterRow, RowKind
from arxtui.tui.state import query_edit
from arxtui.tui.state.filter_groups import query_of

if TYPE_CHECKING:
    from arxtui.tui.context import Context
    from arxtui.tui.present.filter.histogram import MonthRange


@command(
    ("plus", "equals_sign"),
    "narrow",
    "Narrow to the filter row",
    Group.NARROW,
    (Place.FILTER,),
    needs=(Fact.TERM,),
)
def narrow(context: Context) -> None:
    """Add the filter row to the query; press again to remove it. In the filter, {toggle_read} does the same; with
    the mouse, Ctrl+click."""
    if term := _row_term(context):
        context.navigator.refine(query_edit.with_toggled_term(context.session.view.requested.whole_query, term))


@command(("minus",), "exclude", "Exclude the filter row", Group.NARROW, (Place.FILTER,), needs=(Fact.TERM,))
def exclude(context: Context) -> None:
    """Exclude the papers of the filter row; press again to cancel. With the mouse, Alt+click."""
    if term := _row_term(context):
        query = context.session.view.requested.whole_query
        context.navigator.refine(query_edit.with_toggled_term(query, query_edit.negated(term)))


@command(("backspace",), "less", "Remove the last filter", Group.NARROW, (Place.FILTER,), needs=(Fact.QUERY,))
def drop_chip(context: Context) -> None:
    """Remove the last part of the query (adjacent words are one part); on the months, clear the date filter. A
    click on a part above the list removes it."""
    view = context.session.view
    if not drop_dates(context) and view.query:
        context.navigator.refine(query_edit.without_last(view.requested.whole_query))


@command(
    ("left_curly_bracket", "comma H"),
    "earlier",
    "Earlier months",
    Group.NARROW,
    (Place.FILTER,),
    needs=(Fact.MONTHS,),
)
def earlier(context: Context) -> None:
    """Narrow the dates to the previous bar; at first, to the newest bar."""
    _go_months(context, -1, extend=False)


@command(
    ("right_curly_bracket", "comma L"),
    "later",
    "Later months",
    Group.NARROW,
    (Place.FILTER,),
    needs=(Fact.MONTHS,),
)
def later(context: Context) -> None:
    """Narrow the dates to the next bar; at first, to the oldest bar."""
    _go_months(context, 1, extend=False)


@command(("shift+left",), "from earlier", "Earlier months as well", Group.NARROW)
def extend_earlier(context: Context) -> None:
    """Extend the dates by one earlier bar, or shorten them after extending to later bars."""
    _go_months(context, -1, extend=True)


@command(("shift+right",), "to later", "Later months as well", Group.NARROW)
def extend_later(context: Context) -> None:
    """Extend the dates by one later bar, or shorten them after extending to earlier bars."""
    _go_months(context, 1, extend=True)


# Rows and chips


def choose_row(context: Context) -> None:
    """Choose the filter row instead of the other rows of its group; on a folder, open or close it; on the histogram,
    zoom in on the chosen months."""
    filters, row = context.screen.filters, context.screen.filters.row
    if row is None:
        return
    if row.kind is RowKind.FOLDER:
        _open_folder(context, row, opened=not row.opened)
    elif row.kind is RowKind.HISTOGRAM:
        bars = filters.bars
        if bars is None or not filters.timeline.zoom(bars):
            chosen = filters.timeline.chosen is not None
            context.status.say(
                f"Nothing finer to show: {_sideways_keys()} choose other months" if chosen else _months_words(context)
            )
    elif row.query is not None:
        context.navigator.leave_for(query_of(context.session.base_query, row))
        context.panes.go_to(Place.LIST)


def _months_words(context: Context) -> str:
    """Return the hint for the histogram; zooming is mentioned only if a bar covers more than one month."""
    bars = context.screen.filters.bars
    return f"{_sideways_keys()} choose months{'; Enter zooms in' if bars and bars.months > 1 else ''}"


def _sideways_keys() -> str:
    return f"{key_for('go_left')} and {key_for('go_right')}"


def click_row(context: Context, *, add: bool, leave_out: bool) -> None:
    """Handle a click on a filter row: narrow the query by it (``add``), exclude it (``leave_out``), or choose it."""
    if add:
        narrow(context)
    elif leave_out:
        exclude(context)
    else:
        choose_row(context)


def step_sideways(context: Context, step: int) -> bool:
    """Open (1) or close (-1) the filter's folder under the cursor; on the histogram, go to later or earlier months.
    Returns False if the cursor is on neither."""
    row = context.screen.filters.row if context.session.place is Place.FILTER else None
    if row and row.opened is (step < 0):
        _open_folder(context, row, opened=step > 0)
    elif row and row.kind is RowKind.HISTOGRAM:
        _go_months(context, step, extend=False)
    else:
        return False
    return True


def drop_numbered_chip(context: Context, number: int) -> None:
    """Remove the part of the query with this number."""
    query = context.session.view.requested.whole_query
    parts = chips(query)
    if number < len(parts):
        context.navigator.refine(without_chip(query, parts[number]))


def _row_term(context: Context) -> str:
    """Return the query term of the row under the filter's cursor; empty, with a message, if it has none."""
    if context.session.place is not Place.FILTER:
        context.status.say(
            f"{key_for('narrow')} and {key_for('exclude')} combine the rows of the filter: "
            f"{key_for('show_filter')} goes there"
        )
        return ""
    row = context.screen.filters.row
    if row is None or row.query is None or not row.can_narrow:
        is_months = row is not None and row.kind is RowKind.HISTOGRAM
        cannot = f"This row cannot narrow the list: {key_for('choose')} opens it"
        context.status.say(_months_words(context) if is_months else cannot)
        return ""
    return query_edit.as_term(row.query) if row.view else row.query


def _open_folder(context: Context, row: FilterRow, *, opened: bool) -> None:
    folders = context.screen.filters.opened
    (folders.add if opened else folders.discard)(row.name)
    context.counts.show_filter()
    context.counts.count_authors()


# Months


def narrow_to_months(context: Context, months: MonthRange) -> None:
    """Narrow the query to a range of months. Several such steps in a row are one step for Escape."""
    query = query_edit.with_dates(context.session.base_query, months)
    back = context.session.view.back
    if not back or query_edit.without_date_terms(back[-1].whole_query) != query_edit.without_date_terms(query):
        context.navigator.remember()
    context.navigator.show_query(query)


def drop_dates(context: Context) -> bool:
    """With the cursor on the histogram, remove the date filter. Returns whether there was one."""
    filters, view = context.screen.filters, context.session.view
    if context.session.place is not Place.FILTER or not filters.on_months or not filters.timeline.chosen:
        return False
    query = query_edit.without_date_terms(view.requested.whole_query)
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
