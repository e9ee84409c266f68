"""Papers taken elsewhere: opened, copied, exported, added to Zotero."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from arxtui.library.papers.addresses import Addresses
from arxtui.model.arxiv.ids import id_of, name_of
from arxtui.tui.actions import Fact, Group, Place, Takes
from arxtui.tui.commands.declaration import command
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.states import NO_PAPER
from arxtui.tui.widgets.prompt import choice

if TYPE_CHECKING:
    from arxtui.model.views import Row
    from arxtui.tui.context import Context
    from arxtui.tui.services.background.jobs import JobOutcome
    from arxtui.tui.state.selection import Targets

_MOST_FOR_ZOTERO = 2_000
_log = logging.getLogger(__name__)


@command(
    "open_page",
    ("o",),
    "open page",
    "Open the abstract page",
    "Open the paper's page in a browser, or up to ten selected ones after a question: that of the setting opener, "
    "those of $BROWSER, or the desktop's. Where none opens it, the address is copied and shown.",
    Group.OUTSIDE,
    (Place.LIST, Place.DETAIL),
    needs=(Fact.PAPERS,),
)
async def open_page(context: Context) -> None:
    """The pages of the papers that are meant, in a browser."""
    await context.browser.open_targets(Addresses.page, "page")


@command(
    "open_pdf",
    ("p",),
    "open PDF",
    "Open the PDF",
    "Open the paper's PDF in a graphical browser, or copy its address where there is none.",
    Group.OUTSIDE,
    (Place.DETAIL,),
    needs=(Fact.PAPERS,),
)
async def open_pdf(context: Context) -> None:
    """The PDFs of the papers that are meant, in a browser."""
    await context.browser.open_targets(Addresses.pdf, "PDF")


@command(
    "copy_id",
    ("y",),
    "copy id",
    "Copy the identifier",
    "Copy the arXiv identifier to the clipboard, through the terminal (OSC 52); of selected papers, a line each.",
    Group.OUTSIDE,
    (Place.DETAIL,),
    needs=(Fact.PAPERS,),
)
def copy_id(context: Context) -> None:
    """The identifiers of the papers that are meant, to the clipboard, a line each."""
    context.browser.copy_targets(lambda key: id_of(key) or "", "identifier")


@command(
    "copy_url",
    ("Y",),
    "copy URL",
    "Copy the address",
    "Copy the address of the abstract page to the clipboard; of selected papers, a line each.",
    Group.OUTSIDE,
)
def copy_url(context: Context) -> None:
    """The addresses of the papers that are meant, to the clipboard, a line each."""
    context.browser.copy_targets(context.browser.address_of, "address")


@command(
    "links",
    ("O",),
    "links",
    "Links…",
    "All addresses of the paper, whole: its own, those of its reviews, code, data and pages that abstract and "
    "comment name. Enter opens one, {copy_id} copies it.",
    Group.OUTSIDE,
    (Place.DETAIL,),
    needs=(Fact.PAPERS,),
)
def links(context: Context) -> None:
    """The addresses of the paper under the cursor."""
    if row := context.screen.papers.row:
        show_links(context, row)
    else:
        context.status.say(NO_PAPER)


@command(
    "export",
    ("E",),
    "export",
    "Export…",
    "The paper or the selected ones to a file, as ~/thesis.bib; to the clipboard, as bibtex, ris, csl-json, "
    "markdown or jsonl; or after a vertical bar to a program.",
    Group.OUTSIDE,
    (Place.DETAIL,),
    needs=(Fact.PAPERS,),
    takes=Takes.DESTINATION,
)
async def export(context: Context) -> None:
    """Ask where to, and export the papers that are meant."""
    from arxtui.export.forms import FORMS
    from arxtui.tui.destinations import destination

    targets = context.selector.targets()
    if targets is None:
        return
    words = f"Export {'this paper' if targets.row else targets.words} to"
    names = list(dict.fromkeys([*context.exports.recent_destinations, *FORMS]))
    await context.questions.ask(words, "", partial(_export_to, context, targets), names=names, check=destination)


@command(
    "copy_bibtex",
    ("C",),
    "copy BibTeX",
    "Copy BibTeX",
    "To the clipboard, through the terminal (OSC 52), and for those without one, and for long texts, to "
    "exports/clipboard.bib in the state folder.",
    Group.OUTSIDE,
)
async def copy_bibtex(context: Context) -> None:
    """Copy BibTeX of the papers that are meant."""
    from arxtui.tui.destinations import BIBTEX, ToClipboard

    if targets := context.selector.targets():
        copy = partial(context.exports.deliver, targets, ToClipboard(BIBTEX))
        await context.selector.ask_if_many(targets, "Copy the BibTeX of {}", copy)


@command(
    "zotero",
    ("Z",),
    "Zotero",
    "Add to Zotero",
    "The paper or the selected ones to the Zotero that runs on this machine, where its window says.",
    Group.OUTSIDE,
)
async def zotero(context: Context) -> None:
    """Add the papers that are meant to Zotero."""
    targets = context.selector.targets()
    if targets is None:
        return
    if targets.number > _MOST_FOR_ZOTERO:
        most = f"{key_for('zotero')} adds up to {_MOST_FOR_ZOTERO:,} papers at once"
        context.status.say(f"{most}; {key_for('export')} writes a .ris file, which Zotero imports")
    else:
        await context.selector.ask_if_many(targets, "Add {} to Zotero", partial(_give_to_zotero, context, targets))


def show_links(context: Context, row: Row) -> None:
    """List the addresses of a paper."""
    from arxtui.tui.screens.links import LinksScreen

    try:
        found = context.threads.library.papers.links(row.key)
    except Exception as error:
        _log.exception("the addresses of a paper could not be told")
        context.status.failed(error)
        return
    screen = LinksScreen(row.title, found, context.browser.open, context.browser.copy)
    context.overlays.open(screen, lambda _: None)


def _export_to(context: Context, targets: Targets, answer: str) -> None:
    from arxtui.tui.destinations import ToFile, destination

    to = destination(answer)

    def deliver() -> None:
        context.exports.deliver(targets, to, answer)

    def ask_to_replace(is_there: bool, name: str) -> None:  # noqa: FBT001
        if is_there:
            context.screen.call_later(context.questions.ask, choice(f"Replace {name}"), "", lambda _: deliver())
        else:
            deliver()

    if isinstance(to, ToFile):
        context.threads.ask(lambda _: to.is_there, partial(ask_to_replace, name=to.path.name))
    else:
        deliver()


def _give_to_zotero(context: Context, targets: Targets) -> None:
    def added(outcome: JobOutcome) -> None:
        if outcome.end.exit_code:
            context.status.say(outcome.end.reason or "Zotero did not take the papers", "fault")
        else:
            context.selector.drop_if_done(targets)
            context.status.say(outcome.end.reason or "Added to Zotero")

    def add(keys: Sequence[int]) -> None:
        if not context.jobs.start("zotero", "--yes", "--", *map(name_of, keys), then=added):
            context.jobs.say_already_running("zotero", "Adding papers to Zotero")

    context.threads.ask(targets.keys_from, add)
