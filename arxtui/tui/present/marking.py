"""Words that a search has found, in an ink of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from arxtui.text import Wanted, matching_spans, wrap
from arxtui.text.matching.spans import Span
from arxtui.tui.present.line import Piece

NOTHING = Wanted()
_FOUND = {"text": "found", "dim": "found", "strong": "found-strong"}
"""Ink to the ink of found words among it; in others they do not stand out."""


def marked(text: str, ink: str, wanted: Wanted) -> list[Piece]:
    """A line whose found words stand out."""
    if wanted == NOTHING or ink not in _FOUND:
        return [(text, ink)]
    return list(_pieces(text, ink, matching_spans(text, wanted)))


def marked_lines(text: str, width: int, ink: str, wanted: Wanted) -> list[list[Piece]]:
    """A text wrapped to a width, in which words found across the end of a line stand out on both."""
    lines = wrap(text, width)
    if wanted == NOTHING or ink not in _FOUND:
        return [[(line, ink)] for line in lines]
    spans, told, at = matching_spans(text, wanted), [], 0
    for line in lines:
        at = text.index(line, at)
        within = [(max(start - at, 0), min(end - at, len(line))) for start, end in spans]
        told.append(list(_pieces(line, ink, [span for span in within if span[0] < span[1]])))
        at += len(line)
    return told


def _pieces(text: str, ink: str, spans: Iterable[Span]) -> Iterator[Piece]:
    at = 0
    for start, end in spans:
        if at < start:
            yield text[at:start], ink
        yield text[start:end], _FOUND[ink]
        at = end
    if at < len(text) or not text:
        yield text[at:], ink
