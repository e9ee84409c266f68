"""The theme picker: all themes, beside the papers, which are shown in the theme under the cursor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import ClassVar, NamedTuple

from textual import events
from textual.binding import Binding, BindingType
from textual.theme import BUILTIN_THEMES
from textual.widget import Widget

from arxtui.config.themes import AUTO, OWN, TEXTUAL
from arxtui.text import cells
from arxtui.tui.present.key_line import Key
from arxtui.tui.present.line import Piece, cut, pad
from arxtui.tui.screens.overlay import Overlay
from arxtui.tui.widgets.ink import Bar
from arxtui.tui.widgets.lines import Lines

_AUTO_WORDS = "dark or light, as the terminal is"
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


class ThemePicker(Overlay["str | None"]):
    """The theme picker. Dismissed with a value of ``[ui] theme``, or None for no change. ``preview`` shows a theme."""

    AUTO_FOCUS: ClassVar[str | None] = "#theme-rows"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f9", "leave", show=False, priority=True, id="theme"),
        Binding("enter,space", "keep", show=False, priority=True),
    ]
    is_modal = True
    """A modal screen leaves the papers visible beside the themes."""
    shows_help_key = False
    here = ("Themes", (("Enter", "keep the theme: [ui] theme is written"), ("Esc", "back to the theme before")))

    def __init__(self, setting: str, preview: Callable[[str], object]) -> None:
        self._rows = tuple(_rows())
        self._list = Lines[_ThemeRow | str](self._line, lambda row: isinstance(row, _ThemeRow), id="theme-rows")
        super().__init__("Theme", "", self._list)
        self._setting = setting
        self._preview = preview
        self._words = Bar()
        self._list.rows = self._rows

    @property
    def keys(self) -> Sequence[Key]:
        """The keys in the footer."""
        return [("Enter", "keep"), ("Esc", "back")]

    @property
    def width(self) -> int:
        """The width of the list of themes, in cells."""
        return self._list.size.width or super().width

    def parts(self) -> Iterable[Widget]:
        """Return the list of themes and the description of the one under the cursor."""
        yield from (self._list, self._words)

    def on_mount(self) -> None:
        """Put the cursor on the current theme."""
        names = [row.name if isinstance(row, _ThemeRow) else "" for row in self._rows]
        self._list.cursor = names.index(self._setting)
        self._list.when_moved = self._moved

    def on_resize(self, event: events.Resize) -> None:
        """Fit the description to the width."""
        self._show_words()

    @property
    def _theme(self) -> _ThemeRow:
        row = self._list.row
        assert isinstance(row, _ThemeRow)
        return row

    def _line(self, row: _ThemeRow | str, width: int, /, *, here: bool) -> Sequence[Piece]:
        if isinstance(row, str):
            return cut([(f" {row}", "dim")], width)
        sign = "›" if here else " "
        return [(sign, "accent"), (pad(f" {row.name}", width - cells(sign)), "strong" if here else "text")]

    def _moved(self) -> None:
        self._preview(self._theme.name)
        self._show_words()

    def _show_words(self) -> None:
        self._words.show(cut([(f" {self._theme.words}", "dim")], self.width))

    def action_keep(self) -> None:
        """Choose the theme under the cursor."""
        self.dismiss(self._theme.name)
