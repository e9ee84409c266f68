"""Commands for similar papers and for the explanation of scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.model.arxiv.ids import name_of
from arxtui.text import clip
from arxtui.tui.actions import Fact, Group, Place
from arxtui.tui.commands.declaration import command
from arxtui.tui.present.states import NO_PAPER

if TYPE_CHECKING:
    from arxtui.tui.context import Context

_LONGEST_TITLE = 60
"""Width of a title in the name of a list, in cells."""


@command(("tilde", "comma s"), "similar", "Similar papers", Group.RANK, (Place.DETAIL,), needs=(Fact.PAPERS,))
def similar(context: Context) -> None:
    """List the stored papers most similar to this one, by words and authors."""
    if row := context.screen.papers.row:
        query = f"like:{name_of(row.key)}"
        context.session.names[query] = f"Similar to “{clip(row.title, _LONGEST_TITLE)}”"
        context.navigator.leave_for(query)
        context.panes.go_to(Place.LIST)
    else:
        context.status.say(NO_PAPER)


@command(("exclamation_mark",), "why", "Explain the score", Group.RANK)
def explain_score(context: Context) -> None:
    """Toggle the explanation of the score: the words, authors and categories that determine each paper's place in
    your ranking."""
    context.for_you.toggle_reasons()
