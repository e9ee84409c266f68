"""Things side by side: those whose edges are at one height, or at one place from the left."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def rows_of(items: Iterable[T], edge: Callable[[T], float], gap: float) -> Iterator[list[T]]:
    """Divide things by an edge of theirs: in a row, none is farther than ``gap`` from the next."""
    row: list[T] = []
    for item in sorted(items, key=edge):
        if row and edge(item) - edge(row[-1]) > gap:
            yield row
            row = []
        row.append(item)
    if row:
        yield row
