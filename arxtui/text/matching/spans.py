"""The positions of words in a text, and the ranges that match a search."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from arxtui.patterns import pattern
from arxtui.text.fold import fold
from arxtui.text.matching.hyphens import HYPHENS
from arxtui.text.matching.words import among_words, script_signs

Span = tuple[int, int]
"""A half-open range of characters."""

_CHUNK = pattern(r"\S+")
_JOINTS = frozenset(["", *HYPHENS, *(sign + bracket for sign in "_^" for bracket in ("", "(", "{"))])
_SYLLABLE = 3
"""The longest sequence that composes to one character: the three of a Korean syllable (combining marks are tested
separately).
"""
_CHUNKS_KEPT = 4096


class Wanted(NamedTuple):
    """The folded search terms to find in a text: whole words, beginnings of words, phrases, and joined forms.

    A joined form (``selfattention``) matches where a text has its parts with hyphens between.
    """

    words: frozenset[str] = frozenset()
    beginnings: tuple[str, ...] = ()
    phrases: tuple[tuple[str, ...], ...] = ()
    joined: frozenset[str] = frozenset()


def word_spans(text: str) -> list[tuple[int, int, str]]:
    """Return ``(start, end, word)`` of each of :func:`words`, in order; positions count characters of ``text``.

    A range includes the combining marks of its letters. Two words from one character (``½``) have the same range.
    """
    found = []
    for chunk in _CHUNK.finditer(text):
        start, written = chunk.start(), chunk[0]
        if written.isalnum() and written.isascii():
            found.append((start, start + len(written), written.lower()))
        else:
            found += [(start + first, start + last, word) for first, last, word in _spans_in(written)]
    return found


def found_spans(text: str, wanted: Wanted) -> list[Span]:
    """Return the ranges of a readable text that match ``wanted``, in ascending order, without overlaps.

    A phrase is one range, from its first word to its last.
    """
    placed = word_spans(text)
    ranges = [(start, end) for start, end, word in placed if word in wanted.words or word.startswith(wanted.beginnings)]
    if wanted.phrases:
        ranges += _phrases(placed, wanted.phrases)
    if wanted.joined:
        ranges += _joined(text, placed, wanted.joined)
    return _merged(sorted(ranges))


def _phrases(placed: list[tuple[int, int, str]], phrases: tuple[tuple[str, ...], ...]) -> Iterator[Span]:
    told = [word for _, _, word in placed]
    for phrase in filter(None, phrases):
        size = len(phrase)
        for place, word in enumerate(told[: len(told) - size + 1]):
            if word == phrase[0] and tuple(told[place : place + size]) == phrase:
                yield placed[place][0], placed[place + size - 1][1]


def _joined(text: str, placed: list[tuple[int, int, str]], joined: frozenset[str]) -> Iterator[Span]:
    longest = max(map(len, joined))
    for place, (start, end, one) in enumerate(placed):
        for following, after, word in placed[place + 1 : place + longest]:
            if not _is_joint(text[end:following]) or len(one) >= longest:
                break
            one, end = one + word, after
            if one in joined:
                yield start, end


def _is_joint(between: str) -> bool:
    """Whether the characters between two words join the words; combining marks are ignored."""
    return between in _JOINTS or "".join(each for each in between if not unicodedata.combining(each)) in _JOINTS


def _merged(ranges: list[Span]) -> list[Span]:
    merged: list[Span] = []
    for start, end in ranges:
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


@lru_cache(_CHUNKS_KEPT)
def _spans_in(chunk: str) -> tuple[tuple[int, int, str], ...]:
    """Return the spans of :func:`word_spans` in a chunk of text without blanks."""
    folded, sources = _folded(chunk)
    shown = among_words(folded)
    owners = [source for source, each in zip(sources, shown, strict=True) for _ in each]
    spaced = "".join(shown)
    return tuple((owners[word.start()][0], owners[word.end() - 1][1], word[0]) for word in _CHUNK.finditer(spaced))


def _folded(chunk: str) -> tuple[str, list[Span]]:
    """Return the folded chunk without script signs, and for each folded character the range that it comes from."""
    signs = {place for first, last in script_signs(chunk) for place in range(first, last)}
    places = [place for place in range(len(chunk)) if place not in signs]
    plain = "".join(chunk[place] for place in places)
    folded = ""
    sources: list[Span] = []
    for begin, end in pairwise([*_beginnings(plain), len(plain)]):
        made = fold(plain[begin:end])
        folded += made
        sources += [(places[begin], places[end - 1] + 1)] * len(made)
    return folded, sources


def _beginnings(plain: str) -> Iterator[int]:
    """Yield the starts of the sequences that Unicode composes on their own: a character and the marks after it."""
    begin = 0
    for place, character in enumerate(plain):
        if place == 0 or character.isascii() or not _composes(plain[max(begin, place - _SYLLABLE) : place], character):
            begin = place
            yield place


def _composes(before: str, character: str) -> bool:
    apart = unicodedata.normalize("NFKC", before) + unicodedata.normalize("NFKC", character)
    return unicodedata.combining(character) > 0 or unicodedata.normalize("NFKC", before + character) != apart
