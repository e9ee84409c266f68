"""About three hundred made-up papers with their announcements and reviews; the same for the same day and seed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from random import Random

from arxtui.demo.calendar import last_days, submitted
from arxtui.demo.people import COLLABORATION, authors
from arxtui.demo.topics import TOPICS, Topic
from arxtui.demo.writing import Text, Writer
from arxtui.model.paper import Announcement, AnnounceType, Author, Link, Paper, Version
from arxtui.model.review import Review

DAYS = 8
PAPERS = 300
FIRST_NUMBER = 90001
"""No arXiv month comes near it."""

_OLDER = 48
_NEWEST_DAY = 66
_HELD = 32
_REVISED = 14
_REVIEWED = 60
_REVIEWED_TWICE = 2
_DECK = 140
_LICENSES = (
    "http://arxiv.org/licenses/nonexclusive-distrib/1.0/",
    "http://creativecommons.org/licenses/by/4.0/",
    "http://creativecommons.org/licenses/by-sa/4.0/",
    "http://creativecommons.org/licenses/by-nc-nd/4.0/",
    "http://creativecommons.org/publicdomain/zero/1.0/",
)
_BADGES: tuple[int | None, ...] = (0, 0, 0, None, None, 2, 2, 1, 3)


@dataclass(frozen=True, slots=True)
class Corpus:
    """``papers`` are the newest versions, by id; ``announcements`` one row a category, oldest day first; ``held`` are
    ids of papers of the newest day that have not been announced yet, in the order in which they will be."""

    day: date
    papers: tuple[Paper, ...]
    versions: dict[str, tuple[Version, ...]]
    announcements: tuple[Announcement, ...]
    reviews: tuple[Review, ...]
    held: tuple[str, ...]

    @property
    def days(self) -> list[date]:
        """The announcement days, oldest first."""
        return last_days(self.day, DAYS)


@dataclass(frozen=True, slots=True)
class _Draft:
    """A paper before it has an id: when each version came in, and the day it was announced on."""

    topic: Topic
    text: Text
    first: datetime
    revised: tuple[datetime, ...]
    announced: tuple[tuple[date, int], ...]
    """Day and version."""


def make(day: date, seed: int = 1) -> Corpus:
    """The corpus whose newest announcement day is ``day``, a weekday."""
    rng = Random(f"{day} {seed}")  # noqa: S311 (papers, not secrets)
    drafts = sorted(_drafts(day, rng), key=lambda draft: draft.first)
    papers: list[Paper] = []
    announcements: list[Announcement] = []
    cards: dict[str, Text] = {}
    numbers: dict[str, int] = {}
    for draft in drafts:
        month = f"{draft.first:%y%m}"
        numbers[month] = numbers.get(month, FIRST_NUMBER - 1) + 1
        paper = _paper(draft, f"{month}.{numbers[month]}", rng)
        papers.append(paper)
        cards[paper.id] = draft.text
        for announced, version in draft.announced:
            announcements += _announced(paper, announced, version)
    newest = [paper.id for paper in papers if paper.version == 1 and _first_day(paper, announcements) == day]
    held = tuple(newest[-_HELD:])
    reviews = _reviews(papers, announcements, cards, frozenset(held), rng)
    versions = {paper.id: _versions(draft) for paper, draft in zip(papers, drafts, strict=True)}
    announcements.sort(key=lambda row: row.day)
    return Corpus(day, tuple(papers), versions, tuple(announcements), tuple(reviews), held)


def _drafts(day: date, rng: Random) -> list[_Draft]:
    writers = [Writer(topic, rng) for topic in TOPICS]
    days = last_days(day, DAYS)
    new_a_day = (PAPERS - _OLDER - _NEWEST_DAY) // (DAYS - 1)
    told = [each for each in days[:-1] for _ in range(new_a_day)]
    told += [day] * (PAPERS - _OLDER - len(told))
    drafts = []
    for number in range(PAPERS):
        place = (number * 4 + rng.randint(0, 2)) % len(TOPICS)
        topic, text = TOPICS[place], writers[place].write()
        if number < _OLDER:
            drafts.append(_older(topic, text, days, rng))
        else:
            revised = number < _OLDER + _REVISED
            drafts.append(_recent(topic, text, told[number - _OLDER], days, rng, revised=revised))
    return drafts


def _older(topic: Topic, text: Text, days: list[date], rng: Random) -> _Draft:
    """A paper of the months before, revised once or twice, the last time announced on one of the days."""
    first = datetime(days[0].year, days[0].month, days[0].day, 9, tzinfo=UTC) - timedelta(days=rng.randint(20, 150))
    first += timedelta(minutes=rng.randint(0, 540), seconds=rng.randint(0, 59))
    told = rng.choice(days)
    between = (first + timedelta(days=rng.randint(5, 15)),) if rng.random() < 0.4 else ()
    revised = (*between, submitted(told, rng.randint(0, 959)))
    return _Draft(topic, text, first, revised, ((told, 1 + len(revised)),))


def _recent(topic: Topic, text: Text, told: date, days: list[date], rng: Random, *, revised: bool) -> _Draft:
    """A paper announced as new on one of the days; with ``revised``, its second version on a later one."""
    first = submitted(told, rng.randint(0, 959))
    later = [day for day in days if day > told]
    if not (revised and later):
        return _Draft(topic, text, first, (), ((told, 1),))
    again = rng.choice(later)
    return _Draft(topic, text, first, (submitted(again, rng.randint(0, 959)),), ((told, 1), (again, 2)))


def _paper(draft: _Draft, number: str, rng: Random) -> Paper:
    version = 1 + len(draft.revised)
    crosses = rng.sample(draft.topic.crosses, rng.choice((0, 1, 1, 2, 3)))
    doi = f"10.0000/demo.{number}" if rng.random() < 0.2 else None
    links = [
        Link(f"https://arxiv.org/abs/{number}v{version}", "alternate", type="text/html"),
        Link(f"https://arxiv.org/pdf/{number}v{version}", "related", "pdf", "application/pdf"),
    ]
    if doi:
        links.append(Link(f"https://doi.org/{doi}", "related", "doi"))
    return Paper(
        id=number,
        title=draft.text.title,
        abstract=draft.text.abstract,
        authors=_authors(draft.topic, rng),
        categories=(draft.topic.category, *crosses),
        version=version,
        published=draft.first,
        updated=draft.revised[-1] if draft.revised else draft.first,
        comment=_comment(version, rng),
        journal_ref=_journal(rng, draft.first.year) if doi else None,
        doi=doi,
        license=rng.choice(_LICENSES),
        links=tuple(links),
        source="api",
    )


def _authors(topic: Topic, rng: Random) -> tuple[Author, ...]:
    if topic.category == "hep-ph" and rng.random() < 0.1:
        return (COLLABORATION, *authors(rng, rng.randint(40, 90), affiliated=False))
    count = rng.choice((1, 2, 2, 3, 3, 4, 5, 7))
    return authors(rng, count, affiliated=rng.random() < 0.3)


def _comment(version: int, rng: Random) -> str | None:
    pages = f"{rng.randint(6, 48)} pages"
    kinds = (
        None,
        pages,
        f"{pages}, {rng.randint(2, 14)} figures",
        f"Accepted at EXAMPLE '26, {pages}",
        f"{pages}. Comments are welcome",
    )
    return f"{pages}; v{version}: minor corrections" if version > 1 and rng.random() < 0.6 else rng.choice(kinds)


def _journal(rng: Random, year: int) -> str:
    volume, page = rng.randint(1, 40), rng.randint(1, 900)
    return f"J. Made-Up Res. {volume} ({year}) {page}--{page + rng.randint(8, 40)}"


def _announced(paper: Paper, day: date, version: int) -> list[Announcement]:
    first = version == 1
    primary = AnnounceType.NEW if first else AnnounceType.REPLACE
    other = AnnounceType.CROSS if first else AnnounceType.REPLACE_CROSS
    return [
        Announcement(paper.id, day, category, primary if category == paper.primary_category else other, version)
        for category in paper.categories
    ]


def _first_day(paper: Paper, announcements: list[Announcement]) -> date:
    return min(row.day for row in announcements if row.id == paper.id)


def _versions(draft: _Draft) -> tuple[Version, ...]:
    times = (draft.first, *draft.revised)
    return tuple(Version(number, time, "api") for number, time in enumerate(times, 1))


def _reviews(
    papers: list[Paper],
    announcements: list[Announcement],
    texts: dict[str, Text],
    held: frozenset[str],
    rng: Random,
) -> list[Review]:
    """Newest first, as a listing shows them; of a paper's two cards the older stands first, as on Pith."""
    days = {row.id: row.day for row in announcements if row.type is AnnounceType.NEW}
    known = [paper for paper in papers if paper.id in days and paper.id not in held]
    twice = [paper for paper in known if paper.version == 2][:_REVIEWED_TWICE]
    once = rng.sample([paper for paper in known if paper not in twice], _REVIEWED - len(twice))
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
    return reviews


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
