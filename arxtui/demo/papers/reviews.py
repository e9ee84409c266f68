"""Made-up reviews of made-up papers: cards as in Pith's listings, and whole reviews."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from random import Random

from arxtui.demo.papers.writing import PaperText
from arxtui.model.paper import Paper
from arxtui.model.reviews import HEADINGS, FullReview, Part, Passage, Review, ReviewField, Section

_COUNT = 60
_TWICE = 2
_DECK = 140
_SENTENCE = re.compile(r"(?<=[.!?]) (?=[A-Z])")
_CARRIES = (
    "Everything else in the paper leans on this one construction, and the experiments vary little besides.",
    "The proof uses it twice, once for the bound and once to show that the bound is tight.",
    "It is the only part that a reader would have to rebuild to check the rest.",
)
_CONSEQUENCES = (
    "The bound holds for every order in which the inputs arrive, and no longer for the friendly ones alone.",
    "Existing installations gain without a change to what their users see.",
    "The constant in front of the leading term becomes the next thing to fight over.",
    "A simpler baseline, tuned with equal care, is the comparison that matters from now on.",
    "Results that were proved for the old model carry over with a change of notation.",
)
_EXTRAPOLATIONS = (
    "The same argument seems to work wherever delays are bounded, which the paper does not say.",
    "The authors' data suggest a second regime that they leave to a footnote.",
    "Nothing in the proof needs the inputs to be independent; the paper assumes it all the same.",
)
_PREMISES = (
    "The measured instances are like those of practice; the paper shows this for one of its three sources alone.",
    "The noise stays below the threshold $\\varepsilon < 1/4$ during the whole run.",
    "The adversary does not see the random bits before the second round.",
)
_TESTS = (
    "One instance of practical size on which the new method is slower than the baseline would settle it.",
    "A run with the delays drawn from a heavy tail: the claim predicts no change, the usual theory a doubling.",
    "An independent implementation that reaches the same figures from the text alone.",
)
_BADGES: tuple[int | None, ...] = (0, 0, 0, None, None, 2, 2, 1, 3)


def write_reviews(
    papers: Sequence[Paper], days: Mapping[str, date], texts: Mapping[str, PaperText], rng: Random
) -> tuple[Review, ...]:
    """Return reviews of some of the papers, newest first. ``days`` are the announcement days of the papers, by id.

    If a paper has two cards, the older comes first, as on Pith.
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


def in_full(card: Review) -> FullReview:
    """Return the whole review of a card; always the same for the same card."""
    rng = Random(f"{card.arxiv_id} {card.version} {card.headline}")  # noqa: S311 (texts, not secrets)
    opening, gap, aim, means, *findings = _SENTENCE.split(card.abstract)
    links = card.theorem_links
    recognition = f"{links} theorem link{'' if links == 1 else 's'}" if links else "no theorem link"
    day = datetime(card.listed_on.year, card.listed_on.month, card.listed_on.day, tzinfo=UTC)
    return FullReview(
        arxiv_id=card.arxiv_id or "",
        version=card.version,
        title=card.title,
        sections=(
            Section.of(Part.PITH, f"{card.headline}."),
            Section.of(Part.READING, f"{opening} {gap} {card.deck}"),
            Section.of(Part.CORE_CLAIM, findings[0]),
            Section.of(Part.ARGUMENT, f"{means} {rng.choice(_CARRIES)}"),
            _listed(Part.CONSEQUENCES, rng.sample(_CONSEQUENCES, 3)),
            _listed(Part.EXTRAPOLATION, rng.sample(_EXTRAPOLATIONS, 2)),
            Section.of(Part.PREMISE, rng.choice(_PREMISES)),
            Section.of(Part.FALSIFIER, rng.choice(_TESTS)),
        ),
        verdict=rng.choice(("plausible", "well supported", "needs a closer look")),
        scores=(
            ReviewField("confidence", f"{rng.randint(50, 95) / 100}"),
            ReviewField("novelty_score", f"{rng.randint(3, 9)}"),
            ReviewField("correctness_risk", rng.choice(("low", "medium"))),
        ),
        recognition="unknown" if links is None else recognition,
        model=rng.choice(("made-up-1", "made-up-2")),
        reviewed_at=day + timedelta(minutes=rng.randint(0, 1439)),
        category=card.category,
        extra=(
            ReviewField("one_line_summary", aim),
            ReviewField("keywords", f"{card.category} made-up machine-review"),
        ),
    )


def _listed(part: Part, texts: Sequence[str]) -> Section:
    return Section(HEADINGS[part], tuple(Passage(text, listed=True) for text in texts), part)
