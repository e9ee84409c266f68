"""Commands that move through rows and between panes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from arxtui.tui.actions import Fact, Group, Place
from arxtui.tui.commands import filters, texts
from arxtui.tui.commands.declaration import command
from arxtui.tui.present.states import NO_PAPER

if TYPE_CHECKING:
    from arxtui.tui.context import Context

_PANES = (Place.FILTER, Place.LIST, Place.DETAIL)


@command(
    "down",
    ("j", "down"),
    "down",
    "Move down",
    "Move one row down; in the detail, one line.",
    Group.MOVE,
    counts=True,
)
def down(context: Context, times: int = 1) -> None:
    """Move down one row, or one offer of an open question or of the search."""
    _move(context, times)


@command(
    "up",
    ("k", "up"),
    "up",
    "Move up",
    "Move one row up; in the detail, one line.",
    Group.MOVE,
    counts=True,
)
def up(context: Context, times: int = 1) -> None:
    """Move up one row, or one offer."""
    _move(context, -times)


@command(
    "page_down",
    ("pagedown", "ctrl+d"),
    "page",
    "Page down",
    "Move one screen down.",
    Group.MOVE,
    counts=True,
)
def page_down(context: Context, times: int = 1) -> None:
    """Move down one screenful."""
    context.screen.pane.page(times)


@command(
    "page_up",
    ("pageup", "ctrl+u"),
    "page",
    "Page up",
    "Move one screen up.",
    Group.MOVE,
    counts=True,
)
def page_up(context: Context, times: int = 1) -> None:
    """Move up one screenful."""
    context.screen.pane.page(-times)


@command(
    "top",
    ("g", "home"),
    "top",
    "Go to the top",
    "Move to the first row.",
    Group.MOVE,
    counts=True,
)
def top(context: Context, number: int | None = None) -> None:
    """Go to the first row, or to the row of a number."""
    _go_to_row(context, number, last=False)


@command(
    "bottom",
    ("G", "end"),
    "bottom",
    "Go to the bottom",
    "Move to the last row.",
    Group.MOVE,
    counts=True,
)
def bottom(context: Context, number: int | None = None) -> None:
    """Go to the last row, or to the row of a number."""
    _go_to_row(context, number, last=True)


@command(
    "next_paper",
    ("J",),
    "next",
    "Next paper",
    "Go to the next paper, from any pane.",
    Group.MOVE,
    (Place.DETAIL,),
    needs=(Fact.PAPERS,),
    counts=True,
)
def next_paper(context: Context, times: int = 1) -> None:
    """Go to the next paper."""
    context.screen.papers.move(times)


@command(
    "previous_paper",
    ("K",),
    "previous",
    "Previous paper",
    "Go to the previous paper, from any pane.",
    Group.MOVE,
    counts=True,
)
def previous_paper(context: Context, times: int = 1) -> None:
    """Go to the previous paper."""
    context.screen.papers.move(-times)


@command(
    "choose",
    ("enter",),
    "open",
    "Open",
    "In the filter, replace the selected row of the group by this row (its number is how many papers that "
    "shows), open a folder, or zoom into the months. In the list, go to the detail; in the detail, open the "
    "full text. In an empty list, accept the suggested query.",
    Group.MOVE,
    (Place.FILTER,),
    needs=(Fact.OPENS,),
)
def open_chosen(context: Context) -> None:
    """Open what the cursor is on."""
    if context.session.place is Place.DETAIL:
        texts.read_text(context)
    elif context.session.place is Place.FILTER and context.screen.filters.row:
        filters.choose_row(context)
    elif context.search.take_offer() or context.session.place is not Place.LIST:
        return
    elif context.screen.papers.count:
        context.panes.go_to(Place.DETAIL)
    else:
        context.status.say(NO_PAPER)


@command(
    "back",
    ("escape",),
    "back",
    "Back",
    "Clear the selection; in the list, go back to the previous search or filter; on the months, clear the date "
    "filter; from any other pane, go to the list.",
    Group.MOVE,
    (Place.DETAIL,),
)
def back(context: Context) -> None:
    """Leave the innermost thing that is open."""
    any(leave(context) for leave in _LEAVE_STEPS)


@command(
    "next_pane",
    ("tab",),
    "pane",
    "Next pane",
    "Cycle through filter, list and detail; if nothing matches, accept the suggested query.",
    Group.MOVE,
)
def next_pane(context: Context) -> None:
    """Complete the answer to a question, accept an offered query, or go to the next pane."""
    if not (context.questions.complete() or context.search.take_offer()):
        _cycle_pane(context, 1)


@command(
    "previous_pane",
    ("shift+tab",),
    "pane",
    "Previous pane",
    "Cycle through detail, list and filter.",
    Group.MOVE,
)
def previous_pane(context: Context) -> None:
    """Select the previous offer of a question, or go to the previous pane. An open question keeps the focus."""
    if not (context.questions.choose(-1) or context.questions.is_asking):
        _cycle_pane(context, -1)


@command(
    "go_right",
    ("l", "right"),
    "right",
    "Go right",
    "In the filter, open a folder or go to later months; otherwise go to the next pane.",
    Group.MOVE,
)
def go_right(context: Context) -> None:
    """Open the folder, go to later months, or go to the next pane."""
    if not filters.step_sideways(context, 1):
        next_pane(context)


@command(
    "go_left",
    ("h", "left"),
    "left",
    "Go left",
    "In the filter, close a folder or go to earlier months; otherwise go to the previous pane.",
    Group.MOVE,
)
def go_left(context: Context) -> None:
    """Close the folder, go to earlier months, or go to the previous pane."""
    if not filters.step_sideways(context, -1):
        previous_pane(context)


@command(
    "show_filter",
    ("f", "f2"),
    "filter",
    "Go to the filter",
    "Focus the filter pane.",
    Group.MOVE,
    (Place.LIST,),
)
def show_filter(context: Context) -> None:
    """Go to the filter."""
    context.panes.go_to(Place.FILTER)


@command(
    "show_list",
    ("f3",),
    "list",
    "Go to the list",
    "Focus the list of papers.",
    Group.MOVE,
)
def show_list(context: Context) -> None:
    """Go to the list."""
    context.panes.go_to(Place.LIST)


@command(
    "show_detail",
    ("f4",),
    "detail",
    "Go to the detail",
    "Focus the detail pane.",
    Group.MOVE,
)
def show_detail(context: Context) -> None:
    """Go to the detail."""
    context.panes.go_to(Place.DETAIL)


def _move(context: Context, step: int) -> None:
    if not (context.questions.choose(step) or context.search.choose_offer(step)):
        context.screen.pane.move(step)


def _go_to_row(context: Context, number: int | None, *, last: bool) -> None:
    pane = context.screen.pane
    if number is None:
        pane.to_end(last=last)
    else:
        pane.go(number - 1)


def _cycle_pane(context: Context, step: int) -> None:
    here = Place.LIST if context.session.place is Place.SEARCH else context.session.place
    context.panes.go_to(_PANES[(_PANES.index(here) + step) % len(_PANES)])


def _leave_pane(context: Context) -> bool:
    has_left = context.session.place is not Place.LIST
    if has_left:
        context.panes.go_to(Place.LIST)
    return has_left


def _leave_list(context: Context) -> bool:
    """Go back to the previous list. With no previous list, nothing happens, as people press Esc out of habit."""
    has_left = bool(context.session.view.back)
    if has_left:
        context.navigator.step_back()
    return has_left


_LEAVE_STEPS: tuple[Callable[[Context], bool], ...] = (
    lambda context: context.questions.leave(),
    lambda context: context.search.leave(),
    lambda context: context.selector.leave(),
    filters.drop_dates,
    _leave_pane,
    _leave_list,
)
"""What Esc can leave, innermost first. Each function returns whether there was something to leave."""
