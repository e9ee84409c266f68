"""Formulas whose TeX and MathML agree lose their MathML before the page is parsed: it is most of a page's markup."""

from __future__ import annotations

from html import unescape

from arxtui.patterns import pattern
from arxtui.text.math.judge import agree

_START, _END = "<math", "</math>"
_TEX, _END_OF_TEX = '<annotation encoding="application/x-tex"', "</annotation>"
_MARKUP = pattern("<[^>]*>")
_KEPT = pattern("<merror|ltx_note")
"""Parts of a formula that are read for themselves."""


def drop_agreeing_mathml(text: str) -> str:
    """Return the text of a page without the MathML of formulas whose TeX has the same letters and digits."""
    *pieces, last = text.split(_END)
    agreeing: dict[str, bool] = {}
    for place, piece in enumerate(pieces):
        pieces[place] = _without_mathml(piece, agreeing)
    return _END.join((*pieces, last))


def _without_mathml(piece: str, agreeing: dict[str, bool]) -> str:
    """Return text that ends with a formula. ``agreeing`` has the TeX compared so far: many formulas are repeated."""
    start = piece.rfind(_START)
    inner = piece.find(">", start) + 1
    tex = piece.find(_TEX, inner)
    end = piece.find(_END_OF_TEX, tex)
    if start < 0 or inner <= 0 or tex < 0 or end < 0 or piece.find(_START) != start or _KEPT.search(piece, inner):
        return piece
    source = piece[piece.find(">", tex) + 1 : end]
    if (agrees := agreeing.get(source)) is None:
        mathml = piece[inner : piece.find("<annotation", inner)]
        agrees = agreeing[source] = agree(unescape(source), lambda: unescape(_MARKUP.sub("", mathml)))
    return f"{piece[:inner]}<semantics>{piece[tex:end]}{_END_OF_TEX}</semantics>" if agrees else piece
