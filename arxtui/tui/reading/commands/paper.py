"""Commands that act on the open paper, and commands that leave the reading screen."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from arxtui.library.papers.links import Addresses
from arxtui.reader.lines import Role
from arxtui.tui.actions import Group, command
from arxtui.tui.command_line.prompt import ask_for_line
from arxtui.tui.reading.panes import Tab
from arxtui.tui.state.selection import Targets

if TYPE_CHECKING:
    from arxtui.tui.reading.parts import ReadingContext

_log = logging.getLogger(__name__)


@command(("y",), "copy", "Copy", Group.CARRY)
def copy(reading: ReadingContext) -> None:
    """Copy the text selected with the mouse, the preview, the TeX of the selected formula, or the address of the
    selected link; otherwise the paper's identifier."""
    text, name = reading.links.to_copy()
    if not text:
        reading.bars.say("There is nothing to copy")
        return
    reading.screen.app.copy_to_clipboard(text)
    reading.bars.say(f"Copied {name}")


@command(("o",), "open", "Open outside", Group.CARRY, id="open")
def open_chosen(reading: ReadingContext) -> None:
    """Open the page of the previewed citation or note, or the selected link or picture, in another program; without
    one, the first picture on the screen, otherwise the paper's page."""
    browser = reading.context.browser
    if address := reading.links.previewed_address:
        browser.open(address)
        return
    target = reading.links.in_sight((Role.PICTURE,))
    if target and target.role is Role.PICTURE:
        reading.pictures.open_outside(target.name)
        return
    browser.open(target.name if target and target.role is Role.LINK else browser.address_of(reading.state.key))


@command(("p",), "PDF", "Open the paper's PDF", Group.CARRY)
def open_pdf(reading: ReadingContext) -> None:
    """Open the stored PDF, otherwise arXiv's."""
    browser, key = reading.context.browser, reading.state.key
    try:
        stored = reading.context.threads.library.texts.pdf(key)
    except Exception as error:
        _log.exception("a PDF could not be looked for")
        reading.bars.failed(error)
        return
    if stored:
        browser.external.open_file(stored.path)
    else:
        browser.open(browser.address_of(key, Addresses.pdf))


@command(("s",), "star", "Star or unstar the paper", Group.CARRY)
def toggle_star(reading: ReadingContext) -> None:
    """Store the record of a starred paper permanently."""
    reading.context.fulltexts.toggle_star(reading.state.key)


@command(("comma C",), "add to bibliography", "Add to a bibliography…", Group.CARRY)
async def add_to_bibliography(reading: ReadingContext) -> None:
    """Append the BibTeX entry of the paper to a file that exists, in its style of keys; what it has is not appended
    again. The setting bibliography names the file, otherwise it is asked for."""
    questions = reading.context.questions
    questions.overlay_question = reading.screen.question
    try:
        await reading.context.exports.add_to_bibliography(Targets((reading.state.key,)))
    finally:
        questions.overlay_question = None


@command(("w",), "save", "Save this text for offline reading, or not", Group.CARRY, id="toggle_queued")
def toggle_saved(reading: ReadingContext) -> None:
    """Save the full text for offline reading: the next refresh fetches it. Press again to cancel."""
    reading.context.fulltexts.toggle_saved(reading.state.key)


@command(("W",), "fetch", "Fetch this text now", Group.CARRY)
def fetch_text(reading: ReadingContext) -> None:
    """Fetch the full text, or a newer version of it. A text that is not stored is fetched when it is opened, unless
    the setting fetch_on_open is off."""
    reading.context.fulltexts.fetch_open_paper(reading.state.key, reviews=reading.state.tab == Tab.REVIEWS)
    reading.paper.load()
    reading.bars.update()


@command(("x",), "stop", "Stop fetching this text", Group.CARRY)
def stop_fetching(reading: ReadingContext) -> None:
    """Stop fetching this text. Leaving the screen does not stop it."""
    if reading.context.fulltexts.stop_fetching(reading.state.key):
        reading.paper.load()
        reading.bars.say("Stopped", hints=(("W", "fetches it"),))
    else:
        reading.bars.say("Nothing is being fetched for this paper")


@command(("u",), "undo", "Undo the last act", Group.CARRY)
def undo(reading: ReadingContext) -> None:
    """Take back a mark, tag or note, also one that was made in the list."""
    reading.context.marker.undo()


@command(("U",), "redo", "Redo", Group.CARRY)
def redo(reading: ReadingContext) -> None:
    """Redo the act that was undone last."""
    reading.context.marker.redo()


@command(("escape",), "back", "Back to the list", Group.CARRY)
def leave(reading: ReadingContext) -> None:
    """Close what is open over the text and clear the matches; then return to the list, as you left it."""
    if not any(close(reading) for close in _CLOSERS):
        reading.screen.dismiss()


@command(("q", "t"), "leave", "Leave the text", Group.CARRY)
def leave_at_once(reading: ReadingContext) -> None:
    """Return to the list immediately."""
    reading.screen.dismiss()


@command(("ctrl+p",), "palette", "Find an action", Group.CARRY, id="palette")
def show_palette(reading: ReadingContext) -> None:
    """Find a command by its name or explanation."""
    reading.screen.app.action_command_palette()


@command(("colon",), "command line", "Command line", Group.CARRY)
async def command_line(reading: ReadingContext) -> None:
    """Run a command of the full text by name, with its argument."""
    await ask_for_line(reading.context, reading.screen, reading.screen.question)


@command(("ctrl+z",), "suspend", "Suspend the program", Group.CARRY)
def suspend(reading: ReadingContext) -> None:
    """Suspend the program; fg resumes it."""
    reading.screen.app.action_suspend_process()


@command(("question_mark", "f1"), "help", "Help on reading", Group.CARRY, id="help")
async def show_help(reading: ReadingContext) -> None:
    """Show all keys and commands of this screen."""
    await reading.screen.run_action("app.help")


_CLOSERS: tuple[Callable[[ReadingContext], bool], ...] = (
    lambda reading: reading.screen.question.leave(),
    lambda reading: reading.contents.leave(),
    lambda reading: reading.links.close_preview(),
    lambda reading: reading.links.deselect(),
    lambda reading: reading.finder.leave(),
)
"""Functions that close an open part, innermost first; each returns whether its part was open."""
