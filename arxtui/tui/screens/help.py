"""The help over the whole screen: it scrolls, and is searched."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.widget import Widget

from arxtui.tui.actions import Action, Area, Place
from arxtui.tui.foot_question import FootQuestion
from arxtui.tui.keys import user_keys  # noqa: F401 - declares the commands of screens that were not opened yet, too
from arxtui.tui.present.help import OpenedFrom, help_lines
from arxtui.tui.present.key_line import Key, keys_of
from arxtui.tui.present.line import Line
from arxtui.tui.screens.overlay import Overlay
from arxtui.tui.widgets.page import TextPage
from arxtui.tui.widgets.prompt import any_answer

_WIDEST = 104
"""Cells of the page at most, as ``styles/arxtui.tcss`` has it."""


class HelpScreen(Overlay[None]):
    """What applies in an ``area``, a ``place`` of the main screen or on the screen ``here`` comes first."""

    AUTO_FOCUS: ClassVar[str | None] = "#help-text"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,enter", "close", show=False, priority=True),
        Binding("question_mark,f1", "close", show=False, priority=True, id="help"),
        Binding("slash", "find", show=False, priority=True, id="search"),
        Binding("space", "page(1)", show=False, priority=True),
    ]
    names_help = False

    def __init__(self, area: Area = Area.MAIN, place: Place | None = None, here: OpenedFrom | None = None) -> None:
        page = TextPage(self._lines, id="help-text")
        super().__init__("arxtui", "keys, signs and queries", page)
        self._area, self._place, self._here = area, place, here
        self._wanted = ""
        self._page = page
        self.question = FootQuestion(self, page, "help-prompt")

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

    @property
    def width(self) -> int:
        """Cells of the page."""
        return min(super().width, _WIDEST)

    @property
    def keys(self) -> Sequence[Key]:
        """The keys that move, and the way out."""
        moves = keys_of(("search", "down", "up", "page_down", "top", "bottom"))
        return [*moves, ("Esc", "all of the help" if self._wanted else "close")]

    def parts(self) -> Iterable[Widget]:
        """The text, and a line for what is searched for."""
        yield from (self._page, self.question.prompt)

    def _lines(self, width: int) -> list[Line]:
        return help_lines(width, self._area, self._place, self._here, self._wanted)

    def _find(self, text: str) -> None:
        self._wanted = text
        self._page.lay_out()
        self._page.to_end(last=False)
        self.write_foot()

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

    def action_close(self) -> None:
        """Back to the papers."""
        self.dismiss()
