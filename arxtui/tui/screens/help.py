"""The help screen: the keys used most and the signs, then all keys, signs and query words; can be searched."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.widget import Widget

from arxtui.tui import user_keys  # noqa: F401 - imported to declare the commands of screens not opened yet
from arxtui.tui.actions import Action, Area, Place
from arxtui.tui.footer_question import FooterQuestion
from arxtui.tui.keys.in_force import actions_of
from arxtui.tui.present.help import OpenedFrom, brief_help_lines, help_lines
from arxtui.tui.present.line import Key, Line, help_key, keys_of
from arxtui.tui.screens.overlay import Overlay
from arxtui.tui.widgets.ink import TextPage

_MAX_WIDTH = 104
"""The largest width of the page, in cells, as in ``styles/arxtui.tcss``."""
_IN_BRIEF, _WHOLE = "the keys used most, and the signs", "all keys, signs and queries"


class HelpScreen(Overlay[None]):
    """The help page: first what is used most in the ``area``, the ``place`` of the main screen, or the screen ``here``;
    the help key shows all of it."""

    AUTO_FOCUS: ClassVar[str | None] = "#help-text"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,enter", "close", show=False, priority=True),
        Binding("question_mark,f1", "whole", show=False, priority=True, id="help"),
        Binding("slash", "find", show=False, priority=True, id="search"),
    ]
    shows_help_key = False

    def __init__(self, area: Area = Area.MAIN, place: Place | None = None, here: OpenedFrom | None = None) -> None:
        page = TextPage(self._lines, id="help-text")
        super().__init__("Help", _IN_BRIEF, page)
        self._area, self._place, self._here = area, place, here
        self._search_text = ""
        self._is_whole = False
        self._page = page
        self.question = FooterQuestion(self, page, "help-prompt")

    @property
    def actions(self) -> Sequence[Action]:
        """The commands of the palette over the help: those of the screen below."""
        return actions_of(self._below) if hasattr(self._below, "action_command") else ()

    async def action_command(self, name: str, *arguments: object) -> None:
        """Close the help, and run a command chosen in the palette on the screen below."""
        below = self._below
        self.dismiss()
        await below.action_command(name, *arguments)

    @property
    def _below(self) -> Any:
        stack = self.app.screen_stack
        return stack[stack.index(self) - 1]

    @property
    def width(self) -> int:
        """The width of the page, in cells."""
        return min(super().width, _MAX_WIDTH)

    @property
    def keys(self) -> Sequence[Key]:
        """The keys that move, and the one that closes."""
        moves = keys_of(("search", "page_down", "page_up", "down", "up", "top", "bottom"))
        other = ((key, "most used keys" if self._is_whole else "all keys") for key, _ in help_key())
        leave = "end the search" if self._search_text else "close"
        return [*other, *moves, ("Esc", leave)]

    def parts(self) -> Iterable[Widget]:
        """Return the page and the search prompt."""
        yield from (self._page, self.question.prompt)

    def _lines(self, width: int) -> list[Line]:
        if self._is_whole or self._search_text:
            return help_lines(width, self._area, self._place, self._here, self._search_text)
        return brief_help_lines(width, self._area, self._place, self._here)

    def _find(self, text: str) -> None:
        self._search_text = text
        self._page.lay_out()
        self._page.to_end(last=False)
        self.update_footer()

    def action_find(self) -> None:
        """Prompt for words, and show the rows that contain them as they are typed."""
        self.question.find(self._search_text, self._find)

    def action_leave(self) -> None:
        """Close the search prompt; if none is open, show all rows again; otherwise close the help."""
        if self.question.leave():
            return
        if self._search_text:
            self._find("")
        else:
            self.dismiss()

    def action_whole(self) -> None:
        """Show all of the help, or again what is used most."""
        self._is_whole = not self._is_whole
        self.set_subtitle(_WHOLE if self._is_whole else _IN_BRIEF)
        self._find("")

    def action_close(self) -> None:
        """Close the help."""
        self.dismiss()
