"""Random queries made of words of the searched papers."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import date, timedelta

from arxtui.model.expr import And, Badge, Category, Dated, Expr, Field, Has, Keys, Not, Or, Phrase, Regex, Source, Word
from arxtui.text import readable
from tests.search.oracle import ABSTRACT, AUTHORS, TITLE, Held, Oracle

_CLASSES = ((0.0, 0.001), (0.001, 0.01), (0.01, 0.1), (0.1, 1.0))
"""Word classes by the share of papers with the word: rare, middling, common and very common. Each class is equally
likely to be drawn."""
_EARLIEST, _DAYS = date(1991, 8, 1), 35 * 365
_FIRST_ADDED = date(2025, 6, 1)


class Draw:
    """A generator of random queries of every kind; the same seed gives the same queries."""

    def __init__(self, oracle: Oracle, seed: int) -> None:
        self._chance = random.Random(seed)
        self._papers = list(oracle.papers.values())
        having: Counter[str] = Counter()
        for held in self._papers:
            having.update({word for name in (TITLE, ABSTRACT, AUTHORS) for word in _words(held, name)})
        bounds = [(low * len(self._papers), high * len(self._papers)) for low, high in _CLASSES]
        classes = [sorted(word for word, n in having.items() if low < n <= high) for low, high in bounds]
        self._classes = [words for words in classes if words]
        self._codes = sorted({code for held in self._papers for code in held.document.paper.categories})
        self._kinds: Sequence[Callable[[], Expr]] = (
            self.word,
            self.beginning,
            self.phrase,
            self.hyphenated,
            self.several,
            self.typed_title,
            self.either,
            self.without,
            self.narrowed,
            self.in_a_field,
            self.among_keys,
            self.pattern,
        )

    def query(self, number: int) -> Expr:
        """Return the next query; ``number`` selects its kind in turn."""
        return self._kinds[number % len(self._kinds)]()

    def word(self) -> Word:
        """Return a whole word."""
        return Word(self._word())

    def beginning(self) -> Word:
        """Return the first one to six letters of a word."""
        return Word(self._word()[: self._chance.randint(1, 6)], prefix=True)

    def phrase(self) -> Phrase:
        """Return two or three consecutive words of a paper, in one case of five reversed."""
        result = self._row()
        if self._chance.random() < 0.2:
            result.reverse()
        return Phrase(" ".join(result))

    def hyphenated(self) -> Word:
        """Return two consecutive words joined by a hyphen, the last one complete or cut."""
        result = "-".join(self._row()[:2])
        return Word(result[: self._chance.randint(4, 12)].rstrip("-"), prefix=True) if self._even() else Word(result)

    def several(self) -> And:
        """Return two or three words, the last one possibly cut."""
        last = self.beginning() if self._even() else self.word()
        return And((*(self.word() for _ in range(self._chance.randint(1, 2))), last))

    def typed_title(self) -> And:
        """Return the beginning of a title, as if the user were typing it."""
        *whole, last = readable(self._paper().document.paper.title).split()[: self._chance.randint(2, 5)]
        return And((*map(Word, whole), Word(last[: self._chance.randint(1, 6)], prefix=True)))

    def either(self) -> Or:
        """Return an alternative of two or three words or phrases."""
        return Or(tuple(self.word() if self._even() else self.phrase() for _ in range(self._chance.randint(2, 3))))

    def without(self) -> Expr:
        """Return words without another word, or all papers without a word."""
        barred = Not(self.beginning() if self._even() else self.word())
        return And((self.several(), barred)) if self._chance.random() < 0.8 else barred

    def narrowed(self) -> And:
        """Return words limited by one or two of: category, dates, DOI, review, badge, source."""
        code = self._chance.choice(self._codes)
        first = _EARLIEST + timedelta(days=self._chance.randrange(_DAYS))
        last = first + timedelta(days=self._chance.randrange(4_000))
        limits: Sequence[Expr] = (
            Category(code),
            Category(code.partition(".")[0] + ".*"),
            Dated(first, last),
            Dated(None, last),
            Dated(first, None),
            Dated(_FIRST_ADDED, _FIRST_ADDED + timedelta(days=self._chance.randrange(400)), added=True),
            Has("doi"),
            Has("review"),
            Badge("theorem", self._chance.randint(1, 3)),
            Badge(self._chance.choice(("recognition", "none"))),
            Source("oai"),
        )
        asked = self.beginning() if self._even() else self.several()
        return And((asked, *self._chance.sample(limits, self._chance.randint(1, 2))))

    def in_a_field(self) -> Expr:
        """Return words in one field."""
        field, name = self._chance.choice(((Field.TITLE, TITLE), (Field.ABSTRACT, ABSTRACT), (Field.AUTHOR, AUTHORS)))
        word = self._chance.choice(sorted(_words(self._paper(), name)) or ["none"])
        if self._even():
            return Word(word[: self._chance.randint(1, 6)], field, prefix=True)
        return Or((Word(word, field), Phrase(" ".join(self._row()), field)))

    def among_keys(self) -> And:
        """Return a word limited to a set of papers, as if the user had marked them."""
        marked = self._chance.sample(self._papers, len(self._papers) // 10)
        return And((self.word(), Keys(sorted(held.document.key for held in marked))))

    def pattern(self) -> Expr:
        """Return a regular expression for a word with one letter replaced, and another word."""
        word = self._chance.choice(self._classes[1])
        at = self._chance.randrange(len(word))
        return And((Regex(rf"{word[:at]}\w*{word[at + 1 :]}"), self.word()))

    def _word(self) -> str:
        return self._chance.choice(self._chance.choice(self._classes))

    def _row(self) -> list[str]:
        result = self._paper().texts[self._chance.choice((TITLE, ABSTRACT))].partition("|")[0].split()
        begin = self._chance.randrange(max(len(result) - 2, 1))
        return result[begin : begin + self._chance.randint(2, 3)] or ["none"]

    def _paper(self) -> Held:
        return self._chance.choice(self._papers)

    def _even(self) -> bool:
        return self._chance.random() < 0.5


def _words(held: Held, name: str) -> set[str]:
    return set(held.texts[name].replace("|", " ").split())
