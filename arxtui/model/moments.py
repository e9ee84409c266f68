"""Times as text for programs."""

from __future__ import annotations

from datetime import UTC, datetime


def moment(at: datetime | None) -> str | None:
    """Return a time as ISO 8601 in UTC with a Z; None if there is none."""
    if at is None:
        return None
    return (at if at.tzinfo is UTC else at.astimezone(UTC)).isoformat().replace("+00:00", "Z")
