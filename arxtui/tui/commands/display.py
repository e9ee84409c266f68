"""How papers are shown."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arxtui.tui.actions import Fact, Group, Place
from arxtui.tui.commands.declaration import command
from arxtui.tui.present.record import has_more_to_show
from arxtui.tui.present.states import NO_PAPER

if TYPE_CHECKING:
    from arxtui.tui.context import Context

_CELLS = 3
_PERCENT = 5
"""Steps of the keys that size panes."""


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
    "two_lines",
    ("f8",),
    "two lines",
    "Rows of one line or two",
    "Give each paper of the list a second line: the end of a long title, authors, venue, code, category and signs.",
    Group.SHOW,
)
def two_lines(context: Context) -> None:
    """One line a paper or two."""
    papers = context.screen.papers
    papers.show_as(replace(papers.looks, two_lines=not papers.looks.two_lines))
    context.status.say("Two lines a paper" if papers.looks.two_lines else "One line a paper")


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
    detail, record = context.screen.detail, context.screen.detail.record
    key = context.screen.papers.key
    if key is None:
        context.status.say(NO_PAPER)
        return
    detail.show_as(replace(detail.looks, all_authors=not detail.looks.all_authors))
    if record and record.key == key and not has_more_to_show(record.paper.authors):
        context.status.say("All authors are shown: no more, and no affiliations, are known")
    else:
        context.status.say("All authors in the detail" if detail.looks.all_authors else "The first authors")


@command(
    "fold_filter",
    ("f6",),
    "fold filter",
    "Fold or unfold the filter",
    "Give the list the filter's room. A folded filter is there while the keyboard is in it.",
    Group.SHOW,
)
def fold_filter(context: Context) -> None:
    """The filter beside the list or not."""
    context.panes.fold_filter()


@command(
    "fold_detail",
    ("f7",),
    "fold detail",
    "Fold or unfold the detail",
    "Give the list the detail's room. A folded detail is there while the keyboard is in it.",
    Group.SHOW,
)
def fold_detail(context: Context) -> None:
    """The detail beside the list or not."""
    context.panes.fold_detail()


@command(
    "filter_narrower",
    ("ctrl+left",),
    "narrower",
    "Make the filter narrower",
    "The rule between filter and list goes left. The mouse drags it, too.",
    Group.SHOW,
)
def filter_narrower(context: Context) -> None:
    """Fewer cells for the filter."""
    context.panes.widen_filter(-_CELLS)


@command(
    "filter_wider",
    ("ctrl+right",),
    "wider",
    "Make the filter wider",
    "The rule between filter and list goes right.",
    Group.SHOW,
)
def filter_wider(context: Context) -> None:
    """More cells for the filter."""
    context.panes.widen_filter(_CELLS)


@command(
    "detail_larger",
    ("shift+up",),
    "larger detail",
    "Make the detail larger",
    "The rule between list and detail goes towards the list. The mouse drags it, too.",
    Group.SHOW,
)
def detail_larger(context: Context) -> None:
    """More of the room for the detail."""
    context.panes.enlarge_detail(_PERCENT)


@command(
    "detail_smaller",
    ("shift+down",),
    "smaller detail",
    "Make the detail smaller",
    "The rule between list and detail goes towards the detail.",
    Group.SHOW,
)
def detail_smaller(context: Context) -> None:
    """Less of the room for the detail."""
    context.panes.enlarge_detail(-_PERCENT)
