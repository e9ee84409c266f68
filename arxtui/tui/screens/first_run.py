"""The category picker and the welcome screen: shown at the first run; the picker also whenever the user opens it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.screen import Screen
from textual.strip import Strip

from arxtui.text import clean
from arxtui.text.matching.categories import Choice, choice_of, choices, listed_in
from arxtui.tui.actions import Area
from arxtui.tui.present import first_run
from arxtui.tui.present.line import Key, Piece, cut, foreign, keys_of
from arxtui.tui.screens.overlay import Overlay
from arxtui.tui.widgets.ink import Bar, KeyBar, TextPage, paint
from arxtui.tui.widgets.line_input import LineInput
from arxtui.tui.widgets.lines import Lines

if TYPE_CHECKING:
    from arxtui.config.paths import Paths
    from arxtui.config.settings import RefreshSettings
    from arxtui.tui.terminal.app import TerminalApp

_LOW_ROWS = 12
"""The least number of terminal rows for the rules around the list; on a lower terminal the list gets these rows."""
_SIGN_CELLS = 3
"""The width of the sign before the search box, in cells."""
FIRST_STEP, LAST_STEP = "step 1 of 2", "step 2 of 2"
"""The steps of a first run: choose categories, read the welcome screen."""


class ChoiceList(Lines[Choice | str], can_focus=False):
    """arXiv's categories, with those already chosen first. Without ``active`` no row is highlighted."""

    def __init__(self, chosen: tuple[str, ...], *, id: str | None = None) -> None:
        super().__init__(self._line, lambda row: isinstance(row, Choice), id=id)
        self.chosen = dict.fromkeys(chosen)
        self.active = True
        self.find("")

    @property
    def choice(self) -> Choice | None:
        """The category under the cursor, or None."""
        return self.row if isinstance(self.row, Choice) else None

    @property
    def shown(self) -> Iterator[Choice]:
        """The categories in the list."""
        return (row for row in map(self.rows.__getitem__, range(self.count)) if isinstance(row, Choice))

    @property
    def on_first(self) -> bool:
        """Whether there is no category above the cursor."""
        return not any(self.may_rest(index) for index in range(self.cursor))

    def _line(self, row: Choice | str, width: int, /, *, here: bool) -> Sequence[Piece]:
        """Return the line of a category or a heading."""
        if isinstance(row, str):
            return cut([(f" {row}", "strong")], width)
        return first_run.choice_line(row, self.chosen, width, first_run.code_cells(self.shown, width), here=here)

    def strip(self, index: int, line: int = 0) -> Strip:
        """Return the strip of a row. The cursor is shown although the search box has the focus, because that box's keys
        move it."""
        here = self.active and index == self.cursor
        return self.paint_row(index, "cursor" if here else "", here=here)

    def find(self, text: str) -> None:
        """Show the categories that match ``text``, the best match first; without a text, the chosen categories and then
        all."""
        matches = choices(text)
        if self.chosen and not text.strip():
            self.rows = ["Chosen", *map(choice_of, self.chosen), "All categories", *matches]
        else:
            self.rows = [*matches]
        self.cursor = next((index for index in range(self.count) if self.may_rest(index)), 0)
        self.explain([] if matches else first_run.no_match(clean(text)))
        if self.is_attached:
            self.window.extend()
            self.scroll_to(y=0, animate=False)
            self.refresh()

    def toggle(self) -> None:
        """Choose the category under the cursor, or remove it from the choice."""
        choice = self.choice
        if choice is None:
            return
        if choice.code in self.chosen:
            del self.chosen[choice.code]
        else:
            self.chosen[choice.code] = None
        self.refresh()

    def choose(self, choices: Sequence[Choice]) -> None:
        """Add categories to the choice."""
        self.chosen |= dict.fromkeys(choice.code for choice in choices)
        self.refresh()


class WelcomeScreen(Overlay[None]):
    """Information for a new user, shown after categories were chosen, while the first papers are fetched."""

    AUTO_FOCUS: ClassVar[str | None] = "#welcome-text"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "leave", show=False, priority=True)]

    def __init__(self, paths: Paths, settings: RefreshSettings) -> None:
        lay_out = partial(first_run.welcome_lines, paths, settings)
        super().__init__("Welcome to arxtui", LAST_STEP, TextPage(lay_out, id="welcome-text"))

    @property
    def keys(self) -> Sequence[Key]:
        """The keys in the footer."""
        return [("Enter", "to the papers")]


class DoneBar(Bar):
    """The row that ends the choice, highlighted if ``active``."""

    active = False

    class Pressed(Message):
        """The row was clicked."""

    def render_line(self, y: int) -> Strip:
        """Return the strip of the row."""
        return paint(self, self.shown if y == 0 else (), self.size.width, "cursor" if self.active else "")

    def on_click(self) -> None:
        """End the choice."""
        self.post_message(self.Pressed())


class CategoryPicker(Screen["tuple[str, ...] | None"], inherit_bindings=False):
    """Choose categories. Dismissed with their codes, or with None if cancelled.

    Either a category or the Done row is highlighted, and Enter acts on the highlighted row. The search box handles the
    keys, so that they stay in order with the letters typed before them. ``step`` is the step of a first run.
    """

    app: TerminalApp
    AUTO_FOCUS: ClassVar[str | None] = "#picker-search"
    own_area: ClassVar[Area] = Area.CATEGORIES

    def __init__(self, chosen: tuple[str, ...], step: str = "") -> None:
        super().__init__()
        self._before = chosen
        self._step = step
        self._search = LineInput(
            id="picker-search",
            compact=True,
            select_on_focus=False,
        )
        self._list = ChoiceList(chosen, id="choices")
        self._done = DoneBar(id="picker-done")
        self._warned = False

    def compose(self) -> ComposeResult:
        """Build the title, the search box, the Done row, the categories and the keys."""
        with Vertical(id="picker"):
            yield Bar(id="picker-title")
            with Horizontal(id="picker-line"):
                yield Bar(id="picker-sign")
                yield self._search
            yield self._done
            yield self._list
            yield KeyBar(id="picker-foot")

    def on_mount(self) -> None:
        """Let the search box handle the keys."""
        self.query_one("#picker-sign", Bar).show([(" / ", "accent")])
        self._search.cursor_blink = False
        self._search.when_typed = self._typed
        self._search.when_submitted = self._enter
        self._list.when_moved = self._show
        self._search.commands = {
            "tab": self._tab,
            "down": lambda: self._move(1),
            "ctrl+n": lambda: self._move(1),
            "up": lambda: self._move(-1),
            "pagedown": lambda: self._page(1),
            "pageup": lambda: self._page(-1),
            "escape": self._escape,
        }
        self._highlight_first()

    def on_resize(self, event: events.Resize) -> None:
        """Fit the lines to the terminal."""
        self.set_class(event.size.height < _LOW_ROWS, "-low")
        self._search.placeholder = first_run.search_hint(event.size.width - _SIGN_CELLS)
        self._show()

    def on_key(self, event: events.Key) -> None:
        """Pass on a key that was pressed before the search box had the focus."""
        if self.focused is not self._search:
            event.stop()
            self.set_focus(self._search)
            self._search.post_message(events.Key(event.key, event.character))

    @on(Lines.Chosen)
    def _row_clicked(self) -> None:
        self._highlight(done=False)
        self._list.toggle()
        self._show()

    @on(DoneBar.Pressed)
    def _done_clicked(self) -> None:
        self.action_follow_chosen()

    def _typed(self, text: str) -> None:
        self._list.find(text)
        self._highlight_first()

    def _highlight_first(self) -> None:
        """Highlight the best match; without a search text the Done row, if anything is chosen."""
        self._highlight(done=bool(self._list.chosen) and not self._search.value)

    def _enter(self) -> None:
        if self._done.active:
            self.action_follow_chosen()
        else:
            self._pick()

    def _tab(self) -> None:
        if self._done.active:  # Tab only moves on, as in a form: it must not remove what Enter just chose
            self.say("Enter finishes · ↓ goes to the list")
        else:
            self._pick()

    def _pick(self) -> None:
        """Choose the highlighted category or remove it, or add all whose codes were typed, and clear the search."""
        text = self._search.value
        if self._list.choice is None:
            self.say(f"No category matches {foreign(clean(text))}")
            return
        if self._listed:
            self._list.choose(self._listed)
        else:
            self._list.toggle()
        if text:
            self._search.value = ""
        self._warned = False
        self._show()

    @property
    def _listed(self) -> Sequence[Choice]:
        """The categories of a typed list of codes; empty if anything else was typed."""
        listed = listed_in(self._search.value)
        return listed if len(listed) > 1 and listed == [*self._list.shown] else ()

    def _move(self, step: int) -> None:
        if self._done.active:
            self._highlight(done=step < 0)
        elif step < 0 and self._list.on_first:
            self._highlight(done=True)
        else:
            self._list.move(step)

    def _page(self, direction: int) -> None:
        self._highlight(done=False)
        self._list.page(direction)

    def action_follow_chosen(self) -> None:
        """Dismiss the screen with the choice. If nothing is chosen and nothing was chosen before, show a message
        instead."""
        if self._list.chosen or self._before:
            self.dismiss(tuple(self._list.chosen))
        else:
            self.say("Nothing is chosen yet: Enter adds one")

    def _escape(self) -> None:
        """Clear the search. Without a search, cancel; unsaved changes need a second Escape after a warning."""
        if self._search.value:
            self._search.value = ""
        elif tuple(self._list.chosen) != self._before and not self._warned:
            self._highlight(done=True)
            self._warned = True
            self.say("Not saved: Enter saves · Esc discards")
        else:
            self.dismiss(None)

    async def interrupt(self) -> None:
        """Handle Ctrl+C as Escape, except that repeated Ctrl+C never discards unsaved changes."""
        self._warned = False
        self._escape()

    def _highlight(self, *, done: bool) -> None:
        self._done.active, self._list.active = done, not done
        self._warned = False
        self._list.refresh()
        self._show()

    def _show(self) -> None:
        """Update the lines around the list."""
        width = self._width
        self.query_one("#picker-title", Bar).show(first_run.title_line(width, self._step))
        done = self._done
        done.show(first_run.done_line(self._list.chosen, self._before, width, here=done.active))
        done.refresh()
        self.query_one("#picker-foot", Bar).show(
            [*self.app.dispatcher.pieces] or first_run.key_line([*self._keys(), ("Esc", self._escape_word)], width)
        )

    def show_keys(self) -> None:
        """Show the keys that can follow in a sequence."""
        self._show()

    def say(self, words: str) -> None:
        """Show a message in the footer."""
        self.query_one("#picker-foot", Bar).show(cut([(f" {words}", "accent-strong")], self._width))

    @property
    def _width(self) -> int:
        return self.query_one("#picker-foot", Bar).size.width or self.app.size.width

    def _keys(self) -> list[tuple[str, str]]:
        """Return the current keys except Esc, the most useful first."""
        if self._done.active:
            return [("Enter", "done"), ("↓", "to the list"), ("a-z", "search for more")]
        choice = self._list.choice
        if choice is None:
            return []
        verb = "remove" if choice.code in self._list.chosen else "add"
        if self._listed:
            verb = f"add all {len(self._listed)}"
        return [("Enter Tab", verb), ("↑↓", "move"), *keys_of(["follow_chosen"], Area.CATEGORIES)]

    @property
    def _escape_word(self) -> str:
        if self._search.value:
            return "clear"
        return "cancel" if self._before else "not now"
