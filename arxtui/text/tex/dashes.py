"""Dashes as typewriters and TeX write them."""

from __future__ import annotations

import re

from arxtui.patterns import pattern

# Between words, without blanks or with one on both sides; not an option (--flag), an arrow (-->) or a comment (<!--).
_DASHES = pattern(r"--(?:(?<![-\s!<]--)-?(?![->])|(?<=\s--)-?(?=\s))")


def with_dashes(text: str) -> str:
    """Two or three hyphens as the dash they stand for."""
    return _DASHES.sub(_dash, text)


def _dash(match: re.Match[str]) -> str:
    return "—" if len(match[0]) == len("---") else "–"
