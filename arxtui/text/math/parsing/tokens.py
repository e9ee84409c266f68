"""The source of a formula split into tokens, and a reader for the tokens."""

from __future__ import annotations

import re

from arxtui.light import pattern
from arxtui.text.math.tree import UnreadableError

MAX_LENGTH = 20_000
"""Most characters of a formula; a longer one is not useful in a terminal."""

_GROUPS = r"[1-9][0-9]{0,2}(?:,[0-9]{3}){1,2}(?:,000)*(?:\.[0-9]+)?(?![,.]?[0-9])"
"""A number with a comma before each three digits; not so in a list, or alone in brackets, unless these are noughts."""
_TOKEN = pattern(
    r"[^\\\s0-9]|\\[A-Za-z@]+|\\.|\s+|[1-9][0-9]{0,2}(?:,000)+(?![0-9])"
    rf"|(?=[1-9])(?:(?<![0-9,(\[])(?<!, )(?<!\\\{{){_GROUPS}|(?<=[(\[]){_GROUPS}(?!\\right|[)\]]))"
    r"|[0-9]+(?:\.[0-9]+)*|\\",
    re.S,
)
_COMMENT = pattern(r"(\\.)|%[ \t]*\n\s*", re.S)
_UNITS = {
    "pt": 1, "em": 10, "ex": 4, "mu": 10 / 18, "mm": 2.8, "cm": 28, "in": 72, "filll": 1, "fill": 1, "fil": 1,
    "bp": 1, "pc": 12, "sp": 0, "dd": 1, "cc": 13,
}  # fmt: skip
"""The units of lengths, about in points."""
_ROW_SPACING = pattern(r"\s*-?[\d.]*\s*(?:pt|em|ex|mm|cm|in|mu|\\[a-z]+)\s*")


def tokenize(tex: str) -> list[str]:
    """Split a formula into commands, a backslash with one character, white space, numbers, and single characters.

    A percent sign at the end of a line joins it to the next, as in TeX; any other is kept as a percent sign.
    """
    if "%" in tex and "\n" in tex:
        tex = _COMMENT.sub(lambda match: match[1] or "", tex)
    return _TOKEN.findall(tex)


class Tokens:
    """A reader for the tokens of a formula, from ``place`` on. Methods raise UnreadableError if a token is missing."""

    def __init__(self, tex: str) -> None:
        if len(tex) > MAX_LENGTH:
            raise UnreadableError("too long")
        self.tokens = tokenize(tex)
        self.place = 0

    def peek(self) -> str:
        """Return the next token other than white space, without consuming it; "" at the end."""
        try:
            while (token := self.tokens[self.place]).isspace():
                self.place += 1
        except IndexError:
            return ""
        return token

    def next(self) -> str:
        """Return and consume the next token other than white space."""
        token = self.peek()
        self.place += 1
        return token

    def star(self) -> bool:
        """Consume a star if it is next. Returns whether it was."""
        is_star = self.peek() == "*"
        self.place += is_star
        return is_star

    def source(self) -> str:
        """Return and consume the source of the next argument, without its braces."""
        if self.peek() != "{":
            return self.next()
        start, depth = self.place + 1, 0
        for place in range(self.place, len(self.tokens)):
            depth += (self.tokens[place] == "{") - (self.tokens[place] == "}")
            if depth == 0:
                self.place = place + 1
                return "".join(self.tokens[start:place])
        raise UnreadableError("{")

    def bracketed_source(self) -> str:
        """Return and consume the source between square brackets, if they are next; else ""."""
        if self.peek() != "[":
            return ""
        try:
            end = self.tokens.index("]", self.place)
        except ValueError:
            raise UnreadableError("[") from None
        start, self.place = self.place + 1, end + 1
        return "".join(self.tokens[start:end])

    def last(self) -> str:
        """Return the last token before the command just read, other than white space; "" at the start."""
        return next((token for token in reversed(self.tokens[: self.place - 1]) if not token.isspace()), "")

    def word(self, letters: str) -> bool:
        """Consume these letters if they are next. Returns whether they were."""
        self.peek()
        is_next = "".join(self.tokens[self.place : self.place + len(letters)]) == letters
        self.place += len(letters) if is_next else 0
        return is_next

    def length(self) -> float | None:
        """Read a length without braces (``-2.5 pt``). Returns it in points, about; None if there is none."""
        sign = -1 if self.peek() == "-" else 1
        self.place += self.peek() in ("-", "+")
        number = ""
        while self.peek()[:1].isdigit() or self.peek() == ".":
            number += self.next()
        self.word("true")
        unit = next(filter(self.word, _UNITS), None)
        try:
            return None if unit is None else sign * float(number or 0) * _UNITS[unit]
        except ValueError:
            return None

    def skip_row_spacing(self) -> None:
        """Consume what may follow the end of a row: a star, and a length in square brackets."""
        if self.tokens[self.place : self.place + 1] == ["*"]:
            self.place += 1
        if self.peek() == "[":
            start = self.place
            if not _ROW_SPACING.fullmatch(self.bracketed_source()):
                self.place = start
