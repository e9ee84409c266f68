"""Lists of authors as bibliographies print them."""

from __future__ import annotations

from arxtui.light import pattern

_ET_AL = pattern(r",?\s*\b(?:et\.? al\b\.?|and others\b).*$")
_STOP = pattern(r"(?<=[^\W\d_]{2})\.\s*$")
# The comma within "King, Jr." and "Hand, A. B." separates no names.
_BETWEEN = pattern(r",?\s+(?:and|&)\s+|;\s+|,\s+(?!(?:[JS]r\.?|[IVX]+|(?:\w\.[\s-]*)+)(?:,|\s+(?:and\b|&)|$))")


def names_in(text: str) -> tuple[str, ...]:
    """Return the names in a list of authors, without those that "et al." stands for."""
    return tuple(filter(None, _BETWEEN.split(_STOP.sub("", _ET_AL.sub("", text).strip(" ,;")))))
