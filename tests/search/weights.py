"""Expected weights of ``sort:best``, computed with plain arithmetic: BM25 (k1 = 1.2, b = 0.75) as described in
docs/query.md.

The length of a text is rounded as in the engine, which stores it in one byte: exact up to 39 words, then in growing
steps.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable

from arxtui.model.expr import And, Expr, Field, Or, Phrase, Word
from arxtui.text import words
from arxtui.text.matching.forms import forms
from arxtui.text.matching.hyphens import compounds
from tests.search.oracle import ABSTRACT, ANYWHERE, AUTHORS, REVIEW, TITLE, Held, Oracle, meaning, row

OTHER = "other"
"""The words of the title, authors and reviews that are not in the abstract, each once."""
_K1, _B = 1.2, 0.75
_TITLE_WEIGHT = 2.0
_COMMON = 0.2
_NO_WEIGHT = (Field.ID, Field.DOI)
_EXACT, _STEPS = 24, 8


def _length_told(number: int) -> int:
    """Return the length encoded by a byte: exact for small numbers, above them three bits after the leading one."""
    beyond = number - _EXACT
    if beyond < _STEPS:
        return number
    return _EXACT + ((_STEPS | beyond % _STEPS) << (beyond // _STEPS - 1))


_LENGTHS = [_length_told(number) for number in range(256)]
Weigh = Callable[[int], float]
"""A function from a paper key to a weight."""
Term = tuple[str, list[str], float]
"""(name of a text, consecutive words searched in it, boost)."""


class Weights:
    """The weights of an oracle's papers for any query.

    A word in at least a fifth of the abstracts has no weight. In a collection smaller than ``small`` the limit is a
    fifth of ``small``.
    """

    def __init__(self, oracle: Oracle, small: int = 10_000) -> None:
        self._oracle = oracle
        self._texts = {key: {**held.texts, OTHER: _other(held)} for key, held in oracle.papers.items()}
        # The index contains one additional document without text.
        self._count = len(self._texts) + 1
        self._common = _COMMON * max(self._count, small)
        self._averages: dict[str, float] = {}
        self._counts: dict[tuple[str, str], int] = {}

    def of(self, expr: Expr, found: Iterable[int]) -> dict[int, float]:
        """Return the weight of each of these papers, all of which match the query."""
        weigh = self._weight(expr)
        return {key: weigh(key) for key in found}

    def _weight(self, expr: Expr) -> Weigh:
        match expr:
            case And(parts):
                return _sum([self._weight(part) for part in parts])
            case Or(parts):
                return _sum([self._where_meant(part) for part in parts])
            case Word(text, field, False) if self._tells(text, field):
                return self._bm25(_terms_of_word(text, field))
            case Phrase(text, field) if self._tells(text, field):
                return self._bm25(_terms_of_row(words(text), field))
            case _:
                return lambda key: 0.0

    def _tells(self, text: str, field: Field) -> bool:
        rare = (word for word in words(text) if self._having(ABSTRACT, word) < self._common)
        return field not in _NO_WEIGHT and any(rare)

    def _where_meant(self, part: Expr) -> Weigh:
        is_meant, weigh = meaning(part), self._weight(part)
        return lambda key: weigh(key) if is_meant and is_meant(self._oracle.papers[key]) else 0.0

    def _bm25(self, terms: list[Term]) -> Weigh:
        return _sum([self._bm25_of_row(name, asked, boost) for name, asked, boost in terms if asked])

    def _bm25_of_row(self, name: str, asked: list[str], boost: float) -> Weigh:
        sought, average = row(asked), self._average(name)
        weight = boost * (1 + _K1) * sum(self._rarity(name, word) for word in asked)

        def weigh(key: int) -> float:
            text = self._texts[key][name]
            if sought not in text:
                return 0.0
            times = len(re.findall(f"(?={re.escape(sought)})", text))
            length = _LENGTHS[bisect_right(_LENGTHS, _length(text)) - 1]
            return weight * times / (times + _K1 * (1 - _B + _B * length / average))

        return weigh

    def _rarity(self, name: str, word: str) -> float:
        having = self._having(name, word)
        return math.log(1 + (self._count - having + 0.5) / (having + 0.5))

    def _having(self, name: str, word: str) -> int:
        if (name, word) not in self._counts:
            sought = row([word])
            self._counts[name, word] = sum(sought in texts[name] for texts in self._texts.values())
        return self._counts[name, word]

    def _average(self, name: str) -> float:
        if name not in self._averages:
            self._averages[name] = sum(_length(texts[name]) for texts in self._texts.values()) / self._count
        return self._averages[name]


def _terms_of_word(text: str, field: Field) -> list[Term]:
    asked = words(text)
    if len(asked) > 1:
        apart = _terms_of_row(asked, field)
        return apart + _terms_of_word("".join(asked), field) if compounds(text) else apart
    found = [term for word in asked for form in forms(word) for term in _terms_of_row([form], field)]
    if field is Field.ANY:
        found += [(TITLE, [form], _TITLE_WEIGHT) for word in asked for form in forms(word)]
    return found


def _terms_of_row(asked: list[str], field: Field) -> list[Term]:
    if field is not Field.ANY:
        return [(field.value, asked, 1.0)]
    return [(name, asked, 1.0) for name in ((ABSTRACT, OTHER) if len(asked) == 1 else ANYWHERE)]


def _sum(weights: list[Weigh]) -> Weigh:
    return lambda key: sum(weigh(key) for weigh in weights)


def _length(text: str) -> int:
    return text.count(" ") // 2


def _other(held: Held) -> str:
    elsewhere = {word for name in (TITLE, AUTHORS, REVIEW) for word in _words(held, name)}
    return "".join(row([word]) for word in sorted(elsewhere - _words(held, ABSTRACT)))


def _words(held: Held, name: str) -> set[str]:
    return set(held.texts[name].replace("|", " ").split())
