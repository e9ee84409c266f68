"""Commands for references and citations."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from arxtui.tui.actions import Fact, Group, Place, Takes, command
from arxtui.tui.present.states import NO_PAPER

if TYPE_CHECKING:
    from arxtui.tui.context import Context


@command(("comma b",), "references", "References", Group.CITATIONS, (Place.DETAIL,), needs=(Fact.PAPERS,))
def references(context: Context) -> None:
    """List the papers of the cache that this paper cites, in the order of its bibliography, as its stored text and the
    sources of citations say; the message says how many of its references that is. {back} returns."""
    _with_paper(context, context.citations.list_references)


@command(("comma i",), "cited by", "Cited by", Group.CITATIONS, needs=(Fact.PAPERS,))
def cited_by(context: Context) -> None:
    """List the papers that cite this one, by their stored texts or an imported file. {back} returns."""
    _with_paper(context, context.citations.list_citing)


@command(("comma o",), "all references", "All references", Group.CITATIONS)
def all_references(context: Context) -> None:
    """Show the whole bibliography of this paper with what is here of each work: starred, read, unread, missing. Enter
    opens a paper or fetches its record."""
    _with_paper(context, context.citations.show_references)


@command(("comma w",), "what others say", "What others say of it", Group.CITATIONS)
def sentences(context: Context) -> None:
    """Show the papers whose stored texts cite this one, each with the sentences that do, then what else cites it
    according to the sources of citations. Enter opens one where it cites this one, or fetches its record."""
    _with_paper(context, context.citations.show_sentences)


@command(("comma e",), "ask sources", "Ask the sources of citations", Group.CITATIONS)
def ask_sources(context: Context) -> None:
    """Ask the sources of citations that [citations] in the settings switches on what this paper cites and what cites
    it. {references}, {cited_by} and {all_references} show their answers together with those of the stored texts."""
    _with_paper(context, context.citations.ask_sources)


@command(("comma n",), "papers around it", "Papers around it", Group.CITATIONS)
def neighbourhood(context: Context) -> None:
    """Show what this paper cites and what cites it, and the same of these papers, as a tree that folds, the most cited
    first. Enter opens a paper."""
    _with_paper(context, context.citations.show_neighbourhood)


@command(("comma m",), "missing works", "What starred papers cite and is not here", Group.CITATIONS)
def missing_works(context: Context) -> None:
    """Show what your starred papers cite most and the cache does not have."""
    context.citations.show_missing()


@command(("comma x",), "check a bibliography", "Check a bibliography…", Group.CITATIONS, takes=Takes.TEXT)
async def check(context: Context) -> None:
    """Show the entries of a BibTeX file, or those that a document cites, with the verdict of each: right, wrong in a
    field, the identifier of another paper, and so on. Enter opens the paper of an entry or fetches its record."""
    bibliography = context.screen.session.settings.export.bibliography
    await context.questions.ask("Check", bibliography, context.citations.check, check=context.citations.files_named)


def _with_paper(context: Context, act: Callable[[int], object]) -> None:
    if row := context.screen.papers.row:
        act(row.key)
    else:
        context.status.say(NO_PAPER)
