"""Messages about notes that could not be saved."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from arxtui.tui.keys.in_force import key_for
from arxtui.tui.present.line import capitalised, foreign

if TYPE_CHECKING:
    from arxtui.tui.notes.open_note import SaveFailure


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
