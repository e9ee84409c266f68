"""The theme picker: all themes, beside the papers, which are shown in the theme under the cursor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.theme import BUILTIN_THEMES
from textual.widget import Widget

from arxtui.config.values import AUTO, OWN, TEXTUAL
from arxtui.light import NamedTuple
from arxtui.text import cells
from arxtui.tui.footer_question import FooterQuestion
from arxtui.tui.present.line import Key, Piece, cut, keys_of, pad
from arxtui.tui.screens.overlay import Overlay
from arxtui.tui.widgets.ink import Bar
from arxtui.tui.widgets.lines import Lines

_AUTO_WORDS = "dark or light, like the terminal"
_ANSI_WORDS = "the terminal's own 16 colours"


class _ThemeRow(NamedTuple):
    """A theme by its name, with a description."""

    name: str
    words: str


def _rows() -> Iterator[_ThemeRow | str]:
    """Yield the themes and the headings."""
    yield _ThemeRow(AUTO, _AUTO_WORDS)
    yield from (_ThemeRow(name, words) for name, words in OWN.items())
    yield "From Textual"
    yield from (_ThemeRow(name, _words_of(name)) for name in TEXTUAL)


def _words_of(name: str) -> str:
    theme = BUILTIN_THEMES[name]
    return _ANSI_WORDS if theme.ansi else "dark" if theme.dark else "light"


def _matches(row: _ThemeRow | str, text: str) -> bool:
    """Whether a theme matches a search; a heading matches only if nothing is searched."""
    return not text or (isinstance(row, _ThemeRow) and text.casefold() in f"{row.name} {row.words}".casefold())


class ThemePicker(Overlay["str | None"]):
    """The theme picker. Dismissed with a value of ``[ui] theme``, or None for no change. ``preview`` shows a theme."""

    AUTO_FOCUS: ClassVar[str | None] = "#theme-rows"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f9", "leave", show=False, priority=True, id="theme"),
        Binding("enter,space", "keep", show=False, priority=True),
        Binding("slash", "find", show=False, priority=True, id="search"),
    ]
    is_modal = True
    """A modal screen leaves the papers visible beside the themes."""
    shows_help_key = False
    here = (
        "Themes",
        (
            ("Enter", "keep the theme: [ui] theme is written"),
            ("/", "find themes by name, or by dark and light"),
            ("Esc", "back to the previous theme"),
        ),
    )

    def __init__(self, setting: str, preview: Callable[[str], object]) -> None:
        self._list = Lines[_ThemeRow | str](self._line, lambda row: isinstance(row, _ThemeRow), id="theme-rows")
        super().__init__("Theme", "", self._list)
        self.question = FooterQuestion(self, self._list, "theme-prompt")
        self._search_text = ""
        self._shown = setting
        self._preview = preview
        self._words = Bar()
        self._list.rows = self._rows = tuple(_rows())
        self._list.explain([("No such theme", "dim")])

    @property
    def keys(self) -> Sequence[Key]:
        """The keys in the footer."""
        return [("Enter", "keep"), *keys_of(["search"]), ("Esc", "all themes" if self._search_text else "back")]

    @property
    def width(self) -> int:
        """The width of the list of themes, in cells."""
        return self._list.size.width or super().width

    def parts(self) -> Iterable[Widget]:
        """Return the list of themes, the description of the one under the cursor, and the search prompt."""
        yield from (self._list, self._words, self.question.prompt)

    def on_mount(self) -> None:
        """Put the cursor on the current theme."""
        self._list.cursor = self._place_of(self._shown)
        self._list.when_moved = self._moved

    def on_resize(self, event: events.Resize) -> None:
        """Fit the description to the width."""
        self._show_words()

    @property
    def _theme(self) -> _ThemeRow | None:
        """The theme under the cursor; None if no theme was found."""
        row = self._list.row
        return row if isinstance(row, _ThemeRow) else None

    def _place_of(self, name: str) -> int:
        """Return the place of a theme in the list; 0 if it is not there."""
        places = (place for place, row in enumerate(self._rows) if isinstance(row, _ThemeRow) and row.name == name)
        return next(places, 0)

    def _line(self, row: _ThemeRow | str, width: int, /, *, here: bool) -> Sequence[Piece]:
        if isinstance(row, str):
            return cut([(f" {row}", "dim")], width)
        sign = "›" if here else " "
        return [(sign, "accent"), (pad(f" {row.name}", width - cells(sign)), "strong" if here else "text")]

    def _moved(self) -> None:
        if theme := self._theme:
            self._shown = theme.name
            self._preview(theme.name)
        self._show_words()

    def _show_words(self) -> None:
        words = self._theme.words if self._theme else ""
        self._words.show(cut([(f" {words}", "dim")], self.width - 1))

    def action_find(self) -> None:
        """Prompt for words, and show the themes whose name or description contains them as they are typed."""
        self.question.find(self._search_text, self._find)

    def _find(self, text: str) -> None:
        """Show the themes that match ``text``, with the cursor on the one that is previewed, or on the first."""
        self._search_text = text
        self._list.rows = self._rows = tuple(row for row in _rows() if _matches(row, text))
        self._list.cursor = self._place_of(self._shown)
        self._list.window.extend()
        self._list.window.make_visible(self._list.cursor)
        self._list.refresh()
        self._moved()
        self.update_footer()

    def action_leave(self) -> None:
        """Close the search prompt; if none is open, show all themes again; otherwise close the screen."""
        if self.question.leave():
            return
        if self._search_text:
            self._find("")
        else:
            self.dismiss(None)

    def action_keep(self) -> None:
        """Choose the theme under the cursor."""
        if self._theme:
            self.dismiss(self._theme.name)
