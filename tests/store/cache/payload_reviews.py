"""Builders of Pith reviews of made-up papers, used by the test payloads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from random import Random

from arxtui.model.paper import Paper
from arxtui.model.reviews import FullReview, Part, Review, ReviewField, Section
from tests.sources.fixtures import pith

SUBJECT = "cs.DC"


def announced_on(paper: Paper) -> date:
    """Return the day on which this version was announced: the day after it was submitted."""
    assert paper.updated is not None
    return (paper.updated + timedelta(days=1)).date()


def cards(papers: Sequence[Paper], random: Random) -> list[Review]:
    """Return a review card for each paper's version and, for some papers, a second card listed 40 days later. Votes and
    comments are random."""
    found = []
    for paper in papers:
        card = Review(
            headline=f"Snapshots of {paper.id}, read",
            title=paper.title,
            category=SUBJECT,
            listed_on=announced_on(paper),
            deck="They are cheap.",
            abstract=paper.abstract,
            theorem_links=random.choice([None, 0, 2]),
            votes=random.randint(0, 3),
            comments=random.randint(0, 3),
            arxiv_id=paper.id,
            version=paper.version,
            url=f"https://pith.science/paper/{paper.arxiv_id}",
        )
        found.append(card)
        if random.random() < 0.3:
            found.append(
                replace(card, headline="A second look", listed_on=card.listed_on + timedelta(days=40), place=1)
            )
    return found


def whole_reviews(paper: Paper, random: Random) -> list[FullReview]:
    """Return the full review of this version as one of Pith's two interfaces reports it: a Pith part or a summary."""
    at = datetime(announced_on(paper).year, announced_on(paper).month, announced_on(paper).day, tzinfo=UTC)
    part = random.choice([Part.PITH, Part.SUMMARY])
    return [
        FullReview(
            arxiv_id=paper.id,
            version=paper.version,
            title=paper.title,
            sections=(Section.of(part, f"What revision {paper.version} says in {part}."),),
            verdict=random.choice(["", "sound", "plausible"]),
            scores=(ReviewField("novelty", "7"),) if random.random() < 0.5 else (),
            model=random.choice(["", "example-1"]),
            reviewed_at=at + timedelta(hours=random.choice([0, 9])),
        )
    ]


def pith_card(card: Review) -> pith.Card:
    return pith.Card(
        card.headline,
        card.title,
        card.deck,
        card.abstract,
        str(card.listed_on),
        card.badge,
        score=card.votes or 0,
        counts=(card.comments or 0,),
        link=f"/paper/{card.arxiv_id}v{card.version}",
    )
