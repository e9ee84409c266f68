"""Moving through a text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.tui.actions import Group, Takes
from arxtui.tui.commands.declaration import command

if TYPE_CHECKING:
    from arxtui.tui.reading.parts import Reading

_SIDEWAYS = 8
_MOST_TURNS = 1_000
"""Pages or sections that a count goes on by."""


@command(
    "line_down",
    ("j", "down"),
    "down",
    "Line down",
    "Move one line down.",
    Group.READ,
    counts=True,
)
def line_down(reading: Reading, times: int = 1) -> None:
    """One line down."""
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
def line_up(reading: Reading, times: int = 1) -> None:
    """One line up."""
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
def page_down(reading: Reading, times: int = 1) -> None:
    """A screenful down."""
    for _ in range(min(times, _MOST_TURNS)):
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
def page_up(reading: Reading, times: int = 1) -> None:
    """A screenful up."""
    for _ in range(min(times, _MOST_TURNS)):
        reading.pane.turn(-1)


@command(
    "half_down",
    ("d", "ctrl+d"),
    "half",
    "Half a page down",
    "Move half a screen down.",
    Group.READ,
)
def half_down(reading: Reading) -> None:
    """Half a screenful down."""
    reading.pane.turn(1, 2)


@command(
    "half_up",
    ("ctrl+u",),
    "half",
    "Half a page up",
    "Move half a screen up.",
    Group.READ,
)
def half_up(reading: Reading) -> None:
    """Half a screenful up."""
    reading.pane.turn(-1, 2)


@command(
    "top",
    ("g", "home"),
    "top",
    "Go to the beginning",
    "Go to the beginning.",
    Group.READ,
)
def top(reading: Reading) -> None:
    """To the beginning."""
    reading.pane.to_end(last=False)


@command(
    "bottom",
    ("G", "end"),
    "bottom",
    "Go to the end",
    "Go to the end.",
    Group.READ,
)
def bottom(reading: Reading) -> None:
    """To the end."""
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
def next_section(reading: Reading, times: int = 1) -> None:
    """To the next heading."""
    for _ in range(min(times, _MOST_TURNS)):
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
def previous_section(reading: Reading, times: int = 1) -> None:
    """To the heading above, then to the one before."""
    for _ in range(min(times, _MOST_TURNS)):
        reading.contents.step(-1)


@command(
    "contents",
    ("c",),
    "contents",
    "Contents",
    "List the headings of the paper; Enter goes to one.",
    Group.READ,
)
def contents(reading: Reading) -> None:
    """Open the contents, or put them away."""
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
def percent(reading: Reading, number: int | None = None) -> None:
    """Go to the percentage that was typed before the key; else ask for one."""

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
def scroll_right(reading: Reading) -> None:
    """Wide things to the left, so that their right side is seen."""
    reading.screen.viewport.sideways(_SIDEWAYS)


@command(
    "scroll_left",
    ("h", "left"),
    "left",
    "Scroll wide things to the left",
    "Scroll tables, code and formulas back to the left.",
    Group.READ,
)
def scroll_left(reading: Reading) -> None:
    """And back."""
    reading.screen.viewport.sideways(-_SIDEWAYS)


def _percentage(text: str) -> int:
    """The number of a percentage, at most 100. ValueError, in words, for what is none."""
    digits = text.strip().removesuffix("%").strip()
    if not digits.isdecimal():
        raise ValueError("A percentage is a number from 0 to 100")
    return min(int(digits), 100)
