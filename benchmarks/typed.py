"""Queries as users type them, drawn at random from the papers that are searched.

Words are those of titles and of authors' names (one in four), with their frequency there: users search for what papers
are about, and type common words more often. Symbols and formulas are left out, and so are hyphens except in queries of
their own.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from arxtui.library.facade import Library
from arxtui.model.paper import Paper
from arxtui.text import fold, readable, words

_LETTERS = {letters: f"{letters} letter{'s' * (letters > 1)}" for letters in range(1, 7)}
_WORDS = {count: f"{count} word{'s' * (count > 1)}" for count in range(1, 4)}
_FILTERS = ("no filter", "category", "date", "state")
_TITLES, _HYPHENATED = "titles letter by letter", "hyphenated"
_FIELDED = {letters: f"{told} in a field" for letters, told in _LETTERS.items() if letters <= 3}
KINDS = (*_LETTERS.values(), *_WORDS.values(), *_FILTERS, _TITLES, _HYPHENATED, *_FIELDED.values())
"""The kinds of queries; most queries are of three kinds."""
_PAIR = re.compile(r"(?<![\w-])([a-z]{2,})-([a-z]{2,})(?![\w-])")
_LONGEST_TITLE = 40
"""The number of letters of a title that are typed at most."""
_SOURCES = 2_000
"""The number of papers that words are drawn from."""


class Typed(NamedTuple):
    """A query of complete words and one incomplete word, possibly in a field, possibly narrowed in one way. Both dates
    are inclusive."""

    whole: tuple[str, ...]
    begun: str
    category: str = ""
    since: date | None = None
    state: str = ""
    field: str = ""
    kinds: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """Return the query as it is typed in the search box."""
        narrowed = [
            f"cat:{self.category}" if self.category else "",
            f"date:{self.since}.." if self.since else "",
            f"is:{self.state}" if self.state else "",
        ]
        begun = f"{self.field}:{self.begun}" if self.field else self.begun
        return " ".join(filter(None, (*narrowed, *self.whole, begun)))


class Typist:
    """A generator of queries; the same seed over the same papers gives the same queries."""

    def __init__(self, papers: Sequence[Paper], seed: int) -> None:
        self._chance = random.Random(seed)
        self._titles = [told for paper in papers if len(told := _plain(paper.title)) > 1]
        self._hyphenated = [pair for paper in papers for pair in _PAIR.findall(fold(readable(paper.title)))]
        self._names = [told for paper in papers for author in paper.authors[:3] if (told := _plain(author.name))]
        self._categories = [paper.primary_category for paper in papers if paper.primary_category]

    @classmethod
    def at(cls, library: Library, seed: int) -> Typist:
        """Return a generator that draws from the papers of a library."""
        chance, keys = random.Random(seed), library.search.listing("").keys
        records = (library.papers.record(keys[chance.randrange(len(keys))]) for _ in range(_SOURCES))
        return cls([record.paper for record in records if record], seed)

    def queries(self, each: int) -> Iterator[Typed]:
        """Yield ``each`` queries for each number of words, number of letters and filter."""
        for _ in range(each):
            for count in _WORDS:
                for letters in _LETTERS:
                    for narrowed in _FILTERS:
                        yield self._query(count, letters, narrowed)

    def titles(self, count: int) -> Iterator[Typed]:
        """Yield this many titles, letter by letter: one query for each key press, blanks left out."""
        for _ in range(count):
            title = self._chance.choice(self._titles)
            for place, word in enumerate(title):
                if sum(map(len, title[:place])) > _LONGEST_TITLE:
                    break
                for letters in range(1, len(word) + 1):
                    yield Typed(tuple(title[:place]), word[:letters], kinds=(_TITLES,))

    def hyphenated(self, count: int) -> Iterator[Typed]:
        """Yield this many hyphenated words of titles, up to one to six letters after the hyphen."""
        for number in range(count if self._hyphenated else 0):
            first, second = self._chance.choice(self._hyphenated)
            yield Typed((), f"{first}-{second[: number % len(_LETTERS) + 1]}", kinds=(_HYPHENATED,))

    def fielded(self, count: int) -> Iterator[Typed]:
        """Yield this many prefixes of one to three letters in each of the title, the authors and the abstract."""
        for _ in range(count):
            for letters, kind in _FIELDED.items():
                for field, texts in (("ti", self._titles), ("au", self._names), ("abs", self._titles)):
                    words = [word for word in self._chance.choice(texts) if len(word) >= letters] or ["the"]
                    yield Typed((), self._chance.choice(words)[:letters], field=field, kinds=(kind,))

    def _query(self, count: int, letters: int, narrowed: str) -> Typed:
        told = [self._word(1) for _ in range(count - 1)]
        return Typed(
            tuple(told),
            self._word(letters)[:letters],
            category=self._chance.choice(self._categories) if narrowed == "category" else "",
            since=date(self._chance.randint(2008, 2026), self._chance.randint(1, 8), 1) if narrowed == "date" else None,
            state=self._chance.choice(("unread", "starred")) if narrowed == "state" else "",
            kinds=(_LETTERS[letters], _WORDS[count], narrowed),
        )

    def _word(self, shortest: int) -> str:
        while True:
            told = self._chance.choice(self._names if self._chance.random() < 0.25 else self._titles)
            word = self._chance.choice(told)
            if len(word) >= shortest:
                return word


def _plain(text: str) -> list[str]:
    return [word for word in words(readable(text)) if word.isascii()]
