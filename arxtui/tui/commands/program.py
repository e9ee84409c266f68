"""Commands for the program itself: followed categories, help, suspend, quit."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from arxtui.light import changed, deferred
from arxtui.tui.actions import Fact, Group, Place, command
from arxtui.tui.commands import navigation
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.widgets.prompt import choice

with deferred():
    from arxtui.tui.command_line.prompt import ask_for_line
    from arxtui.tui.screens import first_run

if TYPE_CHECKING:
    from arxtui.config.settings import Settings
    from arxtui.tui.context import Context

_log = logging.getLogger(__name__)
_LEAVE = choice("Leave arxtui")


@command(("c",), "categories", "Choose categories", Group.PROGRAM, (Place.FILTER,), first_when=Fact.UNSUBSCRIBED)
def categories(context: Context) -> None:
    """Choose the arXiv categories to follow: their announcements fill your inbox."""
    _pick_categories(context)


@command(("ctrl+p",), "palette", "Command palette", Group.PROGRAM, id="palette")
def show_palette(context: Context) -> None:
    """Find a command by its name or explanation."""
    context.screen.app.action_command_palette()


@command(("colon",), "command line", "Command line", Group.PROGRAM)
async def command_line(context: Context) -> None:
    """Run a command by name, with its argument (:tag thesis). Tab completes, ↑ and ↓ recall earlier lines."""
    await ask_for_line(context, context.screen, context.questions)


@command(("ctrl+z",), "suspend", "Suspend", Group.PROGRAM)
def suspend(context: Context) -> None:
    """Suspend the program; fg resumes it. In a note, Ctrl+Z undoes typing."""
    context.screen.app.action_suspend_process()


@command(("q", "ctrl+q"), "quit", "Quit", Group.PROGRAM, (Place.FILTER, Place.LIST, Place.DETAIL), id="quit")
async def quit_program(context: Context) -> None:
    """Quit; a running refresh is stopped."""
    await context.screen.app.action_quit()


@command(("ctrl+c",), "cancel", "Copy, cancel or leave", Group.PROGRAM)
async def interrupt(context: Context) -> None:
    """Copy the selected text; without a selection, close the open prompt, search or screen; if nothing is open,
    stop a running export or program; otherwise ask whether to quit (Enter or Ctrl+C quits, Esc cancels). A note
    stays open."""
    await context.screen.run_action("app.interrupt")


@command(("question_mark", "f1"), "help", "Help", Group.PROGRAM, (Place.FILTER, Place.LIST, Place.DETAIL), id="help")
async def show_help(context: Context) -> None:
    """Show all keys and commands of this screen."""
    await context.screen.run_action("app.help")


@command(("comma question_mark",), "tour", "Guided tour", Group.PROGRAM)
def tour(context: Context) -> None:
    """Start the guided tour: it names one key after the other and waits until you press or click it. Press again to
    leave or resume the tour."""
    context.tour.toggle()


def ask_at_first_run(context: Context) -> None:
    """Show the category picker if no category is followed and no paper is stored. A user who imported papers can read
    without categories."""
    if context.session.settings.arxiv.categories:
        return
    try:
        papers = context.threads.library.papers.count()
    except Exception as error:
        _log.exception("papers could not be counted")
        context.status.failed(error)
        return
    if not papers:
        context.screen.call_later(_pick_categories, context, is_first=True)


def _pick_categories(context: Context, *, is_first: bool = False) -> None:
    """Let the user choose categories; at the first run, show the welcome screen while their papers are fetched."""
    session = context.session

    def chosen(codes: tuple[str, ...] | None) -> None:
        if codes is None or codes == session.settings.arxiv.categories:
            return
        _subscribe(context, codes)
        if is_first:
            context.overlays.open(first_run.WelcomeScreen(context.paths, session.settings.refresh), lambda _: None)

    step = (first_run.FIRST_STEP,) if is_first else ()
    context.screen.app.push_screen(first_run.CategoryPicker(session.settings.arxiv.categories, *step), chosen)


async def interrupt_or_leave(context: Context, leave: Callable[[], object]) -> None:
    """Close the open question or search; otherwise stop exports and programs; otherwise ask whether to leave. Pressing
    the same key again answers that question with yes."""
    if context.questions.words == _LEAVE:
        leave()
    elif context.questions.is_asking or context.screen.bar.searching:
        navigation.back(context)
    elif not (context.exports.stop() or context.programs.stop()):
        await context.questions.ask(_LEAVE, "", lambda _: leave())


def _subscribe(context: Context, codes: tuple[str, ...]) -> None:
    session = context.session
    before = session.settings.arxiv.categories
    followed = f"Categories that you follow: {', '.join(codes)}" if codes else "No category is followed"

    def show_as_followed(categories: tuple[str, ...]) -> None:
        session.settings = changed(session.settings, arxiv=changed(session.settings.arxiv, categories=categories))

    def use(settings: Settings) -> None:
        if session.settings.arxiv.categories != codes:  # a newer choice is being stored
            return
        # After the first choice, a message would cover the keys that a new user needs.
        context.configuration.use(settings, f"{followed} · {key_for('undo')} undoes" if before else "")
        context.upstream.refresh()

    def failed(error: Exception) -> None:
        if session.settings.arxiv.categories == codes:
            show_as_followed(before)
        context.status.failed(error)

    show_as_followed(codes)  # so that the picker, opened again before the choice is stored, already shows it
    context.rules.store_categories(codes, use, failed)
