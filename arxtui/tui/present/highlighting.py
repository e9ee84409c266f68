"""Highlighting of search words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from arxtui.text import wrap
from arxtui.text.matching.spans import Span, Wanted, matching_spans
from arxtui.tui.present.line import Piece

NOTHING = Wanted()
_FOUND = {"text": "found", "dim": "found", "strong": "found-strong"}
"""Inks, with the ink of found words within them. In other inks, found words are not highlighted."""


def highlighted(text: str, ink: str, wanted: Wanted) -> list[Piece]:
    """Return a line with found words highlighted."""
    if wanted == NOTHING or ink not in _FOUND:
        return [(text, ink)]
    return list(_pieces(text, ink, matching_spans(text, wanted)))


def highlighted_lines(text: str, width: int, ink: str, wanted: Wanted) -> list[list[Piece]]:
    """Return a text wrapped to a width, with found words highlighted, including words that continue on the next
    line."""
    lines = wrap(text, width)
    if wanted == NOTHING or ink not in _FOUND:
        return [[(line, ink)] for line in lines]
    spans, highlighted_rows, position = matching_spans(text, wanted), [], 0
    for line in lines:
        position = text.index(line, position)
        within = [(max(start - position, 0), min(end - position, len(line))) for start, end in spans]
        highlighted_rows.append(list(_pieces(line, ink, [span for span in within if span[0] < span[1]])))
        position += len(line)
    return highlighted_rows


def _pieces(text: str, ink: str, spans: Iterable[Span]) -> Iterator[Piece]:
    position = 0
    for start, end in spans:
        if position < start:
            yield text[position:start], ink
        yield text[start:end], _FOUND[ink]
        position = end
    if position < len(text) or not text:
        yield text[position:], ink
