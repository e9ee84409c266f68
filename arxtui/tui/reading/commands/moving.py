"""Moving through a text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.tui.actions import Group, Takes
from arxtui.tui.commands.declaration import command

if TYPE_CHECKING:
    from arxtui.tui.reading.parts import Reading

_SIDEWAYS = 8


@command(
    "line_down",
    ("j", "down"),
    "down",
    "Line down",
    "One line down.",
    Group.READ,
)
def line_down(reading: Reading) -> None:
    """One line down."""
    reading.pane.move(1)


@command(
    "line_up",
    ("k", "up"),
    "up",
    "Line up",
    "One line up.",
    Group.READ,
)
def line_up(reading: Reading) -> None:
    """One line up."""
    reading.pane.move(-1)


@command(
    "page_down",
    ("space", "pagedown", "ctrl+f"),
    "page",
    "Page down",
    "One screenful down.",
    Group.READ,
)
def page_down(reading: Reading) -> None:
    """A screenful down."""
    reading.pane.turn(1)


@command(
    "page_up",
    ("b", "pageup", "ctrl+b"),
    "page",
    "Page up",
    "One screenful up.",
    Group.READ,
)
def page_up(reading: Reading) -> None:
    """A screenful up."""
    reading.pane.turn(-1)


@command(
    "half_down",
    ("d", "ctrl+d"),
    "half",
    "Half a page down",
    "Half a screenful down.",
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
    "Half a screenful up.",
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
    "To the beginning.",
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
    "To the end.",
    Group.READ,
)
def bottom(reading: Reading) -> None:
    """To the end."""
    reading.pane.to_end(last=True)


@command(
    "next_section",
    ("right_square_bracket",),
    "section",
    "Next section",
    "To the next heading.",
    Group.READ,
)
def next_section(reading: Reading) -> None:
    """To the next heading."""
    reading.contents.step(1)


@command(
    "previous_section",
    ("left_square_bracket",),
    "previous",
    "Previous section",
    "To the heading of this section, then to the one before.",
    Group.READ,
)
def previous_section(reading: Reading) -> None:
    """To the heading above, then to the one before."""
    reading.contents.step(-1)


@command(
    "contents",
    ("c",),
    "contents",
    "Contents",
    "The headings of the paper, to go to one with Enter.",
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
    "To so many percent.",
    Group.READ,
    takes=Takes.TEXT,
)
def percent(reading: Reading) -> None:
    """Ask for a percentage, and go there."""

    def go(text: str) -> None:
        if reading.screen.viewport.page:
            reading.places.leave()
            reading.screen.viewport.go_to_percent(_percentage(text))

    reading.screen.question.ask("Go to percent", "", go, check=_percentage)


@command(
    "scroll_right",
    ("l", "right"),
    "right",
    "Scroll wide things to the right",
    "Move tables, code and formulas that are wider than the page; › marks that there is more.",
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
    "Move them back.",
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
