"""Commands for announcement days: step from day to day, and between the sections of a day."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from arxtui.tui.actions import Fact, Group, Place, command
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.days import neighbouring_section, section_at_cell, step_words
from arxtui.tui.state import query_edit
from arxtui.tui.state.rows_in_sight import SCROLL_OFF

if TYPE_CHECKING:
    from arxtui.tui.context import Context

_log = logging.getLogger(__name__)


@command(
    ("left_square_bracket", "comma h"),
    "days",
    "Announcement day before",
    Group.DAYS,
    (Place.LIST,),
    needs=(Fact.DAYS,),
)
def earlier_day(context: Context) -> None:
    """Show the previous announcement day (from other lists, the newest day), ordered as on arXiv's page. Days
    without papers are skipped, and a message gives the reason."""
    _step_day(context, -1)


@command(("right_square_bracket", "comma l"), "day after", "Announcement day after", Group.DAYS)
def later_day(context: Context) -> None:
    """Show the next announcement day."""
    _step_day(context, 1)


@command(("right_parenthesis",), "next section", "Next section of the day, or group", Group.DAYS)
def next_section(context: Context) -> None:
    """Go to the next section of the day: new submissions, cross-lists, replacements, in a cycle; in a list with groups,
    to the next group."""
    _step_section(context, 1)


@command(("left_parenthesis",), "previous section", "Previous section of the day, or group", Group.DAYS)
def previous_section(context: Context) -> None:
    """Go to the previous section of the day, or to the previous group, in a cycle."""
    _step_section(context, -1)


def go_to_section_at(context: Context, cell: int) -> None:
    """Go to the section of the day whose name is at this cell of the line of sections."""
    listing = context.session.view.listing
    if listing and listing.sections:
        width = context.screen.papers.size.width
        _go_to_row(context, section_at_cell(listing.sections, width, cell, listing.day))


def _step_day(context: Context, step: int) -> None:
    view = context.session.view
    query = view.requested.whole_query
    day = query_edit.day_of(query)
    try:
        result = context.threads.library.search.day_beside(day, step)
    except Exception as error:
        _log.exception("the announcement days could not be read")
        context.status.failed(error)
        return
    words = step_words(result, step, day)
    if result.day is None:
        context.status.say(words)
        return
    if not (day and view.back):  # stepping through several days is one step for Escape
        context.navigator.remember()
    context.navigator.show_query(query_edit.with_day(query, result.day), message=words)


def _step_section(context: Context, step: int) -> None:
    listing, papers = context.session.view.listing, context.screen.papers
    parts = (listing.groups or listing.sections) if listing else ()
    if not parts:
        keys = " and ".join(map(key_for, ("previous_section", "next_section")))
        day, group = key_for("earlier_day"), key_for("group")
        context.status.say(
            f"{keys} move between the sections of a day, which {day} shows, or groups of a list, which {group} makes"
        )
        return
    _go_to_row(context, neighbouring_section(parts, papers.cursor, step))


def _go_to_row(context: Context, row: int | None) -> None:
    if row is not None:
        context.screen.papers.go(row)
        context.screen.papers.window.scroll_to(row - SCROLL_OFF)
