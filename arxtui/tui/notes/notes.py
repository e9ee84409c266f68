"""Notes on papers, written in the reader or in an external editor."""

from __future__ import annotations

import logging
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from textual.app import SuspendNotSupported

from arxtui.library.editors import editor, named_editor, outcome
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.notes.open_note import Draft, OpenNote, SaveFailure
from arxtui.tui.notes.screen import NoteScreen, SavedNote
from arxtui.tui.present import acts
from arxtui.tui.services.browser import run_in_terminal

if TYPE_CHECKING:
    from arxtui.config.paths import Paths
    from arxtui.model.marks import Act
    from arxtui.model.views import Row
    from arxtui.tui.services.library_threads import LibraryThreads
    from arxtui.tui.services.marker import Marker
    from arxtui.tui.services.status_bar import StatusBar
    from arxtui.tui.widgets.panes import PanesScreen


def edit(command: tuple[str, ...], file: Path) -> str:
    """Run the editor on a file. Returns what went wrong, in words; empty if nothing did."""
    try:
        code = run_in_terminal([*command, str(file)])
    except OSError as error:
        return f"{command[0]} cannot be started: {error.strerror}"
    return outcome(command, code)


_RESTORED = "This is a draft that was not saved; Esc saves it as the note."
_NO_EDITOR = "No editor was found (set VISUAL or EDITOR), so the note is written here."
_log = logging.getLogger(__name__)


class Notes:
    """Opens and saves notes. Until the library has stored a note, its text is in a draft."""

    def __init__(
        self, screen: PanesScreen, status: StatusBar, threads: LibraryThreads, marker: Marker, paths: Paths
    ) -> None:
        self._screen = screen
        self._status = status
        self._threads = threads
        self._marker = marker
        self._paths = paths

    def write(self, row: Row, said: str = "") -> None:
        """Write the note of a paper in the reader; ``said`` is a message to show first."""
        note = self._open_note(row)
        try:
            draft_text = note.draft.read()
        except (OSError, ValueError) as error:
            self._draft_failed(note.draft, error)
            return
        restored = draft_text is not None and draft_text != note.before
        message = " ".join(filter(None, (said, _RESTORED if restored else "")))
        self._show(row, note, note.before if draft_text is None else draft_text, said=message)

    def write_outside(self, row: Row) -> None:
        """Write the note of a paper in an external editor. If the editor fails, the note does not change."""
        try:
            command = editor()
        except ValueError as error:
            self._status.say(f"{error} · {key_for('note')} writes in arxtui", "fault")
            return
        if not command:
            self.write(row, said=_NO_EDITOR)
            return
        note = self._open_note(row)
        draft, before = note.draft, note.before
        try:
            is_new = draft.read() is None
            if is_new:
                draft.save(f"{before}\n" if before else "")
            with self._screen.app.suspend():
                failure = edit(command, draft.file)
            text = draft.read() or ""
        except SuspendNotSupported:
            self._status.say(f"An editor cannot use this terminal: {key_for('note')} writes in arxtui", "fault")
        except (OSError, ValueError) as error:
            self._draft_failed(draft, error)
        else:
            if not failure:
                self._save_outside(row, note, text, "" if named_editor() else f" · {command[0]} as EDITOR is not set")
            elif is_new and text.strip() == before.strip():
                self._drop(draft)
                self._status.say(f"{failure}: the note is unchanged", "fault")
            else:
                words = f"{failure}: the note is unchanged; {key_for('note')} shows what you wrote: {draft.file}"
                self._status.say(words, "fault")

    def _save_outside(self, row: Row, note: OpenNote, text: str, editor_words: str) -> None:
        """Save what an editor wrote; ``editor_words`` names the editor if the user did not choose it. If the library
        refuses the text, it is shown in the reader with the reason."""
        note.save(
            text,
            partial(self._say_saved, row.key, editor_words=editor_words),
            lambda failure: self._show(row, note, text, failure=failure),
        )

    def _show(self, row: Row, note: OpenNote, text: str, *, said: str = "", failure: SaveFailure | None = None) -> None:
        def closed(saved: SavedNote | None) -> None:
            if saved:
                self._say_saved(row.key, saved.act)
            else:
                self._status.say(f"Note not saved; {key_for('note')} shows the draft again: {note.draft.file}", "fault")

        app = self._screen.app
        library = self._threads.library
        screen = NoteScreen(row.title, note, text, library, app.print_after_exit, said=said, failure=failure)
        app.push_screen(screen, closed)

    def _say_saved(self, key: int, act: Act | None, editor_words: str = "") -> None:
        self._marker.reload((key,))
        if act:
            self._status.say(f"{acts.done_words_alone(act)}{editor_words}")

    def _open_note(self, row: Row) -> OpenNote:
        return OpenNote(self._threads.act, Draft(self._paths.state, row.key), row.key, row.marks.note or "")

    def _drop(self, draft: Draft) -> None:
        try:
            draft.drop()
        except OSError as error:
            self._draft_failed(draft, error)

    def _draft_failed(self, draft: Draft, error: OSError | ValueError) -> None:
        _log.error("the draft %s cannot be used: %s", draft.file, error)
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        self._status.say(f"The draft cannot be used, {reason}: {draft.file}", "fault")
