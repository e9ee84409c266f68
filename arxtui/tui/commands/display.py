"""How papers are shown."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arxtui.tui.actions import Fact, Group, Place
from arxtui.tui.commands.declaration import command

if TYPE_CHECKING:
    from arxtui.tui.context import Context


@command(
    "headlines",
    ("H",),
    "headlines",
    "Swap titles and headlines",
    "In the list, show Pith's headline where there is one, or the title.",
    Group.SHOW,
)
def headlines(context: Context) -> None:
    """Titles or headlines in the list."""
    papers = context.screen.papers
    papers.show_as(replace(papers.looks, headlines=not papers.looks.headlines))
    context.status.say("Headlines, where there is a review" if papers.looks.headlines else "Titles")


@command(
    "tex",
    ("T",),
    "TeX",
    "Swap readable text and TeX source",
    "Show titles and abstracts readable, or exactly as arXiv sent them.",
    Group.SHOW,
)
def tex(context: Context) -> None:
    """Readable text or TeX source."""
    papers, detail = context.screen.papers, context.screen.detail
    papers.show_as(replace(papers.looks, tex=not papers.looks.tex))
    detail.show_as(replace(detail.looks, tex=papers.looks.tex))
    context.status.say("TeX source" if papers.looks.tex else "Readable text")


@command(
    "authors",
    ("A",),
    "authors",
    "Show all authors",
    "In the detail, all authors with their affiliations, or the first ones.",
    Group.SHOW,
    (Place.DETAIL,),
    needs=(Fact.PAPERS,),
)
def authors(context: Context) -> None:
    """Some or all authors."""
    detail = context.screen.detail
    detail.show_as(replace(detail.looks, all_authors=not detail.looks.all_authors))
