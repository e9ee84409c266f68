"""Commands that follow links and search in the text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.tui.actions import Group, Takes
from arxtui.tui.commands.declaration import command
from arxtui.tui.present.reading.targets import FOLLOWED, FORMULAS

if TYPE_CHECKING:
    from arxtui.reader.lines import Role
    from arxtui.tui.reading.parts import ReadingContext


@command(
    "next_target",
    ("tab",),
    "link",
    "Next link in sight",
    "Select the next citation, cross-reference, footnote, link or picture on the screen.",
    Group.FOLLOW,
)
def next_target(reading: ReadingContext) -> None:
    """Choose the next visible link."""
    _step(reading, FOLLOWED, 1)


@command(
    "previous_target",
    ("shift+tab",),
    "link before",
    "Previous link in sight",
    "Select the previous citation, cross-reference, footnote, link or picture.",
    Group.FOLLOW,
)
def previous_target(reading: ReadingContext) -> None:
    """Choose the previous visible link."""
    _step(reading, FOLLOWED, -1)


@command(
    "show_target",
    ("enter",),
    "show",
    "Show what it leads to",
    "Preview the target of the selected link (or of the first on the screen) without leaving the place; press "
    "again to open the paper that a citation means, or to go there. A picture fills the screen. A click does the same.",
    Group.FOLLOW,
)
def follow(reading: ReadingContext) -> None:
    """Go to the heading under the cursor of the contents; otherwise show the chosen link's target, and on a second
    press go there."""
    if reading.screen.in_contents:
        reading.contents.open_selected()
        return
    if not reading.screen.preview.is_open and not reading.state.chosen:
        reading.tabs.to_one_page()
    reading.links.follow_chosen()


@command(
    "jump_back",
    ("backspace", "ctrl+o", "less_than_sign"),
    "back",
    "Back to where you came from",
    "Return to the position before the last jump; press again for earlier ones, and for the text from which this "
    "paper was opened.",
    Group.FOLLOW,
)
def jump_back(reading: ReadingContext) -> None:
    """Go back to the start of the last jump."""
    if reading.places.back():
        reading.links.close_preview()
    elif reading.is_over_text:
        reading.screen.dismiss()
    else:
        reading.bars.say("There is nowhere to go back to")


@command(
    "jump_forward",
    ("greater_than_sign",),
    "forward",
    "Forward again",
    "Go forward again after going back, also to the paper that was opened from this text.",
    Group.FOLLOW,
)
def jump_forward(reading: ReadingContext) -> None:
    """Go forward again."""
    if reading.places.forward():
        reading.links.close_preview()
    elif reading.cited.opened is not None:
        reading.cited.open(reading.cited.opened)
    else:
        reading.bars.say("There is nowhere to go forward to")


@command(
    "next_formula",
    ("m",),
    "formula",
    "Next formula in sight",
    "Select the next formula on the screen and show its TeX; {copy} copies it.",
    Group.FOLLOW,
)
def next_formula(reading: ReadingContext) -> None:
    """Choose the next visible formula."""
    _step(reading, FORMULAS, 1)


@command(
    "previous_formula",
    ("M",),
    "formula before",
    "Previous formula in sight",
    "Select the previous formula and show its TeX.",
    Group.FOLLOW,
)
def previous_formula(reading: ReadingContext) -> None:
    """Choose the previous visible formula."""
    _step(reading, FORMULAS, -1)


@command(
    "footnotes",
    ("e",),
    "footnotes",
    "Open or close the footnotes in sight",
    "Show the footnotes of the visible lines below these lines, or hide them.",
    Group.FOLLOW,
)
def notes(reading: ReadingContext) -> None:
    """Open or close the footnotes called on the screen."""
    reading.links.toggle_notes()


@command(
    "find",
    ("slash",),
    "find",
    "Find in the text",
    "Find text while you type. Enter keeps the matches, Esc returns to where you began.",
    Group.FOLLOW,
    takes=Takes.TEXT,
)
def find(reading: ReadingContext) -> None:
    """Prompt for a text to find."""
    reading.tabs.to_one_page()
    reading.finder.prompt()


@command(
    "next_match",
    ("n",),
    "next found",
    "Next match",
    "Go to the next match.",
    Group.FOLLOW,
)
def next_match(reading: ReadingContext) -> None:
    """Go to the next match."""
    reading.finder.step(1)


@command(
    "previous_match",
    ("N",),
    "found before",
    "Previous match",
    "Go to the previous match.",
    Group.FOLLOW,
)
def previous_match(reading: ReadingContext) -> None:
    """Go to the previous match."""
    reading.finder.step(-1)


def _step(reading: ReadingContext, roles: frozenset[Role], step: int) -> None:
    reading.tabs.to_one_page()
    reading.links.step(roles, step)
