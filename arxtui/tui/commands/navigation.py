"""Going through the rows and from pane to pane."""

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
    """One down: among the names of a question, the queries that are offered, or the rows."""
    _step(context, times)


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
    """One up."""
    _step(context, -times)


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
    """A screenful down."""
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
    """A screenful up."""
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
    """To the first row, or the one of a number."""
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
    """To the last row, or the one of a number."""
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
    """The next paper."""
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
    """The previous paper."""
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
        context.screen.go_to(Place.DETAIL)
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
    """Out of the innermost thing that is open."""
    any(leave(context) for leave in _WAYS_BACK)


@command(
    "next_pane",
    ("tab",),
    "pane",
    "Next pane",
    "Cycle through filter, list and detail; if nothing matches, accept the suggested query.",
    Group.MOVE,
)
def next_pane(context: Context) -> None:
    """Complete the answer to a question, take what is offered, else round the panes."""
    if not (context.questions.complete() or context.search.take_offer()):
        _go_round(context, 1)


@command(
    "previous_pane",
    ("shift+tab",),
    "pane",
    "Previous pane",
    "Cycle through detail, list and filter.",
    Group.MOVE,
)
def previous_pane(context: Context) -> None:
    """The offer before, else round the panes, backwards. A question stays."""
    if not (context.questions.choose(-1) or context.questions.is_asking):
        _go_round(context, -1)


@command(
    "go_right",
    ("l", "right"),
    "right",
    "Go right",
    "In the filter, open a folder or go to later months; otherwise go to the next pane.",
    Group.MOVE,
)
def go_right(context: Context) -> None:
    """Open the folder; the later months; else the next pane."""
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
    """Close the folder; the earlier months; else the previous pane."""
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
    """To the filter."""
    context.screen.go_to(Place.FILTER)


@command(
    "show_list",
    ("f3",),
    "list",
    "Go to the list",
    "Focus the list of papers.",
    Group.MOVE,
)
def show_list(context: Context) -> None:
    """To the list."""
    context.screen.go_to(Place.LIST)


@command(
    "show_detail",
    ("f4",),
    "detail",
    "Go to the detail",
    "Focus the detail pane.",
    Group.MOVE,
)
def show_detail(context: Context) -> None:
    """To the detail."""
    context.screen.go_to(Place.DETAIL)


def _step(context: Context, step: int) -> None:
    if not (context.questions.choose(step) or context.search.choose_offer(step)):
        context.screen.pane.move(step)


def _go_to_row(context: Context, number: int | None, *, last: bool) -> None:
    pane = context.screen.pane
    if number is None:
        pane.to_end(last=last)
    else:
        pane.go(number - 1)


def _go_round(context: Context, step: int) -> None:
    here = Place.LIST if context.session.place is Place.SEARCH else context.session.place
    context.screen.go_to(_PANES[(_PANES.index(here) + step) % len(_PANES)])


def _leave_pane(context: Context) -> bool:
    is_elsewhere = context.session.place is not Place.LIST
    if is_elsewhere:
        context.screen.go_to(Place.LIST)
    return is_elsewhere


def _leave_list(context: Context) -> bool:
    """To the list before. Fingers press Esc by habit, so the bare list stays."""
    is_left = bool(context.session.view.back)
    if is_left:
        context.navigator.step_back()
    return is_left


_WAYS_BACK: tuple[Callable[[Context], bool], ...] = (
    lambda context: context.questions.leave(),
    lambda context: context.search.leave(),
    lambda context: context.selector.leave(),
    filters.drop_dates,
    _leave_pane,
    _leave_list,
)
"""The ways out, the innermost first; each says whether there was something to leave."""
