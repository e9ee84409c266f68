"""Commands that follow links and search in the text, and for the references of the open paper and what cites it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.tui.actions import Group, Takes, command
from arxtui.tui.present.reading.targets import FOLLOWED, FORMULAS

if TYPE_CHECKING:
    from arxtui.reader.lines import Role
    from arxtui.tui.reading.parts import ReadingContext


@command(("tab",), "link", "Next link in sight", Group.FOLLOW)
def next_target(reading: ReadingContext) -> None:
    """Select the next citation, cross-reference, footnote, link or picture on the screen."""
    _step(reading, FOLLOWED, 1)


@command(("shift+tab",), "link before", "Previous link in sight", Group.FOLLOW)
def previous_target(reading: ReadingContext) -> None:
    """Select the previous citation, cross-reference, footnote, link or picture."""
    _step(reading, FOLLOWED, -1)


@command(("enter",), "show", "Show what it leads to", Group.FOLLOW, id="show_target")
def follow(reading: ReadingContext) -> None:
    """Preview the target of the selected link (or of the first on the screen) without leaving the place; press
    again to open the paper that a citation means, or to go there. A picture fills the screen. A click does the
    same."""
    if reading.screen.in_contents:
        reading.contents.open_selected()
        return
    if not reading.screen.preview.is_open and not reading.state.chosen:
        reading.tabs.to_one_page()
    reading.links.follow_chosen()


@command(("R",), "refuse", "This is not the cited paper", Group.FOLLOW)
def refuse_reference(reading: ReadingContext) -> None:
    """Say that the paper below the shown entry is not the one that it cites: no reference of this text leads to it any
    more. {undo} undoes it."""
    reading.links.refuse()


@command(("backspace", "ctrl+o", "less_than_sign"), "back", "Back to where you came from", Group.FOLLOW)
def jump_back(reading: ReadingContext) -> None:
    """Return to the position before the last jump; press again for earlier ones, and for the text from which this
    paper was opened."""
    if reading.places.back():
        reading.links.close_preview()
    elif reading.is_over_text:
        reading.screen.dismiss()
    else:
        reading.bars.say("There is nowhere to go back to")


@command(("greater_than_sign",), "forward", "Forward again", Group.FOLLOW)
def jump_forward(reading: ReadingContext) -> None:
    """Go forward again after going back, also to the paper that was opened from this text."""
    if reading.places.forward():
        reading.links.close_preview()
    elif reading.cited.opened is not None:
        reading.cited.open(reading.cited.opened)
    else:
        reading.bars.say("There is nowhere to go forward to")


@command(("m",), "formula", "Next formula in sight", Group.FOLLOW)
def next_formula(reading: ReadingContext) -> None:
    """Select the next formula on the screen and show its TeX; {copy} copies it."""
    _step(reading, FORMULAS, 1)


@command(("M",), "formula before", "Previous formula in sight", Group.FOLLOW)
def previous_formula(reading: ReadingContext) -> None:
    """Select the previous formula and show its TeX."""
    _step(reading, FORMULAS, -1)


@command(("e",), "footnotes", "Open or close the footnotes in sight", Group.FOLLOW, id="footnotes")
def notes(reading: ReadingContext) -> None:
    """Show the footnotes of the visible lines below these lines, or hide them."""
    reading.links.toggle_notes()


@command(("slash",), "find", "Find in the text", Group.FOLLOW, takes=Takes.TEXT)
def find(reading: ReadingContext) -> None:
    """Find text while you type. Enter keeps the matches, Esc returns to where you began."""
    reading.tabs.to_one_page()
    reading.finder.prompt()


@command(("n",), "next found", "Next match", Group.FOLLOW)
def next_match(reading: ReadingContext) -> None:
    """Find the same words again, from here on."""
    reading.finder.step(1)


@command(("N",), "found before", "Previous match", Group.FOLLOW)
def previous_match(reading: ReadingContext) -> None:
    """Find the same words again, backwards."""
    reading.finder.step(-1)


def _step(reading: ReadingContext, roles: frozenset[Role], step: int) -> None:
    reading.tabs.to_one_page()
    reading.links.step(roles, step)


@command(("comma o",), "all references", "All references", Group.FOLLOW)
def all_references(reading: ReadingContext) -> None:
    """Show the whole bibliography with what is here of each work: starred, read, unread, missing. Enter opens a paper
    over this text, or fetches its record."""
    reading.context.citations.show_references(reading.state.key)


@command(("comma b",), "references", "List the references", Group.FOLLOW)
def references(reading: ReadingContext) -> None:
    """Leave the text, and list the papers of the cache that it cites."""
    reading.context.citations.list_references(reading.state.key)


@command(("comma i",), "cited by", "List what cites this paper", Group.FOLLOW)
def cited_by(reading: ReadingContext) -> None:
    """Leave the text, and list the papers that cite this one."""
    reading.context.citations.list_citing(reading.state.key)


@command(("comma n",), "papers around it", "Papers around it", Group.FOLLOW)
def neighbourhood(reading: ReadingContext) -> None:
    """Show what this paper cites and what cites it, and the same of these papers, as a tree that folds. Enter opens one
    over this text."""
    reading.context.citations.show_neighbourhood(reading.state.key)


@command(("comma w",), "what others say", "What others say of it", Group.FOLLOW)
def sentences(reading: ReadingContext) -> None:
    """Show the papers whose stored texts cite this one, each with the sentences that do. Enter opens one over this
    text, where it cites this one; {next_match} goes to the next place."""
    reading.context.citations.show_sentences(reading.state.key)


@command(("comma e",), "ask sources", "Ask the sources of citations", Group.FOLLOW)
def ask_sources(reading: ReadingContext) -> None:
    """Ask the sources of citations that [citations] in the settings switches on about this paper."""
    reading.context.citations.ask_sources(reading.state.key)


@command(("comma m",), "missing works", "What starred papers cite and is not here", Group.FOLLOW)
def missing_works(reading: ReadingContext) -> None:
    """Show what your starred papers cite most and the cache does not have."""
    reading.context.citations.show_missing()


@command(("comma x",), "check a bibliography", "Check a bibliography…", Group.FOLLOW, takes=Takes.TEXT)
def check(reading: ReadingContext) -> None:
    """Show the entries of a BibTeX file, or those that a document cites, with the verdict of each. Enter opens the
    paper of an entry over this text, or fetches its record."""
    citations, settings = reading.context.citations, reading.context.screen.session.settings
    reading.screen.question.ask("Check", settings.export.bibliography, citations.check, check=citations.files_named)
