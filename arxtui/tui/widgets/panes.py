"""The panes of the main screen: filter, list and detail between two bars."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.containers import Container, Vertical
from textual.message import Message
from textual.strip import Strip

from arxtui.library.papers.links import Addresses
from arxtui.tui.actions import Area, Place
from arxtui.tui.present.listing.rows import ListLooks
from arxtui.tui.state.session import Session
from arxtui.tui.terminal.app import BaseScreen, TerminalApp
from arxtui.tui.terminal.views import StripWidget
from arxtui.tui.widgets.detail_pane import DetailPane
from arxtui.tui.widgets.filter_pane import FilterPane
from arxtui.tui.widgets.ink import KeyBar, SectionsBar, paint
from arxtui.tui.widgets.paper_list import Fetch, PaperList
from arxtui.tui.widgets.search_bar import SearchBar

if TYPE_CHECKING:
    from arxtui.config.settings import Settings
    from arxtui.model.arxiv.day_numbers import DayNumbers


class Divider(StripWidget):
    """A rule one cell wide or one line high that the mouse can drag."""

    class Dragged(Message):
        """The mouse has dragged the rule to a cell of the screen."""

        def __init__(self, divider: Divider, x: int, y: int) -> None:
            super().__init__()
            self.divider = divider
            self.x = x
            self.y = y

        @property
        def control(self) -> Divider:
            """The rule."""
            return self.divider

    def render_line(self, y: int) -> Strip:
        """Return the strip of a line of the rule."""
        width = self.size.width
        return paint(self, [("│" if width == 1 else "─" * width, "rule")], width)

    def on_mouse_down(self) -> None:
        """Capture the mouse."""
        self.capture_mouse()

    def on_mouse_up(self) -> None:
        """Release the mouse."""
        self.release_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Post where the rule was dragged to."""
        if self.app.mouse_captured is self:
            self.post_message(self.Dragged(self, event.screen_x, event.screen_y))


class PanesScreen(BaseScreen, inherit_bindings=False):
    """A screen with the panes, and the ``session`` that they show. This is what services and commands know of the main
    screen. ``rows`` and ``day_numbers`` return what the list shows of papers and of a day."""

    app: TerminalApp
    area: ClassVar[Area] = Area.MAIN

    def __init__(
        self,
        settings: Settings,
        rows: Fetch,
        day_numbers: Callable[[date], DayNumbers | None],
    ) -> None:
        super().__init__()
        self.session = Session(settings)
        self.tour = KeyBar(id="tour")
        self.bottom = KeyBar(id="bottom")
        self.filters = FilterPane(id="filter")
        self.bar = SearchBar(id="top")
        self.sections = SectionsBar(id="sections")
        looks = ListLooks(two_lines=settings.ui.two_lines, columns=settings.ui.columns)
        self.papers = PaperList(rows, date.today, looks, day_numbers, id="list")
        self.detail = DetailPane(Addresses.of(settings.arxiv), id="detail")
        self.listing = Vertical(self.sections, self.papers, id="listing")
        self.shared = Container(self.listing, Divider(id="detail-edge"), self.detail, id="papers")
        self.by_place: Mapping[Place, FilterPane | PaperList | DetailPane] = {
            Place.FILTER: self.filters,
            Place.LIST: self.papers,
            Place.DETAIL: self.detail,
        }

    @property
    def pane(self) -> FilterPane | PaperList | DetailPane:
        """The pane that the movement keys act on; during a search the list."""
        return self.by_place.get(self.session.place, self.papers)

    @property
    def expects_rows(self) -> bool:
        """Whether keys should wait for rows that are on their way: those of the filter, of a list that was chosen, or
        the months of counts in progress."""
        session = self.session
        if session.when_counted is not None:
            return True
        if session.place is Place.FILTER and not self.filters.count:
            return not session.news.counts
        return session.place is not Place.SEARCH and session.view.is_awaited
