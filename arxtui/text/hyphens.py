"""The words that hyphens join, written as one: ``self-attention`` as ``selfattention``."""

from __future__ import annotations

from functools import lru_cache

from arxtui.patterns import pattern
from arxtui.text.fold import fold

_OTHER_HYPHENS = "\u2010\u2011\u2013"
_MOST_PARTS = 4
_LONGEST = 40
_HYPHENATED = pattern(r"[^\W_]+(?:-[^\W_]+)+")
# Not "10-20" or "n-1": a word has two letters in a row, or is a dimension as "3-D".
_WORDY = pattern(r"[^\W\d_]{2}|^\d+-[^\W\d_]$")
_AROUND = "(),.;:"
_CHUNKS_KEPT = 1 << 14


def compounds(text: str) -> list[str]:
    """The folded joined forms of a readable text's hyphenated words, in order, at most four parts and 40 letters each.

    An en dash between words joins as a hyphen does (Yang–Mills); a hyphen before a blank, and two in a row, do not.
    """
    if not text.isascii():
        for hyphen in _OTHER_HYPHENS:
            text = text.replace(hyphen, "-")
    joined: list[str] = []
    place = text.find("-")
    while place >= 0:
        begin = text.rfind(" ", 0, place) + 1
        end = text.find(" ", place)
        if end < 0:
            end = len(text)
        joined += _joined(text[begin:end].strip(_AROUND))
        place = text.find("-", end)
    return joined


@lru_cache(_CHUNKS_KEPT)
def _joined(chunk: str) -> tuple[str, ...]:
    """The joined forms in what stands between two blanks."""
    found = (each for each in _HYPHENATED.findall(fold(chunk)) if each.count("-") < _MOST_PARTS)
    return tuple(one for each in found if len(one := each.replace("-", "")) <= _LONGEST and _WORDY.search(each))
