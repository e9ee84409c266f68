"""A note being written, below the list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import TextArea

from arxtui.text import wrap
from arxtui.tui.actions import Area
from arxtui.tui.present.key_line import key_line, keys_of
from arxtui.tui.present.line import Line, cut, foreign
from arxtui.tui.present.notes import not_saved_words, undrafted_words, unsaved_note_words
from arxtui.tui.widgets.ink import Bar, KeyBar
from arxtui.tui.widgets.page import TextPage

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.model.marks import Act
    from arxtui.tui.application import ArxtuiApp
    from arxtui.tui.notes.open_note import NotSaved, OpenNote

_KEYS = (("Ctrl+Z", "undo"), ("Ctrl+Y", "redo"))
_SAVE = ("Esc", "saves the note and closes")
_TRY_AGAIN = ("Esc", "try again")
_INTERRUPTED = "Ctrl+C copies selected text, and none is selected · Esc saves the note"
_MOST_LINES = 5
"""Lines of a message."""


class Saved(NamedTuple):
    """The library has a note: by which act, None where nothing was to change."""

    act: Act | None


class NoteScreen(ModalScreen["Saved | None"], inherit_bindings=False):
    """Dismissed with the note once the library has it, and with None where it was left in its draft on purpose. Until
    then the screen stays, with the text. ``title`` is the paper's; ``said`` is what there is to know first;
    ``refused`` why the text was not saved before, where that was tried; ``tell_later`` gets words for when the program
    has been left."""

    app: ArxtuiApp
    AUTO_FOCUS: ClassVar[str | None] = "#note-text"
    undoes_typing: ClassVar[bool] = True
    own_area: ClassVar[Area] = Area.NOTE

    def __init__(
        self,
        title: str,
        note: OpenNote,
        text: str,
        library: Library,
        tell_later: Callable[[str], object],
        *,
        said: str = "",
        refused: NotSaved | None = None,
    ) -> None:
        super().__init__()
        self._paper = foreign(title)
        self._note = note
        self._text = text
        self._library = library
        self._tell_later = tell_later
        self._said = (said, "accent")
        self._refused = refused
        self._is_undrafted = False
        self._is_saving = False
        self._is_done = False
        self._keys_ahead: list[events.Key] = []
        self._then: Callable[[], object] = lambda: None
        self._said_page = TextPage(self._said_lines, id="note-said")
        self._said_page.can_focus = False

    def compose(self) -> ComposeResult:
        """Whose note it is, the text, what there is to say, the keys."""
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
            yield self._said_page
            yield KeyBar(id="note-foot")

    def on_mount(self) -> None:
        """Go on where the text ends."""
        area = self.query_one(TextArea)
        area.cursor_blink = False
        area.move_cursor(area.document.end)
        if self._refused:
            self._say_refused(self._refused)

    def on_resize(self) -> None:
        """Write the lines to the width."""
        width = self.app.size.width
        self.query_one("#note-head", Bar).show(cut([(" Note on ", "dim"), (self._paper, "strong")], width))
        self._write_foot()

    @on(TextArea.Changed)
    def _changed(self, event: TextArea.Changed) -> None:
        event.stop()
        text = event.text_area.text
        if text == self._text:
            return
        self._text = text
        reason = self._note.typed(text)
        if reason and not self._is_undrafted:
            self.say(undrafted_words(reason), "fault")
        elif self._is_undrafted and not reason:
            self.say("")
        self._is_undrafted = bool(reason)

    async def interrupt(self) -> None:
        """Nothing is selected to be copied, and a note is not given up by a key that is pressed in passing."""
        self.say(_INTERRUPTED, "accent")

    # Saving

    def action_save_note(self) -> None:
        """Save the note, and close it once the library has it."""
        if self._is_saving:
            self._keys_ahead.append(events.Key("escape", None))
        else:
            self._begin_to_save()

    def save_before(self, then: Callable[[], object]) -> None:
        """Save the note and go on with ``then``, which is not done where the note cannot be saved."""
        self._then = then
        if not self._is_saving:
            self._begin_to_save()

    def action_leave_note(self) -> None:
        """Close the note and leave the text in its draft, where it was not saved but stands there."""
        if self._refused and self._refused.is_in_draft:
            self._close(None)

    def on_key(self, event: events.Key) -> None:
        """Keep keys for whoever has the keyboard once the note is saved."""
        if self._is_saving:
            event.stop()
            self._keys_ahead.append(event)

    def _begin_to_save(self) -> None:
        """From here on keys are for whoever comes after; letters typed before are still on their way to the text."""
        self._is_saving = True
        self.set_focus(None)
        self.query_one(TextArea).call_later(self._save)

    def _save(self) -> None:
        self._text = self.query_one(TextArea).text
        self._note.save(self._text, lambda act: self._close(Saved(act)), self._say_refused)

    def _close(self, saved: Saved | None) -> None:
        self._is_done = True
        self.dismiss(saved)
        for event in self._keys_ahead:
            self.app.post_message(events.Key(event.key, event.character))
        self._then()

    def _say_refused(self, refused: NotSaved) -> None:
        self._is_saving = False
        self._refused = refused
        self._keys_ahead.clear()
        self._then = lambda: None
        self.say(not_saved_words(refused, self._note.draft.file), "fault")
        self.set_focus(self.query_one(TextArea))

    # What there is to say

    def say(self, words: str, ink: str = "dim") -> None:
        """Say something above the keys."""
        self._said = (foreign(words), ink)
        self._write_foot()

    def show_keys(self) -> None:
        """Other keys are to be shown."""
        self._write_foot()

    def _write_foot(self) -> None:
        width = self.app.size.width
        lines = min(len(self._said_lines(width)), _MOST_LINES)
        self._said_page.display = bool(lines)
        self._said_page.styles.height = lines
        self._said_page.lay_out()
        self.query_one("#note-foot", Bar).show([*self.app.dispatcher.pieces] or key_line(self._keys(), width))

    def _keys(self) -> Sequence[tuple[str, str]]:
        if not self._refused:
            return (*_KEYS, _SAVE)
        leave = keys_of(["leave_note"], Area.NOTE) if self._refused.is_in_draft else ()
        return (*leave, *_KEYS, _TRY_AGAIN)

    def _said_lines(self, width: int) -> list[Line]:
        words, ink = self._said
        return [Line(((f" {line}", ink),)) for line in wrap(words, max(width - 2, 1))] if words else []

    def on_unmount(self) -> None:
        """The program is left in the middle of a note."""
        if not self._is_done and (lost := self._note.save_at_once(self._library, self._text)):
            self._tell_later(unsaved_note_words(self._paper, self._text, lost, self._note.draft.file))
