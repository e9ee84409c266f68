"""What Tab chooses in the detail: an author's papers are listed, a paper is shown here, an address is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.model.arxiv.ids import name_of
from arxtui.query.chips import author_term
from arxtui.tui.actions import Place
from arxtui.tui.commands.fetching import go_to_paper

if TYPE_CHECKING:
    from arxtui.tui.context import Context
    from arxtui.tui.widgets.detail_pane import RecordTarget


def chosen_target(context: Context) -> RecordTarget | None:
    """Return the author or the address that is chosen in the detail, while the detail has the focus."""
    return context.screen.detail.target if context.session.place is Place.DETAIL else None


def step_target(context: Context, step: int) -> bool:
    """Choose the next (1) or previous (-1) author or address of the detail, and say what Enter does. Return False if
    the detail has not the focus, or no more of them."""
    if context.session.place is not Place.DETAIL:
        return False
    target = context.screen.detail.step_target(step)
    if target:
        words = f"shows {target.paper} here" if target.paper else f"opens {target.url}"
        context.status.say(f"Enter lists the papers of {target.author}" if target.author else f"Enter {words}")
    return target is not None


def open_target(context: Context, target: RecordTarget) -> None:
    """List the papers of an author; show the paper here whose page has the address, after its record was fetched if
    need be; open any other address in a browser."""
    if target.author:
        list_papers_of(context, target.author)
    elif paper := target.paper or _other_paper(context, target.url):
        go_to_paper(context, paper)
    else:
        context.browser.open(target.url)


def list_papers_of(context: Context, author: str) -> None:
    """List the papers of an author."""
    context.navigator.leave_for(author_term(author))
    context.panes.go_to(Place.LIST)


def _other_paper(context: Context, url: str) -> str:
    """Return the name of another known paper whose page or DOI has this address; empty if there is none."""
    key, record = context.threads.library.papers.key_of(url), context.screen.detail.record
    return name_of(key) if key is not None and not (record and record.key == key) else ""
