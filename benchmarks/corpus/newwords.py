"""Made-up words, as many as Heaps' law predicts.

The sample is continued like a Pitman-Yor process of discount β (J. Pitman, M. Yor, Annals of Probability 25, 1997,
855-900), whose vocabulary grows as n^β. A word that c papers of the sample have is replaced with probability β/c. Its
replacement is a new word while there are fewer words than the law predicts, and otherwise an earlier made-up word,
drawn by its frequency less β.
"""

from __future__ import annotations

import random
import re
from array import array
from collections.abc import Mapping

from benchmarks.corpus.counts import WordCounts
from benchmarks.corpus.parents import Piece, Spot

_SEED_PAPERS = 3
"""New words are joined from beginnings and ends of sample words that at most this many papers have."""
_SHORTEST, _LONGEST = 3, 20
_SUBSCRIPTED = re.compile(r"([a-z]{1,2})([0-9]{1,3})")


class NewWords:
    """A vocabulary that continues to grow beyond the words of a sample."""

    def __init__(self, known: WordCounts, chance: random.Random) -> None:
        self.law = known.law()
        self._chance = chance
        self._known = known.papers
        self._seeds = _seeds(known.papers)
        self._tokens = known.tokens
        # The law's value for the sample differs from the real number by the error of the fit. Only its growth from here
        # on is used, so that the error is not corrected by extra words.
        self._start = self.law.types(known.tokens)
        self._wanted = 0.0
        self._made: dict[str, int] = {}
        self._names: list[str] = []
        self._uses = array("L")
        self._past = array("L")

    @property
    def made(self) -> int:
        """The number of words made up so far."""
        return len(self._names)

    def count(self, tokens: int) -> None:
        """Count ``tokens`` more words of text, which lets the vocabulary grow."""
        self._tokens += tokens
        self._wanted = self.law.types(self._tokens) - self._start

    def vary(self, piece: Piece, settled: dict[str, str | None]) -> str:
        """Return the text with some of its rare words replaced at random. ``settled`` stores the choice for each word
        of a paper, so that all its occurrences are treated alike."""
        text, beta, chance = piece.text, self.law.beta, self._chance.random
        for spot in reversed(piece.spots):
            if spot.word not in settled:
                settled[spot.word] = self._draw() if chance() * spot.papers < beta else None
            if new := settled[spot.word]:
                text = _in_place_of(text, spot, new)
        return text

    def _draw(self) -> str | None:
        chance, past = self._chance.random, self._past
        if len(self._names) < self._wanted:
            number = self._invent()
        elif past:
            number = past[int(chance() * len(past))]
            while chance() * self._uses[number] < self.law.beta:
                number = past[int(chance() * len(past))]
        else:
            return None
        self._uses[number] += 1
        past.append(number)
        return self._names[number]

    def _invent(self) -> int:
        chance, seeds = self._chance.random, self._seeds
        while True:
            head, tail = seeds[int(chance() * len(seeds))], seeds[int(chance() * len(seeds))]
            word = head[: 2 + int(chance() * (len(head) - 2))] + tail[1 + int(chance() * (len(tail) - 1)) :]
            if _SHORTEST <= len(word) <= _LONGEST and word not in self._known and word not in self._made:
                number = self._made[word] = len(self._names)
                self._names.append(word)
                self._uses.append(0)
                return number


def _seeds(papers: Mapping[str, int]) -> list[str]:
    rare = [word for word, held in papers.items() if held <= _SEED_PAPERS and len(word) >= _SHORTEST and word.isascii()]
    return sorted(rare)


def _in_place_of(text: str, spot: Spot, new: str) -> str:
    old = text[spot.start : spot.end]
    if subscripted := _SUBSCRIPTED.fullmatch(new):
        shown = f"${subscripted[1]}_{{{subscripted[2]}}}$"
    elif old.isupper():
        shown = new.upper()
    else:
        shown = new.capitalize() if old[0].isupper() else new
    return text[: spot.start] + shown + text[spot.end :]
