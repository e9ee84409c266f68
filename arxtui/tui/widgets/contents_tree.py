"""The table of contents of a full text, for going to a section."""

from __future__ import annotations

from collections.abc import Sequence

from arxtui.reader.survey import OutlineEntry
from arxtui.text import cells, clip
from arxtui.tui.present.line import Piece, foreign
from arxtui.tui.widgets.lines import Lines

_INDENT = 2
_NO_HEADINGS = "This text has no headings"


class ContentsTree(Lines[OutlineEntry | None]):
    """One heading per line, deeper ones indented; a text without headings has one row that says so."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(self._section_line, id=id)
        self._top_level = 0
        self.longest = 0
        """Width of the longest row, in cells."""

    def show(self, sections: Sequence[OutlineEntry], block: int) -> None:
        """Show these sections, with the cursor on the section that contains the block."""
        self.rows = sections or (None,)
        self._top_level = min((section.level for section in sections), default=0)
        self.longest = max(map(self._cells, self.rows))
        before = [place for place, section in enumerate(sections) if section.block <= block]
        self.cursor = before[-1] if before else 0
        self.window.extend()
        self.window.make_visible(self.cursor)
        self.refresh()

    def turn(self, direction: int, part: int = 1) -> None:
        """Move the cursor a screenful down (1) or up (-1), or by one ``part``-th of a screenful."""
        self.move(max(self.window.sight.rows // part - 1, 1) * direction)

    def _cells(self, section: OutlineEntry | None) -> int:
        if section is None:
            return cells(_NO_HEADINGS) + 1
        return cells(self._indent(section) + _number(section) + foreign(section.title)) + 2

    def _indent(self, section: OutlineEntry) -> str:
        return " " * (_INDENT * (section.level - self._top_level) + 1)

    def _section_line(self, section: OutlineEntry | None, width: int, /, *, here: bool) -> list[Piece]:
        if section is None:
            return [(f" {_NO_HEADINGS}", "dim")]
        indent, number = self._indent(section), _number(section)
        title = clip(foreign(section.title), max(width - cells(indent + number) - 1, 1))
        ink = "strong" if section.level == self._top_level else "text"
        return [(("›" if here else " ") + indent, "accent"), (number, "dim"), (title, ink)]


def _number(section: OutlineEntry) -> str:
    return f"{foreign(section.number)}  " if section.number else ""
