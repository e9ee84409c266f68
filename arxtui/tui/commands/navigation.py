"""Commands that move through rows and between panes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from arxtui.tui.actions import Fact, Group, Place, command
from arxtui.tui.commands import filters, texts
from arxtui.tui.commands.detail_targets import chosen_target, open_target, step_target
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.filter.rows import UNREAD
from arxtui.tui.present.states import NO_PAPER
from arxtui.tui.state.view import DEFAULT_QUERIES

if TYPE_CHECKING:
    from arxtui.tui.context import Context

_PANES = (Place.FILTER, Place.LIST, Place.DETAIL)


@command(("j", "down"), "down", "Move down", Group.MOVE, counts=True)
def down(context: Context, times: int = 1) -> None:
    """Move one row down; in the detail, one line."""
    _move(context, times)


@command(("k", "up"), "up", "Move up", Group.MOVE, counts=True)
def up(context: Context, times: int = 1) -> None:
    """Move one row up; in the detail, one line."""
    _move(context, -times)


@command(("pagedown", "ctrl+d"), "page", "Page down", Group.MOVE, counts=True)
def page_down(context: Context, times: int = 1) -> None:
    """Move by as many rows as the pane shows."""
    context.screen.pane.page(times)


@command(("pageup", "ctrl+u"), "page", "Page up", Group.MOVE, counts=True)
def page_up(context: Context, times: int = 1) -> None:
    """Move back by as many rows as the pane shows."""
    context.screen.pane.page(-times)


@command(("g", "home"), "top", "Go to the top", Group.MOVE, counts=True)
def top(context: Context, number: int | None = None) -> None:
    """To the first row; in the detail, to the first line."""
    _go_to_row(context, number, last=False)


@command(("G", "end"), "bottom", "Go to the bottom", Group.MOVE, counts=True)
def bottom(context: Context, number: int | None = None) -> None:
    """To the last row; in the detail, to the last line."""
    _go_to_row(context, number, last=True)


@command(("J",), "next", "Next paper", Group.MOVE, (Place.DETAIL,), needs=(Fact.PAPERS,), counts=True)
def next_paper(context: Context, times: int = 1) -> None:
    """From any pane; the detail follows."""
    context.passes.step(times)


@command(("K",), "previous", "Previous paper", Group.MOVE, counts=True)
def previous_paper(context: Context, times: int = 1) -> None:
    """From any pane; the detail follows."""
    context.passes.step(-times)


@command(("enter",), "open", "Open", Group.MOVE, (Place.FILTER, Place.LIST), needs=(Fact.OPENS,), id="choose")
def open_chosen(context: Context) -> None:
    """In the list, go to the detail; in the detail, open the full text, or what {next_pane} chose there: the papers of
    an author, a paper, an address. In the filter, go to a place (an upper row), narrow the list by a lower row in place
    of the others of its group, open a folder, or zoom into the months. In an empty list, accept the suggested query."""
    if target := chosen_target(context):
        open_target(context, target)
    elif context.session.place is Place.DETAIL:
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
    ("escape", "alt+left", "ctrl+o"), "back", "Back", Group.MOVE, (Place.FILTER, Place.DETAIL), first_when=Fact.STRANDED
)
def back(context: Context) -> None:
    """Clear the selection; in the list, go back to the previous search or filter, at last to what is unread; on the
    months, clear the date filter; from any other pane, go to the list."""
    any(leave(context) for leave in _LEAVE_STEPS)


@command(("alt+right",), "forward", "Forward", Group.MOVE)
def forward(context: Context) -> None:
    """Go forward again to the search or filter that {back} left."""
    if context.session.view.ahead:
        context.navigator.step_forward()
    else:
        context.status.say(f"There is no list to go forward to: {key_for('back')} leaves one")


@command(("0",), "inbox", "Go to the inbox", Group.MOVE)
def inbox(context: Context) -> None:
    """List what is unread, from any pane; {back} returns."""
    context.navigator.leave_for(UNREAD)
    context.panes.go_to(Place.LIST)


@command(("tab",), "pane", "Next pane", Group.MOVE, (Place.DETAIL,))
def next_pane(context: Context) -> None:
    """Cycle through filter, list and detail; in the detail, first go through its authors and addresses. If nothing
    matches, accept the suggested query. A prompt or search in which there is nothing to accept stays open."""
    if not (context.questions.complete() or context.search.take_offer() or step_target(context, 1)):
        _cycle_pane(context, 1)


@command(("shift+tab",), "pane", "Previous pane", Group.MOVE)
def previous_pane(context: Context) -> None:
    """Cycle through detail, list and filter; in the detail, first go back through its authors and addresses."""
    if not (context.questions.choose(-1) or step_target(context, -1)):
        _cycle_pane(context, -1)


@command(("l", "right"), "right", "Go right", Group.MOVE)
def go_right(context: Context) -> None:
    """In the filter, open a folder or go to later months; otherwise go to the next pane."""
    if not (filters.step_sideways(context, 1) or context.search.take_offer()):
        _cycle_pane(context, 1)


@command(("h", "left"), "left", "Go left", Group.MOVE)
def go_left(context: Context) -> None:
    """In the filter, close a folder or go to earlier months; otherwise go to the previous pane."""
    if not filters.step_sideways(context, -1):
        _cycle_pane(context, -1)


@command(("f", "f2"), "filter", "Go to the filter", Group.MOVE, (Place.LIST,))
def show_filter(context: Context) -> None:
    """From any pane; the filter covers the list if there is no room beside it, and Esc returns."""
    context.panes.go_to(Place.FILTER)


@command(("f3",), "list", "Go to the list", Group.MOVE)
def show_list(context: Context) -> None:
    """From any pane; Esc does the same in the filter and the detail."""
    context.panes.go_to(Place.LIST)


@command(("f4",), "detail", "Go to the detail", Group.MOVE)
def show_detail(context: Context) -> None:
    """From any pane; Enter in the list does the same."""
    context.panes.go_to(Place.DETAIL)


def _move(context: Context, step: int) -> None:
    search = context.search
    if context.questions.choose(step) or search.recall(step) or search.choose_offer(step):
        return
    pane = context.screen.pane
    if pane is context.screen.papers:
        context.passes.step(step)
    else:
        pane.move(step)


def _go_to_row(context: Context, number: int | None, *, last: bool) -> None:
    pane = context.screen.pane
    if number is None:
        pane.to_end(last=last)
    else:
        pane.go(number - 1)


def _cycle_pane(context: Context, step: int) -> None:
    if context.screen.bar.searching:
        context.search.say_nothing_to_complete()
    elif not context.questions.is_asking:
        context.panes.go_to(_PANES[(_PANES.index(context.session.place) + step) % len(_PANES)])


def _leave_target(context: Context) -> bool:
    target = chosen_target(context)
    if target:
        context.screen.detail.choose_target(None)
        context.status.say("")
    return target is not None


def _leave_pane(context: Context) -> bool:
    has_left = context.session.place is not Place.LIST
    if has_left:
        context.panes.go_to(Place.LIST)
        if ways := context.navigator.ways:
            context.status.say(ways)
    return has_left


def _leave_list(context: Context) -> bool:
    """Go back to the previous list; from the first one, which the last session may have left, to what is unread."""
    view = context.session.view
    if view.back:
        context.navigator.step_back()
    elif view.query in DEFAULT_QUERIES:
        context.status.say(f"Nothing to go back to: {key_for('quit')} quits")
    else:
        context.navigator.go_home()
    return True


_LEAVE_STEPS: tuple[Callable[[Context], bool], ...] = (
    lambda context: context.questions.leave(),
    lambda context: context.search.leave(),
    lambda context: context.selector.leave(),
    filters.drop_dates,
    _leave_target,
    _leave_pane,
    _leave_list,
)
"""What Esc can leave, innermost first. Each function returns whether there was something to leave."""
