"""Which panes are in view, and their sizes: by the size of the terminal and the user's choice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.light import changed
from arxtui.tui.actions import Place
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.layout import BELOW, BESIDE, BESIDE_COLUMNS, Layout, PaneSizes
from arxtui.tui.present.states import NO_PAPER

if TYPE_CHECKING:
    from pathlib import Path

    from arxtui.tui.services.status_bar import StatusBar
    from arxtui.tui.widgets.panes import PanesScreen


class Panes:
    """Brings panes into view and lays them out. ``layout`` is the layout for the terminal's size; ``file`` stores the
    user's sizes between sessions."""

    def __init__(self, screen: PanesScreen, status: StatusBar, file: Path) -> None:
        self._screen = screen
        self._status = status
        self._file = file
        self._sizes = self._stored_sizes = PaneSizes.read(file)
        self.layout = Layout.WIDE

    def fit(self, columns: int, rows: int) -> None:
        """Choose the layout for a terminal of this size."""
        layout = Layout.of(columns, rows, self._sizes.detail_side)
        if self._screen.has_class(layout):
            return
        self._screen.remove_class(self.layout, update=False)
        self.layout = layout
        self._apply()
        self._screen.add_class(layout, update=self._screen.is_mounted)
        for pane, has_room in ((Place.FILTER, layout.has_filter), (Place.DETAIL, layout.has_detail)):
            if has_room:
                self._status.cause_ended(_no_room_for(pane))

    def go_to(self, place: Place) -> None:
        """Bring a pane into view and give it the focus. The detail of an empty list would be an empty page."""
        screen = self._screen
        if place is Place.DETAIL and not screen.papers.count:
            self._status.say_while(NO_PAPER, NO_PAPER)
            return
        self.show(place)
        pane = screen.bar.query_one("#search") if place is Place.SEARCH else screen.by_place[place]
        screen.set_focus(pane, scroll_visible=False)

    def leave_empty_detail(self) -> None:
        """Go from the detail to the list if there is no paper."""
        if self._screen.session.place is Place.DETAIL and not self._screen.papers.count:
            self.go_to(Place.LIST)

    def show(self, place: Place) -> None:
        """Bring a pane into view."""
        screen, layout, sizes = self._screen, self.layout, self._sizes
        before, shown = (Place.LIST if each is Place.SEARCH else each for each in (screen.session.place, place))
        screen.session.place = place
        if before is not shown:
            depends = not (layout.has_filter and layout.has_detail) or sizes.filter_folded or sizes.detail_folded
            screen.remove_class(f"-at-{before}", update=False)
            screen.add_class(f"-at-{shown}", update=depends)

    def fold_filter(self) -> None:
        """Hide the filter beside the list, or show it again."""
        if not self.layout.has_filter:
            self._say_no_room(Place.FILTER, key_for("show_filter"))
            return
        folded = not self._sizes.filter_folded
        self._fold(Place.FILTER, folded=folded, filter_folded=folded)
        hint = f"folded: {key_for('show_filter')} shows it until you leave it" if folded else "beside the list again"
        self._status.say(f"The filter is {hint}")

    def fold_detail(self) -> None:
        """Hide the detail pane beside or below the list, or show it again."""
        if not self.layout.has_detail:
            self._say_no_room(Place.DETAIL, "Enter")
            return
        folded = not self._sizes.detail_folded
        self._fold(Place.DETAIL, folded=folded, detail_folded=folded)
        again = f"{BESIDE if self.layout is Layout.WIDE else BELOW} the list again"
        self._status.say(f"The detail is {'folded: Enter shows it until you leave it' if folded else again}")

    def move_detail(self) -> None:
        """Put the detail beside the list, or below it again."""
        size = self._screen.app.size
        side = BELOW if self.layout is Layout.WIDE else BESIDE
        layout = Layout.of(*size, side)
        if layout is self.layout or not layout.has_detail:
            room = f"needs {BESIDE_COLUMNS} columns" if side == BESIDE else "has no room"
            self._status.say(f"The detail {room} {side} the list")
            return
        self._sizes = changed(self._sizes, detail_side=side, detail_folded=False)
        self.fit(*size)
        self._status.say(f"The detail is {side} the list")

    def widen_filter(self, cells: int) -> None:
        """Widen the filter by this number of cells; narrow it if negative."""
        if not self.layout.has_filter:
            self._say_no_room(Place.FILTER, key_for("show_filter"))
            return
        self._use(self._sizes.with_filter(self._sizes.filter_cells + cells))

    def enlarge_detail(self, percent: int) -> None:
        """Enlarge the detail by this percentage of the space that it shares with the list; shrink it if negative."""
        if not self.layout.has_detail:
            self._say_no_room(Place.DETAIL, "Enter")
            return
        self._use(self._sizes.with_detail(self._sizes.detail_percent + percent))

    def drag_filter(self, x: int) -> None:
        """Move the right edge of the filter to a column of the screen."""
        self._use(self._sizes.with_filter(x))

    def drag_detail(self, x: int, y: int) -> None:
        """Move the edge between list and detail to a cell of the screen."""
        room = self._screen.shared.region
        end, length, at = (room.right, room.width, x) if self.layout is Layout.WIDE else (room.bottom, room.height, y)
        self._use(self._sizes.with_detail(round(100 * (end - at) / max(length, 1))))

    def end(self) -> None:
        """Store the sizes for the next session. The mouse changes them many times a second, so they are written only
        here."""
        if self._sizes != self._stored_sizes:
            self._sizes.write(self._file)

    def _say_no_room(self, pane: Place, key: str) -> None:
        words = f"There is {_no_room_for(pane)} beside the list: {key} shows it in place of the list"
        self._status.say_while(_no_room_for(pane), words)

    def _fold(self, place: Place, *, folded: bool, **fields: bool) -> None:
        if folded and self._screen.session.place is place:
            self.go_to(Place.LIST)
        self._use(changed(self._sizes, **fields))

    def _use(self, sizes: PaneSizes) -> None:
        if sizes != self._sizes:
            self._sizes = sizes
            self._apply()

    def _apply(self) -> None:
        """Set classes and styles on the screen. A pane that is shown alone gets its size from the style sheet."""
        screen, sizes, layout = self._screen, self._sizes, self.layout
        screen.set_class(layout.has_filter and sizes.filter_folded, "-filter-folded")
        screen.set_class(layout.has_detail and sizes.detail_folded, "-detail-folded")
        screen.filters.styles.width = sizes.filter_cells if layout.has_filter else None
        beside, under = layout is Layout.WIDE, layout in (Layout.STACKED, Layout.MEDIUM)
        for pane, share in ((screen.listing, 100 - sizes.detail_percent), (screen.detail, sizes.detail_percent)):
            pane.styles.width = f"{share}fr" if beside else None
            pane.styles.height = f"{share}fr" if under else None
        opens_row = not layout.has_detail or sizes.detail_folded
        screen.papers.apply_looks(changed(screen.papers.drawing.looks, opens_row=opens_row))


def _no_room_for(pane: Place) -> str:
    """Return the words that are said while the terminal is too small to show a pane beside the list."""
    return f"no room for the {pane}"
