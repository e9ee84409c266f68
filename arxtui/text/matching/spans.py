"""The positions of words in a text, and the ranges that match a search."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from arxtui.light import NamedTuple, pattern
from arxtui.text.fold import fold
from arxtui.text.matching.hyphens import HYPHENS
from arxtui.text.matching.words import script_signs, spaced_characters

Span = tuple[int, int]
"""A half-open range of characters."""

_CHUNK = pattern(r"\S+")
_JOINTS = frozenset(["", *HYPHENS, *(sign + bracket for sign in "_^" for bracket in ("", "(", "{"))])
_SYLLABLE = 3
"""The longest sequence that composes to one character: the three of a Korean syllable (combining marks are tested
separately).
"""
_CHUNK_CACHE_SIZE = 4096


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
    spans = []
    for chunk in _CHUNK.finditer(text):
        start, text_chunk = chunk.start(), chunk[0]
        if text_chunk.isalnum() and text_chunk.isascii():
            spans.append((start, start + len(text_chunk), text_chunk.lower()))
        else:
            spans += [(start + first, start + last, word) for first, last, word in _spans_in(text_chunk)]
    return spans


def matching_spans(text: str, terms: Wanted) -> list[Span]:
    """Return the ranges of a readable text that match ``terms``, in ascending order, without overlaps.

    A phrase is one range, from its first word to its last.
    """
    spans = word_spans(text)
    ranges = [(start, end) for start, end, word in spans if word in terms.words or word.startswith(terms.beginnings)]
    if terms.phrases:
        ranges += _phrase_spans(spans, terms.phrases)
    if terms.joined:
        ranges += _joined_spans(text, spans, terms.joined)
    return _merge(sorted(ranges))


def _phrase_spans(spans: list[tuple[int, int, str]], phrases: tuple[tuple[str, ...], ...]) -> Iterator[Span]:
    words_only = [word for _, _, word in spans]
    for phrase in filter(None, phrases):
        size = len(phrase)
        for index, word in enumerate(words_only[: len(words_only) - size + 1]):
            if word == phrase[0] and tuple(words_only[index : index + size]) == phrase:
                yield spans[index][0], spans[index + size - 1][1]


def _joined_spans(text: str, spans: list[tuple[int, int, str]], joined: frozenset[str]) -> Iterator[Span]:
    longest = max(map(len, joined))
    for index, (start, end, joined_word) in enumerate(spans):
        for following, after, word in spans[index + 1 : index + longest]:
            if not _is_joint(text[end:following]) or len(joined_word) >= longest:
                break
            joined_word, end = joined_word + word, after
            if joined_word in joined:
                yield start, end


def _is_joint(between: str) -> bool:
    """Whether the characters between two words join the words; combining marks are ignored."""
    return (
        between in _JOINTS
        or "".join(character for character in between if not unicodedata.combining(character)) in _JOINTS
    )


def _merge(ranges: list[Span]) -> list[Span]:
    merged: list[Span] = []
    for start, end in ranges:
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


@lru_cache(_CHUNK_CACHE_SIZE)
def _spans_in(chunk: str) -> tuple[tuple[int, int, str], ...]:
    """Return the spans of :func:`word_spans` in a chunk of text without blanks."""
    folded, sources = _folded(chunk)
    shown = spaced_characters(folded)
    owners = [source for source, shown_character in zip(sources, shown, strict=True) for _ in shown_character]
    spaced = "".join(shown)
    return tuple((owners[word.start()][0], owners[word.end() - 1][1], word[0]) for word in _CHUNK.finditer(spaced))


def _folded(chunk: str) -> tuple[str, list[Span]]:
    """Return the folded chunk without script signs, and for each folded character the range that it comes from."""
    removed = {index for first, last in script_signs(chunk) for index in range(first, last)}
    positions = [index for index in range(len(chunk)) if index not in removed]
    plain = "".join(chunk[index] for index in positions)
    folded = ""
    sources: list[Span] = []
    for begin, end in pairwise([*_beginnings(plain), len(plain)]):
        folded_part = fold(plain[begin:end])
        folded += folded_part
        sources += [(positions[begin], positions[end - 1] + 1)] * len(folded_part)
    return folded, sources


def _beginnings(plain: str) -> Iterator[int]:
    """Yield the starts of the sequences that Unicode composes on their own: a character and the marks after it."""
    begin = 0
    for index, character in enumerate(plain):
        if index == 0 or character.isascii() or not _composes(plain[max(begin, index - _SYLLABLE) : index], character):
            begin = index
            yield index


def _composes(before: str, character: str) -> bool:
    apart = unicodedata.normalize("NFKC", before) + unicodedata.normalize("NFKC", character)
    return unicodedata.combining(character) > 0 or unicodedata.normalize("NFKC", before + character) != apart
