"""Titles and abstracts composed of a topic's sentences, so that papers in sequence differ."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import TypeVar

from arxtui.demo.papers.topics import Finding, Topic

_T = TypeVar("_T")

_TRIES = 20
_PLACE = re.compile(r"<(\w)>")
_SMALL = frozenset(
    "a an and at for from in into of on or over per the through to under with without across beyond".split()
)


@dataclass(frozen=True, slots=True)
class PaperText:
    """The title and abstract of a paper, and two ``cards`` (headline, deck) for reviews of it."""

    title: str
    abstract: str
    cards: tuple[tuple[str, str], tuple[str, str]]


class Writer:
    """Writes the texts of papers on one topic. No sentence is repeated before all sentences of its kind were used."""

    def __init__(self, topic: Topic, rng: Random) -> None:
        self.topic = topic
        self._rng = rng
        self._dealt: dict[str, list[object]] = {}
        self._titles: set[str] = set()

    def write(self) -> PaperText:
        """Return the text of the next paper."""
        topic = self.topic
        words = self._words()
        title = self._title(words)

        def fill(sentence: str) -> str:
            return _fill(sentence, words | self._figures())

        first = self._deal("findings", topic.findings)
        second = self._deal("findings", tuple(each for each in topic.findings if each is not first))
        sentences = (
            self._deal("openings", topic.openings),
            self._deal("gaps", topic.gaps),
            self._deal("aims", topic.aims),
            self._deal("means", topic.means),
        )
        fillings = [words | self._figures() for _ in range(2)]
        results = [_fill(each.sentence, these) for each, these in zip((first, second), fillings, strict=True)]
        abstract = " ".join((*map(fill, sentences), *results, fill(self._deal("closings", topic.closings))))
        return PaperText(title, abstract, (_card(first, fillings[0]), _card(second, fillings[1])))

    def _title(self, words: dict[str, str]) -> str:
        """Return an unused title; after ``_TRIES`` used ones, append "Part 2" and so on. Can replace ``words``."""
        for number in count(1):
            title = _capitals(_fill(self._deal("titles", self.topic.titles), words))
            if number > _TRIES:
                title += f", Part {number - _TRIES + 1}"
            if title not in self._titles:
                break
            words.update(self._words())
        self._titles.add(title)
        return title

    def _words(self) -> dict[str, str]:
        topic, rng = self.topic, self._rng
        subject = self._deal("subjects", topic.subjects)
        return {
            "x": subject,
            "X": subject[0].upper() + subject[1:],
            "y": self._deal("settings", topic.settings),
            "m": self._deal("methods", topic.methods),
            "b": rng.choice(topic.bounds),
            "c": rng.choice(topic.forms),
        }

    def _figures(self) -> dict[str, str]:
        rng = self._rng
        return {
            "n": str(rng.randint(12, 64)),
            "k": str(rng.randint(3, 9)),
            "p": str(rng.randint(21, 68)),
            "q": str(rng.randint(11, 19)),
            "f": f"{rng.randint(12, 48) / 10:.1f}",
        }

    def _deal(self, kind: str, cards: tuple[_T, ...]) -> _T:
        left = self._dealt.setdefault(kind, [])
        if not any(card in left for card in cards):
            fresh = list(cards)
            self._rng.shuffle(fresh)
            left.extend(fresh)
        card = next(card for card in left if card in cards)
        left.remove(card)
        return card


def _fill(sentence: str, words: dict[str, str]) -> str:
    filled = _PLACE.sub(lambda place: words[place[1]], sentence)
    return filled[0].upper() + filled[1:]


def _card(finding: Finding, words: dict[str, str]) -> tuple[str, str]:
    return _fill(finding.headline, words), _fill(finding.deck, words)


def _capitals(title: str) -> str:
    """Return a title with English title case; TeX and words with capitals stay as they are."""
    parts = title.split(" ")
    return " ".join(
        word if number and (word in _SMALL or "$" in word) else _capital(word) for number, word in enumerate(parts)
    )


def _capital(word: str) -> str:
    return "-".join(
        part if not part.islower() or part in _SMALL else part[0].upper() + part[1:] for part in word.split("-")
    )
