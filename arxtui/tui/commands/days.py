"""Announcement days: from one to another, and along the sections of one."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from arxtui.tui.actions import Fact, Group, Place
from arxtui.tui.commands.declaration import command
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.days import section_at_cell, section_beside, step_words
from arxtui.tui.state import query_edit
from arxtui.tui.state.rows_in_sight import SCROLL_OFF

if TYPE_CHECKING:
    from arxtui.tui.context import Context

_log = logging.getLogger(__name__)


@command(
    "earlier_day",
    ("left_square_bracket", "comma h"),
    "days",
    "Announcement day before",
    "The papers of the announcement day before, or from elsewhere of the newest, as on arXiv's page of the day. "
    "Days without papers are skipped, and a message says why.",
    Group.DAYS,
    (Place.LIST,),
    needs=(Fact.DAYS,),
)
def earlier_day(context: Context) -> None:
    """The announcement day before."""
    _step_day(context, -1)


@command(
    "later_day",
    ("right_square_bracket", "comma l"),
    "day after",
    "Announcement day after",
    "The papers of the announcement day after this one.",
    Group.DAYS,
)
def later_day(context: Context) -> None:
    """The announcement day after."""
    _step_day(context, 1)


@command(
    "next_section",
    ("right_parenthesis",),
    "next section",
    "Next section of the day",
    "To the cross-lists, to the replacements, and round again.",
    Group.DAYS,
)
def next_section(context: Context) -> None:
    """The next section of the day."""
    _step_section(context, 1)


@command(
    "previous_section",
    ("left_parenthesis",),
    "previous section",
    "Previous section of the day",
    "To the section before, and round again from the first to the last.",
    Group.DAYS,
)
def previous_section(context: Context) -> None:
    """The section before."""
    _step_section(context, -1)


def go_to_section_at(context: Context, cell: int) -> None:
    """To the section of the day that stands at a cell of their line."""
    listing = context.session.view.listing
    if listing and listing.sections:
        width = context.screen.papers.size.width
        _go_to_row(context, section_at_cell(listing.sections, width, cell, listing.day))


def _step_day(context: Context, step: int) -> None:
    view = context.session.view
    query = view.asked.whole_query
    day = query_edit.day_of(query)
    try:
        found = context.threads.library.search.day_beside(day, step)
    except Exception as error:
        _log.exception("the announcement days could not be read")
        context.status.failed(error)
        return
    words = step_words(found, step, day)
    if found.day is None:
        context.status.say(words)
        return
    if not (day and view.back):  # going on from day to day is one step to Escape
        context.navigator.remember()
    context.navigator.show_query(query_edit.on_day(query, found.day), message=words)


def _step_section(context: Context, step: int) -> None:
    listing, papers = context.session.view.listing, context.screen.papers
    if not (listing and listing.sections):
        keys = " and ".join(map(key_for, ("previous_section", "next_section")))
        context.status.say(f"{keys} go along the sections of a day: {key_for('earlier_day')} shows the newest")
        return
    _go_to_row(context, section_beside(listing.sections, papers.cursor, step))


def _go_to_row(context: Context, place: int | None) -> None:
    if place is not None:
        context.screen.papers.go(place)
        context.screen.papers.window.scroll_to(place - SCROLL_OFF)
