"""Prefetching: a thread takes items from an iterator before they are needed."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from typing import Generic, TypeVar

_Item = TypeVar("_Item")


class Prefetcher(Generic[_Item]):
    """The items of an iterator, prefetched by a thread; at most ``most`` items wait to be taken."""

    def __init__(self, items: Iterator[_Item], most: int) -> None:
        self._items = items
        self._most = most
        self._ready: deque[_Item] = deque()
        self._fault: Exception | None = None
        self._ended = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="ahead", daemon=True)
        self._thread.start()

    @property
    def ready(self) -> bool:
        """Whether an item is waiting."""
        return bool(self._ready)

    @property
    def ended(self) -> bool:
        """Whether the thread will produce no more items."""
        return self._ended

    def take(self) -> _Item | None:
        """Wait for the next item and return it; None after the last. An exception of the iterator is raised after the
        items before it."""
        with self._changed:
            self._changed.wait_for(lambda: self._ready or self._ended)
            self._changed.notify_all()
            if self._ready:
                return self._ready.popleft()
            if self._fault is not None:
                raise self._fault
            return None

    def close(self) -> None:
        """Stop the thread, and wait until it has finished the current item."""
        with self._changed:
            self._most = 0
            self._ended = True
            self._changed.notify_all()
        self._thread.join()

    def _run(self) -> None:
        fault = None
        try:
            for item in self._items:
                with self._changed:
                    self._ready.append(item)
                    self._changed.notify_all()
                    self._changed.wait_for(lambda: len(self._ready) < self._most or self._ended)
                    if self._ended:
                        return
        except Exception as error:
            fault = error
        with self._changed:
            self._fault, self._ended = fault, True
            self._changed.notify_all()
