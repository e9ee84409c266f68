"""What a document holds, whatever its blocks are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from arxtui.model.document import Document, Picture, Text


def words_in(document: Document) -> int:
    """How many words it has, formulas left out."""
    return sum(len(part.text.split()) for part in _parts(document) if isinstance(part, Text))


def pictures_in(document: Document) -> list[Picture]:
    """Its pictures, in their order."""
    return [part for part in _parts(document) if isinstance(part, Picture)]


def _parts(document: Document) -> Iterator[Any]:
    """Every value in it, in reading order; without recursion, however deep its blocks are."""
    left: list[Any] = [document]
    while left:
        part = left.pop()
        yield part
        if isinstance(part, tuple):
            left.extend(reversed(part))
