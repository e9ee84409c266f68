"""Citations between a paper and the starred papers."""

from __future__ import annotations

from enum import StrEnum


class StarredLink(StrEnum):
    """How a paper and starred ones cite each other."""

    CITES = "cites"
    CITED = "cited"
    BOTH = "both"

    @classmethod
    def of(cls, *, cites: bool, cited: bool) -> StarredLink | None:
        """Return the link of a paper that cites a starred one, or is cited by one; None if it does neither."""
        return cls.BOTH if cites and cited else cls.CITES if cites else cls.CITED if cited else None
