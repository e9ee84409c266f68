"""Decoding of a page: XML syntax is repaired, and markup that would take too long to parse is refused."""

from __future__ import annotations

import re

from arxtui.patterns import pattern
from arxtui.sources.errors import SourceError
from arxtui.sources.html import VOID, check_markup, visible_parts
from arxtui.sources.latexml.agreement import END, drop_agreeing_mathml
from arxtui.sources.latexml.unconverted import decode_signs
from arxtui.text.decode import decode_parts

_MAX_SIZE = 64 * 2**20

_XHTML = pattern(r"\s*(?:<\?xml\b|<!DOCTYPE\b[^>]*\bXHTML\b)", re.IGNORECASE)
# An element before "/>".
_EMPTY = pattern(r"<([a-zA-Z][\w:.-]*+)[^<>]*+\Z")
_EMPTY_DRAWING = pattern(
    r"<(path|rect|circle|ellipse|line|polyline|polygon|use|stop|mspace|mprescripts|none)(?=[\s/]|\Z)[^<>]*+\Z"
)


def prepare_markup(data: bytes) -> str:
    """Return the text of a page without comments and scripts, and without the MathML of formulas
    whose TeX says the same. Raises: SourceError if parsing it would take too much."""
    if len(data) > _MAX_SIZE:
        raise SourceError(f"the page has {len(data) / 2**20:.0f} MB, more than any paper")
    # A page takes up to four bytes a character, so its MathML goes first.
    text = drop_agreeing_mathml(decode_parts(data, END))
    text = _close_empty_elements(text, _EMPTY if _XHTML.match(text) else _EMPTY_DRAWING)
    text = decode_signs(" ".join(visible_parts(text)))
    check_markup(text)
    return text


def _close_empty_elements(text: str, empty: re.Pattern[str]) -> str:
    """Replace XML's ``<a/>`` by ``<a></a>``: HTML ignores the slash, so the element would not end there."""
    *parts, last = text.split("/>")
    closed = []
    for part in parts:
        element = empty.match(part, part.rfind("<"))
        closed.append(f"{part}></{element[1]}>" if element and element[1] not in VOID else f"{part}/>")
    return "".join((*closed, last)) if closed else text
