"""The main screen's panes: where they stand at which size, and which of them has the keyboard."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical
from textual.widget import Widget

from arxtui.library.addresses import Addresses
from arxtui.tui.actions import Place
from arxtui.tui.compositor import PatchedScreen
from arxtui.tui.present.line import clip_center
from arxtui.tui.widgets.detail_pane import DetailPane
from arxtui.tui.widgets.filter_pane import FilterPane
from arxtui.tui.widgets.ink import Bar
from arxtui.tui.widgets.paper_list import Fetch, PaperList
from arxtui.tui.widgets.search_bar import SearchBar

_ORDER = (Place.FILTER, Place.LIST, Place.DETAIL)


class Layout(StrEnum):
    """How the panes share the terminal: side by side, detail under the list, one at a time, not at all."""

    WIDE = "-wide"
    MEDIUM = "-medium"
    ONE = "-one"
    TINY = "-tiny"

    @classmethod
    def of(cls, columns: int, rows: int) -> Layout:
        """The layout for a terminal of this size."""
        if columns < 30 or rows < 8:
            return cls.TINY
        if columns >= 120 and rows >= 12:
            return cls.WIDE
        return cls.MEDIUM if columns > 80 and rows > 24 else cls.ONE


class Panes(PatchedScreen, inherit_bindings=False):
    """Filter, list and detail between two bars."""

    AUTO_FOCUS: ClassVar[str | None] = "#list"

    def __init__(self, fetch: Fetch, addresses: Addresses) -> None:
        super().__init__()
        self.top = Bar(id="top")
        self.bottom = Bar(id="bottom")
        self.filters = FilterPane(id="filter")
        self.bar = SearchBar(id="bar")
        self.sections = Bar(id="sections")
        self.papers = PaperList(fetch, date.today, id="list")
        self.detail = DetailPane(addresses, id="detail")
        self.panes_layout = Layout.WIDE
        self.place = Place.LIST

    def compose(self) -> ComposeResult:
        """The bars and the panes, laid out for the terminal from the start."""
        self.panes_layout = Layout.of(*self.app.size)
        self.add_class(self.panes_layout, f"-at-{self.place}", update=False)
        yield self.top
        with Horizontal(id="panes"):
            yield self.filters
            with Container(id="papers"):
                with Vertical(id="listing"):
                    yield self.bar
                    yield self.sections
                    yield self.papers
                yield self.detail
        yield self.bottom
        yield Bar(id="too-small")

    def on_resize(self, event: events.Resize) -> None:
        """Choose the layout; the pane with the keyboard stays in sight."""
        layout = Layout.of(*event.size)
        if layout is not self.panes_layout:
            self.remove_class(self.panes_layout, update=False)
            self.panes_layout = layout
            self.add_class(layout)
        words = f"{event.size.width}×{event.size.height} is too small: 30×8 at least"
        self.query_one("#too-small", Bar).show([(clip_center(words, event.size.width), "dim")])
        self.update_bars()

    def set_focus(self, widget: Widget | None, scroll_visible: bool = True, from_app_focus: bool = False) -> None:  # noqa: FBT001
        """Give a widget the keyboard, by key or by mouse. The place is another one from here on: Textual's messages
        about the focus come after keys that were typed ahead."""
        before = self.focused
        super().set_focus(widget, scroll_visible, from_app_focus)
        if self.focused is not None and self.focused is not before:
            self.focus_moved(self.focused)

    def focus_moved(self, widget: Widget) -> None:
        """Another widget has the keyboard."""
        places: dict[Widget, Place] = {self.filters: Place.FILTER, self.papers: Place.LIST, self.detail: Place.DETAIL}
        self.arrive(places.get(widget, Place.SEARCH))
        self.update_bars()

    def go_to(self, place: Place) -> None:
        """Bring a pane into sight and give it the keyboard."""
        self.arrive(place)
        self.set_focus(self._widget(place), scroll_visible=False)

    def update_bars(self) -> None:
        """Write both bars anew."""
        raise NotImplementedError

    @property
    def pane(self) -> FilterPane | PaperList | DetailPane:
        """The pane that moving keys move; while searching, the list."""
        if self.place is Place.FILTER:
            return self.filters
        return self.detail if self.place is Place.DETAIL else self.papers

    def action_down(self) -> None:
        """One down."""
        self.pane.move(1)

    def action_up(self) -> None:
        """One up."""
        self.pane.move(-1)

    def action_page_down(self) -> None:
        """A screenful down."""
        self.pane.page(1)

    def action_page_up(self) -> None:
        """A screenful up."""
        self.pane.page(-1)

    def action_top(self) -> None:
        """To the first."""
        self.pane.to_end(last=False)

    def action_bottom(self) -> None:
        """To the last."""
        self.pane.to_end(last=True)

    def action_next_paper(self) -> None:
        """The next paper."""
        self.papers.move(1)

    def action_previous_paper(self) -> None:
        """The previous paper."""
        self.papers.move(-1)

    def action_next_pane(self) -> None:
        """Round the panes."""
        self._step(1)

    def action_previous_pane(self) -> None:
        """Round the panes, backwards."""
        self._step(-1)

    def action_show_filter(self) -> None:
        """To the filter."""
        self.go_to(Place.FILTER)

    def action_show_list(self) -> None:
        """To the list."""
        self.go_to(Place.LIST)

    def action_show_detail(self) -> None:
        """To the detail."""
        self.go_to(Place.DETAIL)

    def _step(self, by: int) -> None:
        here = Place.LIST if self.place is Place.SEARCH else self.place
        self.go_to(_ORDER[(_ORDER.index(here) + by) % len(_ORDER)])

    def arrive(self, place: Place) -> None:
        """Bring a pane into sight."""
        before, shown = (Place.LIST if each is Place.SEARCH else each for each in (self.place, place))
        self.place = place
        if before is not shown:
            self.remove_class(f"-at-{before}", update=False)
            self.add_class(f"-at-{shown}")

    def _widget(self, place: Place) -> Widget:
        return {
            Place.FILTER: self.filters,
            Place.LIST: self.papers,
            Place.DETAIL: self.detail,
            Place.SEARCH: self.bar.query_one("#search"),
        }[place]
