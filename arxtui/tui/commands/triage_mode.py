"""The commands of triage mode, in the order of help and ``docs/keys.md``. Each command receives the screen."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from arxtui.tui import verbs
from arxtui.tui.actions import Area, Group, Takes, command, declared_in
from arxtui.tui.command_line.prompt import ask_for_line
from arxtui.tui.commands import display, labels, outside
from arxtui.tui.keys import in_force
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.record import marks_words
from arxtui.tui.present.triage import LAST
from arxtui.tui.triage_screen import TriageScreen

if TYPE_CHECKING:
    from arxtui.tui.context import Context
    from arxtui.tui.state.selection import Targets


@command(("space",), "read", "Mark read, and move on", Group.DECIDE)
def read_on(triage: TriageScreen) -> None:
    """Mark the paper read and show the next one."""
    _decide(triage, verbs.READ.set_only)


@command(("j", "J", "l", "down", "right"), "next", "Next paper, without a decision", Group.DECIDE)
def go_on(triage: TriageScreen) -> None:
    """Show the next paper; this one stays unread."""
    if triage.question.choose(1):
        return
    if triage.key is None:
        triage.say(LAST)
    else:
        triage.go(triage.place + 1)


@command(("k", "K", "h", "up", "left"), "back", "Back", Group.DECIDE)
def go_back(triage: TriageScreen) -> None:
    """Show the previous paper."""
    if triage.question.choose(-1):
        return
    if triage.place:
        triage.go(triage.place - 1)
    else:
        triage.say("This is the first paper")


@command(("right_parenthesis",), "next group", "Next group", Group.DECIDE, id="next_triage_group")
def next_group(triage: TriageScreen) -> None:
    """Go to the first paper of the next group; those before it stay unread."""
    triage.go_to_group(1)


@command(("left_parenthesis",), "previous group", "Previous group", Group.DECIDE, id="previous_triage_group")
def previous_group(triage: TriageScreen) -> None:
    """Go to the first paper of the previous group."""
    triage.go_to_group(-1)


@command(("s",), "star", "Star, and move on", Group.DECIDE)
def star_on(triage: TriageScreen) -> None:
    """Star the paper, mark it read and show the next one. Starring in the list leaves a paper unread."""
    _decide(triage, verbs.STAR.decision)


@command(("x",), "hide", "Hide, and move on", Group.DECIDE)
def hide_on(triage: TriageScreen) -> None:
    """Hide the paper from every list, mark it read and show the next one."""
    _decide(triage, verbs.HIDE.decision)


@command(("w",), "save", "Save for offline reading, and move on", Group.DECIDE)
def save_on(triage: TriageScreen) -> None:
    """Save the full text for offline reading (the next refresh fetches it), mark the paper read and show the next
    one."""
    _decide(triage, verbs.QUEUE.decision)


@command(tuple("12345"), "rate", "Rate, and move on", Group.DECIDE, by_digit=True)
def rate_on(triage: TriageScreen, digit: int | None = None) -> None:
    """Rate the paper with the digit, mark it read and show the next one."""
    if digit is None:
        triage.say(f"{key_for('rate_on', Area.TRIAGE)} rate the paper")
    else:
        _decide(triage, verbs.rating_decision(digit))


@command(("0",), "no rating", "No rating", Group.DECIDE)
def unrate(triage: TriageScreen) -> None:
    """Remove the rating. The paper stays."""
    _decide(triage, verbs.rating_verb(None), advance=False, aloud=True)


@command(("asterisk",), "rate", "Rate…", Group.DECIDE, takes=Takes.TEXT)
def rate(triage: TriageScreen) -> None:
    """Rate the paper 1 to 5; 0 removes the rating. The paper stays."""
    _ask(triage, labels.RATE, partial(labels.give_rating, triage.context), check=labels.check_rating)


@command(("number_sign", "comma t"), "tag", "Tag…", Group.DECIDE, takes=Takes.TAGS)
def tag(triage: TriageScreen) -> None:
    """Add tags, separated by commas; -name removes a tag. The paper stays."""
    names, give = labels.names_of(triage.context, "tags"), partial(labels.give_tags, triage.context)
    _ask(triage, "Tag", give, names, partial(labels.check_tags, triage.context))


@command(("a",), "list", "Put on a reading list…", Group.DECIDE, takes=Takes.LISTS, id="add_to_list")
def enlist(triage: TriageScreen) -> None:
    """Append the paper to a reading list; -name removes it from one. The paper stays."""
    names, put = labels.names_of(triage.context, "lists"), partial(labels.put_on_list, triage.context)
    _ask(triage, "Reading list", put, names, labels.check_list)


@command(("d",), "to read", "To read, reading, read", Group.DECIDE)
def reading_state(triage: TriageScreen) -> None:
    """Cycle through the reading states: to read, reading, read, none."""
    _decide(triage, verbs.NEXT_READING, advance=False)


@command(("n",), "note", "Write a note", Group.DECIDE)
def note(triage: TriageScreen) -> None:
    """Write a note on this paper, in Markdown. The paper stays."""
    if row := triage.row:
        triage.context.notes.write(row)


@command(("N",), "note", "Write a note in your editor", Group.DECIDE)
def note_outside(triage: TriageScreen) -> None:
    """Write a note in VISUAL or EDITOR, otherwise in nano, vim or vi, otherwise in the reader."""
    if row := triage.row:
        triage.context.notes.write_outside(row)


@command(("u",), "undo", "Undo", Group.DECIDE)
def undo(triage: TriageScreen) -> None:
    """Undo the last act and go to its paper."""
    triage.context.marker.undo()


@command(("U",), "redo", "Redo", Group.DECIDE)
def redo(triage: TriageScreen) -> None:
    """Redo the act that was undone last."""
    triage.context.marker.redo()


@command(("ctrl+e",), "down", "Line down", Group.DECIDE)
def line_down(triage: TriageScreen) -> None:
    """Scroll a long text down by one line."""
    triage.paper.move(1)


@command(("ctrl+y",), "up", "Line up", Group.DECIDE)
def line_up(triage: TriageScreen) -> None:
    """Scroll back by one line."""
    triage.paper.move(-1)


@command(("pagedown", "ctrl+d"), "page", "Page down", Group.DECIDE)
def page_down(triage: TriageScreen) -> None:
    """Scroll by one screen."""
    triage.paper.page(1)


@command(("pageup", "ctrl+u"), "page", "Page up", Group.DECIDE)
def page_up(triage: TriageScreen) -> None:
    """Scroll back by one screen."""
    triage.paper.page(-1)


@command(("t", "enter"), "read text", "Read the full text", Group.DECIDE)
def read_text(triage: TriageScreen) -> None:
    """Show the full text."""
    if row := triage.row:
        triage.context.fulltexts.open(row.key)


@command(("o",), "open", "Open the abstract page", Group.DECIDE)
def open_page(triage: TriageScreen) -> None:
    """Open the paper's page in a graphical browser; without one, copy its address."""
    if (key := triage.key) is not None:
        browser = triage.context.browser
        browser.open(browser.address_of(key))


@command(("O",), "links", "Links", Group.DECIDE)
def links(triage: TriageScreen) -> None:
    """List all addresses of the paper."""
    if row := triage.row:
        outside.show_links(triage.context, row)


@command(("E",), "export", "Export…", Group.DECIDE, takes=Takes.DESTINATION)
async def export(triage: TriageScreen) -> None:
    """Export the paper to a file, to the clipboard or to a program. The paper stays."""
    await outside.export(triage.context)


@command(("C",), "copy", "Copy BibTeX", Group.DECIDE)
async def copy_bibtex(triage: TriageScreen) -> None:
    """Copy BibTeX to the clipboard."""
    await outside.copy_bibtex(triage.context)


@command(("Z",), "Zotero", "Add to Zotero", Group.DECIDE)
async def zotero(triage: TriageScreen) -> None:
    """Add the paper to Zotero on this machine."""
    await outside.zotero(triage.context)


@command(("T",), "TeX", "Swap readable text and TeX source", Group.DECIDE)
def tex(triage: TriageScreen) -> None:
    """Show readable text, or the text exactly as arXiv sent it."""
    display.tex(triage.context)
    triage.show_paper()


@command(("tab",), "complete", "Complete the name", Group.DECIDE)
def complete(triage: TriageScreen) -> None:
    """Complete the name in a prompt."""
    triage.question.complete()


@command(("escape",), "leave", "Leave", Group.DECIDE)
def leave(triage: TriageScreen) -> None:
    """Return to the list, at this paper."""
    if not triage.question.close():
        triage.dismiss()


@command(("q", "z"), "leave", "Leave at once", Group.DECIDE)
def leave_at_once(triage: TriageScreen) -> None:
    """Return to the list, at this paper, also from a prompt."""
    triage.dismiss()


@command(("ctrl+p",), "palette", "Find an action", Group.DECIDE, id="palette")
def show_palette(triage: TriageScreen) -> None:
    """Find a command by its name or explanation."""
    triage.app.action_command_palette()


@command(("colon",), "command line", "Command line", Group.DECIDE)
async def command_line(triage: TriageScreen) -> None:
    """Run a command of triage mode by name, with its argument."""
    await ask_for_line(triage.context, triage, triage.question)


@command(("ctrl+z",), "suspend", "Suspend the program", Group.DECIDE)
def suspend(triage: TriageScreen) -> None:
    """Suspend the program; fg resumes it."""
    triage.app.action_suspend_process()


@command(("question_mark", "f1"), "help", "Help on triage", Group.DECIDE, id="help")
async def show_help(triage: TriageScreen) -> None:
    """Show all keys and commands of this screen."""
    await triage.run_action("app.help")


def _decide(triage: TriageScreen, verb: verbs.Verb, *, advance: bool = True, aloud: bool = False) -> None:
    """Apply a verb to the paper. With ``advance``, go to the next paper; otherwise stay and show the paper's new marks,
    or with ``aloud`` the act."""
    targets = triage.targets()
    if targets is None or targets.row is None:
        return
    row = targets.row
    if verb.marks_after:
        triage.decide(row, verb.marks_after(row.marks))
    triage.context.marker.do_to(verb, targets, aloud=aloud)
    if advance:
        triage.go(triage.place + 1)
    else:
        triage.show_paper()
        triage.say(marks_words(verb.marks_after(row.marks)) if verb.marks_after else "")


def _ask(
    triage: TriageScreen,
    words: str,
    then: Callable[[Targets, str], object],
    names: Sequence[str] | None = None,
    check: Callable[[str], object] | None = None,
) -> None:
    """Ask a question about the paper; the screen stays on it."""
    targets = triage.targets()
    if targets is None or targets.row is None:
        return
    row = targets.row

    def answered(text: str) -> None:
        triage.decided.setdefault(row.key, (row.marks, row.marks))
        then(targets, text)

    triage.question.ask(words, "", answered, names=names, check=check)


TRIAGE = declared_in(sys.modules[__name__])
in_force.declare(Area.TRIAGE, TRIAGE)


def triage_screen(context: Context, keys: Sequence[int], place: int) -> TriageScreen:
    """Return a screen of triage mode that shows these papers, starting at index ``place``."""
    return TriageScreen(context, TRIAGE, keys, place)
