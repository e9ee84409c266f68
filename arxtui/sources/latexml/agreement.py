"""Formulas whose TeX and MathML agree lose their MathML before the page is parsed, and all lose the source of drawings:
together they are most of a page's markup."""

from __future__ import annotations

from html import escape, unescape

from arxtui.patterns import pattern
from arxtui.text.math.judge import agree, with_pictures

END = "</math>"
_START = "<math"
_TEX, _END_OF_TEX = '<annotation encoding="application/x-tex">', "</annotation>"
_ALTTEXT = ' alttext="'
_TAG = pattern(r'<math(?=[\s>])[^">]*+(?:"[^"]*+"[^">]*+)*+>')
_TEXT = pattern(">([^<]+)")
_SAID_BY_ALL = (' class="ltx_Math"', ' intent=":literal"')
"""Attributes of a formula that are not read."""
_ERROR, _NOTE = "<merror", "ltx_note"
"""Parts of a formula that are read for themselves."""


def drop_agreeing_mathml(pieces: list[str]) -> str:
    """Return the text of a page without the MathML of formulas whose TeX has the same letters and digits. The page is
    given in pieces that end before END; they are replaced one by one, to take no more memory."""
    agreeing: dict[str, tuple[bool, str]] = {}
    for place in range(len(pieces) - 1):
        pieces[place] = _without_mathml(pieces[place], agreeing)
    return END.join(pieces)


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
