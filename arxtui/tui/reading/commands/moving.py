"""Commands that move through the text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.tui.actions import Group, Takes
from arxtui.tui.commands.declaration import command

if TYPE_CHECKING:
    from arxtui.tui.reading.parts import ReadingContext

_SIDEWAYS = 8
_MAX_COUNT = 1_000
"""Maximum number of pages or sections that a count moves by."""


@command(
    "line_down",
    ("j", "down"),
    "down",
    "Line down",
    "Move one line down.",
    Group.READ,
    counts=True,
)
def line_down(reading: ReadingContext, times: int = 1) -> None:
    """Scroll down by lines."""
    reading.pane.move(times)


@command(
    "line_up",
    ("k", "up"),
    "up",
    "Line up",
    "Move one line up.",
    Group.READ,
    counts=True,
)
def line_up(reading: ReadingContext, times: int = 1) -> None:
    """Scroll up by lines."""
    reading.pane.move(-times)


@command(
    "page_down",
    ("space", "pagedown", "ctrl+f"),
    "page",
    "Page down",
    "Move one screen down.",
    Group.READ,
    counts=True,
)
def page_down(reading: ReadingContext, times: int = 1) -> None:
    """Scroll down by screenfuls."""
    for _ in range(min(times, _MAX_COUNT)):
        reading.pane.turn(1)


@command(
    "page_up",
    ("b", "pageup", "ctrl+b"),
    "page",
    "Page up",
    "Move one screen up.",
    Group.READ,
    counts=True,
)
def page_up(reading: ReadingContext, times: int = 1) -> None:
    """Scroll up by screenfuls."""
    for _ in range(min(times, _MAX_COUNT)):
        reading.pane.turn(-1)


@command(
    "half_down",
    ("d", "ctrl+d"),
    "half",
    "Half a page down",
    "Move half a screen down.",
    Group.READ,
)
def half_down(reading: ReadingContext) -> None:
    """Scroll half a screenful down."""
    reading.pane.turn(1, 2)


@command(
    "half_up",
    ("ctrl+u",),
    "half",
    "Half a page up",
    "Move half a screen up.",
    Group.READ,
)
def half_up(reading: ReadingContext) -> None:
    """Scroll half a screenful up."""
    reading.pane.turn(-1, 2)


@command(
    "top",
    ("g", "home"),
    "top",
    "Go to the beginning",
    "Go to the beginning.",
    Group.READ,
)
def top(reading: ReadingContext) -> None:
    """Go to the beginning."""
    reading.pane.to_end(last=False)


@command(
    "bottom",
    ("G", "end"),
    "bottom",
    "Go to the end",
    "Go to the end.",
    Group.READ,
)
def bottom(reading: ReadingContext) -> None:
    """Go to the end."""
    reading.pane.to_end(last=True)


@command(
    "next_section",
    ("right_square_bracket", "comma j"),
    "section",
    "Next section",
    "Go to the next heading.",
    Group.READ,
    counts=True,
)
def next_section(reading: ReadingContext, times: int = 1) -> None:
    """Go to the next heading."""
    for _ in range(min(times, _MAX_COUNT)):
        reading.contents.step(1)


@command(
    "previous_section",
    ("left_square_bracket", "comma k"),
    "previous",
    "Previous section",
    "Go to the heading of this section, then to the previous heading.",
    Group.READ,
    counts=True,
)
def previous_section(reading: ReadingContext, times: int = 1) -> None:
    """Go to the heading of this section, then to the one before it."""
    for _ in range(min(times, _MAX_COUNT)):
        reading.contents.step(-1)


@command(
    "contents",
    ("c",),
    "contents",
    "Contents",
    "List the headings of the paper; Enter goes to one.",
    Group.READ,
)
def contents(reading: ReadingContext) -> None:
    """Open or close the table of contents."""
    if not reading.contents.leave():
        reading.links.close_preview()
        reading.contents.open()


@command(
    "percent",
    ("percent_sign",),
    "percent",
    "Go to a percentage",
    "Go to a percentage of the text.",
    Group.READ,
    takes=Takes.TEXT,
    counts=True,
)
def percent(reading: ReadingContext, number: int | None = None) -> None:
    """Go to the percentage typed before the key; without a number, prompt for one."""

    def go(text: str) -> None:
        if reading.screen.viewport.page:
            reading.places.leave()
            reading.screen.viewport.go_to_percent(_percentage(text))

    if number is not None:
        go(str(number))
        return
    reading.screen.question.ask("Go to percent", "", go, check=_percentage)


@command(
    "scroll_right",
    ("l", "right"),
    "right",
    "Scroll wide things to the right",
    "Scroll tables, code and formulas wider than the page to the right; › marks hidden text.",
    Group.READ,
)
def scroll_right(reading: ReadingContext) -> None:
    """Shift wide content to the left, so that its right side is visible."""
    reading.screen.viewport.sideways(_SIDEWAYS)


@command(
    "scroll_left",
    ("h", "left"),
    "left",
    "Scroll wide things to the left",
    "Scroll tables, code and formulas back to the left.",
    Group.READ,
)
def scroll_left(reading: ReadingContext) -> None:
    """Shift wide content back to the right."""
    reading.screen.viewport.sideways(-_SIDEWAYS)


def _percentage(text: str) -> int:
    """Return the number of a percentage, at most 100. Raises: ValueError, with a message for the user, if the text is
    not a number."""
    digits = text.strip().removesuffix("%").strip()
    if not digits.isdecimal():
        raise ValueError("A percentage is a number from 0 to 100")
    return min(int(digits), 100)
