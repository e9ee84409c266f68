"""The words that hyphens join, written as one: ``self-attention`` as ``selfattention``."""

from __future__ import annotations

from arxtui.patterns import pattern
from arxtui.text.fold import fold

_OTHER_HYPHENS = "\u2010\u2011\u2013"
_MOST_PARTS = 4
_LONGEST = 40
_HYPHENATED = pattern(r"[^\W_]+(?:-[^\W_]+)+")
# Not "10-20" or "n-1": a word has two letters in a row, or is a dimension as "3-D".
_WORDY = pattern(r"[^\W\d_]{2}|^\d+-[^\W\d_]$")


def compounds(text: str) -> list[str]:
    """The folded joined forms of a readable text's hyphenated words, in order, at most four parts and 40 letters each.

    An en dash between words joins as a hyphen does (Yang–Mills); a hyphen before a blank, and two in a row, do not.
    """
    if not text.isascii():
        for hyphen in _OTHER_HYPHENS:
            text = text.replace(hyphen, "-")
    if "-" not in text:
        return []
    joined = []
    for chunk in text.split():
        if "-" in chunk:
            for found in _HYPHENATED.findall(fold(chunk)):
                parts = found.split("-")
                one = "".join(parts)
                if len(parts) <= _MOST_PARTS and len(one) <= _LONGEST and _WORDY.search(found):
                    joined.append(one)
    return joined
