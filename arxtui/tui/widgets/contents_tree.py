"""The contents of a full text, to go to a section."""

from __future__ import annotations

from collections.abc import Sequence

from arxtui.reader.survey import Section
from arxtui.text import cells, clip
from arxtui.tui.present.line import Piece, foreign
from arxtui.tui.widgets.lines import Lines

_INDENT = 2
_NO_HEADINGS = "This text has no headings"


class ContentsTree(Lines):
    """A heading a line, deeper ones further in."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._sections: Sequence[Section] = ()

    @property
    def count(self) -> int:
        """How many headings there are."""
        return max(len(self._sections), 1)

    def show(self, sections: Sequence[Section], block: int) -> None:
        """Show these, with the cursor on the one that a block belongs to."""
        self._sections = sections
        before = [place for place, section in enumerate(sections) if section.block <= block]
        self.cursor = before[-1] if before else 0
        self.resized()
        self.bring_into_sight()
        self.refresh()

    @property
    def section(self) -> Section | None:
        """The heading under the cursor."""
        return self._sections[self.cursor] if self._sections else None

    def turn(self, direction: int, part: int = 1) -> None:
        """A screenful down (1) or up (-1), or a ``part`` of it."""
        self.move(max(self.rows_in_sight // part - 1, 1) * direction)

    def pieces(self, index: int, width: int, *, here: bool) -> list[Piece]:
        """The line of a heading."""
        if not self._sections:
            return [(f" {_NO_HEADINGS}", "dim")]
        section = self._sections[index]
        top = min(each.level for each in self._sections)
        indent = " " * (_INDENT * (section.level - top) + 1)
        number = f"{foreign(section.number)}  " if section.number else ""
        title = clip(foreign(section.title), max(width - cells(indent + number) - 1, 1))
        ink = "strong" if section.level == top else "text"
        return [(("›" if here else " ") + indent, "accent"), (number, "dim"), (title, ink)]
