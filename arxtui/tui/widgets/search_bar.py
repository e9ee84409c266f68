"""The top line, or the box in its place that searches as you type."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.highlighter import Highlighter
from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Input

from arxtui.model.expr import Fault, Query
from arxtui.text import clean
from arxtui.tui.present.bars import Tally, matches
from arxtui.tui.present.line import spread
from arxtui.tui.present.top_line import TopLine
from arxtui.tui.widgets.ink import Bar
from arxtui.tui.widgets.line_input import LineInput

MATCHES_WIDTH = 20
"""The width of the number of matches in cells, as in the style sheet."""


class _FaultUnderline(Highlighter):
    """Underlines the faulty parts of the query."""

    def __init__(self) -> None:
        self.faults: Sequence[Fault] = ()

    def highlight(self, text: Text) -> None:
        for fault in self.faults:
            text.stylize(Style(underline=True, color="red"), fault.start, max(fault.end, fault.start + 1))


class HeadingBar(Bar):
    """The top line; a click on a chip of the query removes the chip."""

    class ChipClicked(Message):
        """A chip was clicked; ``number`` is its position in the query."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    _line: TopLine | None = None

    def show_line(self, line: TopLine) -> None:
        """Show this line."""
        self._line = line
        self.show(line.pieces)

    def on_click(self, event: events.Click) -> None:
        """Post the number of the clicked chip; any cell of the chip counts."""
        number = self._line.chip_at(event.x) if self._line else None
        if number is not None:
            self.post_message(self.ChipClicked(number))


class SearchBar(Horizontal):
    """The top line, or while searching an input with the number of matches."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._underline = _FaultUnderline()
        self._text = ""
        self.when_typed: Callable[[str], None] = lambda _: None
        """Called immediately with each new query in the box."""
        self.when_kept: Callable[[str], None] = lambda _: None
        """Called immediately with the query when Enter keeps it."""
        self.when_resized: Callable[[], None] = lambda: None
        """Called when the bar has another size, to which the top line has to be fitted."""

    def compose(self) -> ComposeResult:
        """Compose the top line, the search sign, the input and the number of matches."""
        yield HeadingBar(id="heading")
        yield Bar(id="search-sign")
        yield LineInput(id="search", compact=True, highlighter=self._underline, select_on_focus=False)
        yield Bar(id="matches")

    def on_mount(self) -> None:
        """Connect the input; its cursor does not blink, and the box is hidden until a search begins."""
        self.query_one("#search-sign", Bar).show([(" / ", "accent")])
        self._input.cursor_blink = False
        self._input.when_submitted = lambda: self.when_kept(clean(self._input.value))
        self._input.when_typed = self._typed

    @property
    def searching(self) -> bool:
        """Whether the box is open."""
        return self.has_class("-searching")

    @property
    def text(self) -> str:
        """The query in the box."""
        return self._text

    @property
    def faults(self) -> Sequence[Fault]:
        """The faults of the query in the box."""
        return self._underline.faults if self.searching else ()

    def open(self, text: str) -> None:
        """Open the box with a query, with the cursor at its end."""
        self.add_class("-searching")
        self._text = text
        self.put(f"{text} " if text else "")
        # Not Widget.focus, which takes effect later: keys typed ahead must go into the box, not to the list.
        self.screen.set_focus(self._input)

    def put(self, text: str) -> None:
        """Put another text into the box."""
        self._input.value = text
        self._input.cursor_position = len(text)

    def close(self) -> None:
        """Hide the box."""
        self.remove_class("-searching")
        self._underline.faults = ()

    def show_line(self, line: TopLine) -> None:
        """Show this top line."""
        self.query_one("#heading", HeadingBar).show_line(line)

    def show_matches(self, tally: Tally, query: Query) -> None:
        """Show the number of matching papers, and underline the faults."""
        bar = self.query_one("#matches", Bar)
        bar.show(spread([], matches(tally, query), bar.size.width or MATCHES_WIDTH, gap=0))
        if query.faults != tuple(self._underline.faults):
            self._underline.faults = query.faults
            self._input.refresh()

    def on_resize(self) -> None:
        """Let the top line be fitted to the new width."""
        self.when_resized()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Stop the event: ``when_typed`` has already reported the change."""
        event.stop()

    def _typed(self, value: str) -> None:
        safe = clean(value)
        if safe != value.strip():
            self._input.value = safe
        elif safe != self._text:
            self._text = safe
            self.when_typed(safe)

    @property
    def _input(self) -> LineInput:
        return self.query_one("#search", LineInput)
