"""All themes beside the papers, which show the one under the cursor."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar, NamedTuple

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.theme import BUILTIN_THEMES

from arxtui.config.themes import AUTO, OWN, TEXTUAL
from arxtui.text import cells
from arxtui.tui.present.key_line import key_line
from arxtui.tui.present.line import Piece, cut, pad
from arxtui.tui.widgets.ink import Bar
from arxtui.tui.widgets.lines import Lines

_AUTO_WORDS = "dark or light, as the terminal is"
_ANSI_WORDS = "the terminal's own 16 colours"
_KEYS = (("Enter", "keep"), ("Esc", "back"))


class _Theme(NamedTuple):
    """A theme by its name, and what is to know of it."""

    name: str
    words: str


def _rows() -> Iterator[_Theme | str]:
    """The themes, under headings."""
    yield _Theme(AUTO, _AUTO_WORDS)
    yield from (_Theme(name, words) for name, words in OWN.items())
    yield "From Textual"
    yield from (_Theme(name, _words_of(name)) for name in TEXTUAL)


def _words_of(name: str) -> str:
    theme = BUILTIN_THEMES[name]
    return _ANSI_WORDS if theme.ansi else "dark" if theme.dark else "light"


class ThemePicker(ModalScreen["str | None"], inherit_bindings=False):
    """Dismissed with a value of ``[ui] theme``, or None where all stays as it was. ``preview`` shows one."""

    AUTO_FOCUS: ClassVar[str | None] = "#theme-rows"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", show=False, priority=True),
        Binding("f9", "leave", show=False, priority=True, id="theme"),
        Binding("enter,space", "keep", show=False, priority=True),
        Binding("j,down", "move(1)", show=False, priority=True, id="down"),
        Binding("k,up", "move(-1)", show=False, priority=True, id="up"),
        Binding("pagedown,ctrl+d", "page(1)", show=False, priority=True, id="page_down"),
        Binding("pageup,ctrl+u", "page(-1)", show=False, priority=True, id="page_up"),
        Binding("g,home", "end(False)", show=False, priority=True, id="top"),
        Binding("G,end", "end(True)", show=False, priority=True, id="bottom"),
        Binding("question_mark,f1", "app.help", show=False, priority=True, id="help"),
    ]
    here = ("Themes", (("Enter", "keep the theme: [ui] theme is written"), ("Esc", "back to the theme before")))
    """The title and the keys, for the help."""

    def __init__(self, wanted: str, preview: Callable[[str], object]) -> None:
        super().__init__()
        self._wanted = wanted
        self._preview = preview
        self._rows = tuple(_rows())
        self._list = Lines[_Theme | str](self._line, lambda row: isinstance(row, _Theme), id="theme-rows")
        self._list.rows = self._rows

    def compose(self) -> ComposeResult:
        """Title, the themes, what is to know of the one under the cursor, the keys."""
        with Vertical(id="themes"):
            yield Bar(id="themes-title")
            yield self._list
            yield Bar(id="themes-words")
            yield Bar(id="themes-foot")

    def on_mount(self) -> None:
        """Begin at the theme in force."""
        names = [row.name if isinstance(row, _Theme) else "" for row in self._rows]
        self._list.cursor = names.index(self._wanted)
        self._list.when_moved = self._moved

    def on_resize(self, event: events.Resize) -> None:
        """Fit the lines around the list."""
        self._show_words()

    @property
    def _theme(self) -> _Theme:
        row = self._list.row
        assert isinstance(row, _Theme)
        return row

    def _line(self, row: _Theme | str, width: int, /, *, here: bool) -> Sequence[Piece]:
        if isinstance(row, str):
            return cut([(f" {row}", "dim")], width)
        sign = "›" if here else " "
        return [(sign, "accent"), (pad(f" {row.name}", width - cells(sign)), "strong" if here else "text")]

    def _moved(self) -> None:
        self._preview(self._theme.name)
        self._show_words()

    def _show_words(self) -> None:
        width = self._list.size.width or self.app.size.width
        self.query_one("#themes-title", Bar).show(cut([(" Theme", "strong")], width))
        self.query_one("#themes-words", Bar).show(cut([(f" {self._theme.words}", "dim")], width))
        self.query_one("#themes-foot", Bar).show(key_line(_KEYS, width))

    @on(Lines.Chosen)
    def _row_clicked(self, event: Lines.Chosen) -> None:
        event.stop()

    def action_keep(self) -> None:
        """Keep the theme under the cursor."""
        self.dismiss(self._theme.name)

    def action_leave(self) -> None:
        """Back to the theme that was there."""
        self.dismiss(None)

    async def interrupt(self) -> None:
        """As Escape."""
        self.action_leave()

    def action_move(self, step: int) -> None:
        """So many rows."""
        self._list.move(step)

    def action_page(self, direction: int) -> None:
        """A screenful."""
        self._list.page(direction)

    def action_end(self, last: bool) -> None:  # noqa: FBT001
        """To the first or the last row."""
        self._list.to_end(last=last)
