"""The source of a formula cut into tokens."""

from __future__ import annotations

import re

from arxtui.patterns import pattern

_TOKEN = pattern(r"\\[A-Za-z@]+|\\.|\s+|[0-9]+(?:\.[0-9]+)*|.|\\", re.S)
_COMMENT = pattern(r"(\\.)|%[ \t]*\n\s*", re.S)


def tokenize(tex: str) -> list[str]:
    """Command words, backslash with one character, white space, numbers, and single characters.

    A percent sign that ends a line joins it to the next, as in TeX; any other is a percent sign.
    """
    if "%" in tex and "\n" in tex:
        tex = _COMMENT.sub(lambda found: found[1] or "", tex)
    return _TOKEN.findall(tex)
