"""What is done with the paper that is read, and the ways out."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from arxtui.library.papers.addresses import Addresses
from arxtui.reader.lines import Role
from arxtui.tui.actions import Group
from arxtui.tui.commands.declaration import command
from arxtui.tui.reading.state import Tab

if TYPE_CHECKING:
    from arxtui.tui.reading.parts import Reading

_log = logging.getLogger(__name__)


@command(
    "copy",
    ("y",),
    "copy",
    "Copy",
    "Copy the text that the mouse has selected, what is previewed, the TeX of the chosen formula, the "
    "address of the chosen link, or else the paper's identifier.",
    Group.CARRY,
)
def copy(reading: Reading) -> None:
    """What is chosen, to the clipboard."""
    text, name = reading.links.to_copy()
    if not text:
        reading.bars.say("There is nothing to copy")
        return
    reading.screen.app.copy_to_clipboard(text)
    reading.bars.say(f"Copied {name}")


@command(
    "open",
    ("o",),
    "open",
    "Open outside",
    "Open the chosen link or picture (else the first picture on the screen, else the paper's page) outside the "
    "terminal.",
    Group.CARRY,
)
def open_chosen(reading: Reading) -> None:
    """The chosen link or picture, else the first picture in sight, else the paper's page."""
    target = reading.links.in_sight((Role.PICTURE,))
    if target and target.role is Role.PICTURE:
        reading.pictures.open(target.name)
        return
    browser = reading.context.browser
    browser.open(target.name if target and target.role is Role.LINK else browser.address_of(reading.state.key))


@command(
    "open_pdf",
    ("p",),
    "PDF",
    "Open the paper's PDF",
    "Open the PDF that is kept, else arXiv's.",
    Group.CARRY,
)
def open_pdf(reading: Reading) -> None:
    """The PDF that is kept, else arXiv's."""
    browser, key = reading.context.browser, reading.state.key
    try:
        kept = reading.context.threads.library.texts.pdf(key)
    except Exception as error:
        _log.exception("a PDF could not be looked for")
        reading.bars.failed(error)
        return
    if kept:
        browser.external.open_file(kept.path)
    else:
        browser.open(browser.address_of(key, Addresses.pdf))


@command(
    "toggle_star",
    ("s",),
    "star",
    "Star or unstar the paper",
    "Star the paper, or unstar it.",
    Group.CARRY,
)
def toggle_star(reading: Reading) -> None:
    """Star the paper, or take that back."""
    reading.context.fulltexts.toggle_star(reading.state.key)


@command(
    "toggle_queued",
    ("w",),
    "save",
    "Save this text for offline reading, or not",
    "The next refresh fetches the full text and keeps it; the same key again clears that.",
    Group.CARRY,
)
def toggle_saved(reading: Reading) -> None:
    """Have the text saved for offline reading, or not."""
    reading.context.fulltexts.toggle_saved(reading.state.key)


@command(
    "fetch_text",
    ("W",),
    "fetch",
    "Fetch this text now",
    "Ask arXiv for the full text, or a newer one. A text that is not here is fetched as it is opened, unless the "
    "setting fetch_on_open says no.",
    Group.CARRY,
)
def fetch_text(reading: Reading) -> None:
    """Fetch what the page is about: the text, or the reviews."""
    reading.context.fulltexts.fetch_open_paper(reading.state.key, reviews=reading.state.tab == Tab.REVIEWS)
    reading.paper.load()
    reading.bars.update()


@command(
    "stop_fetching",
    ("x",),
    "stop",
    "Stop fetching this text",
    "Fetch this text no more. Leaving it does not stop it: it is fetched on in the background.",
    Group.CARRY,
)
def stop_fetching(reading: Reading) -> None:
    """Fetch this text no more."""
    if reading.context.fulltexts.stop_fetching(reading.state.key):
        reading.paper.load()
        reading.bars.say("Stopped", hints=(("W", "fetches it"),))
    else:
        reading.bars.say("Nothing is being fetched for this paper")


@command(
    "undo",
    ("u",),
    "undo",
    "Undo the last act",
    "Take back the last act.",
    Group.CARRY,
)
def undo(reading: Reading) -> None:
    """Take back the last act."""
    reading.context.marker.undo()


@command("redo", ("U",), "redo", "Redo", "Do again what was undone last.", Group.CARRY)
def redo(reading: Reading) -> None:
    """Do again what was taken back last."""
    reading.context.marker.redo()


@command(
    "leave",
    ("escape",),
    "back",
    "Back to the list",
    "Put away what lies over the text and what was found in it; then back to the list, as it was left.",
    Group.CARRY,
)
def leave(reading: Reading) -> None:
    """Out of the innermost thing that is open; then back to the list."""
    if not any(way(reading) for way in _WAYS_BACK):
        reading.screen.dismiss()


@command(
    "leave_at_once",
    ("q", "t"),
    "leave",
    "Leave the text",
    "Back to the list at once.",
    Group.CARRY,
)
def leave_at_once(reading: Reading) -> None:
    """Back to the list."""
    reading.screen.dismiss()


@command(
    "palette",
    ("ctrl+p",),
    "palette",
    "Find an action",
    "The actions of the text by name.",
    Group.CARRY,
)
def show_palette(reading: Reading) -> None:
    """Every action by its name."""
    reading.screen.app.action_command_palette()


@command(
    "command_line",
    ("colon",),
    "command line",
    "Command line",
    "The name of a command of the text, with what it asks for.",
    Group.CARRY,
)
async def command_line(reading: Reading) -> None:
    """Ask for a line, and run it."""
    await reading.context.command_line.ask(reading.screen, reading.screen.question)


@command(
    "suspend",
    ("ctrl+z",),
    "suspend",
    "Suspend the program",
    "Into the background; fg brings it back.",
    Group.CARRY,
)
def suspend(reading: Reading) -> None:
    """Into the background of the shell."""
    reading.screen.app.action_suspend_process()


@command(
    "help",
    ("question_mark", "f1"),
    "help",
    "Help on reading",
    "This page.",
    Group.CARRY,
)
async def show_help(reading: Reading) -> None:
    """Every key."""
    await reading.screen.run_action("app.help")


_WAYS_BACK: tuple[Callable[[Reading], bool], ...] = (
    lambda reading: reading.screen.question.leave(),
    lambda reading: reading.contents.leave(),
    lambda reading: reading.links.close_preview(),
    lambda reading: reading.links.let_go(),
    lambda reading: reading.finder.leave(),
)
"""The ways out, the innermost first; each says whether there was something to leave."""
