"""History of the places that jumps started from, for going back and forward."""

from __future__ import annotations

from typing import Generic, TypeVar

Place = TypeVar("Place")
_MAX_PLACES = 200


class JumpHistory(Generic[Place]):
    """Back and forward history as in a browser: a new jump discards the forward places."""

    def __init__(self) -> None:
        self._behind: list[Place] = []
        self._ahead: list[Place] = []

    def leave(self, here: Place) -> None:
        """Record the place that a jump starts from."""
        self._behind.append(here)
        del self._behind[:-_MAX_PLACES]
        self._ahead.clear()

    def back(self, here: Place) -> Place | None:
        """Return the place left last and store ``here`` for ``forward``. Returns None if there is no earlier place."""
        if not self._behind:
            return None
        self._ahead.append(here)
        return self._behind.pop()

    def forward(self, here: Place) -> Place | None:
        """Return the place that ``back`` left last. Returns None if there is none."""
        if not self._ahead:
            return None
        self._behind.append(here)
        return self._ahead.pop()
