"""Characters and character sets in regular expressions, folded like texts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain
from string import ascii_lowercase, digits

from arxtui.patterns import pattern
from arxtui.text.fold import fold
from arxtui.text.matching.words import words

SIGN = r"(?:\\x[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\[nrtfv]|\\[^A-Za-z0-9]|[^\\])"
"""One character, as itself or escaped."""
_ITEM = pattern(rf"(?P<kind>\\[dDsSwW])|(?P<first>{SIGN})-(?P<last>{SIGN})|(?P<one>{SIGN})", re.S)
_BLANKS = {"n": "\n", "r": "\r", "t": "\t", "f": "\f", "v": "\v"}
_WIDE = 128
"""A range of more characters than this is not folded character by character, and not matched in words."""
_PLAIN = frozenset(ascii_lowercase + digits)


class RegexError(ValueError):
    """An invalid or unsupported regular expression: the reason, and the half-open range of the fault in it."""

    def __init__(self, reason: str, start: int, end: int) -> None:
        super().__init__(reason)
        self.reason, self.start, self.end = reason, start, end


def sign_of(source: str) -> str:
    """Return the character that ``SIGN`` matched, with its combining marks."""
    if source[0] != "\\":
        return source
    letter = source[1]
    if letter in "xu":
        width = 2 if letter == "x" else 4
        return chr(int(source[2 : 2 + width], 16)) + source[2 + width :]
    return _BLANKS.get(letter, letter) + source[2:]


def in_words(folded: str) -> bool:
    """Whether these characters can stand together inside one word.

    Each Chinese or Japanese character is a word of its own.
    """
    return words(f"{folded}a") == [f"{folded}a"]


class _Set:
    """A character set as it is parsed: ``named`` are the characters written in it, ``signs`` also those of ranges."""

    def __init__(self) -> None:
        self.kinds: set[str] = set()
        self.named: set[str] = set()
        self.signs: set[str] = set()
        self.wide: list[str] = []

    def add(self, *signs: str) -> None:
        for sign in signs:
            self.named.update(_folded(sign))
        self.signs |= self.named

    def add_range(self, first: str, last: str) -> None:
        """Add a range. Raises ValueError if it runs backwards."""
        codes = range(ord(first), ord(last) + 1)
        if not codes:
            raise ValueError("this range runs backwards")
        if len(codes) > _WIDE:
            self.wide.append(f"{re.escape(first)}-{re.escape(last)}")
            return
        self.add(first, last)
        self.signs.update(chain.from_iterable(_folded(chr(code)) for code in codes))

    def text(self, sign: str) -> str:
        return f"[{sign}{''.join(sorted(self.kinds))}{''.join(self.wide)}{_ranges(self.signs)}]"

    def any_in_words(self) -> str | None:
        if self.wide or self.kinds & {r"\s", r"\W"} or not all(map(in_words, self.named)):
            return None
        if self.kinds & {r"\w", r"\S"}:
            return "."
        if r"\D" in self.kinds:
            return None if self.signs or r"\d" in self.kinds else "[^0-9]"
        return f"[{_ranges(self._in_words())}]"

    def all_but_in_words(self) -> str | None:
        if self.wide or self.kinds & {r"\w", r"\S", r"\D"}:
            return None
        barred = self._in_words()
        if barred >= _PLAIN:
            return None
        return f"[^{_ranges(barred)}]" if barred else "."

    def _in_words(self) -> set[str]:
        return {sign for sign in self.signs if in_words(sign)} | (set(digits) if r"\d" in self.kinds else set())


def character_set(source: str, place: int) -> tuple[str, str | None]:
    """Return the set ``source`` (``[^a-f_]``, at ``place`` of its expression) as Python matches it in folded text, and
    as part of a pattern of folded words.

    The second is None if the set also matches characters between words. Raises RegexError for an invalid set.
    """
    found = _Set()
    sign = "^" if source.startswith("[^") else ""
    inner = 1 + len(sign)
    while inner < len(source) - 1:
        item = _ITEM.match(source, inner, len(source) - 1)
        if item is None:
            raise RegexError("no such escape in a set", place + inner, place + inner + 2)
        if item["kind"]:
            found.kinds.add(item["kind"])
        elif item["one"]:
            found.add(sign_of(item["one"]))
        else:
            try:
                found.add_range(sign_of(item["first"]), sign_of(item["last"]))
            except ValueError as error:
                raise RegexError(str(error), place + inner, place + item.end()) from None
        inner = item.end()
    return found.text(sign), found.all_but_in_words() if sign else found.any_in_words()


def _folded(sign: str) -> str:
    return fold(sign) or sign


def _ranges(signs: Iterable[str]) -> str:
    """Return the characters of a set in order, three or more neighbours as a range."""
    found: list[list[int]] = []
    for code in sorted(map(ord, signs)):
        if found and found[-1][-1] == code - 1:
            found[-1].append(code)
        else:
            found.append([code])
    return "".join(
        f"{re.escape(chr(run[0]))}-{re.escape(chr(run[-1]))}" if len(run) > 2 else re.escape("".join(map(chr, run)))
        for run in found
    )
