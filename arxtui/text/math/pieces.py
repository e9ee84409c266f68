"""A formula's tree as a sequence of signs and marks of its structure, for comparing two readings of a formula."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator

from arxtui.patterns import pattern
from arxtui.text.math.tree import Accent, Binomial, Fraction, Node, Root, Script, Symbol
from arxtui.text.tex.marks import MATH_ACCENTS, STROKE

_NO_LETTERS = pattern(r"[\W_]+")
_GROUPING = frozenset("()[]{}|‖∣.,;:⋯⟨⟩ \u00a0")
"""Signs that the witnesses write in different ways without another meaning: brackets are signs, or grow."""
_ALIKE = str.maketrans("⋅∙•∗", "···*", ", ")
HOLE, _BELOW, _ABOVE = "\ue000\ue001\ue002"
"""HOLE begins the symbol of a command whose sign is not known."""
_MARKED: dict[type, str] = {Accent: "", Fraction: "\ue003", Root: "\ue004", Binomial: "\ue005"}
MARKS = frozenset([_BELOW, _ABOVE, *"\ue003\ue004\ue005", *MATH_ACCENTS.values(), STROKE])
"""Pieces that stand for the structure of a formula, not for a sign."""


class _PlainLetters(dict[int, str | None]):
    """The letters and digits of a character in the plain alphabet, by its code; most characters have one. For those
    without any, None makes ``str.translate`` six times as fast as ``""``."""

    def __missing__(self, code: int) -> str | None:
        self[code] = plain = _NO_LETTERS.sub("", unicodedata.normalize("NFKD", chr(code))) or None
        return plain


_PLAIN = _PlainLetters()


def letters_of(text: str) -> str:
    """Return the letters and digits of a text, in the plain alphabet."""
    return text.translate(_PLAIN)


def sorted_letters(text: str) -> list[str]:
    """Return the letters and digits of a text in the order of their codes: MathML has other scripts first."""
    return sorted(letters_of(text))


def pieces(node: object) -> Iterator[str]:
    """Yield the symbols of a tree and the marks of its structure; scripts follow their base, the lower one first."""
    if type(node) is Symbol:
        if not _GROUPING.issuperset(node.text):
            yield node.text
    elif type(node) is Script:
        yield from pieces(node.base)
        for mark, script in (_BELOW, node.sub), (_ABOVE, node.sup):
            if script is not None:
                yield mark
                yield from pieces(script)
    elif isinstance(node, tuple):
        for part in node:
            yield from pieces(part)
        if type(node) in _MARKED:
            yield node.mark if type(node) is Accent else _MARKED[type(node)]


def alike(piece: str) -> str:
    """Return a piece in the form in which both witnesses write it; a command without a sign stays as it is."""
    if piece[0] == HOLE:
        return piece
    return unicodedata.normalize("NFKD", piece).translate(_ALIKE)


def text_of(node: Node) -> str:
    """Return the symbols of a tree."""
    return "".join(piece for piece in pieces(node) if piece[0] not in MARKS)


def counted(pieces: Iterable[str]) -> Counter[str]:
    """Count the characters of pieces, without the marks of structure."""
    return Counter("".join(alike(piece) for piece in pieces if piece[0] not in MARKS))
