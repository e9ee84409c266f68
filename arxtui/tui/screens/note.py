"""A note being written, below the list."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import TextArea

from arxtui.tui.present.line import cut, foreign, named_keys
from arxtui.tui.widgets.ink import Bar

_KEYS = (("Esc", "keeps the note"), ("Ctrl+Z", "takes back"), ("Ctrl+Y", "does again"))


class NoteScreen(ModalScreen[str], inherit_bindings=False):
    """Dismissed with the text. ``title`` is the paper's; ``typed`` gets the text after each change; ``left`` gets it
    where the program is left meanwhile; ``said`` is what there is to know first."""

    AUTO_FOCUS: ClassVar[str | None] = "#note-text"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,ctrl+s", "keep", show=False, priority=True)]

    def __init__(
        self, title: str, text: str, typed: Callable[[str], object], left: Callable[[str], object], said: str = ""
    ) -> None:
        super().__init__()
        self._paper = foreign(title)
        self._text = text
        self._typed = typed
        self._left = left
        self._said = said
        self._is_kept = False

    def compose(self) -> ComposeResult:
        """Whose note it is, the text, the keys."""
        with Vertical(id="note"):
            yield Bar(id="note-head")
            yield TextArea(
                self._text,
                id="note-text",
                theme="css",
                compact=True,
                tab_behavior="indent",
                highlight_cursor_line=False,
            )
            yield Bar(id="note-foot")

    def on_mount(self) -> None:
        """Go on where the text ends."""
        area = self.query_one(TextArea)
        area.cursor_blink = False
        area.move_cursor(area.document.end)

    def on_resize(self) -> None:
        """Write the lines to the width."""
        width = self.app.size.width
        self.query_one("#note-head", Bar).show(cut([(" Note on ", "dim"), (self._paper, "strong")], width))
        told = [(" ", "text"), (self._said, "accent")] if self._said else named_keys(_KEYS)
        self.query_one("#note-foot", Bar).show(cut(told, width))

    @on(TextArea.Changed)
    def _changed(self, event: TextArea.Changed) -> None:
        event.stop()
        text = event.text_area.text
        if text != self._text:
            self._text = text
            self._typed(text)

    def action_keep(self) -> None:
        """Keep the note."""
        self._is_kept = True
        self.dismiss(self.query_one(TextArea).text)

    def on_unmount(self) -> None:
        """The program is left in the middle of a note."""
        if not self._is_kept:
            self._left(self._text)
