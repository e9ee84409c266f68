"""The line above the list: what it shows; and the box that searches as you type."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.highlighter import Highlighter
from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Input

from arxtui.model.expr import Fault
from arxtui.text import clean
from arxtui.tui.present.bars import matches
from arxtui.tui.present.line import Piece, spread
from arxtui.tui.widgets.ink import Bar

MATCHES_WIDTH = 20
"""Cells for the number of matches, as in the style sheet."""


class _FaultUnderline(Highlighter):
    """Underlines what of the query could not be read."""

    def __init__(self) -> None:
        self.faults: Sequence[Fault] = ()

    def highlight(self, text: Text) -> None:
        for fault in self.faults:
            text.stylize(Style(underline=True, color="red"), fault.start, max(fault.end, fault.start + 1))


_EDITING = {
    key: binding.action
    for binding in Input.BINDINGS
    if isinstance(binding, Binding)
    for key in binding.key.split(",")
    if key != "ctrl+c"
}


class QueryInput(Input):
    """An input that answers its editing keys itself, in the order they come; Ctrl+C quits here as everywhere."""

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Keep printable and editing keys from the screen's bindings."""
        return key in _EDITING or super().check_consume_key(key, character)

    # Textual lays out the whole screen at every letter; nothing here depends on how long the query is.
    value = reactive("", init=False)
    virtual_size = reactive(Size(0, 0))

    when_submitted: Callable[[], None] = staticmethod(lambda: None)

    async def on_key(self, event: events.Key) -> None:
        """Edit at once: an event on its way up to the app would be overtaken by the letters after it. Keys typed ahead
        after Enter go to whoever has the keyboard then."""
        if self.screen.focused is not self:
            event.stop()
            event.prevent_default()
            self.app.post_message(events.Key(event.key, event.character))
        elif event.key == "enter":
            event.stop()
            event.prevent_default()
            self.when_submitted()
        elif event.key in _EDITING:
            event.stop()
            event.prevent_default()
            await self.run_action(_EDITING[event.key])


class SearchBar(Horizontal):
    """A heading; while searching, an input with the number of matches."""

    class Changed(Message):
        """Another text stands in the box."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._underline = _FaultUnderline()
        self.when_kept: Callable[[str], None] = lambda _: None
        """Called at once with the query when Enter keeps it."""

    def compose(self) -> ComposeResult:
        """Heading, sign, input and number of matches."""
        yield Bar(id="heading")
        yield Bar(id="search-sign")
        yield QueryInput(id="search", compact=True, highlighter=self._underline, select_on_focus=False)
        yield Bar(id="matches")

    def on_mount(self) -> None:
        """The box stays away until it is asked for; its cursor does not blink."""
        self.query_one("#search-sign", Bar).show([(" / ", "accent")])
        self._input.cursor_blink = False
        self._input.when_submitted = lambda: self.when_kept(clean(self._input.value))

    @property
    def searching(self) -> bool:
        """Whether the box is open."""
        return self.has_class("-searching")

    @property
    def faults(self) -> Sequence[Fault]:
        """What of the query could not be read."""
        return self._underline.faults if self.searching else ()

    def open(self, text: str) -> None:
        """Open the box with a query in it, ready to go on."""
        self.add_class("-searching")
        with self.prevent(Input.Changed):
            self._input.value = f"{text} " if text else ""
        self._input.cursor_position = len(self._input.value)
        # Not Widget.focus, which waits for its turn: keys typed ahead must go into the box, not to the list.
        self.screen.set_focus(self._input)

    def close(self) -> None:
        """Put the box away."""
        self.remove_class("-searching")
        self._underline.faults = ()

    def show_heading(self, pieces: list[Piece]) -> None:
        """What the list shows."""
        self.query_one("#heading", Bar).show(pieces)

    def show_matches(self, total: int, faults: Sequence[Fault]) -> None:
        """How many papers match, and what could not be read."""
        bar = self.query_one("#matches", Bar)
        bar.show(spread([], matches(total, faults), bar.size.width or MATCHES_WIDTH, gap=0))
        if list(faults) != list(self._underline.faults):
            self._underline.faults = tuple(faults)
            self._input.refresh()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search with every key."""
        event.stop()
        safe = clean(event.value)
        if safe != event.value.strip():
            self._input.value = safe
            return
        self.post_message(self.Changed(event.value.strip()))

    @property
    def _input(self) -> QueryInput:
        return self.query_one("#search", QueryInput)
