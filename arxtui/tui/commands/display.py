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
    looks = replace(papers.drawing.looks, headlines=not papers.drawing.looks.headlines)
    papers.apply_looks(looks)
    context.status.say("Headlines, where there is a review" if looks.headlines else "Titles")


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
    looks = replace(papers.drawing.looks, two_lines=not papers.drawing.looks.two_lines)
    papers.apply_looks(looks)
    context.status.say("Two lines a paper" if looks.two_lines else "One line a paper")


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
    looks = replace(papers.drawing.looks, tex=not papers.drawing.looks.tex)
    papers.apply_looks(looks)
    detail.apply_looks(replace(detail.looks, tex=looks.tex))
    context.status.say("TeX source" if looks.tex else "Readable text")


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
    detail.apply_looks(replace(detail.looks, all_authors=not detail.looks.all_authors))
    if record and record.key == key and not has_more_to_show(record.paper.authors):
        context.status.say("All authors are shown: no more, and no affiliations, are known")
    else:
        context.status.say("All authors in the detail" if detail.looks.all_authors else "The first authors")


@command(
    "theme",
    ("f9",),
    "theme",
    "Theme…",
    "All themes: the row under the cursor is shown at once, Enter keeps it and writes [ui] theme, Esc takes it back.",
    Group.SHOW,
)
def theme(context: Context) -> None:
    """Choose a theme by looking at it."""
    from arxtui.tui.screens.themes import ThemePicker

    app = context.screen.app
    if app.no_color:
        context.status.say("Colours are switched off (NO_COLOR), so there is no theme to choose")
        return
    before = app.themes.wanted

    def chosen(wanted: str | None) -> None:
        app.themes.show(wanted or before)
        if wanted and wanted != before:
            context.configuration.set_theme(wanted)

    app.push_screen(ThemePicker(before, app.themes.show), chosen)


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
