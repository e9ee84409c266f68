"""The program itself: what is subscribed, help, the ways out."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING

from arxtui.tui.actions import Fact, Group, Place
from arxtui.tui.commands import navigation
from arxtui.tui.commands.declaration import command
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.widgets.prompt import choice

if TYPE_CHECKING:
    from arxtui.config.settings import Settings
    from arxtui.tui.context import Context

_log = logging.getLogger(__name__)
_LEAVE = choice("Leave arxtui")


@command(
    "categories",
    ("c",),
    "categories",
    "Choose categories",
    "Choose the arXiv categories to follow: their announcements fill your inbox.",
    Group.PROGRAM,
    (Place.FILTER,),
    first_when=Fact.UNSUBSCRIBED,
)
def categories(context: Context) -> None:
    """Choose what is subscribed."""
    from arxtui.tui.screens.first_run import CategoryPicker

    def chosen(codes: tuple[str, ...] | None) -> None:
        if codes is not None and codes != context.session.settings.arxiv.categories:
            _subscribe(context, codes)

    context.screen.app.push_screen(CategoryPicker(context.session.settings.arxiv.categories), chosen)


@command(
    "palette",
    ("ctrl+p",),
    "palette",
    "Command palette",
    "Find a command by its name.",
    Group.PROGRAM,
)
def show_palette(context: Context) -> None:
    """Every action by its name."""
    context.screen.app.action_command_palette()


@command(
    "command_line",
    ("colon",),
    "command line",
    "Command line",
    "Run a command by name, with its argument (:tag thesis). Tab completes, ↑ and ↓ recall earlier lines.",
    Group.PROGRAM,
)
async def command_line(context: Context) -> None:
    """Ask for a line, and run it."""
    await context.command_line.ask(context.screen, context.questions)


@command(
    "suspend",
    ("ctrl+z",),
    "suspend",
    "Suspend",
    "Suspend the program; fg resumes it. In a note, Ctrl+Z undoes typing.",
    Group.PROGRAM,
)
def suspend(context: Context) -> None:
    """Into the background of the shell."""
    context.screen.app.action_suspend_process()


@command(
    "quit",
    ("q", "ctrl+q"),
    "quit",
    "Quit",
    "Quit; a running refresh is stopped.",
    Group.PROGRAM,
    (Place.FILTER, Place.LIST, Place.DETAIL),
)
async def leave(context: Context) -> None:
    """Leave the program."""
    await context.screen.app.action_quit()


@command(
    "interrupt",
    ("ctrl+c",),
    "cancel",
    "Copy, cancel or leave",
    "Copy the selected text; without a selection, close the open prompt, search or screen; if nothing is open, "
    "stop a running export or program; otherwise ask whether to quit (Enter or Ctrl+C quits, Esc cancels). A "
    "note stays open.",
    Group.PROGRAM,
)
async def interrupt(context: Context) -> None:
    """Copy what is selected, close what is open, or leave."""
    await context.screen.app.action_interrupt()


@command(
    "help",
    ("question_mark", "f1"),
    "help",
    "Help",
    "Show all keys and commands of this screen.",
    Group.PROGRAM,
    (Place.FILTER, Place.LIST, Place.DETAIL),
)
def show_help(context: Context) -> None:
    """Every key."""
    context.screen.app.action_help()


@command(
    "tour",
    ("comma question_mark",),
    "tour",
    "Guided tour",
    "Start the guided tour: it names one key after the other and waits until you press it. Press again to leave"
    " or resume the tour.",
    Group.PROGRAM,
)
def tour(context: Context) -> None:
    """Start the tour, go on with it, or leave it."""
    context.tour.toggle()


def ask_at_first_run(context: Context) -> None:
    """Have categories chosen where none is and there is no paper either: an imported library is read without."""
    if context.session.settings.arxiv.categories:
        return
    try:
        papers = context.threads.library.papers.count()
    except Exception as error:
        _log.exception("papers could not be counted")
        context.status.failed(error)
        return
    if not papers:
        context.screen.call_later(_first_run, context)


def _first_run(context: Context) -> None:
    """Choose categories, and tell what is good to know while their papers are fetched."""
    from arxtui.tui.present.welcome import welcome_lines
    from arxtui.tui.screens.first_run import FIRST_STEP, CategoryPicker, WelcomeScreen

    def chosen(codes: tuple[str, ...] | None) -> None:
        if codes:
            _subscribe(context, codes)
            told = partial(welcome_lines, context.paths, context.session.settings.refresh)
            context.overlays.open(WelcomeScreen(told), lambda _: None)

    context.screen.app.push_screen(CategoryPicker((), FIRST_STEP), chosen)


async def interrupt_or_leave(context: Context) -> None:
    """Close the question or the search that is open, else stop exports and programs, else ask whether to leave; that
    question is answered by the same key."""
    if context.questions.words == _LEAVE:
        context.screen.quit()
    elif context.questions.is_asking or context.screen.bar.searching:
        navigation.back(context)
    elif not (context.exports.stop() or context.programs.stop()):
        await context.questions.ask(_LEAVE, "", lambda _: context.screen.quit())


def _subscribe(context: Context, codes: tuple[str, ...]) -> None:
    from arxtui.library.rules.following import choose

    followed = f"Categories that you follow: {', '.join(codes)}" if codes else "No category is followed"
    is_first = not context.session.settings.arxiv.categories  # then the keys are to be seen

    def use(settings: Settings) -> None:
        context.configuration.use(settings, "" if is_first else f"{followed} · {key_for('undo')} undoes")
        context.upstream.refresh()

    context.threads.ask(lambda _: choose(context.paths, "categories", codes), use)
