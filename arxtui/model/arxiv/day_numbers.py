"""The types of announcements, and the numbers of papers announced on a day, by type. Each paper counts once, even if
several categories list it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum

from arxtui.light import NamedTuple
from arxtui.model.counted import counted


class AnnounceType(StrEnum):
    """arXiv's announcement types, in the order of a daily listing."""

    NEW = "new"
    CROSS = "cross"
    REPLACE = "replace"
    REPLACE_CROSS = "replace-cross"


class DayNumbers(NamedTuple):
    """The numbers of papers announced on a day: new submissions, cross-lists, and ``replacements`` of both kinds.

    ``of_crosses`` of the replacements are of papers that the followed categories only cross-list. The inbox does not
    receive them.
    """

    new: int = 0
    crosses: int = 0
    replacements: int = 0
    of_crosses: int = 0

    @classmethod
    def of(cls, types: Iterable[AnnounceType]) -> DayNumbers:
        """Count the types of a day's papers."""
        papers = Counter(types)
        new, crosses, replaced, of_crosses = (papers[kind] for kind in AnnounceType)
        return cls(new, crosses, replaced + of_crosses, of_crosses)

    @property
    def papers(self) -> int:
        """The number of papers."""
        return self.new + self.crosses + self.replacements

    @property
    def brief(self) -> str:
        """The numbers in words, without those that are 0: ``153 new, 16 cross-lists, 61 replacements``."""
        parts = (
            f"{self.new:,} new" if self.new else "",
            counted(self.crosses, "cross-list") if self.crosses else "",
            counted(self.replacements, "replacement") if self.replacements else "",
        )
        return ", ".join(filter(None, parts)) or "no papers"

    @property
    def words(self) -> str:
        """The numbers in words, with the reason why fewer papers are unread: ``61 replacements (6 of cross-lists, which
        do not enter Unread)``."""
        of_crosses = f" ({self.of_crosses:,} of cross-lists, which do not enter Unread)" if self.of_crosses else ""
        return self.brief + of_crosses
