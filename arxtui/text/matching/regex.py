"""Users' regular expressions: checked, folded like texts, and classified by whether they match within one word.

The supported part of Python's syntax: characters and escapes, ``.``, sets, ``\\d \\w \\s`` and their opposites, ``* + ?
{m,n}``, ``|``, groups, ``^ $ \\b \\B \\A \\Z``, look-around and ``\\1``. An expression of letters and digits only is
matched inside single words, where ``.`` is a letter or digit and ``\\b`` at an end is the end of the word. All other
expressions are matched against the whole text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from arxtui.patterns import pattern
from arxtui.text.fold import fold
from arxtui.text.matching.regex_sets import SIGN, RegexError, character_set, in_words, sign_of
from arxtui.text.matching.words import words

__all__ = ["RegexError", "finder", "word_pattern"]

_LONGEST = 200
_DEEPEST = 20
_LARGEST = 1000
"""The most characters that an expression may match with its repetitions written out; bounds the time of compilation."""
_PART = pattern(
    rf"""(?P<open>\((?:\?(?:[:=!]|<[=!]))?)|(?P<close>\))|(?P<either>\|)
    |(?P<repeat>(?:[*+?]|\{{(?:\d+(?:,\d*)?|,\d*)\}})[?+]?)
    |(?P<anchor>[$^]|\\[bBAZ])
    |(?P<set>\[(?:\^[^\\]|[^^\\]|\^?\\.)(?:\\.|[^]\\])*\])
    |(?P<kind>\.|\\[dDsSwW])
    |(?P<back>\\[1-9]\d?)
    |(?P<sign>(?!\[){SIGN}[\u0300-\u036f]*)""",
    re.X | re.S,
)
_KINDS = {".": ".", r"\d": "[0-9]", r"\D": "[^0-9]", r"\w": ".", r"\S": "."}
"""The equivalents of the character classes in a pattern for words, which have only letters and digits."""
_WORD_END = r"\b"


class _Part(NamedTuple):
    """A part of an expression, from ``start`` to ``end``.

    ``text`` is the part as Python matches it in folded text, ``word`` as part of a pattern of folded words; None if it
    cannot be matched within a word.
    """

    name: str
    start: int
    end: int
    text: str
    word: str | None


class _Read(NamedTuple):
    text: str
    word: str | None


def word_pattern(source: str) -> str | None:
    """Return the pattern that a whole folded word must match; None if ``source`` must be matched across words.

    The pattern consists of characters, sets, ``.``, ``* + ? {m,n}``, ``|`` and ``(?:)``, which Python and finite
    automata treat alike. Raises RegexError like :func:`finder`.
    """
    return _read(source).word


def finder(source: str) -> Callable[[str], bool]:
    """Return a function that tests whether a readable text contains a match.

    Raises RegexError, with the position of the fault, if the expression is invalid or too long, deep or large.
    """
    text, word = _read(source)
    if word is None:
        search = re.compile(text, re.S).search
        return lambda readable: search(fold(readable)) is not None
    whole = re.compile(word).fullmatch
    return lambda readable: any(whole(each) for each in words(readable))


@lru_cache(maxsize=64)
def _read(source: str) -> _Read:
    if len(source) > _LONGEST:
        raise RegexError(f"longer than {_LONGEST} characters", _LONGEST, len(source))
    parts = list(_parts(source))
    _measure(source, parts)
    text = "".join(part.text for part in parts)
    try:
        re.compile(text, re.S)
    except (re.error, OverflowError) as error:
        place = getattr(error, "pos", None) or 0
        starts = list(accumulate((len(part.text) for part in parts), initial=0))
        part = parts[min(bisect_right(starts, place) - 1, len(parts) - 1)]
        raise RegexError(str(getattr(error, "msg", error)), part.start, part.end) from None
    return _Read(text, _as_word(parts))


def _parts(source: str) -> Iterator[_Part]:
    place = 0
    while place < len(source):
        found = _PART.match(source, place)
        if found is None or (found["open"] == "(" and source.startswith("(?", place)):
            raise _unknown(source, place)
        yield _part(found)
        place = found.end()


def _part(found: re.Match[str]) -> _Part:
    name, source = found.lastgroup or "", found[0]
    start, end = found.span()
    match name:
        case "set":
            text, word = character_set(source, start)
        case "sign":
            folded = fold(sign_of(source)) or source
            text = re.escape(folded) if len(folded) == 1 else f"(?:{re.escape(folded)})"
            word = text if in_words(folded) else None
        case "kind":
            text, word = source, _KINDS.get(source)
        case "repeat":
            text, word = source, _repeated_in_words(source)
        case "open":
            text, word = source, "(?:" if source in ("(", "(?:") else None
        case "close" | "either":
            text = word = source
        case _:
            text, word = source, None
    return _Part(name, start, end, text, word)


def _repeated_in_words(source: str) -> str | None:
    """Return a repetition as used in words: lazy and greedy are equivalent for a whole word; a possessive one is not,
    so None.
    """
    times, manner = (source[:-1], source[-1]) if len(source) > 1 and source[-1] in "?+" else (source, "")
    return None if manner == "+" else times.replace("{,", "{0,")


def _unknown(source: str, place: int) -> RegexError:
    sign = source[place]
    if sign == "[":
        return RegexError("this set is never closed", place, len(source))
    if sign == "(":
        return RegexError("no such kind of group", place, min(place + 3, len(source)))
    return RegexError("no such escape", place, min(place + 2, len(source)))


def _measure(source: str, parts: list[_Part]) -> None:
    """Raise RegexError for unbalanced or too deeply nested brackets, and for repetitions that match too many
    characters.
    """
    opened: list[tuple[_Part, int]] = []
    size = last = 0
    for part in parts:
        if part.name == "open":
            if len(opened) == _DEEPEST:
                raise RegexError(f"groups go {_DEEPEST} deep at most", part.start, part.end)
            opened.append((part, size))
            size = 0
        elif part.name == "close":
            if not opened:
                raise RegexError("this bracket closes nothing", part.start, part.end)
            last, size = max(size, 1), opened.pop()[1] + max(size, 1)
        elif part.name == "repeat":
            size += last * (_times(part.text) - 1)
        else:
            last = 1
            size += 1
        if size > _LARGEST:
            raise RegexError(f"stands for more than {_LARGEST:,} characters", 0, len(source))
    if opened:
        raise RegexError("this bracket is never closed", opened[-1][0].start, opened[-1][0].end)


def _times(repeat: str) -> int:
    return max([1, *(int(number) for number in re.findall(r"\d+", repeat))])


def _as_word(parts: list[_Part]) -> str | None:
    """Return the alternatives as a pattern of a whole word: any text before and after each, except where ``\\b`` marks
    the word's start or end. None if a part cannot be matched within a word.
    """
    whole = []
    for alternative in _alternatives(parts):
        begins = bool(alternative) and alternative[0].text == _WORD_END
        ends = len(alternative) > begins and alternative[-1].text == _WORD_END
        inner = alternative[begins : len(alternative) - ends]
        pieces = [part.word for part in inner if part.word is not None]
        if len(pieces) < len(inner) or (inner and inner[0].name == "repeat"):
            return None
        whole.append("".join(["" if begins else ".*", *pieces, "" if ends else ".*"]))
    return "|".join(whole)


def _alternatives(parts: list[_Part]) -> list[list[_Part]]:
    """Split the parts at the bars outside of all groups."""
    found: list[list[_Part]] = [[]]
    depth = 0
    for part in parts:
        depth += {"open": 1, "close": -1}.get(part.name, 0)
        if part.name == "either" and not depth:
            found.append([])
        else:
            found[-1].append(part)
    return found
