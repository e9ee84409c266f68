"""The main screen: it passes on what happens to its panes, to the focus and to the size of the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widget import Widget

from arxtui.tui.actions import Place, run_command
from arxtui.tui.commands import BY_ID, days, detail_targets, fetching, filters, program, texts
from arxtui.tui.context import Context
from arxtui.tui.present.line import clip_center
from arxtui.tui.terminal.timers import call_after
from arxtui.tui.widgets.detail_pane import DetailPane
from arxtui.tui.widgets.filter_pane import FilterPane
from arxtui.tui.widgets.ink import Bar, SectionsBar
from arxtui.tui.widgets.panes import Divider, PanesScreen
from arxtui.tui.widgets.paper_list import PaperList
from arxtui.tui.widgets.search_bar import HeadingBar

if TYPE_CHECKING:
    from arxtui.config.paths import Paths
    from arxtui.config.settings import Settings
    from arxtui.library.facade import Library
    from arxtui.model.arxiv.day_numbers import DayNumbers
    from arxtui.model.views import Row
    from arxtui.tui.services.library_threads import Opener


_MAX_KEPT_SECONDS = 0.5
"""How long the filter and the bars of the last session's frame stay on the terminal, in seconds, if the counts of the
filter do not arrive earlier."""
_LOAD_SECONDS = 2.0
"""When the modules for reading are imported after the start, in seconds, while the user does not wait for them."""


class MainScreen(PanesScreen, inherit_bindings=False):
    """The screen with the panes. ``arxtui.tui.commands`` has the commands of its keys; ``context`` is passed to each
    command.

    Nothing is painted before the panes are laid out. If the terminal shows the last session's frame
    (``replaces_frame``), the filter and the bars of that frame stay until the counts of the filter arrive, so that the
    screen does not flash.
    """

    AUTO_FOCUS: ClassVar[str | None] = "#list"

    def __init__(
        self, library: Library, opener: Opener, paths: Paths, settings: Settings, *, replaces_frame: bool = False
    ) -> None:
        super().__init__(settings, self._rows, self._day_numbers)
        self.is_paused = True
        if replaces_frame:
            self.keep(self.filters, self.bottom)
        self.context = Context(self, library, opener, paths)
        self.papers.when_moved = self.context.navigator.cursor_moved
        self.filters.when_moved = self.context.status.update_bottom
        self.filters.when_visible = self.context.counts.count_outdated
        self.context.fulltexts.opened.subscribe(self._read)
        self.context.navigator.text_returned.subscribe(self._read)

    def compose(self) -> ComposeResult:
        """Build the bars and panes, laid out for the terminal's size from the start."""
        self.add_class(f"-at-{self.session.place}", update=False)
        self.context.panes.fit(*self.app.size)
        yield self.bar
        yield Horizontal(self.filters, Divider(id="filter-edge"), self.shared, id="panes")
        yield self.tour
        yield self.bottom
        yield Bar(id="too-small")

    def on_mount(self) -> None:
        """Start all parts of the context, and show the category picker at the first run."""
        call_after(self, _MAX_KEPT_SECONDS, self.release_kept)
        call_after(self, _LOAD_SECONDS, lambda: self.context.threads.ask(_load_reading, lambda _: None))
        self.context.begin()
        program.ask_at_first_run(self.context)

    def on_unmount(self) -> None:
        """Stop all parts of the context."""
        self.context.end()

    def on_screen_suspend(self) -> None:
        """Remove the figure from the terminal, which would draw it over the screen in front."""
        self.detail.update_figure()

    def on_screen_resume(self) -> None:
        """Update the counts that changed while another screen was in front."""
        self.context.counts.count_outdated()

    def _rows(self, keys: Sequence[int], /, *, details: bool) -> Iterable[Row]:
        return self.context.navigator.rows(keys, details=details)

    def _read(self, key: int, entries: Sequence[int] = ()) -> None:
        _load_reading()(self.context, key, entries)

    async def on_paste(self, event: events.Paste) -> None:
        """Offer to open or add the papers that a text names which was pasted outside of an input."""
        event.stop()
        await fetching.offer_pasted(self.context, event.text)

    def _day_numbers(self, day: date) -> DayNumbers | None:
        return self.context.navigator.day_numbers(day)

    # Commands

    async def action_command(self, name: str, *arguments: object) -> None:
        """Run a command of the registry."""
        if own := self.context.own_commands.find(name):
            await run_command(own, None)
        else:
            await run_command(BY_ID[name], self.context, *arguments)
            self.context.tour.did(name)

    async def interrupt(self) -> None:
        """Close what is open; if nothing is, ask whether to leave."""
        await program.interrupt_or_leave(self.context, self.quit)

    def quit(self) -> None:
        """Leave the reader; work in the background ends."""
        words = self.context.jobs.exit_words
        self.app.exit(message=Text(words) if words else None)

    def drop_passing_words(self) -> None:
        """Remove what is true of this session only, such as messages and numbers."""
        self.context.status.drop_message()
        self.context.status.update_bottom()
        self.context.status.show_place()

    def next_act(self) -> None:
        """Clear the message, which the user has read, and paint everything."""
        self.release()
        self.release_kept()
        self.context.status.next_act()

    def say(self, text: str, ink: str = "dim") -> None:
        """Show a message in the bottom line."""
        self.context.status.say(text, ink)

    def show_keys(self) -> None:
        """Show the keys that can follow in a sequence."""
        self.context.status.update_bottom()

    # Focus and layout

    def set_focus(self, widget: Widget | None, scroll_visible: bool = True, from_app_focus: bool = False) -> None:  # noqa: FBT001
        """Give a widget the focus. The session's place changes immediately, because Textual's messages about the focus
        arrive after keys that were typed ahead."""
        before = self.focused
        super().set_focus(widget, scroll_visible, from_app_focus)
        if self.focused is not None and self.focused is not before:
            self._focus_moved(self.focused)

    def on_resize(self, event: events.Resize) -> None:
        """Choose the layout; the focused pane stays in view."""
        size = self.app.size  # the size in the event can be outdated
        self.context.panes.fit(*size)
        words = f"needs 30×8, has {size.width}×{size.height}"
        self.query_one("#too-small", Bar).show([(clip_center(words, size.width), "dim")])
        self.context.tour.show()
        # Update again once the heading has its new width; under another screen that is only when this screen is shown
        # again.
        self.call_after_refresh(self.context.status.update)
        self.release()

    def _focus_moved(self, widget: Widget) -> None:
        """Handle a change of focus: a question or a search that loses the focus ends."""
        self.context.questions.focus_moved(widget)
        self.context.search.focus_moved(widget)
        if widget is not self.detail:
            self.detail.choose_target(None)
        self.context.panes.show(next((place for place, pane in self.by_place.items() if pane is widget), Place.SEARCH))
        self.context.tour.did(f"show_{self.session.place}")
        self.context.status.update()

    # Mouse events, and rows that cannot be read

    @on(FilterPane.Clicked)
    def _row_clicked(self, event: FilterPane.Clicked) -> None:
        filters.click_row(self.context, add=event.add, leave_out=event.leave_out)
        self.context.tour.did("choose")

    @on(FilterPane.MonthsChosen)
    def _months_chosen(self, event: FilterPane.MonthsChosen) -> None:
        filters.narrow_to_months(self.context, event.months)

    @on(PaperList.Chosen, "#list")
    def _paper_clicked(self) -> None:
        self.context.tour.did("down")

    @on(PaperList.Opened, "#list")
    def _paper_opened(self) -> None:
        texts.read_text(self.context)
        self.context.tour.did("read_text")

    @on(SectionsBar.Clicked)
    def _section_clicked(self, event: SectionsBar.Clicked) -> None:
        days.go_to_section_at(self.context, event.cell)

    @on(HeadingBar.ChipClicked)
    def _chip_clicked(self, event: HeadingBar.ChipClicked) -> None:
        filters.drop_numbered_chip(self.context, event.number)
        self.context.tour.did("drop_chip")

    @on(Divider.Dragged, "#filter-edge")
    def _filter_edge_dragged(self, event: Divider.Dragged) -> None:
        self.context.panes.drag_filter(event.x)

    @on(Divider.Dragged, "#detail-edge")
    def _detail_edge_dragged(self, event: Divider.Dragged) -> None:
        self.context.panes.drag_detail(event.x, event.y)

    @on(DetailPane.TargetClicked)
    def _target_clicked(self, event: DetailPane.TargetClicked) -> None:
        detail_targets.open_target(self.context, event.target)

    @on(PaperList.Trouble)
    def _rows_failed(self, event: PaperList.Trouble) -> None:
        self.context.status.failed(event.error)


def _load_reading(_: Library | None = None) -> Callable[[Context, int, Sequence[int]], None]:
    """Import what shows a text, and return the function that opens it."""
    import arxtui.store.texts.documents  # noqa: F401
    from arxtui.tui.reading.screen import read_paper

    return read_paper
