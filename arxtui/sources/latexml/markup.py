"""Decoding of a page: XML syntax is repaired, signs whose macros failed are decoded, MathML that repeats the TeX is
dropped, and markup that would take too long to parse is refused."""

from __future__ import annotations

import re
from html import escape, unescape
from re import Match
from unicodedata import normalize

from arxtui.light import pattern
from arxtui.sources.errors import SourceError
from arxtui.sources.html import VOID, check_markup, visible_parts
from arxtui.text.decode import decode_parts
from arxtui.text.math.judge import agree, with_pictures

_END = "</math>"
_START = "<math"
_TEX, _END_OF_TEX = '<annotation encoding="application/x-tex">', "</annotation>"
_ALTTEXT = ' alttext="'
_TAG = pattern(r'<math(?=[\s>])[^">]*+(?:"[^"]*+"[^">]*+)*+>')
_TEXT = pattern(">([^<]+)")
_SAID_BY_ALL = (' class="ltx_Math"', ' intent=":literal"')
"""Attributes of a formula that are not read."""
_ERROR, _NOTE = "<merror", "ltx_note"
"""Parts of a formula that are read for themselves."""


def _drop_agreeing_mathml(pieces: list[str]) -> str:
    """Return the text of a page without the MathML of formulas whose TeX has the same letters and digits. The page is
    given in pieces that end before _END; they are replaced one by one, to take no more memory."""
    agreeing: dict[str, tuple[bool, str]] = {}
    for place in range(len(pieces) - 1):
        pieces[place] = _without_mathml(pieces[place], agreeing)
    return _END.join(pieces)


def _without_mathml(piece: str, agreeing: dict[str, tuple[bool, str]]) -> str:
    """Return text that ends with a formula. ``agreeing`` has the TeX compared so far, as many formulas are repeated:
    whether it agrees, and itself with signs for drawings."""
    start = piece.find(_START)
    place = piece.rfind(_TEX, start) if start >= 0 else -1
    tag = _TAG.match(piece, start) if place >= 0 and piece.rfind(_START) == start else None
    if tag is None or place < (within := tag.end()):
        return piece
    if piece.find(_ERROR, within, place) >= 0 or piece.find(_NOTE, within, place) >= 0:
        return piece
    place += len(_TEX)
    source = piece[place : piece.find(_END_OF_TEX, place)]
    alttext = piece.find(_ALTTEXT, start, within)
    begin, end = alttext + len(_ALTTEXT), alttext + len(_ALTTEXT) + len(source)
    if alttext < 0 or not piece.startswith(source, begin) or piece[end] != '"':
        return piece
    if (found := agreeing.get(source)) is None:
        mathml = piece[within - 1 : piece.find("<annotation", within)]
        drawn = unescape(source)
        tex = with_pictures(drawn)
        agrees = agree(tex, lambda: unescape("".join(_TEXT.findall(mathml))))
        found = agreeing[source] = agrees, source if tex == drawn else escape(tex)
    agrees, tex = found
    if not agrees:
        return "".join((piece[:begin], tex, piece[end:place], tex, piece[place + len(source) :]))
    return "".join((piece[:start], _read(piece[start:begin]), tex, _read(piece[end:within])))


def _read(attributes: str) -> str:
    """Return attributes of a formula without those that are not read."""
    for attribute in _SAID_BY_ALL:
        attributes = attributes.replace(attribute, "")
    return attributes


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
    text = _drop_agreeing_mathml(decode_parts(data, _END))
    text = _close_empty_elements(text, _EMPTY if _XHTML.match(text) else _EMPTY_DRAWING)
    text = _decode_signs(" ".join(visible_parts(text)))
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


_SPAN = r"<span\b(?=[^<>]*\bltx_ERROR\b)[^<>]*+>"
_CJK_SIGN = pattern(
    rf"(?:{_SPAN}\\CJK@punctchar</span>\s*)?{_SPAN}\\CJK@uniPunct</span>0”([89AB][0-9A-F])”([89AB][0-9A-F])"
)
"""A sign of the package CJK: the second and third byte of its UTF-8; the first is E2."""
_ACCENT = pattern(rf"{_SPAN}\\acc(tonos|varia|perispomeni|dialytika|dasia|psili)</span>(<span\b[^<>]*>)?(\w)")
_ACCENTS = {
    "tonos": "\u0301",
    "varia": "\u0300",
    "perispomeni": "\u0342",
    "dialytika": "\u0308",
    "dasia": "\u0314",
    "psili": "\u0313",
}
"""Accents of Greek (LGR), which stand before their letter."""


def _decode_signs(text: str) -> str:
    """Return a page with the signs whose macros are errors, but say which sign they are."""
    if "\\CJK@uniPunct" in text:
        text = _CJK_SIGN.sub(lambda sign: bytes.fromhex(f"E2{sign[1]}{sign[2]}").decode(), text)
    if "\\acc" in text:
        text = _ACCENT.sub(_accented, text)
    return text


def _accented(accent: Match[str]) -> str:
    return f"{accent[2] or ''}{normalize('NFC', accent[3] + _ACCENTS[accent[1]])}"
