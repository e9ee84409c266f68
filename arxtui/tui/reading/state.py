"""State of the reading screen. Free of Textual."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import TYPE_CHECKING

from arxtui.model.fulltext import FulltextState

if TYPE_CHECKING:
    from arxtui.model.views import Record
    from arxtui.reader.find import Match
    from arxtui.tui.present.line import Piece
    from arxtui.tui.present.reading.targets import PageTarget


class Tab(IntEnum):
    """A tab of the reading screen."""

    TEXT = 0
    REVIEWS = 1
    VERSIONS = 2


class ReadingState:
    """State of the reading screen. ``key`` is the paper's key; ``tabs`` maps the available tabs to their names;
    ``message`` is the message in the foot; ``matches`` are the matches of ``search_text`` in the text, or the citations
    of ``entries`` (numbers in the bibliography), and ``match`` is the index of the current one; ``chosen`` is a link or
    formula."""

    def __init__(self, key: int, entries: Sequence[int] = ()) -> None:
        self.key = key
        self.entries = entries
        self.record: Record | None = None
        self.fulltext = FulltextState()
        self.is_text = False
        """Whether the text itself is shown, not a page in place of it."""
        self.tab = Tab.TEXT
        self.tabs: dict[int, str] = {}
        self.message: list[Piece] = []
        self.search_text = ""
        self.matches: Sequence[Match] = ()
        self.match: int | None = None
        self.chosen: PageTarget | None = None

    @property
    def version(self) -> int | None:
        """The version of the text; None if it is unknown."""
        return self.fulltext.version

    @property
    def title(self) -> str:
        """The title of the paper."""
        return self.record.title if self.record else ""

    @property
    def names(self) -> Sequence[str]:
        """The identifier with the version: with a summary of the full text's state, and alone."""
        if self.record is None:
            return ("",)
        name = f"{self.record.paper.id}{f'v{self.version}' if self.version else ''}"
        return (f"{name} · {self.fulltext.summary}", name) if self.fulltext.summary else (name,)
