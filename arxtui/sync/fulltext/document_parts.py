"""The words and pictures of a document, at any depth of its blocks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from arxtui.model.document import Document, Picture, Text


def words_in(document: Document) -> int:
    """Return the number of words, without formulas."""
    return sum(len(part.text.split()) for part in _parts(document) if isinstance(part, Text))


def pictures_in(document: Document) -> list[Picture]:
    """Return the pictures, in reading order."""
    return [part for part in _parts(document) if isinstance(part, Picture)]


def _parts(document: Document) -> Iterator[Any]:
    """Yield every value in the document, in reading order. Not recursive, since blocks can be nested deeply."""
    left: list[Any] = [document]
    while left:
        part = left.pop()
        yield part
        if isinstance(part, tuple):
            left.extend(reversed(part))
