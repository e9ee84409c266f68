"""Text search in a document, regardless of case, accents, hyphens and line ends."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Container, Iterator, Sequence
from functools import lru_cache

from arxtui.light import NamedTuple, pattern
from arxtui.reader.contents import BEFORE
from arxtui.reader.lines import Line, Place
from arxtui.reader.spans import Leaves, text_of
from arxtui.reader.survey import Survey
from arxtui.text import fold

_HYPHENS = "-\u2010\u2013"
_SEPARATORS = pattern(rf"[{_HYPHENS}\s]+")
_NON_ASCII = pattern("[^\x00-\x7f]+")
_MAX_LENGTH = 1000
_WORDS_SIZE = 100
"""The most characters that are stored with a place."""
_FEW_WORDS = 4
"""How many of the words are looked for if another conversion of the paper does not have all."""


class Match(NamedTuple):
    """A place where a text was found: a half-open range of characters in a block's text. Matches sort in reading
    order."""

    block: int
    start: int
    end: int

    @property
    def place(self) -> Place:
        """The place where the match begins."""
        return Place(self.block, self.start)


class Hit(NamedTuple):
    """The visible part of a match: a half-open range of characters in a run of a line, and the index of the match."""

    run: int
    start: int
    end: int
    match: int


class Finder:
    """Searches one document; the layout is not needed. Caches the folded text."""

    def __init__(self, survey: Survey) -> None:
        self._survey = survey
        self._folded: list[_Folded] = []

    def find(self, text: str) -> list[Match]:
        """Return every match in reading order, without overlaps. A blank or hyphen in ``text`` matches any number of
        blanks and hyphens, or none; a hyphen in the document can also stand inside a word of ``text``."""
        expression = _expression_for(text)
        if expression is None:
            return []
        if not self._folded:
            self._folded = [_fold(block_text) for block_text in self.texts()]
        return [
            Match(block, *folded.range(*match.span()))
            for block, folded in enumerate(self._folded, BEFORE)
            for match in expression.finditer(folded.text)
        ]

    def citations(self, anchors: Container[str]) -> list[Match]:
        """Return where the text refers to one of these anchors, in reading order."""
        return [
            Match(block, span.start, span.start + span.size)
            for block in range(BEFORE, len(self._survey.extents) + BEFORE)
            for leaf in Leaves(block, self._survey.contents(block))
            for span in leaf.spans
            if span.target in anchors
        ]

    def words_at(self, place: Place) -> str:
        """Return the words at a place, by which :meth:`place_of` finds it in another conversion of the paper."""
        text = text_of(place.block, self._survey.contents(place.block)) if self._has(place) else ""
        return " ".join(text[place.character : place.character + _WORDS_SIZE].split())

    def place_of(self, place: Place, words: str) -> Place:
        """Return where a place with these words is now: in the nearest block that has all, or else a few of them in a
        row; the same place if it has not changed, if no block has them, or if it is in the front matter."""
        if place.block == BEFORE or not words or self.words_at(place) == words:
            return place
        sought = words.split()
        few = [sought[start : start + _FEW_WORDS] for start in range(len(sought) - _FEW_WORDS + 1)]
        for row in (sought, *few):
            if matches := self.find(" ".join(row)):
                return min(matches, key=lambda match: abs(match.block - place.block)).place
        return place

    def _has(self, place: Place) -> bool:
        return BEFORE <= place.block < len(self._survey.extents) + BEFORE

    def texts(self) -> list[str]:
        """Return the text of each block, preceded by the front matter and followed by the notes, if there are any."""
        blocks = range(BEFORE, len(self._survey.extents) + BEFORE)
        return [text_of(block, self._survey.contents(block)) for block in blocks]


def hits(line: Line, matches: Sequence[Match]) -> Iterator[Hit]:
    """Yield the parts of matches that a line shows. A run that shows its characters only as a whole, such as a formula,
    is hit as a whole."""
    for run_index, run in enumerate(line.runs):
        if not run.size:
            continue
        end = run.start + run.size
        first = max(bisect_left(matches, (line.block, run.start)) - 1, 0)
        for index in range(first, len(matches)):
            match = matches[index]
            if (match.block, match.start) >= (line.block, end):
                break
            if match.block == line.block and match.end > run.start:
                if run.size != len(run.text):
                    yield Hit(run_index, 0, len(run.text), index)
                    break
                yield Hit(run_index, max(match.start - run.start, 0), min(match.end, end) - run.start, index)


class _Folded(NamedTuple):
    """A text folded for comparison. ``sources`` are the indices of the original characters, or None if both texts
    correspond character by character."""

    text: str
    sources: list[int] | None

    def range(self, start: int, end: int) -> tuple[int, int]:
        """Return the range in the original text, including combining marks after its last letter."""
        if self.sources is None:
            return start, end
        return self.sources[start], max(self.sources[end - 1] + 1, self.sources[end])


def _fold(text: str) -> _Folded:
    if text.isascii():
        return _Folded(text.lower(), None)
    pieces: list[str] = []
    sources: list[int] = []
    start = 0
    for foreign in _NON_ASCII.finditer(text):
        pieces.append(text[start : foreign.start()].lower())
        sources.extend(range(start, foreign.start()))
        for index, character in enumerate(foreign[0], foreign.start()):
            folded = _folded_character(character)
            pieces.append(folded)
            sources.extend([index] * len(folded))
        start = foreign.end()
    pieces.append(text[start:].lower())
    sources.extend(range(start, len(text) + 1))
    return _Folded("".join(pieces), sources)


@lru_cache(4096)
def _folded_character(character: str) -> str:
    return fold(character)


def _expression_for(text: str) -> re.Pattern[str] | None:
    parts = [part for part in _SEPARATORS.split(_fold(text[:_MAX_LENGTH]).text) if part]
    if not parts:
        return None
    hyphen = f"[{_HYPHENS}]?"
    return re.compile(rf"[{_HYPHENS}\s]*".join(hyphen.join(map(re.escape, part)) for part in parts))
