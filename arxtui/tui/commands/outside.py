"""Commands that take papers out of the reader: open, copy, export, add to Zotero."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from arxtui.library.papers.links import Addresses
from arxtui.light import deferred
from arxtui.model.arxiv.ids import id_of, name_of
from arxtui.tui.actions import Fact, Group, Place, Takes, command
from arxtui.tui.commands.detail_targets import chosen_target
from arxtui.tui.commands.fetching import go_to_paper
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.states import NO_PAPER

with deferred():
    from arxtui.tui.screens.links import LinksScreen

if TYPE_CHECKING:
    from arxtui.model.views import Row
    from arxtui.tui.context import Context
    from arxtui.tui.services.background.jobs import JobOutcome
    from arxtui.tui.state.selection import Targets

_MAX_FOR_ZOTERO = 2_000
_log = logging.getLogger(__name__)


@command(("o",), "open page", "Open the abstract page", Group.OUTSIDE, (Place.LIST, Place.DETAIL), needs=(Fact.PAPERS,))
async def open_page(context: Context) -> None:
    """Open the paper's page in a browser (the setting opener, $BROWSER, or the desktop's default), or the address
    chosen in the detail; up to ten selected papers after a confirmation. If no browser opens it, the address is copied
    and shown."""
    if (target := chosen_target(context)) and target.url:
        context.browser.open(target.url)
        return
    await context.browser.open_targets(Addresses.page, "page")


@command(("p",), "open PDF", "Open the PDF", Group.OUTSIDE, (Place.DETAIL,), needs=(Fact.PAPERS,))
async def open_pdf(context: Context) -> None:
    """Open the paper's PDF in a graphical browser; without one, copy its address."""
    await context.browser.open_targets(Addresses.pdf, "PDF")


@command(("y",), "copy id", "Copy the identifier", Group.OUTSIDE, (Place.DETAIL,), needs=(Fact.PAPERS,))
def copy_id(context: Context) -> None:
    """Copy the arXiv identifier to the terminal's clipboard (OSC 52), or what is chosen in the detail; for selected
    papers, one per line."""
    if target := chosen_target(context):
        context.browser.copy(target.name)
        return
    context.browser.copy_targets(lambda key: id_of(key) or "", "identifier")


@command(("Y",), "copy URL", "Copy the address", Group.OUTSIDE)
def copy_url(context: Context) -> None:
    """Copy the address of the abstract page to the clipboard; for selected papers, one per line."""
    context.browser.copy_targets(context.browser.address_of, "address")


@command(("O",), "links", "Links…", Group.OUTSIDE, (Place.DETAIL,), needs=(Fact.PAPERS,))
def links(context: Context) -> None:
    """List all addresses of the paper in full: its pages, reviews, code, data, and links in abstract, comment and text.
    Enter lists another paper here and opens any other address in a browser, {copy_id} copies it."""
    if row := context.screen.papers.row:
        show_links(context, row)
    else:
        context.status.say(NO_PAPER)


@command(("E",), "export", "Export…", Group.OUTSIDE, (Place.DETAIL,), needs=(Fact.PAPERS,), takes=Takes.DESTINATION)
async def export(context: Context) -> None:
    """Export the paper or the selected papers to a file (~/thesis.bib), to the clipboard (the name of a format,
    such as bibtex), or to a program (after a vertical bar)."""
    if targets := context.selector.targets():
        await context.exports.ask(targets)


@command(("C",), "copy BibTeX", "Copy BibTeX", Group.OUTSIDE)
async def copy_bibtex(context: Context) -> None:
    """Copy BibTeX to the terminal's clipboard (OSC 52). It is also saved to exports/clipboard.bib in the state
    folder, for terminals without a clipboard and for long texts."""
    if targets := context.selector.targets():
        copy = partial(context.exports.copy_bibtex, targets)
        await context.selector.confirm(targets, "Copy the BibTeX of {}", copy)


@command(("comma C",), "add to bibliography", "Add to a bibliography…", Group.OUTSIDE, takes=Takes.DESTINATION)
async def add_to_bibliography(context: Context) -> None:
    """Append the BibTeX entry of the paper or the selected papers to a file that exists, in its style of keys; what it
    has is not appended again. The setting bibliography names the file, otherwise it is asked for. {undo} removes the
    entries, until arxtui ends or the end of the file is changed."""
    if targets := context.selector.targets():
        await context.exports.add_to_bibliography(targets)


@command(("Z",), "Zotero", "Add to Zotero", Group.OUTSIDE)
async def zotero(context: Context) -> None:
    """Add the paper or the selected papers to the collection selected in Zotero on this machine."""
    targets = context.selector.targets()
    if targets is None:
        return
    if targets.number > _MAX_FOR_ZOTERO:
        limit = f"{key_for('zotero')} adds up to {_MAX_FOR_ZOTERO:,} papers at once"
        context.status.say(f"{limit}; {key_for('export')} writes a .ris file, which Zotero imports")
    else:
        await context.selector.confirm(targets, "Add {} to Zotero", partial(_add_to_zotero, context, targets))


def show_links(context: Context, row: Row) -> None:
    """Show the addresses of a paper on a screen over the list."""
    try:
        addresses = context.threads.library.papers.links(row.key)
    except Exception as error:
        _log.exception("the addresses of a paper could not be read")
        context.status.failed(error)
        return
    screen = LinksScreen(row.title, addresses, context.browser.open, context.browser.copy)
    context.overlays.open(screen, lambda paper: go_to_paper(context, paper) if paper else None)


def _add_to_zotero(context: Context, targets: Targets) -> None:
    def added(outcome: JobOutcome) -> None:
        if outcome.end.exit_code:
            context.status.say(outcome.end.reason or "Zotero did not accept the papers", "fault")
        else:
            context.selector.drop_if_done(targets)
            context.status.say(outcome.end.reason or "Added to Zotero")

    def add(keys: Sequence[int]) -> None:
        if not context.jobs.start("zotero", "--yes", "--", *map(name_of, keys), then=added):
            context.jobs.say_already_running("zotero", "Adding papers to Zotero")

    context.threads.ask(targets.keys_from, add)
