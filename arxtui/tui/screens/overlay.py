"""A screen over the panes: a title, something to go through, and a foot that names the keys or says what happened."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen, ScreenResultType
from textual.widget import Widget

from arxtui.tui.present.key_line import Key, help_key, key_line
from arxtui.tui.present.line import Piece, cut, foreign, message_lines, message_rows
from arxtui.tui.widgets.ink import Bar, KeyBar
from arxtui.tui.widgets.lines import Lines
from arxtui.tui.widgets.page import TextPage
from arxtui.tui.widgets.table import Table

if TYPE_CHECKING:
    from arxtui.tui.application import ArxtuiApp


class Overlay(Screen[ScreenResultType], inherit_bindings=False):
    """``body`` is what the keys go through; ``about`` says what the title means."""

    app: ArxtuiApp
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", show=False, priority=True),
        Binding("h,left", "leave", show=False, priority=True, id="go_left"),
        Binding("j,down", "move(1)", show=False, priority=True, id="down"),
        Binding("k,up", "move(-1)", show=False, priority=True, id="up"),
        Binding("pagedown,ctrl+d", "page(1)", show=False, priority=True, id="page_down"),
        Binding("pageup,ctrl+u", "page(-1)", show=False, priority=True, id="page_up"),
        Binding("g,home", "end(False)", show=False, priority=True, id="top"),
        Binding("G,end", "end(True)", show=False, priority=True, id="bottom"),
        Binding("question_mark,f1", "app.help", show=False, priority=True, id="help"),
    ]
    """A binding with the ``id`` of a command has the keys of that command as they are in force, too."""
    names_help: ClassVar[bool] = True
    """Whether the foot names the key of the help."""

    def __init__(self, title: str, about: str, body: Lines[Any] | TextPage) -> None:
        super().__init__()
        self.body = body
        self._head = Bar()
        self._foot = KeyBar(id="overlay-foot")
        self._title: list[Piece] = [(f" {title}", "strong"), (f"   {foreign(about)}", "dim")]
        self._said: Piece = ("", "dim")

    @property
    def keys(self) -> Sequence[Key]:
        """The keys that the foot names, and what they do."""
        return ()

    def compose(self) -> ComposeResult:
        """Title, what there is to see, the keys."""
        with Vertical(id="overlay"):
            yield self._head
            yield from self.parts()
            yield self._foot

    @property
    def width(self) -> int:
        """Cells of title and foot."""
        return self.app.size.width

    def retitle(self, about: str) -> None:
        """Say something else beside the title."""
        self._title = [self._title[0], (f"   {foreign(about)}", "dim")]
        self._head.show(cut(self._title, self.width))

    def parts(self) -> Iterable[Widget]:
        """What stands between title and foot."""
        yield self.body

    def on_resize(self, event: events.Resize) -> None:
        """Fit title and foot."""
        self._head.show(cut(self._title, self.width))
        self.write_foot()

    @property
    def said(self) -> Piece:
        """What the foot says; nothing where it shall name the keys."""
        return self._said

    def say(self, text: str, ink: str = "dim") -> None:
        """Say something in the foot; with no words, name the keys again."""
        self._said = (foreign(text), ink)
        self.write_foot()

    @property
    def useful_keys(self) -> Sequence[Key]:
        """Of the keys that the foot names, those that do something now."""
        return self.keys

    def show_keys(self) -> None:
        """Other keys are to be shown."""
        self.write_foot()

    def next_act(self) -> None:
        """The user goes on: what was said has been read."""
        if self._said[0]:
            self.say("")

    def write_foot(self) -> None:
        """Write the foot anew."""
        width, height = self.width, self.app.size.height
        words = self.app.dispatcher.pieces or ([self.said] if self.said[0] else [])
        said = message_lines(words, width, message_rows(height)) if words else []
        keys = (*self.useful_keys, *(help_key() if self.names_help else ()))
        self._foot.show(*(said or [key_line(keys, width)]))

    @on(Lines.Opened)
    def _row_opened(self) -> None:
        """Two clicks are Enter."""
        self.app.simulate_key("enter")

    @property
    def expects_rows(self) -> bool:
        """Whether the rows that keys go through are on their way."""
        return isinstance(self.body, Table) and not self.body.is_filled

    def action_leave(self) -> None:
        """Back to where the user came from, with nothing."""
        self.dismiss(None)

    @property
    def here(self) -> tuple[str, Sequence[Key]]:
        """The title and the keys, for the help."""
        return self._title[0][0].strip(), self.keys

    def action_move(self, step: int) -> None:
        """So many lines."""
        self.body.move(step)

    def action_page(self, direction: int) -> None:
        """A screenful."""
        self.body.page(direction)

    def action_end(self, last: bool) -> None:  # noqa: FBT001
        """To the first or the last line."""
        self.body.to_end(last=last)
