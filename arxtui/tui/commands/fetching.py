"""Asking arXiv for more: what is due, the query of the list, papers by name, whole sets, what the ledger misses."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from arxtui.config.values import check_set
from arxtui.text.mentions.identifiers import ids_in
from arxtui.tui.actions import Fact, Group, Place, Takes
from arxtui.tui.commands.declaration import command
from arxtui.tui.keys.in_force import key_for

if TYPE_CHECKING:
    from arxtui.tui.context import Context

_HARVEST = "Fetch all papers of, as cs or cs.DC (empty: all of arXiv, some hours)"
_LONGEST = 30_000
"""Characters of a text that names no paper by its identifier, which goes to the child as it is."""


@command(
    "refresh",
    ("R",),
    "refresh",
    "Refresh",
    "Ask arXiv and Pith for what is due now, as at the start and on the schedule, and say what came. Where nothing "
    "was due, the same key again asks for everything.",
    Group.FETCH,
    (Place.FILTER, Place.LIST),
    needs=(Fact.FOLLOWING,),
)
def refresh(context: Context) -> None:
    """Ask upstream now."""
    context.upstream.refresh_by_hand()


@command(
    "ask_arxiv",
    ("ampersand",),
    "ask arXiv",
    "Send the query to arXiv",
    "Send the query of the list to arXiv itself. What it finds stays here, and joins the list.",
    Group.FETCH,
    takes=Takes.QUERY,
)
def ask_arxiv(context: Context, query: str = "") -> None:
    """Send a query to arXiv, else that of the list."""
    query = query or context.session.view.asked.query
    if query.strip():
        context.upstream.ask(query)
    else:
        context.status.say(f"{key_for('ask_arxiv')} sends the query of the list to arXiv: search for something first")


@command(
    "add_papers",
    ("i",),
    "add",
    "Add papers…",
    "Fetch the papers that a text names: identifiers, addresses, DOIs, a pasted paragraph.",
    Group.FETCH,
    takes=Takes.TEXT,
)
async def add_papers(context: Context) -> None:
    """Ask for a text, and fetch the papers that it names."""
    await context.questions.ask("Add papers: ids, addresses, DOIs or any text", "", partial(_add, context))


@command(
    "harvest",
    ("B",),
    "harvest",
    "Fetch in bulk (harvest)…",
    "Fetch a whole archive or category, or all of arXiv, at the permitted pace. The same key stops it; started "
    "again, it goes on where it was.",
    Group.FETCH,
    takes=Takes.SETS,
)
async def harvest(context: Context) -> None:
    """Ask for a set and fetch all of it, or stop doing so."""
    if context.jobs.is_working("harvest"):
        context.jobs.stop("harvest")
        context.status.say(f"The harvest has stopped; {key_for('harvest')} goes on where it is")
    else:
        first = " ".join(context.session.settings.arxiv.categories[:1])
        await context.questions.ask(_HARVEST, first, partial(_harvest, context), check=_check_set)


@command(
    "ledger",
    ("L",),
    "ledger",
    "The ledger",
    "What arXiv announced day by day, and whether all of it is here.",
    Group.FETCH,
)
def ledger(context: Context) -> None:
    """Show the ledger."""
    from arxtui.tui.screens.ledger import LedgerScreen

    def left(query: str | None) -> None:
        if query is not None:
            context.navigator.leave_for(query)
            context.screen.go_to(Place.LIST)

    def show_progress() -> None:
        screen.show_progress(context.session.progress)

    screen = LedgerScreen(context.poller.ask_for_ledger, partial(repair, context), context.session.progress)
    hears = ((context.poller.ledger_read, screen.show), (context.jobs.progressed, show_progress))
    context.overlays.open(screen, left, hears)


@command(
    "repair",
    ("F",),
    "fetch missing",
    "Fetch what is missing",
    "Ask arXiv for what was announced and is not here, and for days without announcement data.",
    Group.FETCH,
)
def repair(context: Context) -> None:
    """Fetch what was announced and is not here."""
    said = partial(context.jobs.say_outcome, nothing="nothing is missing")
    if not context.jobs.start("ledger", "--repair", then=said):
        context.jobs.say_already_running("ledger", "Fetching what is missing")


def _add(context: Context, text: str) -> None:
    named = [each.base for each in ids_in(text)] or [text[:_LONGEST]]
    if not context.jobs.start("add", "--", *named, then=context.jobs.say_outcome):
        context.jobs.say_already_running("add", "Adding the papers before")


def _check_set(name: str) -> None:
    """ValueError, in words, for what is no set; nothing at all is all of arXiv."""
    if name:
        check_set(name)


def _harvest(context: Context, name: str) -> None:
    context.jobs.start("harvest", *(("--set", name) if name else ()), then=context.jobs.say_outcome)
