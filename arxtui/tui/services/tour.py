"""The guided tour: a sequence of commands, of which each lasts until the user has run it, and its strip above the key
line, which takes no keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.light import NamedTuple
from arxtui.tui.actions import Place
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.line import Piece, message_lines, size, spread, unbroken

if TYPE_CHECKING:
    from pathlib import Path

    from arxtui.tui.services.status_bar import StatusBar
    from arxtui.tui.widgets.panes import PanesScreen

SEARCH_KEPT = "search_kept"
"""Name for leaving the search box with Enter, which is not a registered command."""
_MOVES = ("down", "up", "page_down", "page_up", "top", "bottom", "next_paper", "previous_paper")


class TourStep(NamedTuple):
    """A step of the tour, which shows the key of ``command``. It is done when one of the commands ``done_by`` (if
    empty, ``command``) has run and the focus is then in the pane ``place`` (None: any pane)."""

    command: str
    words: str
    done_by: tuple[str, ...] = ()
    place: Place | None = None

    def is_done(self, id: str, place: Place) -> bool:
        """Return whether the command ``id``, which left the focus in ``place``, completes this step."""
        return id in (self.done_by or (self.command,)) and self.place in (None, place)


STEPS = (
    TourStep("down", "goes to the next paper", _MOVES, Place.LIST),
    TourStep("choose", "shows the whole abstract", ("choose", "next_pane", "go_right", "show_detail"), Place.DETAIL),
    TourStep("back", "returns to the list", ("back", "next_pane", "previous_pane", "go_left", "show_list"), Place.LIST),
    TourStep("toggle_read", "marks it read; opening it does not"),
    TourStep("toggle_star", "stars a paper, to find it again"),
    TourStep("search", "searches: type a word, then press Enter", (SEARCH_KEPT,)),
    TourStep("back", "leaves the search", ("back", "drop_chip"), Place.LIST),
    TourStep("show_filter", "goes to the filter, Enter opens a row", ("choose",), Place.LIST),
    TourStep("read_text", "opens the full text; Esc returns here"),
    TourStep("help", "shows every key; Esc closes the help"),
)


class Tour:
    """The user's progress in the tour: ``number`` is the number of completed steps, ``is_shown`` is True while the tour
    is on the screen. After the last step the tour stays visible until another command has run."""

    def __init__(self) -> None:
        self.number = 0
        self.is_shown = False

    def toggle(self) -> None:
        """Hide the tour, or resume it; restart it if all steps were done."""
        if self.is_over:
            self.number = 0
            self.is_shown = True
        else:
            self.is_shown = not self.is_shown

    @property
    def is_over(self) -> bool:
        """Whether all steps are done."""
        return self.number == len(STEPS)

    def did(self, id: str, place: Place) -> bool:
        """Record that a command has run and left the focus in ``place``. Return whether the tour's text changed."""
        if not self.is_shown:
            return False
        if self.is_over:
            self.is_shown = False
        elif STEPS[self.number].is_done(id, place):
            self.number += 1
        else:
            return False
        return True


_MAX_ROWS = 4


def tour_lines(number: int, width: int) -> list[list[Piece]]:
    """Return the lines of step ``number``, or of the end after the last step, ``width`` cells wide. All steps have the
    same height, so that the list above does not move."""
    lines = [_lines(each, width) for each in range(len(STEPS) + 1)]
    rows = max(map(len, lines))
    return [*lines[number], *([[]] * (rows - len(lines[number])))]


def _lines(number: int, width: int) -> list[list[Piece]]:
    if number < len(STEPS):
        step = STEPS[number]
        title, named, way_out = f"Tour {number + 1}/{len(STEPS)}", _pieces(step.command, step.words), "leaves the tour"
    else:
        title, named, way_out = "Tour done", _pieces("undo", "undoes, whatever you did"), "begins it again"
    left = [(f"{title} ", "accent-strong"), *named]
    right = [*_pieces("tour", way_out), (" ", "text")]
    *before, last = message_lines(left, width, _MAX_ROWS)
    if size(last) + size(right) >= width:
        before, last = [*before, last], []
    return [*before, spread(last, right, width, gap=1)]


def _pieces(command: str, words: str) -> list[Piece]:
    return [(f" {unbroken(key_for(command))}", "accent"), (f" {words}", "text")]


class GuidedTour:
    """Shows the tour. If the file ``offer`` exists, the tour begins once without a key press."""

    def __init__(self, screen: PanesScreen, status: StatusBar, offer: Path) -> None:
        self._screen = screen
        self._status = status
        self._offer = offer
        self._tour = Tour()

    def begin(self) -> None:
        """Begin the tour if it is offered."""
        try:
            self._offer.unlink()
        except OSError:
            return
        self.toggle()

    def toggle(self) -> None:
        """Begin, leave or resume the tour."""
        self._tour.toggle()
        self.show()
        if not self._tour.is_shown:
            self._status.say(f"The tour is paused · {key_for('tour')} continues it")

    def did(self, id: str) -> None:
        """Record that a command has run."""
        if self._tour.did(id, self._screen.session.place):
            self.show()

    def search_kept(self) -> None:
        """Record that a search was kept."""
        self.did(SEARCH_KEPT)

    def show(self) -> None:
        """Write the strip to the width of the terminal, or hide it."""
        self._screen.set_class(self._tour.is_shown, "-touring")
        if self._tour.is_shown:
            self._screen.tour.show(*tour_lines(self._tour.number, self._screen.app.size.width))
