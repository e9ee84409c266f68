"""Signals: parts of the reader subscribe to them to be notified of changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, ParamSpec

P = ParamSpec("P")


class Signal(Generic[P]):
    """A change notification. The listeners are called in the order of their subscription."""

    def __init__(self) -> None:
        self._listeners: list[Callable[P, object]] = []

    def subscribe(self, listener: Callable[P, object]) -> None:
        """Call ``listener`` whenever the signal is sent."""
        self._listeners.append(listener)

    def unsubscribe(self, listener: Callable[P, object]) -> None:
        """Stop calling ``listener``."""
        self._listeners.remove(listener)

    def send(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Call every listener with these arguments."""
        for listener in tuple(self._listeners):
            listener(*args, **kwargs)
