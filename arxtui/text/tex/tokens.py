"""TeX source cut into tokens, and where a formula ends."""

from __future__ import annotations

import re

_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[{}$^_&~]|[^\\{}$^_&~]+|\\", re.S)
_VERBATIM = re.compile(r"(\\verb\*?([^A-Za-z\s*{]).*?\2)", re.S)
_BLANK_LINE = re.compile(r"\n\s*\n")
_FORMULA_LIMIT = 600
_DISPLAY_LIMIT = 2400

_MATHEMATICAL = re.compile(r"[\\^_={}<>+|]")
_WORD = re.compile(r"[A-Za-z]{2,}")


def tokenize(tex: str) -> list[str]:
    """Command words, backslash with one character, the special characters, and runs of all others.

    A whole ``\\verb|...|`` is one piece. The tokens joined are the source.
    """
    if "\\verb" not in tex:
        return _TOKEN.findall(tex)
    tokens: list[str] = []
    pieces = _VERBATIM.split(tex)
    for place in range(0, len(pieces), 3):
        tokens += _TOKEN.findall(pieces[place])
        tokens += pieces[place + 1 : place + 2]
    return tokens


def formula_end(tokens: list[str], start: int, closing: str, *, nested: bool) -> int | None:
    """The index of the ``closing`` piece of a formula whose content begins at ``start``; None when there is none near.

    Not past a blank line, not from within a group (``nested``) to the outside, and not inside the formula's own groups.
    """
    limit = _FORMULA_LIMIT if closing == "$" else _DISPLAY_LIMIT
    depth = length = 0
    for place in range(start, len(tokens)):
        piece = tokens[place]
        if piece == closing and depth <= 0:
            return place
        if piece == "{":
            depth += 1
        elif piece == "}":
            depth -= 1
            if depth < 0 and nested:
                return None
        length += len(piece)
        if length > limit or ("\n" in piece and _BLANK_LINE.search(piece)):
            return None
    return None


def is_prose(content: str, following: str) -> bool:
    """Whether what stands between two dollars is an amount of money and words (``$5 and $10``), not a formula."""
    if _MATHEMATICAL.search(content):
        return False
    found = _WORD.findall(content)
    if content[:1].isdigit():
        unpaired = content.count("(") != content.count(")")
        return following[:1].isdigit() or unpaired or (content[-1:] == " " and bool(found))
    return len(found) > 1 and (content[:1] == " " or content[-1:] == " ")
