"""Stemming of English plurals by steps 1a, 1c and 5a of Porter's algorithm.

M. F. Porter, An algorithm for suffix stripping, Program 14 (3), 1980. arXiv uses all steps for titles and abstracts, so
it finds more than the demo.
"""

from __future__ import annotations

import re
from functools import lru_cache

_CONSONANT, _VOWEL = "(?:[^aeiouy]|^y|(?<=[aeiou])y)", "(?:[aeiou]|(?<=[^aeiou])y)"
_HAS_VOWEL = re.compile(_VOWEL)
_MEASURED = re.compile(f"{_VOWEL}{_CONSONANT}")
"""A vowel and the consonant after it; Porter's measure of a stem is the number of such pairs."""
_SHORT = re.compile(f"{_CONSONANT}{_VOWEL}[^aeiouwxy]$")
_LEAST = 3
_ENDINGS = (("sses", "ss"), ("ies", "i"), ("ss", "ss"), ("s", ""))


@lru_cache(maxsize=1 << 14)
def stem(word: str) -> str:
    """Return the common stem of the singular and the regular plural of a folded word."""
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
