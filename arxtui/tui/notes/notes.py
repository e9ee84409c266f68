"""Notes on papers, written inside or in the user's own editor."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING

from arxtui.library.editors import editor, named_editor
from arxtui.tui.keys.in_force import key_for
from arxtui.tui.notes.drafts import Draft
from arxtui.tui.notes.editor import edit
from arxtui.tui.notes.open_note import OpenNote
from arxtui.tui.present import acts

if TYPE_CHECKING:
    from arxtui.config.paths import Paths
    from arxtui.model.marks import Act
    from arxtui.model.views import Row
    from arxtui.tui.notes.open_note import NotSaved
    from arxtui.tui.screens.main import MainScreen
    from arxtui.tui.screens.note import Saved
    from arxtui.tui.services.library_threads import LibraryThreads
    from arxtui.tui.services.marker import Marker
    from arxtui.tui.services.status_bar import StatusBar

_RESTORED = "This is a draft that was not saved; Esc saves it as the note."
_NO_EDITOR = "No editor was found (VISUAL or EDITOR names one), so the note is written here."
_log = logging.getLogger(__name__)


class Notes:
    """What is being written is in a draft until the library has it."""

    def __init__(
        self, screen: MainScreen, status: StatusBar, threads: LibraryThreads, marker: Marker, paths: Paths
    ) -> None:
        self._screen = screen
        self._status = status
        self._threads = threads
        self._marker = marker
        self._paths = paths

    def write(self, row: Row, said: str = "") -> None:
        """Write the note of a paper, inside; ``said`` is what there is to know first."""
        note = self._open_note(row)
        try:
            found = note.draft.read()
        except (OSError, ValueError) as error:
            self._draft_failed(note.draft, error)
            return
        restored = found is not None and found != note.before
        told = " ".join(filter(None, (said, _RESTORED if restored else "")))
        self._show(row, note, note.before if found is None else found, said=told)

    def write_outside(self, row: Row) -> None:
        """Write the note of a paper in an editor. One that fails leaves the note as it is."""
        from textual.app import SuspendNotSupported

        try:
            command = editor()
        except ValueError as error:
            self._status.say(f"{error} · {key_for('note')} writes inside", "fault")
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
                trouble = edit(command, draft.file)
            text = draft.read() or ""
        except SuspendNotSupported:
            self._status.say(f"This terminal cannot be given to an editor: {key_for('note')} writes inside", "fault")
        except (OSError, ValueError) as error:
            self._draft_failed(draft, error)
        else:
            if not trouble:
                self._save_outside(row, note, text, "" if named_editor() else f" · {command[0]} as EDITOR names none")
            elif is_new and text.strip() == before.strip():
                self._drop(draft)
                self._status.say(f"{trouble}: the note is as it was", "fault")
            else:
                words = f"{trouble}: the note is as it was; {key_for('note')} shows what you wrote: {draft.file}"
                self._status.say(words, "fault")

    def _save_outside(self, row: Row, note: OpenNote, text: str, which: str) -> None:
        """Save what an editor wrote, and say ``which`` it was where nobody named it; what the library does not take is
        shown inside, with the reason."""
        note.save(
            text,
            partial(self._say_saved, row.key, which=which),
            lambda lost: self._show(row, note, text, refused=lost),
        )

    def _show(self, row: Row, note: OpenNote, text: str, *, said: str = "", refused: NotSaved | None = None) -> None:
        from arxtui.tui.screens.note import NoteScreen  # Textual's editor is large

        def closed(saved: Saved | None) -> None:
            if saved:
                self._say_saved(row.key, saved.act)
            else:
                self._status.say(f"Note not saved; {key_for('note')} shows the draft again: {note.draft.file}", "fault")

        app = self._screen.app
        library = self._threads.library
        screen = NoteScreen(row.title, note, text, library, app.print_after_exit, said=said, refused=refused)
        app.push_screen(screen, closed)

    def _say_saved(self, key: int, act: Act | None, which: str = "") -> None:
        self._marker.reload((key,))
        if act:
            self._status.say(f"{acts.done_words_alone(act)}{which}")

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
