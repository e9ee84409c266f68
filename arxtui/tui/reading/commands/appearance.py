"""Commands for the layout of the text, and for the tabs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.figures.decoding import can_draw
from arxtui.tui.actions import Group
from arxtui.tui.commands.declaration import command
from arxtui.tui.state.page_grid import TWO_COLUMNS

if TYPE_CHECKING:
    from arxtui.tui.present.reading.looks import ReadingLooks
    from arxtui.tui.reading.parts import ReadingContext

_WIDEN = 4
_NARROWEST, _WIDEST = 24, 160


@command(
    "wider",
    ("plus", "equals_sign"),
    "wider",
    "Longer lines",
    "Make lines four cells longer.",
    Group.LOOK,
)
def wider(reading: ReadingContext) -> None:
    """Widen the lines."""
    _widen(reading, _WIDEN)


@command(
    "narrower",
    ("minus",),
    "narrower",
    "Shorter lines",
    "Make lines four cells shorter.",
    Group.LOOK,
)
def narrower(reading: ReadingContext) -> None:
    """Narrow the lines."""
    _widen(reading, -_WIDEN)


@command(
    "justify",
    ("r",),
    "justify",
    "Justified or ragged",
    "Justify the text, or leave the right margin ragged.",
    Group.LOOK,
)
def justify(reading: ReadingContext) -> None:
    """Toggle between justified and ragged lines."""
    justified = not reading.appearance.looks.justified
    message = "Justified" if justified else "Ragged"
    _choose(reading, reading.appearance.looks._replace(justified=justified), message)


@command(
    "two_columns",
    ("vertical_line", "comma c"),
    "columns",
    "One column or two",
    "Show two columns on a very wide terminal, or one.",
    Group.LOOK,
)
def two_columns(reading: ReadingContext) -> None:
    """Toggle between one column and two."""
    two = not reading.appearance.looks.two_columns
    message = "Two columns" if two else "One column"
    narrow_note = f", as always below {TWO_COLUMNS} cells" if reading.screen.size.width < TWO_COLUMNS else ""
    _choose(reading, reading.appearance.looks._replace(two_columns=two), message + narrow_note)
    reading.tabs.refresh_reviews()


@command(
    "citations",
    ("C",),
    "citations",
    "Hide or show citations",
    "Hide citations in brackets, or show them.",
    Group.LOOK,
)
def citations(reading: ReadingContext) -> None:
    """Hide or show citations."""
    hidden = not reading.appearance.looks.hide_citations
    message = "Citations in brackets are hidden" if hidden else "Citations are shown"
    _choose(reading, reading.appearance.looks._replace(hide_citations=hidden), message)


@command(
    "tex",
    ("T",),
    "TeX",
    "Formulas or their TeX",
    "Show formulas, or their TeX source.",
    Group.LOOK,
)
def tex(reading: ReadingContext) -> None:
    """Toggle between formulas and their TeX."""
    shown = not reading.appearance.looks.tex
    message = "Formulas as TeX" if shown else "Formulas"
    _choose(reading, reading.appearance.looks._replace(tex=shown), message)


@command(
    "pictures",
    ("i",),
    "pictures",
    "Pictures drawn or framed",
    "Show pictures, or frames with their captions.",
    Group.LOOK,
)
def pictures(reading: ReadingContext) -> None:
    """Toggle between drawn pictures and frames."""
    if not can_draw():
        reading.bars.say("Pictures need a package that is not installed: pip install pillow")
        return
    drawn = not reading.appearance.looks.pictures
    message = "Pictures are drawn" if drawn else "Pictures are frames with captions"
    _choose(reading, reading.appearance.looks._replace(pictures=drawn), message)


@command(
    "tab_text",
    ("1",),
    "text",
    "The text",
    "Show the full text.",
    Group.LOOK,
)
def tab_text(reading: ReadingContext) -> None:
    """Show the text."""
    reading.tabs.show_text()


@command(
    "tab_reviews",
    ("2",),
    "review",
    "Reviews of the paper",
    "Show Pith's reviews, side by side if there is room.",
    Group.LOOK,
)
def tab_reviews(reading: ReadingContext) -> None:
    """Show the reviews."""
    reading.tabs.show_reviews()


@command(
    "tab_versions",
    ("3",),
    "versions",
    "What the versions changed",
    "Show the changes between versions, word by word: removed words struck out, added words underlined.",
    Group.LOOK,
)
def tab_versions(reading: ReadingContext) -> None:
    """Show the differences between the versions."""
    reading.tabs.show_versions()


@command(
    "zen",
    ("z",),
    "zen",
    "Nothing but the text",
    "Hide the lines above and below the text, or show them.",
    Group.LOOK,
)
def zen(reading: ReadingContext) -> None:
    """Hide or show the lines around the text."""
    looks = reading.appearance.looks
    reading.appearance.show(looks._replace(zen=not looks.zen))


def _widen(reading: ReadingContext, cells: int) -> None:
    grid, looks = reading.screen.viewport.grid, reading.appearance.looks
    measure = max(min(min(looks.measure, grid.measure) + cells, _WIDEST), _NARROWEST)
    reading.appearance.show(looks._replace(measure=measure))
    reading.bars.say(f"Text width: {reading.screen.viewport.grid.measure} columns")


def _choose(reading: ReadingContext, looks: ReadingLooks, message: str) -> None:
    reading.appearance.show(looks)
    reading.bars.say(message)
