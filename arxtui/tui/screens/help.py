"""The help over the whole screen: it scrolls, and is searched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen

from arxtui.tui.actions import Action, Area, Place
from arxtui.tui.foot_question import FootQuestion
from arxtui.tui.keys import user_keys  # noqa: F401 - declares the commands of screens that were not opened yet, too
from arxtui.tui.present.help import Here, help_lines
from arxtui.tui.present.key_line import Key, key_line, keys_of
from arxtui.tui.present.line import Line
from arxtui.tui.widgets.ink import Bar, KeyBar
from arxtui.tui.widgets.page import TextPage
from arxtui.tui.widgets.prompt import any_answer

if TYPE_CHECKING:
    from arxtui.tui.application import ArxtuiApp


class HelpScreen(Screen[None], inherit_bindings=False):
    """What applies in an ``area``, a ``place`` of the main screen or on the screen ``here`` comes first."""

    app: ArxtuiApp
    AUTO_FOCUS: ClassVar[str | None] = "#help-text"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Close the help", show=False, priority=True),
        Binding("q,enter", "dismiss_help", show=False, priority=True),
        Binding("question_mark,f1", "dismiss_help", show=False, priority=True, id="help"),
        Binding("slash", "find", show=False, priority=True, id="search"),
        Binding("j,down", "scroll(1)", show=False, priority=True, id="down"),
        Binding("k,up", "scroll(-1)", show=False, priority=True, id="up"),
        Binding("space", "page(1)", show=False, priority=True),
        Binding("pagedown,ctrl+d", "page(1)", show=False, priority=True, id="page_down"),
        Binding("pageup,ctrl+u", "page(-1)", show=False, priority=True, id="page_up"),
        Binding("g,home", "end(False)", show=False, priority=True, id="top"),
        Binding("G,end", "end(True)", show=False, priority=True, id="bottom"),
    ]

    def __init__(self, area: Area = Area.MAIN, place: Place | None = None, here: Here | None = None) -> None:
        super().__init__()
        self._area, self._place, self._here = area, place, here
        self._wanted = ""
        self._page = TextPage(self._lines, id="help-text")
        self._foot = KeyBar(id="help-foot")
        self.question = FootQuestion(self, self._page, "help-prompt")

    @property
    def actions(self) -> Sequence[Action]:
        """What the palette offers over the page: what the screen below does."""
        return self.app.commands_of(self._below) if hasattr(self._below, "action_command") else ()

    async def action_command(self, name: str, *arguments: object) -> None:
        """Leave, and have the screen below do what was chosen in the palette."""
        below = self._below
        self.dismiss()
        await below.action_command(name, *arguments)

    @property
    def _below(self) -> Any:
        stack = self.app.screen_stack
        return stack[stack.index(self) - 1]

    def compose(self) -> ComposeResult:
        """Title, text, and a line with the keys or with what is searched for."""
        with Vertical(id="help-page"):
            yield Bar(id="help-title")
            yield self._page
            yield self._foot
            yield self.question.prompt

    def on_resize(self, event: events.Resize) -> None:
        """Fit title and foot."""
        self.query_one("#help-title", Bar).show([(" arxtui", "strong"), ("   keys, signs and queries", "dim")])
        self.show_keys()

    def show_keys(self) -> None:
        """Write the foot anew."""
        self._foot.show(
            [*self.app.dispatcher.pieces] or key_line(self._keys(), self._foot.size.width or self.size.width)
        )

    def say(self, text: str) -> None:
        """Say something in the foot."""
        self._foot.show([(f" {text}", "dim")])

    def _keys(self) -> Sequence[Key]:
        moves = keys_of(("search", "down", "up", "page_down", "top", "bottom"))
        return [*moves, ("Esc", "all of the help" if self._wanted else "close")]

    def _lines(self, width: int) -> list[Line]:
        return help_lines(width, self._area, self._place, self._here, self._wanted)

    def _find(self, text: str) -> None:
        self._wanted = text
        self._page.lay_out()
        self._page.to_end(last=False)
        self.show_keys()

    def action_find(self) -> None:
        """Ask for words, and show the rows that have them as they are typed."""
        self.question.ask(
            "Find", self._wanted, self._find, typed=self._find, check=any_answer, dropped=lambda: self._find("")
        )

    def action_leave(self) -> None:
        """Out of the search; show all again; back to the papers."""
        if self.question.leave():
            return
        if self._wanted:
            self._find("")
        else:
            self.dismiss()

    def action_dismiss_help(self) -> None:
        """Back to the papers."""
        self.dismiss()

    def action_scroll(self, step: int) -> None:
        """So many lines."""
        self._page.move(step)

    def action_page(self, direction: int) -> None:
        """A screenful."""
        self._page.page(direction)

    def action_end(self, last: bool) -> None:  # noqa: FBT001
        """To the first or the last line."""
        self._page.to_end(last=last)
