"""Moving from section to section, by headings or with the table of contents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxtui.reader.lines import Place
from arxtui.tui.state.page_grid import MARGIN

if TYPE_CHECKING:
    from arxtui.reader.survey import OutlineEntry
    from arxtui.tui.reading.bars import Bars
    from arxtui.tui.reading.panes import ReadingPanes
    from arxtui.tui.reading.places import Places


_WIDEST = 60
"""Maximum width of contents beside the text, in cells."""
_FRAME = 2
"""Width of the scroll bar and the line beside the contents, in cells."""


class Contents:
    """The headings of the page, and the table of contents."""

    def __init__(self, screen: ReadingPanes, bars: Bars, places: Places) -> None:
        self._screen = screen
        self._bars = bars
        self._places = places

    def step(self, step: int) -> None:
        """Go to the next heading (1); to the heading of this section, then to the one before it (-1)."""
        view = self._screen.viewport
        page, position_before = view.page, view.position
        if page is None:
            return
        here = page.section_at(view.top)
        target = -1 if here is None else here
        if step > 0 or (here is not None and self._is_at_top(page.outline[here])):
            target += step
        if 0 <= target < len(page.outline):
            view.go_to(Place(page.outline[target].block))
        elif step < 0:
            view.to_end(last=False)
        if step > 0 and view.position == position_before:
            self._bars.say("This is the last section")

    def open(self) -> None:
        """Open the table of contents, if the paper has one."""
        screen, page = self._screen, self._screen.viewport.page
        if page is None:
            return
        screen.add_class("-contents")
        screen.contents.show(page.outline, screen.viewport.place.block)
        self.fit()
        screen.set_focus(screen.contents, scroll_visible=False)
        self._bars.update()

    def fit(self) -> None:
        """Put the open contents beside the text; over all of it if the terminal is too narrow for both."""
        screen = self._screen
        width = min(screen.contents.longest + _FRAME, _WIDEST)
        is_beside = screen.in_contents and screen.size.width - width >= screen.viewport.options.measure + 2 * MARGIN
        screen.contents_pane.styles.width = width if is_beside else "100%"
        screen.set_class(is_beside, "-contents-beside")

    def leave(self) -> bool:
        """Close the table of contents. Return whether it was open."""
        was_open = self._screen.in_contents
        if was_open:
            self._screen.remove_class("-contents")
            self._screen.set_focus(self._screen.text, scroll_visible=False)
            self._bars.update()
        return was_open

    def open_selected(self) -> None:
        """Go to the heading under the cursor."""
        section = self._screen.contents.row
        self.leave()
        if section:
            self._places.jump_to(Place(section.block))

    def _is_at_top(self, section: OutlineEntry) -> bool:
        view = self._screen.viewport
        page = view.page
        line = view.hold_place(lambda: page.y_of_place(Place(section.block))) if page else 0
        return line >= view.top
