"""Commands for the references of the open paper, and for what cites it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.tui.actions import Group, Takes, command

if TYPE_CHECKING:
    from arxtui.tui.reading.parts import ReadingContext


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
