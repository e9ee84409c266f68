"""The screen on which a note is written, below the list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import TextArea

from arxtui.light import NamedTuple
from arxtui.text import wrap
from arxtui.tui.actions import Area
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.line import Line, capitalised, cut, foreign, key_line, keys_of
from arxtui.tui.widgets.ink import Bar, KeyBar, TextPage

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.model.marks import Act
    from arxtui.tui.notes.open_note import OpenNote, SaveFailure
    from arxtui.tui.terminal.app import TerminalApp


def not_saved_words(lost: SaveFailure, draft: Path) -> str:
    """Return the message that saving a note failed, with the place of its text."""
    where = f"Your text is in {draft}." if lost.is_in_draft else "Your text is on this screen only."
    return f"Note not saved. {_sentence(lost.reason)} {where}"


def undrafted_words(reason: str) -> str:
    """Return the message that the draft cannot be written, so the text exists only on the screen."""
    return f"The draft cannot be written: {reason}. Your text is on this screen only until the note is saved."


def unsaved_note_words(title: str, text: str, lost: SaveFailure, draft: Path) -> str:
    """Return the message printed after the program ended with an unsaved note. It includes the text if no file has
    it."""
    head = f"The note on {foreign(title)} was not saved. {_sentence(lost.reason)}"
    if lost.is_in_draft:
        return f"{head} What you wrote is in {draft}; {key_for('note')} shows it when arxtui is open again."
    lines = "\n".join(map(foreign, text.splitlines()))
    return f"{head} It could not be written to {draft} either. What you wrote:\n\n{lines}"


def _sentence(words: str) -> str:
    return f"{capitalised(words).rstrip('.')}."


_KEYS = (("Ctrl+Z", "undo"), ("Ctrl+Y", "redo"))
_SAVE = ("Esc", "save and close")
_TRY_AGAIN = ("Esc", "try again")
_INTERRUPTED = "Ctrl+C copies selected text, and none is selected · Esc saves the note"
_MAX_LINES = 5
"""The largest height of a message, in lines."""


class SavedNote(NamedTuple):
    """The result of saving a note: the act, or None if there was no change."""

    act: Act | None


class NoteScreen(ModalScreen["SavedNote | None"], inherit_bindings=False):
    """The editor of a note. Dismissed with the result once the library has stored the note, or with None if the user
    left it in its draft. Until then the screen stays open with the text.

    ``title`` is the paper's title, ``said`` a message to show first, ``failure`` the failure of an earlier attempt to
    save. ``tell_later`` receives a message to print after the program has ended.
    """

    app: TerminalApp
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
        failure: SaveFailure | None = None,
    ) -> None:
        super().__init__()
        self._paper = foreign(title)
        self._note = note
        self._text = text
        self._library = library
        self._tell_later = tell_later
        self._message = (said, "accent")
        self._failure = failure
        self._has_draft_failed = False
        self._is_saving = False
        self._is_done = False
        self._queued_keys: list[events.Key] = []
        self._after_closing: Callable[[], object] = lambda: None
        self._message_page = TextPage(self._message_lines, id="note-said")
        self._message_page.can_focus = False

    def compose(self) -> ComposeResult:
        """Build the title, the text area, the message and the keys."""
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
            yield self._message_page
            yield KeyBar(id="note-foot")

    def on_mount(self) -> None:
        """Put the cursor at the end of the text."""
        area = self.query_one(TextArea)
        area.cursor_blink = False
        area.move_cursor(area.document.end)
        if self._failure:
            self._show_failure(self._failure)

    def on_resize(self) -> None:
        """Fit the lines to the width."""
        width = self.app.size.width
        self.query_one("#note-head", Bar).show(cut([(" Note on ", "dim"), (self._paper, "strong")], width - 1))
        self._update_footer()

    @on(TextArea.Changed)
    def _changed(self, event: TextArea.Changed) -> None:
        event.stop()
        text = event.text_area.text
        if text == self._text:
            return
        self._text = text
        reason = self._note.write_draft(text)
        if reason and not self._has_draft_failed:
            self.say(undrafted_words(reason), "fault")
        elif self._has_draft_failed and not reason:
            self.say("")
        self._has_draft_failed = bool(reason)

    async def interrupt(self) -> None:
        """Show a message. Ctrl+C copies selected text only, and must not close a note by accident."""
        self.say(_INTERRUPTED, "accent")

    # Saving

    def action_save_note(self) -> None:
        """Save the note, and close it once the library has stored it."""
        if self._is_saving:
            self._queued_keys.append(events.Key("escape", None))
        else:
            self._begin_to_save()

    def save_before(self, then: Callable[[], object]) -> None:
        """Save the note and then call ``then``, which is not called if the note cannot be saved."""
        self._after_closing = then
        if not self._is_saving:
            self._begin_to_save()

    def action_leave_note(self) -> None:
        """Close the note and leave its text in the draft, if saving failed and the draft is stored."""
        if self._failure and self._failure.is_in_draft:
            self._close(None)

    def on_key(self, event: events.Key) -> None:
        """While the note is being saved, queue keys for the screen that comes next."""
        if self._is_saving:
            event.stop()
            self._queued_keys.append(event)

    def _begin_to_save(self) -> None:
        """Start saving. From here on keys are queued; letters typed before are still on their way to the text area, so
        reading its text is deferred."""
        self._is_saving = True
        self.set_focus(None)
        self.query_one(TextArea).call_later(self._save)

    def _save(self) -> None:
        self._text = self.query_one(TextArea).text
        self._note.save(self._text, lambda act: self._close(SavedNote(act)), self._show_failure)

    def _close(self, saved: SavedNote | None) -> None:
        self._is_done = True
        self.dismiss(saved)
        for event in self._queued_keys:
            self.app.post_message(events.Key(event.key, event.character))
        self._after_closing()

    def _show_failure(self, failure: SaveFailure) -> None:
        self._is_saving = False
        self._failure = failure
        self._queued_keys.clear()
        self._after_closing = lambda: None
        self.say(not_saved_words(failure, self._note.draft.file), "fault")
        self.set_focus(self.query_one(TextArea))

    # Messages

    def say(self, words: str, ink: str = "dim") -> None:
        """Show a message above the keys."""
        self._message = (foreign(words), ink)
        self._update_footer()

    def show_keys(self) -> None:
        """Show the keys that can follow in a sequence."""
        self._update_footer()

    def _update_footer(self) -> None:
        width = self.app.size.width
        lines = min(len(self._message_lines(width)), _MAX_LINES)
        self._message_page.display = bool(lines)
        self._message_page.styles.height = lines
        self._message_page.lay_out()
        self.query_one("#note-foot", Bar).show([*self.app.dispatcher.pieces] or key_line(self._keys(), width))

    def _keys(self) -> Sequence[tuple[str, str]]:
        if not self._failure:
            return (*_KEYS, _SAVE)
        leave = keys_of(["leave_note"], Area.NOTE) if self._failure.is_in_draft else ()
        return (*leave, *_KEYS, _TRY_AGAIN)

    def _message_lines(self, width: int) -> list[Line]:
        words, ink = self._message
        return [Line(((f" {line}", ink),)) for line in wrap(words, width - 2)] if words else []

    def on_unmount(self) -> None:
        """Save the note if the program ends while it is open."""
        if not self._is_done and (failure := self._note.save_at_once(self._library, self._text)):
            self._tell_later(unsaved_note_words(self._paper, self._text, failure, self._note.draft.file))
