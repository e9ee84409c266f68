"""The places that were left by jumps, to go back to and forward again."""

from __future__ import annotations

from typing import Generic, TypeVar

Spot = TypeVar("Spot")
_KEPT = 200


class Trail(Generic[Spot]):
    """As in a browser: who jumps from a place that was gone back to forgets what lay before it."""

    def __init__(self) -> None:
        self._behind: list[Spot] = []
        self._ahead: list[Spot] = []

    def leave(self, here: Spot) -> None:
        """A jump leaves this place."""
        self._behind.append(here)
        del self._behind[:-_KEPT]
        self._ahead.clear()

    def back(self, here: Spot) -> Spot | None:
        """The place left last, to which is gone from here; None where there is none."""
        if not self._behind:
            return None
        self._ahead.append(here)
        return self._behind.pop()

    def forward(self, here: Spot) -> Spot | None:
        """The place gone back from last."""
        if not self._ahead:
            return None
        self._behind.append(here)
        return self._ahead.pop()
