"""A note being written: its text is in a draft in the state folder until the library has stored it.

No text is reported as saved, or as stored in the draft, before it was written to the disk and read back.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from arxtui.files import sync_file, write_whole
from arxtui.light import NamedTuple
from arxtui.model.arxiv.ids import id_of

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.model.marks import Act
    from arxtui.tui.services.library_threads import LibraryThread


class Draft:
    """The draft of a paper's note: readable by the user alone (mode 600), replaced as a whole. Raises: OSError."""

    def __init__(self, state: Path, key: int) -> None:
        name = (id_of(key) or f"review-{-key if key < 0 else key}").replace("/", "_")
        self.file = state / "notes" / f"{name}.md"

    def read(self) -> str | None:
        """Return the text of the draft with its original line ends, or None if there is no draft. Raises: ValueError if
        it is not UTF-8."""
        try:
            return self.file.read_bytes().decode()
        except FileNotFoundError:
            return None

    def write(self, text: str) -> None:
        """Write the text being typed. It survives a crash of the program, but not a power cut."""
        self._write(text, durable=False)

    def save(self, text: str) -> None:
        """Store a text durably: it is on the disk, and has been read back, when this returns."""
        if self._contains(text):
            sync_file(self.file)
        else:
            self._write(text, durable=True)

    def drop(self) -> None:
        """Remove the draft, after the library stored the note."""
        self.file.unlink(missing_ok=True)

    def _contains(self, text: str) -> bool:
        try:
            return self.read() == text
        except ValueError:
            return False

    def _write(self, text: str, *, durable: bool) -> None:
        self.file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(self.file, text.encode(), mode=0o600, durable=durable)


_log = logging.getLogger(__name__)


class SaveFailure(NamedTuple):
    """The library did not store a note; ``reason`` says why, in words. ``is_in_draft``: the whole text is stored
    durably in the draft."""

    reason: str
    is_in_draft: bool


class OpenNote:
    """The note of the paper ``key``; ``before`` is its text when it was opened."""

    def __init__(self, thread: LibraryThread, draft: Draft, key: int, before: str) -> None:
        self.draft = draft
        self.before = before
        self._thread = thread
        self._key = key

    def write_draft(self, text: str) -> str:
        """Write the text being typed into the draft. Returns the reason for a failure; empty if it succeeded."""
        try:
            self.draft.write(text)
        except OSError as error:
            _log.error("the draft %s cannot be written: %s", self.draft.file, error)
            return error.strerror or str(error)
        return ""

    def save(
        self, text: str, on_saved: Callable[[Act | None], object], on_failure: Callable[[SaveFailure], object]
    ) -> None:
        """Store the text in the library, as one act; then call ``on_saved``, or ``on_failure`` if the library fails."""

        def failed(error: Exception) -> None:
            on_failure(SaveFailure(str(error) or type(error).__name__, self._is_in_draft(text)))

        def stored(act: Act | None) -> None:
            self._drop()
            on_saved(act)

        self._thread.ask(lambda library: library.marks.note(self._key, text, self.before), stored, failed)

    def save_at_once(self, library: Library, text: str) -> SaveFailure | None:
        """Store the text in the library before this returns, because the program is about to end. Returns the reason
        for a failure, or None."""
        try:
            library.marks.note(self._key, text, self.before)
        except Exception as error:
            _log.exception("a note could not be saved")
            return SaveFailure(str(error) or type(error).__name__, self._is_in_draft(text))
        self._drop()
        return None

    def _is_in_draft(self, text: str) -> bool:
        try:
            self.draft.save(text)
        except OSError as error:
            _log.error("the draft %s cannot be written: %s", self.draft.file, error)
            return False
        return True

    def _drop(self) -> None:
        """Remove the draft. A draft that cannot be removed is shown again with the note; it does no harm."""
        try:
            self.draft.drop()
        except OSError as error:
            _log.error("the draft %s cannot be removed: %s", self.draft.file, error)
