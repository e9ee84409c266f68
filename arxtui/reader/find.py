"""A text found in a document, however it is written: case and accents, hyphens and line ends make no difference."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from arxtui.patterns import pattern
from arxtui.reader.contents import BEFORE
from arxtui.reader.lines import Line, Place
from arxtui.reader.spans import text_of
from arxtui.reader.survey import Survey
from arxtui.text import fold

_HYPHENS = "-\u2010\u2013"
_APART = pattern(rf"[{_HYPHENS}\s]+")
_FOREIGN = pattern("[^\x00-\x7f]+")
_LONGEST = 1000


class Match(NamedTuple):
    """Where a text stands: characters of a block's text, half-open. They sort in reading order."""

    block: int
    start: int
    end: int

    @property
    def place(self) -> Place:
        """Where it begins."""
        return Place(self.block, self.start)


class Hit(NamedTuple):
    """What a line shows of a match: characters of one of its runs, half-open, and the match's index."""

    run: int
    start: int
    end: int
    match: int


class Finder:
    """Finds in one document, laid out or not. What it has folded once it keeps."""

    def __init__(self, survey: Survey) -> None:
        self._survey = survey
        self._folded: list[_Folded] = []

    def find(self, text: str) -> list[Match]:
        """Every place of a text, in reading order, none within another. A blank or hyphen in it stands for any or none
        of them, and words that are hyphenated are found written as one."""
        wanted = _wanted(text)
        if wanted is None:
            return []
        if not self._folded:
            self._folded = [_fold(told) for told in self.texts()]
        return [
            Match(block, *folded.range(*found.span()))
            for block, folded in enumerate(self._folded, BEFORE)
            for found in wanted.finditer(folded.text)
        ]

    def texts(self) -> list[str]:
        """What each block says; first what stands before them, last the notes, where there are any."""
        blocks = range(BEFORE, len(self._survey.extents) + BEFORE)
        return [text_of(block, self._survey.contents(block)) for block in blocks]


def hits(line: Line, matches: Sequence[Match]) -> Iterator[Hit]:
    """What a line shows of the matches. What a run shows as a whole, as a formula, is hit as a whole."""
    for place, run in enumerate(line.runs):
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
                    yield Hit(place, 0, len(run.text), index)
                    break
                yield Hit(place, max(match.start - run.start, 0), min(match.end, end) - run.start, index)


class _Folded(NamedTuple):
    """A text as it is compared; ``sources`` are the characters it is made of, None where they are one by one."""

    text: str
    sources: list[int] | None

    def range(self, start: int, end: int) -> tuple[int, int]:
        """Of the text before it was folded, with the marks over its last letter."""
        if self.sources is None:
            return start, end
        return self.sources[start], max(self.sources[end - 1] + 1, self.sources[end])


def _fold(text: str) -> _Folded:
    if text.isascii():
        return _Folded(text.lower(), None)
    pieces: list[str] = []
    sources: list[int] = []
    start = 0
    for foreign in _FOREIGN.finditer(text):
        pieces.append(text[start : foreign.start()].lower())
        sources.extend(range(start, foreign.start()))
        for place, character in enumerate(foreign[0], foreign.start()):
            folded = _folded_character(character)
            pieces.append(folded)
            sources.extend([place] * len(folded))
        start = foreign.end()
    pieces.append(text[start:].lower())
    sources.extend(range(start, len(text) + 1))
    return _Folded("".join(pieces), sources)


@lru_cache(4096)
def _folded_character(character: str) -> str:
    return fold(character)


def _wanted(text: str) -> re.Pattern[str] | None:
    parts = [part for part in _APART.split(_fold(text[:_LONGEST]).text) if part]
    if not parts:
        return None
    hyphen = f"[{_HYPHENS}]?"
    return re.compile(rf"[{_HYPHENS}\s]*".join(hyphen.join(map(re.escape, part)) for part in parts))
