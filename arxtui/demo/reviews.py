"""Made-up reviews of made-up papers, as a Pith listing shows them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from random import Random

from arxtui.demo.writing import Text
from arxtui.model.paper import Paper
from arxtui.model.review import Review

_COUNT = 60
_TWICE = 2
_DECK = 140
_BADGES: tuple[int | None, ...] = (0, 0, 0, None, None, 2, 2, 1, 3)


def write_reviews(
    papers: Sequence[Paper], days: Mapping[str, date], texts: Mapping[str, Text], rng: Random
) -> tuple[Review, ...]:
    """Reviews of some of the papers, newest first; ``days`` are those the papers were announced on, by id.

    Of a paper's two cards the older stands first, as on Pith.
    """
    twice = [paper for paper in papers if paper.version == 2][:_TWICE]
    once = rng.sample([paper for paper in papers if paper not in twice], _COUNT - len(twice))
    reviews: list[Review] = []
    used: Counter[str] = Counter()
    for number, paper in enumerate(sorted((*twice, *once), key=lambda paper: (days[paper.id], paper.id), reverse=True)):
        first, second = sorted(texts[paper.id].cards, key=lambda card: used[card[0]])
        used.update([first[0]])
        review = _review(paper, days[paper.id], first, _BADGES[number % len(_BADGES)], rng)
        if paper in twice:
            older = replace(review, version=1, place=1, theorem_links=None)
            reviews += [older, _review(paper, days[paper.id], second, 2, rng)]
        else:
            reviews.append(review)
    return tuple(reviews)


def _review(paper: Paper, day: date, card: tuple[str, str], links: int | None, rng: Random) -> Review:
    headline, deck = card
    deck = deck[:_DECK].rstrip()
    return Review(
        headline=headline,
        title=paper.title,
        category=paper.primary_category,
        listed_on=day,
        deck=deck,
        deck_truncated=len(deck) == _DECK and deck[-1] not in ".!?",
        abstract=paper.abstract,
        theorem_links=links,
        has_figure=rng.random() < 0.85,
        votes=rng.choice((0, 0, 0, 0, 1, 2, 5)),
        comments=rng.choice((0, 0, 0, 0, 1, 3)),
        arxiv_id=paper.id,
        version=paper.version,
    )
