"""What is shown of a paper that is read. Free of Textual."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import TYPE_CHECKING

from arxtui.model.fulltext import FulltextState

if TYPE_CHECKING:
    from arxtui.model.views import Record
    from arxtui.reader.find import Match
    from arxtui.tui.present.line import Piece
    from arxtui.tui.present.reading.targets import Target


class Tab(IntEnum):
    """What the page shows."""

    TEXT = 0
    REVIEWS = 1
    VERSIONS = 2


class ReadingState:
    """``key`` is the paper's; ``tabs`` are the names of those that there are; ``said`` stands in the foot; ``matches``
    are where ``wanted`` was found in the text, ``match`` the one that is gone to; ``chosen`` is a link or formula."""

    def __init__(self, key: int) -> None:
        self.key = key
        self.record: Record | None = None
        self.fulltext = FulltextState()
        self.is_text = False
        """Whether the text itself is shown, not what stands in for it."""
        self.tab = Tab.TEXT
        self.tabs: dict[int, str] = {}
        self.said: list[Piece] = []
        self.wanted = ""
        self.matches: Sequence[Match] = ()
        self.match: int | None = None
        self.chosen: Target | None = None

    @property
    def version(self) -> int | None:
        """The version that is read, where it is known."""
        return self.fulltext.version

    @property
    def title(self) -> str:
        """The title of the paper."""
        return self.record.title if self.record else ""

    @property
    def name(self) -> str:
        """The identifier with the version, and how the text stands."""
        if self.record is None:
            return ""
        number = f"v{self.version}" if self.version else ""
        return "   ".join(filter(None, (f"{self.record.paper.id}{number}", self.fulltext.summary)))
