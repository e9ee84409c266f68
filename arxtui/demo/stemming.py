"""English words without the ending of their plural, as Porter's algorithm leaves them.

Of its steps those that a plural goes through: 1a, 1c and 5a (M. F. Porter, An algorithm for suffix stripping, Program
14 (3), 1980). arXiv stems titles and abstracts with all of them, and so finds more than this.
"""

from __future__ import annotations

import re
from functools import lru_cache

_CONSONANT, _VOWEL = "(?:[^aeiouy]|^y|(?<=[aeiou])y)", "(?:[aeiou]|(?<=[^aeiou])y)"
_HAS_VOWEL = re.compile(_VOWEL)
_MEASURED = re.compile(f"{_VOWEL}{_CONSONANT}")
"""A vowel and the consonant after it; Porter's measure of a stem is the number of these."""
_SHORT = re.compile(f"{_CONSONANT}{_VOWEL}[^aeiouwxy]$")
_LEAST = 3
_ENDINGS = (("sses", "ss"), ("ies", "i"), ("ss", "ss"), ("s", ""))


@lru_cache(maxsize=1 << 14)
def stem(word: str) -> str:
    """What singular and regular plural of a folded word have in common."""
    if len(word) < _LEAST:
        return word
    word = next((word.removesuffix(ending) + left for ending, left in _ENDINGS if word.endswith(ending)), word)
    if word.endswith("y") and _HAS_VOWEL.search(word[:-1]):
        word = f"{word[:-1]}i"
    if word.endswith("e"):
        measure = len(_MEASURED.findall(word[:-1]))
        if measure > 1 or (measure == 1 and not _SHORT.search(word[:-1])):
            return word[:-1]
    return word
