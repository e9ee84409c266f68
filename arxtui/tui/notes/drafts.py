"""Drafts: notes being written, as files of the state folder, so that they survive a crash of the program."""

from __future__ import annotations

from pathlib import Path

from arxtui.files import sync_file, write_whole
from arxtui.model.arxiv.ids import id_of


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
