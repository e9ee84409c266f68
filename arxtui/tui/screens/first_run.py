"""Choosing categories: at the first run, and whenever the user wants to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Input

from arxtui.tui.present.choices import Choice, choice_line, choices
from arxtui.tui.present.line import Piece, named_keys
from arxtui.tui.widgets.ink import Bar
from arxtui.tui.widgets.lines import Lines


class ChoiceList(Lines):
    """arXiv's categories, each archive with its own; some of them chosen."""

    def __init__(self, chosen: tuple[str, ...], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.chosen = dict.fromkeys(chosen)
        self._choices: list[Choice] = choices("")

    @property
    def count(self) -> int:
        """How many categories are in sight."""
        return len(self._choices)

    def pieces(self, index: int, width: int, *, here: bool) -> Sequence[Piece]:
        """The line of a category."""
        return choice_line(self._choices[index], self.chosen, width, here=here)

    def find(self, text: str) -> None:
        """Show the categories whose code or name has the words of ``text``."""
        self._choices = choices(text)
        self.cursor = 0
        self.resized()
        self.scroll_to(y=0, animate=False)
        self.refresh()

    def toggle(self) -> None:
        """Choose the category under the cursor, or not."""
        if not self.count:
            return
        code = self._choices[self.cursor].code
        if code in self.chosen:
            del self.chosen[code]
        else:
            self.chosen[code] = None
        self.refresh()


class _WordInput(Input):
    """One word at a time: the space bar is for choosing."""

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Let the space bar through to the screen's bindings."""
        return key != "space" and super().check_consume_key(key, character)


class CategoryPicker(Screen["tuple[str, ...] | None"], inherit_bindings=False):
    """Search, choose, done. Dismissed with the codes, or None when left as it was."""

    AUTO_FOCUS: ClassVar[str | None] = "#picker-search"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,ctrl+n", "move(1)", show=False, priority=True),
        Binding("up", "move(-1)", show=False, priority=True),
        Binding("pagedown", "page(1)", show=False, priority=True),
        Binding("pageup", "page(-1)", show=False, priority=True),
        Binding("space", "choose", show=False, priority=True),
        Binding("enter", "done", show=False, priority=True),
        Binding("escape", "leave", show=False, priority=True),
    ]

    def __init__(self, chosen: tuple[str, ...]) -> None:
        super().__init__()
        self._before = chosen

    def compose(self) -> ComposeResult:
        """A question, a search box, the categories, the keys."""
        with Vertical(id="picker"):
            yield Bar(id="picker-title")
            with Horizontal(id="picker-line"):
                yield Bar(id="picker-sign")
                yield _WordInput(id="picker-search", compact=True, placeholder="type to search: dc, learning, hep")
            yield ChoiceList(self._before, id="choices")
            yield Bar(id="picker-count")
            yield Bar(id="picker-foot")

    def on_mount(self) -> None:
        """Write the fixed lines."""
        self.query_one("#picker-title", Bar).show(
            [(" arxtui", "strong"), ("   Which categories shall fill your inbox?", "text")]
        )
        self.query_one("#picker-sign", Bar).show([(" / ", "accent")])
        keys = (("space", "choose"), ("Enter", "done"), ("↑↓", "move"), ("Esc", "not now"))
        self.query_one("#picker-foot", Bar).show(named_keys(keys))
        self.query_one("#picker-search", Input).cursor_blink = False
        self._count()

    @on(Input.Changed)
    def _search(self, event: Input.Changed) -> None:
        self._list.find(event.value)
        self._count()

    @on(Lines.Chosen)
    def _clicked(self, event: Lines.Chosen) -> None:
        self.action_choose()

    def action_move(self, step: int) -> None:
        """Up or down."""
        self._list.move(step)

    def action_page(self, direction: int) -> None:
        """A screenful."""
        self._list.page(direction)

    def action_choose(self) -> None:
        """Choose, or not."""
        self._list.toggle()
        self._count()

    def action_done(self) -> None:
        """These it shall be."""
        self.dismiss(tuple(self._list.chosen))

    def action_leave(self) -> None:
        """As it was."""
        self.dismiss(None)

    def _count(self) -> None:
        chosen = tuple(self._list.chosen)
        words = f" {len(chosen)} chosen: {', '.join(chosen)}" if chosen else " None chosen yet"
        missing = () if self._list.count else ((" No category has this in its code or name.", "fault"),)
        self.query_one("#picker-count", Bar).show([*missing, (words, "dim")])

    @property
    def _list(self) -> ChoiceList:
        return self.query_one(ChoiceList)
