"""Parts of the reading screen, which each of its commands receives."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from arxtui.tui.reading.appearance import Appearance
from arxtui.tui.reading.bars import Bars
from arxtui.tui.reading.cited import Cited
from arxtui.tui.reading.finder import Finder
from arxtui.tui.reading.links import Links
from arxtui.tui.reading.open_paper import OpenPaper
from arxtui.tui.reading.panes import ReadingPanes, ReadingState
from arxtui.tui.reading.pictures import Pictures
from arxtui.tui.reading.places import Contents, Places
from arxtui.tui.reading.tabs import SideBySide, Tabs

if TYPE_CHECKING:
    from arxtui.tui.context import Context
    from arxtui.tui.present.reading.lines import Shade


class ScrollablePane(Protocol):
    """A pane that the movement keys can scroll."""

    def move(self, step: int) -> None:
        """Scroll down by ``step`` lines; up if negative."""

    def turn(self, direction: int, part: int = 1) -> None:
        """Scroll one screenful down (1) or up (-1), or a ``part``\\ th of it."""

    def to_end(self, *, last: bool) -> None:
        """Scroll to the beginning or the end."""


class ReadingContext:
    """The parts of the reading screen. ``screen`` has the widgets, ``state`` what is shown, ``context`` the parts of
    the main screen below."""

    def __init__(self, screen: ReadingPanes, context: Context, key: int, entries: Sequence[int]) -> None:
        self.screen = screen
        self.context = context
        self.state = state = ReadingState(key, entries)
        self.bars = bars = Bars(screen, state, context.fulltexts)
        self.places = places = Places(screen, state, bars, context.fulltexts)
        self.pictures = pictures = Pictures(screen, state, bars, context)
        self.appearance = appearance = Appearance(screen, bars, context.fulltexts, pictures)
        self.cited: Cited = Cited(bars, context, key)
        self.links: Links = Links(screen, state, bars, places, pictures, self.cited)
        self.finder: Finder = Finder(screen, state, bars, places, self.links)
        self.contents: Contents = Contents(screen, bars, places)
        self.paper = paper = OpenPaper(
            screen, state, bars, pictures, appearance, self.links, self.finder, context.threads, context.fulltexts
        )
        self.tabs = Tabs(screen, state, bars, places, appearance, paper, context.threads)
        paper.loaded.subscribe(self.tabs.update)

    def begin(self) -> None:
        """Connect the parts and show the paper at its saved place, or where it cites what it was opened for, with the
        last display options."""
        self.screen.viewport.moved.subscribe(self._on_moved)
        self.screen.viewport.laid_out.subscribe(self._on_laid_out)
        for page in (self.screen.text, self.screen.preview.text):
            page.shades = self._shades
        self.context.marker.changed.subscribe(self._on_marks)
        self.links.begin()
        self.appearance.show(self.appearance.looks)
        self.paper.begin()

    def end(self) -> None:
        """Save the reading place and end."""
        self.context.marker.changed.unsubscribe(self._on_marks)
        self.places.save(at_once=True)
        self.pictures.close()
        self.cited.forget()
        if not self.is_over_text:
            self.paper.end()

    @property
    def is_over_text(self) -> bool:
        """Whether the paper was opened from the text of another one, which is still open below."""
        stack = self.screen.app.screen_stack
        below = stack[: stack.index(self.screen)] if self.screen in stack else stack
        return any(isinstance(each, type(self.screen)) for each in below)

    @property
    def pane(self) -> ScrollablePane:
        """The pane that the movement keys scroll: the contents, a preview longer than its space (a shorter one is
        closed), or the text with the pages beside it."""
        if self.screen.in_contents:
            return self.screen.contents
        if self.screen.preview.is_open and self.screen.preview.text.viewport.is_longer:
            return self.screen.preview.text.viewport
        self.links.close_preview()
        text = self.screen.viewport
        return SideBySide([text, *self.tabs.side_pages]) if self.tabs.side_pages else text

    def _on_moved(self) -> None:
        """Update the parts after scrolling."""
        self.links.page_moved()
        self.bars.clear_message()
        self.places.save_soon()

    def _on_marks(self, _: Sequence[int] | None) -> None:
        self.links.look_up_again()

    def _on_laid_out(self) -> None:
        """Update the parts after a new or extended layout."""
        if self.state.entries and self.state.match is None:
            self.finder.show_citation()
        self.bars.update()
        gc.freeze()

    def _shades(self, block: int) -> list[Shade]:
        """Return the shades of a block: search matches, and the chosen target above them."""
        return [*self.finder.shades(), *self.links.shades(block)]
