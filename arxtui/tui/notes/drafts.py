"""Notes that are being written, as files of the state folder: whatever happens to the program, they are there."""

from __future__ import annotations

from pathlib import Path

from arxtui.files import sync_file, write_whole
from arxtui.model.arxiv.ids import id_of


class Draft:
    """The draft of a paper's note: the user's alone to read (mode 600), replaced as a whole. OSError passes through."""

    def __init__(self, state: Path, key: int) -> None:
        name = (id_of(key) or f"review-{-key if key < 0 else key}").replace("/", "_")
        self.file = state / "notes" / f"{name}.md"

    def read(self) -> str | None:
        """What was written, with the line ends it has; None where there is no draft. ValueError for what is no
        UTF-8."""
        try:
            return self.file.read_bytes().decode()
        except FileNotFoundError:
            return None

    def write(self, text: str) -> None:
        """Write what is being typed: it outlives the program, though not a power cut."""
        self._write(text, durable=False)

    def save(self, text: str) -> None:
        """Have a text on the disk, and read back, when this returns."""
        if self._holds(text):
            sync_file(self.file)
        else:
            self._write(text, durable=True)

    def drop(self) -> None:
        """Remove the draft: the note is in the library."""
        self.file.unlink(missing_ok=True)

    def _holds(self, text: str) -> bool:
        try:
            return self.read() == text
        except ValueError:
            return False

    def _write(self, text: str, *, durable: bool) -> None:
        self.file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(self.file, text.encode(), mode=0o600, durable=durable)
