"""Characters and character sets in regular expressions, folded like texts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain

from arxtui.light import pattern
from arxtui.text.fold import fold
from arxtui.text.matching.words import words

CHARACTER = r"(?:\\x[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\[nrtfv]|\\[^A-Za-z0-9]|[^\\])"
"""One character, as itself or escaped."""
_ITEM = pattern(rf"(?P<kind>\\[dDsSwW])|(?P<first>{CHARACTER})-(?P<last>{CHARACTER})|(?P<one>{CHARACTER})", re.S)
_BLANKS = {"n": "\n", "r": "\r", "t": "\t", "f": "\f", "v": "\v"}
_WIDEST_RANGE = 128
"""A range of more characters than this is not folded character by character, and not matched in words."""


class RegexError(ValueError):
    """An invalid or unsupported regular expression: the reason, and the half-open range of the fault in it."""

    def __init__(self, reason: str, start: int, end: int) -> None:
        super().__init__(reason)
        self.reason, self.start, self.end = reason, start, end


def unescaped(source: str) -> str:
    """Return the character that ``CHARACTER`` matched, with its combining marks."""
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
    """A character set as it is parsed: ``singles`` are its single characters, ``characters`` also those of ranges."""

    def __init__(self) -> None:
        self.classes: set[str] = set()
        self.singles: set[str] = set()
        self.characters: set[str] = set()
        self.wide_ranges: list[str] = []

    def add(self, *characters: str) -> None:
        for character in characters:
            self.singles.update(_fold(character))
        self.characters |= self.singles

    def add_range(self, first: str, last: str) -> None:
        """Add a range. Raises ValueError if it runs backwards."""
        codes = range(ord(first), ord(last) + 1)
        if not codes:
            raise ValueError("this range runs backwards")
        if len(codes) > _WIDEST_RANGE:
            self.wide_ranges.append(f"{re.escape(first)}-{re.escape(last)}")
            return
        self.add(first, last)
        self.characters.update(chain.from_iterable(_fold(chr(code)) for code in codes))

    def text(self, negation: str) -> str:
        return f"[{negation}{''.join(sorted(self.classes))}{''.join(self.wide_ranges)}{_ranges(self.characters)}]"

    def in_word_pattern(self) -> str | None:
        if self.wide_ranges or self.classes - {r"\w", r"\d"} or not all(map(in_words, self.singles)):
            return None
        return "." if r"\w" in self.classes else f"[{_ranges(self._in_words())}]"

    def _in_words(self) -> set[str]:
        return {character for character in self.characters if in_words(character)} | (
            set("0123456789") if r"\d" in self.classes else set()
        )


def character_set(source: str, start: int) -> tuple[str, str | None]:
    """Return the set ``source`` (``[^a-f_]``, at ``start`` of its expression) as Python matches it in folded text, and
    as part of a pattern of folded words.

    The second is None if the set also matches characters between words. Raises RegexError for an invalid set.
    """
    parsed = _Set()
    negation = "^" if source.startswith("[^") else ""
    position = 1 + len(negation)
    while position < len(source) - 1:
        item = _ITEM.match(source, position, len(source) - 1)
        if item is None:
            raise RegexError("no such escape in a set", start + position, start + position + 2)
        if item["kind"]:
            parsed.classes.add(item["kind"])
        elif item["one"]:
            parsed.add(unescaped(item["one"]))
        else:
            try:
                parsed.add_range(unescaped(item["first"]), unescaped(item["last"]))
            except ValueError as error:
                raise RegexError(str(error), start + position, start + item.end()) from None
        position = item.end()
    return parsed.text(negation), None if negation else parsed.in_word_pattern()


def _fold(character: str) -> str:
    return fold(character) or character


def _ranges(characters: Iterable[str]) -> str:
    """Return the characters of a set in order, three or more neighbours as a range."""
    runs: list[list[int]] = []
    for code in sorted(map(ord, characters)):
        if runs and runs[-1][-1] == code - 1:
            runs[-1].append(code)
        else:
            runs.append([code])
    return "".join(
        f"{re.escape(chr(run[0]))}-{re.escape(chr(run[-1]))}" if len(run) > 2 else re.escape("".join(map(chr, run)))
        for run in runs
    )
