"""The real papers that new papers are made from, cut into pieces that can be exchanged."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from arxtui.text import readable, words
from benchmarks.corpus.counts import WordCounts

_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z$\\(])")
_JOINT = re.compile(r"(?<=\S\s)\S+(?=(?:\s(?:for|of|in|with|and|via|on|from|using|by)\s|:\s)\S)")
# Complete words of letters and digits, outside formulas and TeX commands.
_PLAIN = re.compile(r"\$[^$]*\$|\\[A-Za-z]+|(?<![\w\\])([A-Za-z0-9]{3,})(?!\w)")
_RARE = 50
"""Words of more papers than this are never replaced: it would happen in less than one case in a hundred."""


class Spot(NamedTuple):
    """The position of a rare word in a piece, and the number of papers that have the word."""

    start: int
    end: int
    word: str
    papers: int


class Piece:
    """A sentence, a part of a title, or a name, unchanged: its text, its number of words, and its rare words in
    order."""

    __slots__ = ("spots", "text", "tokens")

    def __init__(self, text: str, tokens: int) -> None:
        self.text = text
        self.tokens = tokens
        self.spots: tuple[Spot, ...] = ()


class Parent(NamedTuple):
    """A record of the sample: its line, its pieces, and its other fields. A title has a head and, mostly, a tail."""

    line: str
    row: dict[str, Any]
    title: tuple[Piece, ...]
    abstract: tuple[Piece, ...]
    authors: tuple[Piece, ...]

    @property
    def primary(self) -> str:
        """The primary category, which is the first."""
        return str(self.row["categories"][0])


class Sample(NamedTuple):
    """The parents, oldest first, with the word counts of their titles and abstracts, and of their authors."""

    parents: list[Parent]
    texts: WordCounts
    names: WordCounts


def read_sample(lines: Sequence[str], chance: random.Random) -> Sample:
    """Cut the records into pieces and count their words."""
    cutter = _Cutter(chance)
    parents = [cutter.parent(line) for line in lines]
    for parent in parents:
        for piece in (*parent.title, *parent.abstract):
            piece.spots = _rare(piece.text, cutter.texts.papers)
    for name, _ in cutter.known_names.values():
        name.spots = _rare(name.text, cutter.names.papers)
    return Sample(parents, cutter.texts, cutter.names)


class _Cutter:
    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self.texts, self.names = WordCounts(), WordCounts()
        self.known_names: dict[str, tuple[Piece, list[str]]] = {}

    def parent(self, line: str) -> Parent:
        row = json.loads(line)
        title = [_piece(text) for text in _parts_of_title(row.pop("title"))]
        abstract = [_piece(text) for text in _sentences(row.pop("abstract"))]
        authors = [self._name(name) for name in row.pop("authors")]
        place = self._chance.random()
        self.texts.add([word for _, told in (*title, *abstract) for word in told], place)
        self.names.add([word for _, told in authors for word in told], place)
        pieces = (tuple(piece for piece, _ in cut) for cut in (title, abstract, authors))
        return Parent(line if line.endswith("\n") else line + "\n", row, *pieces)

    def _name(self, name: str) -> tuple[Piece, list[str]]:
        if name not in self.known_names:
            self.known_names[name] = _piece(name)
        return self.known_names[name]


def _piece(text: str) -> tuple[Piece, list[str]]:
    told = words(readable(text))
    return Piece(text, len(told)), told


def _parts_of_title(title: str) -> list[str]:
    joint = next((found.end() for found in _JOINT.finditer(title) if _balanced(title[: found.end()])), len(title))
    return [text for text in (title[:joint], title[joint:]) if text]


def _sentences(text: str) -> Iterator[str]:
    """Yield the sentences; no sentence ends inside a formula."""
    held = ""
    for part in _SENTENCE.split(text):
        held = f"{held} {part}" if held else part
        if _balanced(held):
            yield held
            held = ""
    if held:
        yield held


def _balanced(text: str) -> bool:
    return text.count("$") % 2 == 0


def _rare(text: str, papers: Mapping[str, int]) -> tuple[Spot, ...]:
    found = ((match, match[1].lower()) for match in _PLAIN.finditer(text) if match[1])
    return tuple(
        Spot(match.start(), match.end(), word, papers[word])
        for match, word in found
        if 0 < papers.get(word, 0) <= _RARE
    )
