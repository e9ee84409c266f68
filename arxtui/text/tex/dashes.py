"""Dashes written as hyphens, as on typewriters and in TeX."""

from __future__ import annotations

import re

from arxtui.patterns import pattern

# Between words, without blanks or with a blank on both sides; not an option (--flag), an arrow (-->) or a comment
# (<!--).
_DASHES = pattern(r"--(?:(?<![-\s!<]--)-?(?![->])|(?<=\s--)-?(?=\s))")


def convert_dashes(text: str) -> str:
    """Replace two hyphens by an en dash, three by an em dash."""
    return _DASHES.sub(_dash, text)


def _dash(match: re.Match[str]) -> str:
    return "—" if len(match[0]) == len("---") else "–"
