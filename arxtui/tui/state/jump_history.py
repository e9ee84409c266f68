"""History of the places that jumps started from, for going back and forward."""

from __future__ import annotations

from typing import Generic, TypeVar

Spot = TypeVar("Spot")
_KEPT = 200


class Trail(Generic[Spot]):
    """Back and forward history as in a browser: a new jump discards the forward places."""

    def __init__(self) -> None:
        self._behind: list[Spot] = []
        self._ahead: list[Spot] = []

    def leave(self, here: Spot) -> None:
        """Record the place that a jump starts from."""
        self._behind.append(here)
        del self._behind[:-_KEPT]
        self._ahead.clear()

    def back(self, here: Spot) -> Spot | None:
        """Return the place left last and store ``here`` for ``forward``. Returns None if there is no earlier place."""
        if not self._behind:
            return None
        self._ahead.append(here)
        return self._behind.pop()

    def forward(self, here: Spot) -> Spot | None:
        """Return the place that ``back`` left last. Returns None if there is none."""
        if not self._ahead:
            return None
        self._behind.append(here)
        return self._ahead.pop()
