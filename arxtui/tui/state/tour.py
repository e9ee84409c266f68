"""The guided tour: one command after the other, each until the user has run it."""

from __future__ import annotations

from typing import NamedTuple

from arxtui.tui.actions import Place

SEARCH_KEPT = "search_kept"
"""That the search box was left with Enter, which no command of the registry does."""
_MOVES = ("down", "up", "page_down", "page_up", "top", "bottom", "next_paper", "previous_paper")


class Step(NamedTuple):
    """A step names the key of ``command``. It is done when one of ``done_by`` has run (where empty, the command
    itself), and the keyboard is in the pane ``place`` afterwards (None: in any)."""

    command: str
    words: str
    done_by: tuple[str, ...] = ()
    place: Place | None = None

    def is_done(self, id: str, place: Place) -> bool:
        """Whether the command ``id`` ends this step, after which the pane ``place`` has the keyboard."""
        return id in (self.done_by or (self.command,)) and self.place in (None, place)


STEPS = (
    Step("down", "goes to the next paper", _MOVES),
    Step("choose", "shows the whole abstract", ("choose", "next_pane", "go_right", "show_detail"), Place.DETAIL),
    Step("back", "returns to the list", ("back", "next_pane", "previous_pane", "go_left", "show_list"), Place.LIST),
    Step("toggle_read", "marks the paper read; nothing else does"),
    Step("toggle_star", "stars a paper, to find it again"),
    Step("search", "searches: type a word, then press Enter", (SEARCH_KEPT,)),
    Step("back", "leaves the search", place=Place.LIST),
    Step("show_filter", "goes to the filter, Enter opens a row", ("choose",), Place.LIST),
    Step("read_text", "opens the full text; Esc returns here"),
    Step("help", "shows every key; Esc closes the help"),
)


class Tour:
    """Where the user is in the tour: ``number`` counts the steps that are done, ``is_shown`` while the tour goes on.
    After the last step the tour stays until another command has run, so that its end is seen."""

    def __init__(self) -> None:
        self.number = 0
        self.is_shown = False

    def toggle(self) -> None:
        """Leave the tour, or go on with it: after the last step from the first."""
        self.is_shown = not self.is_shown
        if self.is_shown and self.is_over:
            self.number = 0

    @property
    def is_over(self) -> bool:
        """Whether all steps are done."""
        return self.number == len(STEPS)

    def did(self, id: str, place: Place) -> bool:
        """Take note that a command has run, after which ``place`` has the keyboard; whether the tour went on."""
        if not self.is_shown:
            return False
        if self.is_over:
            self.is_shown = False
        elif STEPS[self.number].is_done(id, place):
            self.number += 1
        else:
            return False
        return True
