"""Commands that change how papers are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.light import changed, deferred
from arxtui.tui.actions import Fact, Group, Place, Takes, command
from arxtui.tui.present.record import has_more_to_show
from arxtui.tui.present.states import NO_PAPER

with deferred():
    from arxtui.tui.screens.themes import ThemePicker

if TYPE_CHECKING:
    from arxtui.tui.context import Context

_CELLS = 3
_PERCENT = 5
"""Steps of the keys that resize panes: cells of width for the filter, per cent of the room for the detail."""


@command(("H",), "headlines", "Swap titles and headlines", Group.SHOW)
def headlines(context: Context) -> None:
    """Show Pith's headlines in the list where available, or the titles."""
    papers = context.screen.papers
    looks = changed(papers.drawing.looks, headlines=not papers.drawing.looks.headlines)
    papers.apply_looks(looks)
    context.status.say("Headlines, where there is a review" if looks.headlines else "Titles")


@command(("f8",), "two lines", "Rows of one line or two", Group.SHOW)
def two_lines(context: Context) -> None:
    """Toggle a second line for each paper: the rest of a long title, authors, venue, code, category and symbols."""
    papers = context.screen.papers
    looks = changed(papers.drawing.looks, two_lines=not papers.drawing.looks.two_lines)
    papers.apply_looks(looks)
    context.status.say("Two lines a paper" if looks.two_lines else "One line a paper")


@command(("T",), "TeX", "Swap readable text and TeX source", Group.SHOW)
def tex(context: Context) -> None:
    """Show titles and abstracts as readable text, or exactly as arXiv sent them."""
    papers, detail = context.screen.papers, context.screen.detail
    looks = changed(papers.drawing.looks, tex=not papers.drawing.looks.tex)
    papers.apply_looks(looks)
    detail.apply_looks(changed(detail.looks, tex=looks.tex))
    context.status.say("TeX source" if looks.tex else "Readable text")


@command(("A",), "authors", "Show all authors", Group.SHOW, (Place.DETAIL,), needs=(Fact.PAPERS,))
def authors(context: Context) -> None:
    """Show all authors with their affiliations in the detail, or only the first ones."""
    detail, record = context.screen.detail, context.screen.detail.record
    key = context.screen.papers.key
    if key is None:
        context.status.say(NO_PAPER)
        return
    detail.apply_looks(changed(detail.looks, all_authors=not detail.looks.all_authors))
    if record and record.key == key and not has_more_to_show(record.paper.authors):
        context.status.say("All authors are shown: no more, and no affiliations, are known")
    else:
        context.status.say("All authors in the detail" if detail.looks.all_authors else "The first authors")


@command(("f9",), "theme", "Theme…", Group.SHOW, takes=Takes.THEME)
def theme(context: Context, name: str = "") -> None:
    """List all themes: moving the cursor previews a theme, Enter selects it and writes [ui] theme, Esc cancels."""
    app = context.screen.app
    if app.no_color:
        context.status.say("Colours are switched off (NO_COLOR), so there is no theme to choose")
        return
    before = app.themes.setting

    def chosen(name: str | None) -> None:
        app.themes.show(name or before)
        if name and name != before:
            context.configuration.set_theme(name)

    if name:
        chosen(name)
    else:
        app.push_screen(ThemePicker(before, app.themes.show), chosen)


@command(("f6",), "fold filter", "Fold or unfold the filter", Group.SHOW)
def fold_filter(context: Context) -> None:
    """Fold the filter, so that the list gets its space. A folded filter opens while it has the focus."""
    context.panes.fold_filter()


@command(("f7",), "fold detail", "Fold or unfold the detail", Group.SHOW)
def fold_detail(context: Context) -> None:
    """Fold the detail, so that the list gets its space. A folded detail opens while it has the focus."""
    context.panes.fold_detail()


@command(("comma d",), "move detail", "Move the detail beside or below the list", Group.SHOW)
def move_detail(context: Context) -> None:
    """Put the detail beside the list, which then has the full height, or below it, where titles have more room. The
    place is kept. There is room beside the list from 140 columns on."""
    context.panes.move_detail()


@command(("ctrl+left",), "narrower", "Make the filter narrower", Group.SHOW)
def filter_narrower(context: Context) -> None:
    """Move the border between filter and list to the left. The mouse can drag it, too."""
    context.panes.widen_filter(-_CELLS)


@command(("ctrl+right",), "wider", "Make the filter wider", Group.SHOW)
def filter_wider(context: Context) -> None:
    """Move the border between filter and list to the right."""
    context.panes.widen_filter(_CELLS)


@command(("shift+up",), "larger detail", "Make the detail larger", Group.SHOW)
def detail_larger(context: Context) -> None:
    """Move the border between list and detail towards the list. The mouse can drag it, too."""
    context.panes.enlarge_detail(_PERCENT)


@command(("shift+down",), "smaller detail", "Make the detail smaller", Group.SHOW)
def detail_smaller(context: Context) -> None:
    """Move the border between list and detail towards the detail."""
    context.panes.enlarge_detail(-_PERCENT)
