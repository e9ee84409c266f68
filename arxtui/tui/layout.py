"""How the panes stand at which size of the terminal."""

from __future__ import annotations

from enum import StrEnum


class Layout(StrEnum):
    """How the panes share the terminal: side by side, detail under the list, one at a time, not at all."""

    WIDE = "-wide"
    MEDIUM = "-medium"
    ONE = "-one"
    TINY = "-tiny"

    @classmethod
    def of(cls, columns: int, rows: int) -> Layout:
        """The layout for a terminal of this size."""
        if columns < 30 or rows < 8:
            return cls.TINY
        if columns >= 120 and rows >= 12:
            return cls.WIDE
        return cls.MEDIUM if columns > 80 and rows > 24 else cls.ONE
