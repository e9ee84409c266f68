"""How parts of the reader hear of a change: they subscribe to its signal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, ParamSpec

P = ParamSpec("P")


class Signal(Generic[P]):
    """A change. Its listeners are called in the order in which they subscribed."""

    def __init__(self) -> None:
        self._listeners: list[Callable[P, object]] = []

    def subscribe(self, listener: Callable[P, object]) -> None:
        """Have ``listener`` called whenever the signal is sent."""
        self._listeners.append(listener)

    def unsubscribe(self, listener: Callable[P, object]) -> None:
        """Call ``listener`` no more."""
        self._listeners.remove(listener)

    def send(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Tell every listener of the change."""
        for listener in tuple(self._listeners):
            listener(*args, **kwargs)
