"""A comparison of the index with the oracle for a query: the papers, their number, every sort order, and the counts."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from pathlib import Path

from arxtui.model.expr import Expr, Sort
from arxtui.model.paper import Paper
from arxtui.model.reviews import Review
from arxtui.search.document import Document
from arxtui.search.index import MAX_RANKED, SearchIndex
from arxtui.search.open_index import prefixes_as_words
from arxtui.search.writer import update
from tests.search.oracle import Oracle
from tests.search.weights import Weights

SOURCES = ("api", "oai", "jsonl", "rss")
_FIRST_DAY = date(2025, 6, 1)
_FIRST = 50
_CLOSE = 1e-4
"""Largest accepted relative error of a weight: the index adds single-precision numbers in a different order."""


def as_documents(papers: Iterable[Paper], seed: int) -> list[Document]:
    """Return papers as the cache supplies them: some reviewed, most with a day of arrival, each from one or two
    sources."""
    chance = random.Random(seed)
    return [
        Document(
            paper.key,
            paper,
            tuple(_review(paper, chance) for _ in range(chance.choice((0, 0, 0, 1, 2)))),
            _FIRST_DAY + timedelta(days=chance.randrange(400)) if chance.random() < 0.9 else None,
            tuple(chance.sample(SOURCES, chance.randint(1, 2))),
        )
        for paper in papers
    ]


def _review(paper: Paper, chance: random.Random) -> Review:
    result = paper.abstract.split() or ["nothing"]
    headline, deck = (" ".join(chance.choices(result, k=length)) for length in (6, 15))
    links = chance.choice((None, 0, 1, 2, 7))
    return Review(headline, paper.title, paper.primary_category, _FIRST_DAY, deck=deck, theorem_links=links)


class Agreement:
    """The same papers in the index and in the oracle."""

    def __init__(self, documents: Sequence[Document], path: Path) -> None:
        update(path, documents, len(documents))
        self.index = SearchIndex.open(path)
        self.oracle = Oracle(documents)
        self.weights = Weights(self.oracle)

    def faults(self, expr: Expr) -> list[str]:
        """Return a sentence for each difference between the index and the oracle; an empty list if they agree."""
        found = self.oracle.matching(expr)
        return [*self._papers(expr, found), *self._best(expr, found), *self._counts(expr, found)]

    def _papers(self, expr: Expr, found: set[int]) -> Iterator[str]:
        if (count := self.index.count(expr)) != len(found):
            yield f"counts {count} instead of {len(found)}"
        for sort in (Sort.NEW, Sort.OLD, Sort.UPDATED):
            expected = self.oracle.in_order(found, sort)
            hits = self.index.find(expr, limit=_FIRST, sort=sort)
            if list(hits.keys) != expected[:_FIRST]:
                yield f"the first of sort:{sort} are others"
            if hits.total != len(found) if hits.exact else not len(hits.keys) <= hits.total <= len(found):
                yield f"sort:{sort} tells of {hits.total} instead of {len(found)}"
            if list(self.index.sequence(expr, sort)) != expected[: _length(sort)]:
                yield f"the whole of sort:{sort} is another"

    def _best(self, expr: Expr, found: set[int]) -> Iterator[str]:
        """Check the order of ``sort:best``. Papers with the complete words come first; within both parts weights
        descend, and among equal weights newer papers come first."""
        keys = list(self.index.find(expr, limit=_FIRST, sort=Sort.BEST).keys)
        whole = prefixes_as_words(expr)
        first = self.oracle.matching(whole)
        parts = [(whole, first), (expr, found - first)]
        expected = sum(min(len(part), _FIRST) for _, part in parts)
        if len(keys) != min(expected, _FIRST) or not found.issuperset(keys) or len(set(keys)) != len(keys):
            yield f"best first gives {len(keys)} papers, of which {len(set(keys) - found)} do not match"
            return
        for meant, part in parts:
            here, keys = keys[: len(part)], keys[len(part) :]
            yield from self._descending(here, self.weights.of(meant, part))

    def _descending(self, keys: list[int], weights: dict[int, float]) -> Iterator[str]:
        if not weights.keys() >= set(keys):
            yield "best first mixes papers that have the words whole with others"
            return
        ranked = sorted(weights, key=lambda key: (-weights[key], -key))
        for place, (key, expected) in enumerate(zip(keys, ranked, strict=False)):
            if abs(weights[key] - weights[expected]) > _CLOSE * max(weights[expected], 1e-9):
                yield f"best first, place {place}: {key} weighs {weights[key]}, {expected} {weights[expected]}"
                return
            if weights[key] == weights[expected] and key < expected and expected not in keys[:place]:
                yield f"best first, place {place}: {key} is as good as {expected}, and older"
                return

    def _counts(self, expr: Expr, found: set[int]) -> Iterator[str]:
        counts = self.index.counts(expr)
        for name, own, expected in (
            ("category", counts.categories, self.oracle.by_category(found)),
            ("archive", counts.archives, self.oracle.by_archive(found)),
            ("month", counts.months, self.oracle.by_month(found)),
            ("badge", counts.badges, self.oracle.by_badge(found)),
        ):
            if dict(own) != dict(expected):
                yield f"the counts by {name} are others"
        for name, own in (("month", counts.months), ("badge", counts.badges)):
            if list(own) != sorted(own):
                yield f"the counts by {name} do not ascend"
        for name, shares in (("category", counts.categories), ("archive", counts.archives)):
            papers = [count for _, count in shares]
            if papers != sorted(papers, reverse=True):
                yield f"the counts by {name} do not begin with the most frequent"
        if counts.total != len(found):
            yield f"the counts tell of {counts.total} instead of {len(found)}"


def _length(sort: Sort) -> int | None:
    return MAX_RANKED if sort is Sort.UPDATED else None
