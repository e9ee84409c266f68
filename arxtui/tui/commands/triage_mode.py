"""The commands of triage mode, in the order of help and ``docs/keys.md``. Each command receives the screen."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from arxtui.tui import verbs
from arxtui.tui.actions import Area, Group, Takes
from arxtui.tui.commands import display, labels, outside
from arxtui.tui.commands.declaration import command, declared_in
from arxtui.tui.keys import in_force
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.record import marks_words
from arxtui.tui.present.triage import LAST

if TYPE_CHECKING:
    from arxtui.tui.state.selection import Targets
    from arxtui.tui.triage_screen import TriageScreen


@command(
    "read_on", ("space",), "read", "Mark read, and move on", "Mark the paper read and show the next one.", Group.DECIDE
)
def read_on(triage: TriageScreen) -> None:
    """Mark the paper read, and go on."""
    _decide(triage, verbs.READ.set_only)


@command(
    "go_on",
    ("j", "J", "l", "down", "right"),
    "next",
    "Next paper, without a decision",
    "Show the next paper; this one stays unread.",
    Group.DECIDE,
)
def go_on(triage: TriageScreen) -> None:
    """Go to the next paper without a decision; in a question, to the next offer."""
    if triage.question.choose(1):
        return
    if triage.key is None:
        triage.say(LAST)
    else:
        triage.go(triage.place + 1)


@command("go_back", ("k", "K", "h", "up", "left"), "back", "Back", "Show the previous paper.", Group.DECIDE)
def go_back(triage: TriageScreen) -> None:
    """Go to the previous paper; in a question, to the previous offer."""
    if triage.question.choose(-1):
        return
    if triage.place:
        triage.go(triage.place - 1)
    else:
        triage.say("This is the first paper")


@command(
    "star_on",
    ("s",),
    "star",
    "Star, and move on",
    "Star the paper, mark it read and show the next one. Starring in the list leaves a paper unread.",
    Group.DECIDE,
)
def star_on(triage: TriageScreen) -> None:
    """Star the paper, mark it read, and go on."""
    _decide(triage, verbs.STAR.decision)


@command(
    "hide_on",
    ("x",),
    "hide",
    "Hide, and move on",
    "Hide the paper from every list, mark it read and show the next one.",
    Group.DECIDE,
)
def hide_on(triage: TriageScreen) -> None:
    """Hide the paper, mark it read, and go on."""
    _decide(triage, verbs.HIDE.decision)


@command(
    "save_on",
    ("w",),
    "save",
    "Save for offline reading, and move on",
    "Save the full text for offline reading (the next refresh fetches it), mark the paper read and show the next one.",
    Group.DECIDE,
)
def save_on(triage: TriageScreen) -> None:
    """Save the full text for offline reading, mark the paper read, and go on."""
    _decide(triage, verbs.QUEUE.decision)


@command(
    "rate_on",
    tuple("12345"),
    "rate",
    "Rate, and move on",
    "Rate the paper with the digit, mark it read and show the next one.",
    Group.DECIDE,
    by_digit=True,
)
def rate_on(triage: TriageScreen, digit: int | None = None) -> None:
    """Rate the paper with the digit, mark it read, and go on."""
    if digit is None:
        triage.say(f"{key_for('rate_on', Area.TRIAGE)} rate the paper")
    else:
        _decide(triage, verbs.rating_decision(digit))


@command("unrate", ("0",), "no rating", "No rating", "Remove the rating. The paper stays.", Group.DECIDE)
def unrate(triage: TriageScreen) -> None:
    """Remove the rating."""
    _decide(triage, verbs.rating_verb(None), advance=False, aloud=True)


@command(
    "rate",
    ("asterisk",),
    "rate",
    "Rate…",
    "Rate the paper 1 to 5; 0 removes the rating. The paper stays.",
    Group.DECIDE,
    takes=Takes.TEXT,
)
def rate(triage: TriageScreen) -> None:
    """Prompt for a rating."""
    _ask(triage, labels.RATE, partial(labels.give_rating, triage.context), check=labels.check_rating)


@command(
    "tag",
    ("number_sign", "comma t"),
    "tag",
    "Tag…",
    "Add tags, separated by commas; -name removes a tag. The paper stays.",
    Group.DECIDE,
    takes=Takes.TAGS,
)
def tag(triage: TriageScreen) -> None:
    """Prompt for tags."""
    names, give = labels.names_of(triage.context, "tags"), partial(labels.give_tags, triage.context)
    _ask(triage, "Tag", give, names, partial(labels.check_tags, triage.context))


@command(
    "add_to_list",
    ("a",),
    "list",
    "Put on a reading list…",
    "Append the paper to a reading list; -name removes it from one. The paper stays.",
    Group.DECIDE,
    takes=Takes.LISTS,
)
def enlist(triage: TriageScreen) -> None:
    """Prompt for a reading list."""
    names, put = labels.names_of(triage.context, "lists"), partial(labels.put_on_list, triage.context)
    _ask(triage, "Reading list", put, names, labels.check_list)


@command(
    "reading_state",
    ("d",),
    "to read",
    "To read, reading, read",
    "Cycle through the reading states: to read, reading, read, none.",
    Group.DECIDE,
)
def reading_state(triage: TriageScreen) -> None:
    """Advance the reading state."""
    _decide(triage, verbs.NEXT_READING, advance=False)


@command(
    "note", ("n",), "note", "Write a note", "Write a note on this paper, in Markdown. The paper stays.", Group.DECIDE
)
def note(triage: TriageScreen) -> None:
    """Write the note of the paper."""
    if row := triage.row:
        triage.context.notes.write(row)


@command(
    "note_outside",
    ("N",),
    "note",
    "Write a note in your editor",
    "Write a note in VISUAL or EDITOR, otherwise in nano, vim or vi, otherwise in the reader.",
    Group.DECIDE,
)
def note_outside(triage: TriageScreen) -> None:
    """Write the note of the paper in an external editor."""
    if row := triage.row:
        triage.context.notes.write_outside(row)


@command("undo", ("u",), "undo", "Undo", "Undo the last act and go to its paper.", Group.DECIDE)
def undo(triage: TriageScreen) -> None:
    """Undo the last act."""
    triage.context.marker.undo()


@command("redo", ("U",), "redo", "Redo", "Redo the act that was undone last.", Group.DECIDE)
def redo(triage: TriageScreen) -> None:
    """Redo what was undone last."""
    triage.context.marker.redo()


@command("line_down", ("ctrl+e",), "down", "Line down", "Scroll a long text down by one line.", Group.DECIDE)
def line_down(triage: TriageScreen) -> None:
    """Scroll down one line."""
    triage.paper.move(1)


@command("line_up", ("ctrl+y",), "up", "Line up", "Move one line up.", Group.DECIDE)
def line_up(triage: TriageScreen) -> None:
    """Scroll up one line."""
    triage.paper.move(-1)


@command("page_down", ("pagedown", "ctrl+d"), "page", "Page down", "Move one screen down.", Group.DECIDE)
def page_down(triage: TriageScreen) -> None:
    """Scroll down one screenful."""
    triage.paper.page(1)


@command("page_up", ("pageup", "ctrl+u"), "page", "Page up", "Move one screen up.", Group.DECIDE)
def page_up(triage: TriageScreen) -> None:
    """Scroll up one screenful."""
    triage.paper.page(-1)


@command("read_text", ("t", "enter"), "read text", "Read the full text", "Show the full text.", Group.DECIDE)
def read_text(triage: TriageScreen) -> None:
    """Open the full text of the paper."""
    if row := triage.row:
        triage.context.fulltexts.opened.send(row.key)


@command(
    "open_page",
    ("o",),
    "open",
    "Open the abstract page",
    "Open the paper's page in a graphical browser; without one, copy its address.",
    Group.DECIDE,
)
def open_page(triage: TriageScreen) -> None:
    """Open the paper's abstract page in a browser."""
    if (key := triage.key) is not None:
        browser = triage.context.browser
        browser.open(browser.address_of(key))


@command("links", ("O",), "links", "Links", "List all addresses of the paper.", Group.DECIDE)
def links(triage: TriageScreen) -> None:
    """Show the addresses of the paper."""
    if row := triage.row:
        outside.show_links(triage.context, row)


@command(
    "export",
    ("E",),
    "export",
    "Export…",
    "Export the paper to a file, to the clipboard or to a program. The paper stays.",
    Group.DECIDE,
    takes=Takes.DESTINATION,
)
async def export(triage: TriageScreen) -> None:
    """Prompt for a destination, and export the paper."""
    await outside.export(triage.context)


@command("copy_bibtex", ("C",), "copy", "Copy BibTeX", "Copy BibTeX to the clipboard.", Group.DECIDE)
async def copy_bibtex(triage: TriageScreen) -> None:
    """Copy the BibTeX of the paper."""
    await outside.copy_bibtex(triage.context)


@command("zotero", ("Z",), "Zotero", "Add to Zotero", "Add the paper to Zotero on this machine.", Group.DECIDE)
async def zotero(triage: TriageScreen) -> None:
    """Add the paper to Zotero."""
    await outside.zotero(triage.context)


@command(
    "tex",
    ("T",),
    "TeX",
    "Swap readable text and TeX source",
    "Show readable text, or the text exactly as arXiv sent it.",
    Group.DECIDE,
)
def tex(triage: TriageScreen) -> None:
    """Switch between readable text and TeX source."""
    display.tex(triage.context)
    triage.show_paper()


@command("complete", ("tab",), "complete", "Complete the name", "Complete the name in a prompt.", Group.DECIDE)
def complete(triage: TriageScreen) -> None:
    """Complete the answer."""
    triage.question.complete()


@command("leave", ("escape",), "leave", "Leave", "Return to the list, at this paper.", Group.DECIDE)
def leave(triage: TriageScreen) -> None:
    """Close an open question; otherwise return to the list."""
    if not triage.question.close():
        triage.dismiss()


@command(
    "leave_at_once",
    ("q", "z"),
    "leave",
    "Leave at once",
    "Return to the list, at this paper, also from a prompt.",
    Group.DECIDE,
)
def leave_at_once(triage: TriageScreen) -> None:
    """Return to the list."""
    triage.dismiss()


@command(
    "palette", ("ctrl+p",), "palette", "Find an action", "Find a command by its name or explanation.", Group.DECIDE
)
def show_palette(triage: TriageScreen) -> None:
    """Open the command palette."""
    triage.app.action_command_palette()


@command(
    "command_line",
    ("colon",),
    "command line",
    "Command line",
    "Run a command of triage mode by name, with its argument.",
    Group.DECIDE,
)
async def command_line(triage: TriageScreen) -> None:
    """Prompt for a command line, and run it."""
    from arxtui.tui.command_line.prompt import ask_for_line

    await ask_for_line(triage.context, triage, triage.question)


@command("suspend", ("ctrl+z",), "suspend", "Suspend the program", "Suspend the program; fg resumes it.", Group.DECIDE)
def suspend(triage: TriageScreen) -> None:
    """Suspend the program to the background of the shell."""
    triage.app.action_suspend_process()


@command(
    "help",
    ("question_mark", "f1"),
    "help",
    "Help on triage",
    "Show all keys and commands of this screen.",
    Group.DECIDE,
)
async def show_help(triage: TriageScreen) -> None:
    """Show the help screen."""
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
