"""Numbers with their unit, in words, and times as text for programs."""

from __future__ import annotations

from datetime import UTC, datetime


def counted(number: int, one: str, many: str = "") -> str:
    """Return ``1 paper``, ``12 papers``; ``many`` is the plural if it is not ``one`` with an s."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def unsearched(behind: int) -> str:
    """Return that a search misses the newest papers, of which there are ``behind``."""
    return f"search does not include the newest {'paper' if behind == 1 else f'{behind:,} papers'} yet"


def moment(at: datetime | None) -> str | None:
    """Return a time as ISO 8601 in UTC with a Z; None if there is none."""
    if at is None:
        return None
    return (at if at.tzinfo is UTC else at.astimezone(UTC)).isoformat().replace("+00:00", "Z")
