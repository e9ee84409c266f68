"""The base of screens over the panes: a title, a body, and a footer that shows the keys or a message."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen, ScreenResultType
from textual.widget import Widget

from arxtui.tui.layout import LOW_ROWS
from arxtui.tui.present.line import Key, Piece, cut, foreign, help_key, key_line, message_lines, message_rows
from arxtui.tui.widgets.ink import Bar, KeyBar, TextPage
from arxtui.tui.widgets.lines import Draw, Lines, Row

if TYPE_CHECKING:
    from arxtui.tui.terminal.app import TerminalApp


class Table(Lines[Row]):
    """A list of rows. Two rows with the same ``identity`` are the same row, even if they differ otherwise; ``empty`` is
    shown if there are no rows, one piece per paragraph."""

    rows: Sequence[Row]

    def __init__(
        self, draw: Draw[Row], identity: Callable[[Row], object], empty: Sequence[Piece], *, id: str | None = None
    ) -> None:
        super().__init__(draw, id=id)
        self.is_filled = False
        """Whether rows, or an empty result, have been shown."""
        self._identity = identity
        self._empty = empty

    @property
    def width(self) -> int:
        """The width of a row in cells without the scroll bar: the text of a row can reach its end."""
        return self.scrollable_content_region.width

    def show(self, rows: Sequence[Row]) -> None:
        """Show these rows; the cursor stays on its row if that row is still there."""
        identity = None if self.row is None else self._identity(self.row)
        self.rows, self.is_filled = rows, True
        self.cursor = next((place for place, row in enumerate(rows) if self._identity(row) == identity), 0)
        self.explain(self._empty)
        self.window.extend()
        self.window.make_visible(self.cursor)
        self.refresh()


class Overlay(Screen[ScreenResultType], inherit_bindings=False):
    """A screen over the panes. ``body`` is the widget that the movement keys act on."""

    app: TerminalApp
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", show=False, priority=True),
        Binding("h,left", "leave", show=False, priority=True, id="go_left"),
        Binding("j,down", "move(1)", show=False, priority=True, id="down"),
        Binding("k,up", "move(-1)", show=False, priority=True, id="up"),
        Binding("pagedown,ctrl+d", "page(1)", show=False, priority=True, id="page_down"),
        Binding("space", "page(1)", show=False, priority=True),
        Binding("pageup,ctrl+u", "page(-1)", show=False, priority=True, id="page_up"),
        Binding("g,home", "end(False)", show=False, priority=True, id="top"),
        Binding("G,end", "end(True)", show=False, priority=True, id="bottom"),
        Binding("question_mark,f1", "app.help", show=False, priority=True, id="help"),
    ]
    """A binding whose ``id`` is that of a command also has the keys in force of that command."""
    shows_help_key: ClassVar[bool] = True
    """Whether the footer shows the key of the help."""

    def __init__(self, title: str, subtitle: str, body: Lines[Any] | TextPage) -> None:
        super().__init__()
        self.body = body
        self._head = Bar()
        self._foot = KeyBar(id="overlay-foot")
        self._title: list[Piece] = [(f" {title}", "strong"), (f"   {foreign(subtitle)}", "dim")]
        self._message: Piece = ("", "dim")

    @property
    def keys(self) -> Sequence[Key]:
        """The keys that the footer shows, with their labels."""
        return ()

    def compose(self) -> ComposeResult:
        """Build the title, the parts and the footer."""
        with Vertical(id="overlay"):
            yield self._head
            yield from self.parts()
            yield self._foot

    @property
    def width(self) -> int:
        """The width of title and footer, in cells."""
        return self.app.size.width

    def set_subtitle(self, subtitle: str) -> None:
        """Change the text beside the title."""
        self._title = [self._title[0], (f"   {foreign(subtitle)}", "dim")]
        self._head.show(cut(self._title, self.width - 1))

    def parts(self) -> Iterable[Widget]:
        """Return the widgets between title and footer."""
        yield self.body

    def on_resize(self, event: events.Resize) -> None:
        """Fit title and footer to the width, and the margins to the height."""
        self.set_class(event.size.height < LOW_ROWS, "-low")
        self._head.show(cut(self._title, self.width - 1))
        self.update_footer()

    @property
    def message(self) -> Piece:
        """The message in the footer; empty if the footer shows the keys."""
        return self._message

    def say(self, text: str, ink: str = "dim") -> None:
        """Show a message in the footer; an empty text shows the keys again."""
        self._message = (foreign(text), ink)
        self.update_footer()

    @property
    def useful_keys(self) -> Sequence[Key]:
        """The keys that currently have an effect."""
        return self.keys

    def show_keys(self) -> None:
        """Show the keys that can follow in a sequence."""
        self.update_footer()

    def next_act(self) -> None:
        """Clear the message, which the user has read."""
        if self._message[0]:
            self.say("")

    def update_footer(self) -> None:
        """Update the footer."""
        width, height = self.width, self.app.size.height
        words = self.app.dispatcher.pieces or ([self.message] if self.message[0] else [])
        message = message_lines(words, width, message_rows(height)) if words else []
        keys = (*self.useful_keys, *(help_key() if self.shows_help_key else ()))
        self._foot.show(*(message or [key_line(keys, width)]))

    @on(Lines.Opened)
    def _row_opened(self) -> None:
        """Treat a double click as Enter."""
        self.app.simulate_key("enter")

    @property
    def expects_rows(self) -> bool:
        """Whether the rows that the keys act on have not arrived yet."""
        return isinstance(self.body, Table) and not self.body.is_filled

    def action_leave(self) -> None:
        """Close the screen without a result."""
        self.dismiss(None)

    @property
    def here(self) -> tuple[str, Sequence[Key]]:
        """The title and the keys, for the help screen."""
        return self._title[0][0].strip(), self.keys

    def action_move(self, step: int, times: int = 1) -> None:
        """Move by ``times`` steps of ``step`` lines."""
        self.body.move(step * times)

    def action_page(self, direction: int, times: int = 1) -> None:
        """Move by this many screenfuls."""
        self.body.page(direction * times)

    def action_end(self, last: bool, number: int | None = None) -> None:  # noqa: FBT001
        """Go to the first or the last line, or to the line of a number."""
        if number is None:
            self.body.to_end(last=last)
        else:
            self.body.go(number - 1)
