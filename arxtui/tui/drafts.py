"""Notes that are being written, as files of the state folder: whatever happens to the program, they are there."""

from __future__ import annotations

from pathlib import Path

from arxtui.model.ids import id_of


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
        """Keep a text."""
        self.file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        made = self.file.with_suffix(".new")
        made.unlink(missing_ok=True)
        made.touch(mode=0o600)
        made.write_bytes(text.encode())
        made.replace(self.file)

    def drop(self) -> None:
        """The note is kept elsewhere."""
        self.file.unlink(missing_ok=True)
