"""TeX source split into tokens, and the end of a formula."""

from __future__ import annotations

import re

from arxtui.light import pattern

_TOKEN = pattern(r"\\[A-Za-z]+|\\.|[{}$^_&~]|[^\\{}$^_&~]+|\\", re.S)
_VERBATIM = pattern(r"(\\verb\*?([^A-Za-z\s*{]).*?\2)", re.S)
_BLANK_LINE = pattern(r"\n\s*\n")
FORMULA_LIMIT = 600
"""Most characters between two dollars."""
_DISPLAY_LIMIT = 2400

_MATHEMATICAL = pattern(r"[\\^_={}<>+|]")
_WORD = pattern(r"[A-Za-z]{2,}")
_AMOUNT = pattern(r"[\d.,]+[A-Za-z]?[,;:.] ")
_LAST_WORD = pattern(r"[^\W\d_]+$")


def tokenize(tex: str) -> list[str]:
    """Split TeX into commands, a backslash with one character, special characters, and runs of other characters.

    ``\\verb|...|`` is one token. The joined tokens are the source.
    """
    if "\\verb" not in tex:
        return _TOKEN.findall(tex)
    tokens: list[str] = []
    parts = _VERBATIM.split(tex)
    for place in range(0, len(parts), 3):
        tokens += _TOKEN.findall(parts[place])
        tokens += parts[place + 1 : place + 2]
    return tokens


def formula_end(tokens: list[str], start: int, closing: str, *, nested: bool) -> int | None:
    """Return the index of the ``closing`` token of a formula whose content begins at ``start``. Returns None if there
    is none near.

    The search stops at a blank line and, if ``nested``, at the end of the surrounding group. It skips the formula's
    groups.
    """
    limit = FORMULA_LIMIT if closing == "$" else _DISPLAY_LIMIT
    depth = length = 0
    for place in range(start, len(tokens)):
        token = tokens[place]
        if token == closing and depth <= 0:
            return place
        if token == "{":
            depth += 1
        elif token == "}":
            depth -= 1
            if depth < 0 and nested:
                return None
        length += len(token)
        if length > limit or ("\n" in token and _BLANK_LINE.search(token)):
            return None
    return None


def is_prose(content: str, following: str) -> bool:
    """Whether the text between two dollars is an amount of money and words (``$5 and $10``), not a formula."""
    if _MATHEMATICAL.search(content):
        return False
    words = _WORD.findall(content)
    if content[:1].isdigit():
        if following[:1].isdigit() or content.count("(") != content.count(")"):
            return True
        return content[-1:] == " " and bool(words or _AMOUNT.fullmatch(content))
    return len(words) > 1 and (content[:1] == " " or content[-1:] == " ")


def is_tie(tokens: list[str], place: int, *, in_tex: bool) -> bool:
    """Whether the ``~`` at ``place`` is a tie between words, as in ``Fig.~3``, and not "about" (``z~3``, ``L~M``).

    After a lower-case word before a number, and after a single letter, it is a tie only if the text has other TeX
    (``in_tex``, from :func:`has_tex`).
    """
    previous, following = tokens[place - 1], tokens[place + 1]
    word = _LAST_WORD.search(previous)
    letters = word[0] if word else ""
    if following[0].isdigit():
        is_name = previous.endswith(".") or (len(letters) > 2 and letters[0].isupper())
        return is_name or (len(letters) > 1 and in_tex)
    return len(letters) != 1 or letters in "aAI" or in_tex


def has_tex(tokens: list[str]) -> bool:
    """Whether a command or a formula is among the tokens. Evaluated once per text, not for each ``~``."""
    return any(token[0] in "\\$" for token in tokens)
