"""Users' regular expressions: checked, folded like texts, classified by whether they match within one word, and the
fragments that a text must have to match.

The supported part of Python's syntax: characters and escapes, ``.``, sets, ``\\d \\w \\s`` and their opposites, ``* + ?
{m,n}``, ``|``, groups, ``^ $ \\b \\B \\A \\Z``, look-around and ``\\1``. An expression that can match only letters and
digits is matched inside single words, where ``\\b`` at an end is the end of the word. All other expressions, such as
those with ``.`` or ``[^a]``, are matched against the whole text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import accumulate, groupby

from arxtui.light import NamedTuple, pattern
from arxtui.text.fold import fold
from arxtui.text.matching.regex_sets import CHARACTER, RegexError, character_set, in_words, unescaped
from arxtui.text.matching.words import words

__all__ = ["RegexError", "finder", "word_pattern"]

_MAX_LENGTH = 200
_MAX_DEPTH = 20
_MAX_SIZE = 1000
"""The most characters that an expression may match with its repetitions written out; bounds the time of compilation."""
_PART = pattern(
    rf"""(?P<open>\((?:\?(?:[:=!]|<[=!]))?)|(?P<close>\))|(?P<either>\|)
    |(?P<repeat>(?:[*+?]|\{{(?:\d+(?:,\d*)?|,\d*)\}})[?+]?)
    |(?P<anchor>[$^]|\\[bBAZ])
    |(?P<set>\[(?:\^[^\\]|[^^\\]|\^?\\.)(?:\\.|[^]\\])*\])
    |(?P<kind>\.|\\[dDsSwW])
    |(?P<back>\\[1-9]\d?)
    |(?P<character>(?!\[){CHARACTER}[\u0300-\u036f]*)""",
    re.X | re.S,
)
_CLASSES_IN_WORDS = {r"\d": "[0-9]", r"\w": "."}
"""The equivalents of the character classes in a pattern for words, which have only letters and digits."""
_WORD_END = r"\b"
_SHORTEST_FRAGMENT = 3
"""Letters of a fragment: nearly every paper has each shorter one."""
_FRAGMENT = pattern(r"[a-z0-9]+")


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


class _Parsed(NamedTuple):
    text: str
    word: str | None


def word_pattern(source: str) -> str | None:
    """Return the pattern that a whole folded word must match; None if ``source`` must be matched across words.

    The pattern consists of characters, sets, ``.``, ``* + ? {m,n}``, ``|`` and ``(?:)``, which Python and finite
    automata treat alike. Raises RegexError like :func:`finder`.
    """
    return _parse(source).word


def finder(source: str) -> Callable[[str], bool]:
    """Return a function that tests whether a readable text contains a match.

    Raises RegexError, with the position of the fault, if the expression is invalid or too long, deep or large.
    """
    text, word = _parse(source)
    if word is None:
        search = re.compile(text, re.S).search
        return lambda readable: search(fold(readable)) is not None
    matches = re.compile(word).fullmatch
    return lambda readable: any(matches(one_word) for one_word in words(readable))


class AllOf(NamedTuple):
    """All of these fragments."""

    parts: tuple[Fragments, ...]


class AnyOf(NamedTuple):
    """At least one of these fragments."""

    parts: tuple[Fragments, ...]


Fragments = str | AllOf | AnyOf
"""What a text must have: a folded fragment within one of its words, or several."""


def fragments(source: str) -> Fragments | None:
    """Return fragments that every text with a match of a valid expression has; None if none is long enough."""
    return _either(iter(_parts(source)))


def _either(parts: Iterator[_Part]) -> Fragments | None:
    """Read alternatives up to the end of their group, and return what each of them needs one of."""
    alternatives, is_last = [], False
    while not is_last:
        needed, is_last = _sequence(parts)
        alternatives.append(needed)
    known = tuple(dict.fromkeys(needed for needed in alternatives if needed is not None))
    if None in alternatives:
        return None
    return AnyOf(known) if len(known) > 1 else known[0]


def _sequence(parts: Iterator[_Part]) -> tuple[Fragments | None, bool]:
    """Read a sequence up to a bar or the end of its group. Return what it needs, and whether it was the last one."""
    items: list[tuple[bool, Fragments | None]] = []  # whether an item is a character of a run, and what it needs
    is_last = True
    for part in parts:
        match part.name:
            case "close":
                break
            case "either":
                is_last = False
                break
            case "open":
                inside = _either(parts)
                items.append((False, None if part.word is None else inside))  # look-around needs nothing
            case "repeat" if items:
                is_character, needed = items.pop()
                if _may_be_absent(part.text):
                    items.append((False, None))
                else:  # what is repeated ends one run and begins the next
                    items += [(is_character, needed), (False, None), *([(True, needed)] if is_character else [])]
            case "character" if _FRAGMENT.fullmatch(part.text):
                items.append((True, part.text))
            case _:
                items.append((False, None))
    found: list[Fragments] = []
    for is_run, group in groupby(items, lambda item: item[0]):
        needs = [needed for _, needed in group if needed is not None]
        found += ["".join(map(str, needs))] if is_run else needs
    long = tuple(each for each in found if not isinstance(each, str) or len(each) >= _SHORTEST_FRAGMENT)
    return (AllOf(long) if len(long) > 1 else long[0] if long else None), is_last


def _may_be_absent(repeat: str) -> bool:
    return repeat[0] in "*?" or re.match(r"\{0*[,}]", repeat) is not None


@lru_cache(maxsize=64)
def _parse(source: str) -> _Parsed:
    if len(source) > _MAX_LENGTH:
        raise RegexError(f"longer than {_MAX_LENGTH} characters", _MAX_LENGTH, len(source))
    parts = list(_parts(source))
    _check_size(source, parts)
    text = "".join(part.text for part in parts)
    try:
        re.compile(text, re.S)
    except (re.error, OverflowError) as error:
        position = getattr(error, "pos", None) or 0
        starts = list(accumulate((len(part.text) for part in parts), initial=0))
        part = parts[min(bisect_right(starts, position) - 1, len(parts) - 1)]
        raise RegexError(str(getattr(error, "msg", error)), part.start, part.end) from None
    return _Parsed(text, _whole_word_pattern(parts))


def _parts(source: str) -> Iterator[_Part]:
    position = 0
    while position < len(source):
        match = _PART.match(source, position)
        if match is None or (match["open"] == "(" and source.startswith("(?", position)):
            raise _syntax_error(source, position)
        yield _part(match)
        position = match.end()


def _part(match: re.Match[str]) -> _Part:
    name, source = match.lastgroup or "", match[0]
    start, end = match.span()
    match name:
        case "set":
            text, word = character_set(source, start)
        case "character":
            folded = fold(unescaped(source)) or source
            text = re.escape(folded) if len(folded) == 1 else f"(?:{re.escape(folded)})"
            word = text if in_words(folded) else None
        case "kind":
            text, word = source, _CLASSES_IN_WORDS.get(source)
        case "repeat":
            text, word = source, _repetition_in_words(source)
        case "open":
            text, word = source, "(?:" if source in ("(", "(?:") else None
        case "close" | "either":
            text = word = source
        case _:
            text, word = source, None
    return _Part(name, start, end, text, word)


def _repetition_in_words(source: str) -> str | None:
    """Return a repetition as used in words: lazy and greedy are equivalent for a whole word; a possessive one is not,
    so None.
    """
    repetition, mode = (source[:-1], source[-1]) if len(source) > 1 and source[-1] in "?+" else (source, "")
    return None if mode == "+" else repetition.replace("{,", "{0,")


def _syntax_error(source: str, position: int) -> RegexError:
    character = source[position]
    if character == "[":
        return RegexError("this set is never closed", position, len(source))
    if character == "(":
        return RegexError("no such kind of group", position, min(position + 3, len(source)))
    return RegexError("no such escape", position, min(position + 2, len(source)))


def _check_size(source: str, parts: list[_Part]) -> None:
    """Raise RegexError for unbalanced or too deeply nested brackets, and for repetitions that match too many
    characters.
    """
    open_groups: list[tuple[_Part, int]] = []
    size = last_size = 0
    for part in parts:
        if part.name == "open":
            if len(open_groups) == _MAX_DEPTH:
                raise RegexError(f"groups can be at most {_MAX_DEPTH} deep", part.start, part.end)
            open_groups.append((part, size))
            size = 0
        elif part.name == "close":
            if not open_groups:
                raise RegexError("this bracket closes nothing", part.start, part.end)
            last_size, size = max(size, 1), open_groups.pop()[1] + max(size, 1)
        elif part.name == "repeat":
            size += last_size * (_repetitions(part.text) - 1)
        else:
            last_size = 1
            size += 1
        if size > _MAX_SIZE:
            raise RegexError(f"stands for more than {_MAX_SIZE:,} characters", 0, len(source))
    if open_groups:
        raise RegexError("this bracket is never closed", open_groups[-1][0].start, open_groups[-1][0].end)


def _repetitions(repeat: str) -> int:
    return max([1, *(int(number) for number in re.findall(r"\d+", repeat))])


def _whole_word_pattern(parts: list[_Part]) -> str | None:
    """Return the alternatives as a pattern of a whole word: any text before and after each, except where ``\\b`` marks
    the word's start or end. None if a part cannot be matched within a word.
    """
    alternatives = []
    for alternative in _alternatives(parts):
        begins = bool(alternative) and alternative[0].text == _WORD_END
        ends = len(alternative) > begins and alternative[-1].text == _WORD_END
        inner = alternative[begins : len(alternative) - ends]
        patterns = [part.word for part in inner if part.word is not None]
        if len(patterns) < len(inner) or (inner and inner[0].name == "repeat"):
            return None
        alternatives.append("".join(["" if begins else ".*", *patterns, "" if ends else ".*"]))
    return "|".join(alternatives)


def _alternatives(parts: list[_Part]) -> list[list[_Part]]:
    """Split the parts at the bars outside of all groups."""
    alternatives: list[list[_Part]] = [[]]
    depth = 0
    for part in parts:
        depth += {"open": 1, "close": -1}.get(part.name, 0)
        if part.name == "either" and not depth:
            alternatives.append([])
        else:
            alternatives[-1].append(part)
    return alternatives
