"""Dashes written as hyphens, as on typewriters and in TeX."""

from __future__ import annotations

import re

from arxtui.patterns import pattern

# Between words, without blanks or with a blank on both sides; not an option (--flag), an arrow (-->) or a comment
# (<!--).
_DASHES = pattern(r"--(?:(?<![-\s!<]--)-?(?![->])|(?<=\s--)-?(?=\s))")
_WORD_BEFORE, _WORD_AFTER = pattern(r"[^\W\d_]{4}(\s?)$"), pattern(r"(\s?)[^\W\d_]{4}")


def is_dash(before: str, after: str = "") -> bool:
    """Whether a minus between dollars is a dash between two words: in ``luminosity$-$decline``, not in ``X$-$ray``."""
    left, right = _WORD_BEFORE.search(before[-5:]), _WORD_AFTER.match(after)
    return left is not None and right is not None and left[1] == right[1]


def convert_dashes(text: str) -> str:
    """Replace two hyphens by an en dash, three by an em dash."""
    return _DASHES.sub(_dash, text)


def _dash(match: re.Match[str]) -> str:
    return "—" if len(match[0]) == len("---") else "–"
