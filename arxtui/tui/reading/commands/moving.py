"""Commands that move through the text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.tui.actions import Group, Takes, command

if TYPE_CHECKING:
    from arxtui.tui.reading.parts import ReadingContext

_SIDEWAYS = 8
_MAX_COUNT = 1_000
"""Maximum number of pages or sections that a count moves by."""


@command(("j", "down"), "down", "Line down", Group.READ, counts=True)
def line_down(reading: ReadingContext, times: int = 1) -> None:
    """Scroll by one line."""
    reading.pane.move(times)


@command(("k", "up"), "up", "Line up", Group.READ, counts=True)
def line_up(reading: ReadingContext, times: int = 1) -> None:
    """Scroll back by one line."""
    reading.pane.move(-times)


@command(("space", "pagedown", "ctrl+f"), "page", "Page down", Group.READ, counts=True)
def page_down(reading: ReadingContext, times: int = 1) -> None:
    """Scroll by one screen; a formula that was cut is shown again."""
    for _ in range(min(times, _MAX_COUNT)):
        reading.pane.turn(1)


@command(("b", "pageup", "ctrl+b"), "page", "Page up", Group.READ, counts=True)
def page_up(reading: ReadingContext, times: int = 1) -> None:
    """Scroll back by one screen; a formula that was cut is shown again."""
    for _ in range(min(times, _MAX_COUNT)):
        reading.pane.turn(-1)


@command(("d", "ctrl+d"), "half", "Half a page down", Group.READ)
def half_down(reading: ReadingContext) -> None:
    """Scroll so that half of what is in sight stays."""
    reading.pane.turn(1, 2)


@command(("ctrl+u",), "half", "Half a page up", Group.READ)
def half_up(reading: ReadingContext) -> None:
    """Scroll back so that half of what is in sight stays."""
    reading.pane.turn(-1, 2)


@command(("g", "home"), "top", "Go to the beginning", Group.READ)
def top(reading: ReadingContext) -> None:
    """Show the title and the authors again."""
    reading.pane.to_end(last=False)


@command(("G", "end"), "bottom", "Go to the end", Group.READ)
def bottom(reading: ReadingContext) -> None:
    """Show the last lines, usually those of the references."""
    reading.pane.to_end(last=True)


@command(("right_square_bracket", "comma j"), "section", "Next section", Group.READ, counts=True)
def next_section(reading: ReadingContext, times: int = 1) -> None:
    """Go to the next heading."""
    for _ in range(min(times, _MAX_COUNT)):
        reading.contents.step(1)


@command(("left_square_bracket", "comma k"), "previous", "Previous section", Group.READ, counts=True)
def previous_section(reading: ReadingContext, times: int = 1) -> None:
    """Go to the heading of this section, then to the previous heading."""
    for _ in range(min(times, _MAX_COUNT)):
        reading.contents.step(-1)


@command(("c",), "contents", "Contents", Group.READ)
def contents(reading: ReadingContext) -> None:
    """List the headings of the paper; Enter goes to one."""
    if not reading.contents.leave():
        reading.links.close_preview()
        reading.contents.open()


@command(("percent_sign",), "percent", "Go to a percentage", Group.READ, takes=Takes.TEXT, counts=True)
def percent(reading: ReadingContext, number: int | None = None) -> None:
    """Ask for a number from 0 to 100."""

    def go(text: str) -> None:
        if reading.screen.viewport.page:
            reading.places.leave()
            reading.screen.viewport.go_to_percent(_percentage(text))

    if number is not None:
        go(str(number))
        return
    reading.screen.question.ask("Go to percent", "", go, check=_percentage)


@command(("l", "right"), "right", "Scroll wide things to the right", Group.READ)
def scroll_right(reading: ReadingContext) -> None:
    """Scroll tables, code and formulas wider than the page to the right; › marks hidden text."""
    reading.screen.viewport.sideways(_SIDEWAYS)


@command(("h", "left"), "left", "Scroll wide things to the left", Group.READ)
def scroll_left(reading: ReadingContext) -> None:
    """Scroll tables, code and formulas back to the left."""
    reading.screen.viewport.sideways(-_SIDEWAYS)


def _percentage(text: str) -> int:
    """Return the number of a percentage, at most 100. Raises: ValueError, with a message for the user, if the text is
    not a number."""
    digits = text.strip().removesuffix("%").strip()
    if not digits.isdecimal():
        raise ValueError("A percentage is a number from 0 to 100")
    return min(int(digits), 100)
