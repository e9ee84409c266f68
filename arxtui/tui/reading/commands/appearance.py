"""Commands for the layout of the text, and for the tabs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.figures.decoding import can_draw
from arxtui.tui.actions import Group, command
from arxtui.tui.state.viewport import TWO_COLUMNS

if TYPE_CHECKING:
    from arxtui.tui.reading.parts import ReadingContext
    from arxtui.tui.services.fulltexts import ReadingLooks

_WIDEN = 4
_NARROWEST, _WIDEST = 24, 160


@command(("plus", "equals_sign"), "wider", "Longer lines", Group.LOOK)
def wider(reading: ReadingContext) -> None:
    """Make lines four cells longer."""
    _widen(reading, _WIDEN)


@command(("minus",), "narrower", "Shorter lines", Group.LOOK)
def narrower(reading: ReadingContext) -> None:
    """Make lines four cells shorter."""
    _widen(reading, -_WIDEN)


@command(("r",), "justify", "Justified or ragged", Group.LOOK)
def justify(reading: ReadingContext) -> None:
    """Justify the text, or leave the right margin ragged."""
    justified = not reading.appearance.looks.justified
    message = "Justified" if justified else "Ragged"
    _choose(reading, reading.appearance.looks._replace(justified=justified), message)


@command(("vertical_line", "comma c"), "columns", "One column or two", Group.LOOK)
def two_columns(reading: ReadingContext) -> None:
    """Show two columns on a very wide terminal, or one."""
    two = not reading.appearance.looks.two_columns
    message = "Two columns" if two else "One column"
    narrow_note = f", as always below {TWO_COLUMNS} cells" if reading.screen.size.width < TWO_COLUMNS else ""
    _choose(reading, reading.appearance.looks._replace(two_columns=two), message + narrow_note)
    reading.tabs.refresh_reviews()


@command(("C",), "citations", "Hide or show citations", Group.LOOK)
def citations(reading: ReadingContext) -> None:
    """Hide citations in brackets, or show them."""
    hidden = not reading.appearance.looks.hide_citations
    message = "Citations in brackets are hidden" if hidden else "Citations are shown"
    _choose(reading, reading.appearance.looks._replace(hide_citations=hidden), message)


@command(("T",), "TeX", "Formulas or their TeX", Group.LOOK)
def tex(reading: ReadingContext) -> None:
    """Show formulas, or their TeX source."""
    shown = not reading.appearance.looks.tex
    message = "Formulas as TeX" if shown else "Formulas"
    _choose(reading, reading.appearance.looks._replace(tex=shown), message)


@command(("i",), "pictures", "Pictures drawn or framed", Group.LOOK)
def pictures(reading: ReadingContext) -> None:
    """Show pictures, or frames with their captions."""
    if not can_draw():
        reading.bars.say("Pictures need a package that is not installed: pip install pillow")
        return
    drawn = not reading.appearance.looks.pictures
    message = "Pictures are drawn" if drawn else "Pictures are frames with captions"
    _choose(reading, reading.appearance.looks._replace(pictures=drawn), message)


@command(("1",), "text", "The text", Group.LOOK)
def tab_text(reading: ReadingContext) -> None:
    """Show the full text."""
    reading.tabs.show_text()


@command(("2",), "review", "Reviews of the paper", Group.LOOK)
def tab_reviews(reading: ReadingContext) -> None:
    """Show Pith's reviews, side by side if there is room."""
    reading.tabs.show_reviews()


@command(("3",), "versions", "What the versions changed", Group.LOOK)
def tab_versions(reading: ReadingContext) -> None:
    """Show the changes between versions, word by word: removed words struck out, added words underlined."""
    reading.tabs.show_versions()


@command(("z",), "zen", "Nothing but the text", Group.LOOK)
def zen(reading: ReadingContext) -> None:
    """Hide the lines above and below the text, or show them."""
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
