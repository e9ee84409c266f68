"""Any number of made-up papers, seeded: Zipf-distributed words of a made-up vocabulary, ids spread over the months."""

from __future__ import annotations

import itertools
import random
from bisect import bisect
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from arxtui.model.paper import Author, Paper

_SYLLABLES = tuple(
    "ba co de fi gra ho in ju kel lo mi nor op pa qui ra ste tu ul vor wen xi yo zet an der mon tri sol par".split()
)
_CATEGORIES = tuple(
    "cs.LG cs.CV cs.DC cs.CL math.NT math.PR hep-ph hep-th quant-ph cond-mat.str-el stat.ML astro-ph.GA".split()
)
_VOCABULARY = 30_000
_PER_MONTH = 9_000
_MONTHS = 132
"""The number of months since ids have five digits: a longer list has more papers a month instead of older papers."""


def made_up(count: int, seed: int = 1) -> Iterator[Paper]:
    """Yield ``count`` papers, oldest first."""
    words, state = _words(seed)
    chance = random.Random()
    chance.setstate(state)
    weights = list(itertools.accumulate(1 / (rank + 2.7) for rank in range(len(words))))
    per_month = max(_PER_MONTH, -(-count // _MONTHS))
    months = -(-count // per_month)

    def text(length: int) -> str:
        picks = (bisect(weights, chance.random() * weights[-1]) for _ in range(length))
        return " ".join(words[min(pick, len(words) - 1)] for pick in picks)

    for number in range(count):
        month, place = divmod(number, per_month)
        year, calendar_month = divmod(2026 * 12 + 4 - months + month + 1, 12)
        submitted = datetime(year, calendar_month + 1, 1, tzinfo=UTC) + timedelta(
            minutes=4 * _PER_MONTH // per_month * place
        )
        yield Paper(
            id=f"{year % 100:02}{calendar_month + 1:02}.{place + 1:05}",
            version=1,
            title=text(chance.randint(5, 14)).capitalize(),
            abstract=text(chance.randint(60, 200)).capitalize() + ".",
            authors=tuple(Author(text(2).title()) for _ in range(chance.randint(1, 6))),
            categories=tuple(chance.sample(_CATEGORIES, chance.choice((1, 1, 2, 3)))),
            published=submitted,
            updated=submitted,
            comment=text(6) if chance.random() < 0.6 else None,
            source="api",
        )


@cache
def _words(seed: int) -> tuple[Sequence[str], tuple[Any, ...]]:
    """Return the vocabulary of a seed, and the state of the random generator after it."""
    chance = random.Random(seed)
    found: dict[str, None] = {}
    while len(found) < _VOCABULARY:
        found["".join(chance.choices(_SYLLABLES, k=chance.choice((1, 2, 2, 3, 3, 4))))] = None
    return tuple(found), chance.getstate()
