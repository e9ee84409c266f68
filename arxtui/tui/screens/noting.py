"""Notes on papers, written inside or in the user's own editor."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING

from arxtui.tui.drafts import Draft
from arxtui.tui.editor import edit, editor
from arxtui.tui.screens.reading_texts import Texts

if TYPE_CHECKING:
    from arxtui.model.marks import Act
    from arxtui.model.views import Row

_RESTORED = "A draft that was not kept is here again; Esc keeps it as the note"
_log = logging.getLogger(__name__)


class Noting(Texts):
    """The panes, with notes. What is being written is in a draft until the library has it."""

    def action_note(self) -> None:
        """Write the note of the paper under the cursor."""
        if row := self.papers.row:
            self.write_note(row)

    def write_note(self, row: Row) -> None:
        """Write the note of a paper, inside."""
        from arxtui.tui.screens.note import NoteScreen  # Textual's editor is large

        draft, held = Draft(self.paths.state, row.key), row.marks.note or ""
        try:
            found = draft.read()
        except (OSError, ValueError) as error:
            self._draft_failed(draft, error)
            return
        restored = found is not None and found != held
        note = NoteScreen(
            row.title,
            found if found is not None else held,
            partial(self._keep_draft, draft),
            partial(self._left_note, row.key, draft, held),
            _RESTORED if restored else "",
        )
        self.app.push_screen(note, lambda text: self._keep_note(row.key, draft, held, text or ""))

    def action_note_outside(self) -> None:
        """Write the note of the paper under the cursor in an editor."""
        if row := self.papers.row:
            self.note_outside(row)

    def note_outside(self, row: Row) -> None:
        """Write the note of a paper in an editor. One that fails leaves the note as it is."""
        from textual.app import SuspendNotSupported

        draft, held = Draft(self.paths.state, row.key), row.marks.note or ""
        try:
            if not (command := editor()):
                self.say("No editor is there: VISUAL or EDITOR names one; n writes inside", "fault")
                return
            is_new = draft.read() is None
            if is_new:
                draft.write(f"{held}\n" if held else "")
            with self.app.suspend():
                trouble = edit(command, draft.file)
            text = draft.read() or ""
        except SuspendNotSupported:
            self.say("This terminal cannot be given to an editor: n writes inside", "fault")
        except (OSError, ValueError) as error:
            self._draft_failed(draft, error)
        else:
            if not trouble:
                self._keep_note(row.key, draft, held, text)
            elif is_new and text.strip() == held.strip():
                self._drop(draft)
                self.say(f"{trouble}: the note is as it was", "fault")
            else:
                self.say(f"{trouble}: the note is as it was; n shows what you wrote: {draft.file}", "fault")

    def _keep_note(self, key: int, draft: Draft, held: str, text: str) -> None:
        """Keep a note, begun with the one that was ``held``, as one act; until then the draft stays."""

        def kept(act: Act | None) -> None:
            self._drop(draft)
            self.reload((key,))
            if act:
                self.say("Noted · u undoes" if text.strip() else "The note is removed · u undoes")

        def not_kept(error: Exception) -> None:
            self._keep_draft(draft, text)
            self.say(f"{error}; what you wrote is in {draft.file}", "fault")

        self.desk.ask(lambda library: library.note(key, text, held), kept, not_kept)

    def _left_note(self, key: int, draft: Draft, held: str, text: str) -> None:
        try:
            self.library.note(key, text, held)
        except Exception:
            _log.exception("a note could not be kept; it is in %s", draft.file)
            self._keep_draft(draft, text)
        else:
            self._drop(draft)

    def _keep_draft(self, draft: Draft, text: str) -> None:
        try:
            draft.write(text)
        except OSError as error:
            self._draft_failed(draft, error)

    def _drop(self, draft: Draft) -> None:
        try:
            draft.drop()
        except OSError as error:
            self._draft_failed(draft, error)

    def _draft_failed(self, draft: Draft, error: OSError | ValueError) -> None:
        _log.error("the draft %s cannot be used: %s", draft.file, error)
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        self.say(f"The draft cannot be used, {reason}: {draft.file}", "fault")
