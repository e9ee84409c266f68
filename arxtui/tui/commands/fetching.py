"""Commands that fetch from arXiv: what is due, the query of the list, papers by name, whole sets, what the ledger
reports missing."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from arxtui.config.values import check_set
from arxtui.light import deferred
from arxtui.model.arxiv.ids import name_of
from arxtui.text.mentions.identifiers import ids_in
from arxtui.text.mentions.links import links_in
from arxtui.tui.actions import Fact, Group, Place, Takes, command
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.widgets.prompt import choice

with deferred():
    from arxtui.tui.screens.ledger import LedgerScreen

if TYPE_CHECKING:
    from collections.abc import Callable

    from arxtui.tui.context import Context
    from arxtui.tui.services.background.jobs import JobOutcome

_HARVEST = "Fetch all papers of an archive or category, such as cs or cs.DC (empty: all of arXiv, takes hours)"
_DOI = "https://doi.org/"
_MAX_TEXT = 30_000
"""The longest text, in characters, that is passed unchanged to the child process, if no identifier is found in it."""


@command(("R",), "refresh", "Refresh", Group.FETCH, (Place.FILTER, Place.LIST), needs=(Fact.FOLLOWING,))
def refresh(context: Context) -> None:
    """Fetch everything that is due from arXiv and Pith, as at the start and on schedule, and report the result. If
    nothing was due, press again to fetch everything."""
    context.upstream.refresh_by_hand()


@command(("ampersand",), "ask arXiv", "Send the query to arXiv", Group.FETCH, takes=Takes.QUERY)
def ask_arxiv(context: Context, query: str = "") -> None:
    """Send the query of the list to arXiv's own search. The results are stored and added to the list."""
    query = query or context.session.view.requested.query
    if query.strip():
        context.upstream.ask(query)
    else:
        context.status.say(f"{key_for('ask_arxiv')} sends the query of the list to arXiv: search for something first")


@command(("i",), "add", "Add papers…", Group.FETCH, takes=Takes.TEXT)
async def add_papers(context: Context) -> None:
    """Fetch papers by identifier, address or DOI, or all papers mentioned in a pasted text."""
    await context.questions.ask("Add papers: ids, addresses, DOIs or any text", "", partial(_add, context))


@command(("B",), "harvest", "Fetch in bulk (harvest)…", Group.FETCH, takes=Takes.SETS)
async def harvest(context: Context) -> None:
    """Fetch a whole category or archive, or all of arXiv, at the permitted pace. Press again to stop; the next
    start resumes."""
    if context.jobs.is_working("harvest"):
        context.jobs.stop("harvest")
        context.status.say(f"The harvest has stopped; {key_for('harvest')} resumes it")
    else:
        first = " ".join(context.session.settings.arxiv.categories[:1])
        await context.questions.ask(_HARVEST, first, partial(_harvest, context), check=_check_set)


@command(("L",), "ledger", "The ledger", Group.FETCH)
def ledger(context: Context) -> None:
    """Show what arXiv announced day by day, and whether all of it is stored."""

    def closed(query: str | None) -> None:
        if query is not None:
            context.navigator.leave_for(query)
            context.panes.go_to(Place.LIST)

    def show_progress() -> None:
        screen.show_progress(context.session.progress)

    screen = LedgerScreen(context.poller.ask_for_ledger, partial(repair, context), context.session.progress)
    subscriptions = ((context.poller.ledger_read, screen.show), (context.jobs.progressed, show_progress))
    context.overlays.open(screen, closed, subscriptions)


@command(("F",), "fetch missing", "Fetch what is missing", Group.FETCH)
def repair(context: Context) -> None:
    """Fetch announced papers that are missing, and the announcements of days without data."""
    say_outcome = partial(context.jobs.say_outcome, nothing="nothing is missing")
    if not context.jobs.start("ledger", "--repair", then=say_outcome):
        context.jobs.say_already_running("ledger", "Fetching what is missing")


async def offer_pasted(context: Context, text: str) -> None:
    """Offer to open the stored paper that a pasted text names, or to add the papers that it mentions."""
    names = _names_in(text[:_MAX_TEXT])
    papers = context.threads.library.papers
    key = papers.key_of(names[0]) if len(names) == 1 else None
    if key is not None and (rows := papers.rows([key])):
        question, then = f"Open “{rows[0].title}”", partial(_open, context, name_of(key))
    elif names:
        question = f"Fetch {names[0]} from arXiv" if len(names) == 1 else f"Fetch {len(names)} papers from arXiv"
        then = partial(_add, context, "\n".join(names))
    else:
        context.status.say(f"The pasted text names no paper: {key_for('search')} searches")
        return
    await context.questions.ask(choice(question), "", lambda _: then())


def _names_in(text: str) -> list[str]:
    """Return the identifiers of the papers that a text names; without any, their DOIs."""
    links = (link.url for link in links_in(text))
    return [each.base for each in ids_in(text)] or [url.removeprefix(_DOI) for url in links if url.startswith(_DOI)]


def _open(context: Context, name: str) -> None:
    context.navigator.leave_for(f"id:{name}")
    context.panes.go_to(Place.LIST)


def _add(context: Context, text: str, then: Callable[[], object] = lambda: None) -> None:
    def added(outcome: JobOutcome) -> None:
        then()
        context.jobs.say_outcome(outcome)

    arguments = [each.base for each in ids_in(text)] or [text[:_MAX_TEXT]]
    if not context.jobs.start("add", "--", *arguments, then=added):
        context.jobs.say_already_running("add", "Adding the earlier papers")


def go_to_paper(context: Context, name: str) -> None:
    """Show the paper with this id; fetch its record first if it is not here."""

    def open_if_here() -> bool:
        is_here = context.threads.library.papers.key_of(name) is not None
        if is_here:
            _open(context, name)
        return is_here

    if not open_if_here():
        _add(context, name, open_if_here)


def _check_set(name: str) -> None:
    """Raises: ValueError with a message if the name is no set. An empty name means all of arXiv."""
    if name:
        check_set(name)


def _harvest(context: Context, name: str) -> None:
    context.jobs.start("harvest", *(("--set", name) if name else ()), then=context.jobs.say_outcome)
