"""A page's bytes as the text that is parsed: repaired where it is XML, and refused where parsing it would not end."""

from __future__ import annotations

import re

from arxtui.patterns import pattern
from arxtui.sources.errors import SourceError
from arxtui.sources.html import VOID, check_markup, without_unseen
from arxtui.text import decode

_LARGEST = 64 * 2**20

_XHTML = pattern(r"\s*(?:<\?xml\b|<!DOCTYPE\b[^>]*\bXHTML\b)", re.IGNORECASE)
# Possessive: most tags are not empty, and none of them is gone through backwards.
_EMPTY = pattern(r"<([a-zA-Z][\w:.-]*+)([^<>]*+)(?<=/)>")
_EMPTY_DRAWING = pattern(
    r"<(path|rect|circle|ellipse|line|polyline|polygon|use|stop|mspace|mprescripts|none)(?=[\s/])([^<>]*+)(?<=/)>"
)


def prepared(data: bytes) -> str:
    """The page's text without comments and scripts. SourceError when parsing it would take too long or too much."""
    if len(data) > _LARGEST:
        raise SourceError(f"the page has {len(data) / 2**20:.0f} MB, more than any paper")
    text = decode(data)
    text = _closed(text, _EMPTY) if _XHTML.match(text) else _closed(text, _EMPTY_DRAWING)
    text = without_unseen(text)
    check_markup(text)
    return text


def _closed(text: str, empty: re.Pattern[str]) -> str:
    """XML's ``<a/>`` as ``<a></a>``: in HTML the slash means nothing, and the element would hold all that follows."""
    if "/>" not in text:
        return text
    return empty.sub(lambda tag: tag[0] if tag[1] in VOID else f"<{tag[1]}{tag[2][:-1]}></{tag[1]}>", text)
