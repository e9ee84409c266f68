"""The corpus: three hundred made-up papers with their announcements and reviews, determined by day and seed."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from random import Random

from arxtui.demo.papers.calendar import last_days, submitted
from arxtui.demo.papers.drafts import Draft, DraftVersion, Revision, write_up
from arxtui.demo.papers.reviews import write_reviews
from arxtui.demo.papers.topics import TOPICS, Topic
from arxtui.demo.papers.writing import PaperText, Writer
from arxtui.model.arxiv.taxonomy import covers
from arxtui.model.paper import Announcement, AnnounceType, Paper, Version
from arxtui.model.reviews import Review

DAYS = 8
"""Announcement days."""
PAPERS = 300
"""Papers in all."""

_OLDER = 48
"""Papers of earlier months, of which a new version is announced."""
_NEWEST_DAY = 66
"""New papers of the newest day."""
_HELD = 32
"""Papers of the newest day that are announced while the demo runs."""
_REVISED = 14
"""New papers of which a second version is announced."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """The made-up papers.

    ``day`` is the newest announcement day. ``announcements`` have one row per paper and category, oldest day first, a
    paper's primary category before the others. ``held`` are the ids of papers of the newest day that are not announced
    yet, in the order of their announcement. ``deleted`` is the day on which a paper is deleted, by id.
    """

    day: date
    revisions: dict[str, tuple[Revision, ...]]
    announcements: tuple[Announcement, ...]
    reviews: tuple[Review, ...] = ()
    held: tuple[str, ...] = ()
    deleted: dict[str, date] = field(default_factory=dict)

    @property
    def papers(self) -> tuple[Paper, ...]:
        """Every paper at its newest version, by id."""
        return tuple(revisions[-1].paper for _, revisions in sorted(self.revisions.items()))

    @property
    def days(self) -> list[date]:
        """The announcement days, oldest first."""
        return list(dict.fromkeys(row.day for row in self.announcements))

    def versions(self, identifier: str) -> tuple[Version, ...]:
        """Return the versions of a paper with their times."""
        papers = [revision.paper for revision in self.revisions[identifier]]
        return tuple(Version(number, paper.updated, "api") for number, paper in enumerate(papers, 1))

    def papers_on(self, day: date) -> dict[str, Paper]:
        """Return the papers that are public on a day, each at its version of that day, by id."""
        papers = {}
        for identifier, revisions in sorted(self.revisions.items()):
            public = [each.paper for each in revisions if each.day is None or each.day <= day]
            if public and day < self.deleted.get(identifier, date.max):
                papers[identifier] = public[-1]
        return papers

    def announced(self, day: date, subjects: Collection[str]) -> list[Announcement]:
        """Return what was announced on a day in categories or archives; for each paper, its first row."""
        rows: dict[str, Announcement] = {}
        for row in self.announcements:
            if row.day == day and any(covers(subject, row.category) for subject in subjects):
                rows.setdefault(row.id, row)
        return list(rows.values())


def make(day: date, seed: int = 1) -> Corpus:
    """Return the corpus whose newest announcement day is ``day``, a weekday."""
    rng = Random(f"{day} {seed}")  # noqa: S311 (papers, not secrets)
    written = write_up(_drafts(day, rng), rng)
    first = {row.id: row.day for row in written.announcements if row.type is AnnounceType.NEW}
    held = tuple(base for base, revisions in written.revisions.items() if _is_unrevised(revisions, day))[-_HELD:]
    known = [written.revisions[base][-1].paper for base in sorted(set(first) - set(held))]
    reviews = write_reviews(known, first, written.texts, rng)
    return Corpus(day, written.revisions, tuple(written.announcements), reviews, held)


def _is_unrevised(revisions: tuple[Revision, ...], day: date) -> bool:
    return len(revisions) == 1 and revisions[0].day == day


def _drafts(day: date, rng: Random) -> list[Draft]:
    writers = [Writer(topic, rng) for topic in TOPICS]
    days = last_days(day, DAYS)
    new_a_day = (PAPERS - _OLDER - _NEWEST_DAY) // (DAYS - 1)
    first_days = [each for each in days[:-1] for _ in range(new_a_day)]
    first_days += [day] * (PAPERS - _OLDER - len(first_days))
    drafts = []
    for number in range(PAPERS):
        place = (number * 4 + rng.randint(0, 2)) % len(TOPICS)
        topic, text = TOPICS[place], writers[place].write()
        if number < _OLDER:
            drafts.append(_older(topic, text, days, rng))
        else:
            revised = number < _OLDER + _REVISED
            drafts.append(_recent(topic, text, first_days[number - _OLDER], days, rng, revised=revised))
    return drafts


def _older(topic: Topic, text: PaperText, days: list[date], rng: Random) -> Draft:
    """Return a paper of earlier months, revised once or twice; its last version is announced on one of the days."""
    first = datetime(days[0].year, days[0].month, days[0].day, 9, tzinfo=UTC) - timedelta(days=rng.randint(20, 150))
    first += timedelta(minutes=rng.randint(0, 540), seconds=rng.randint(0, 59))
    versions = [DraftVersion(text, first, None)]
    if rng.random() < 0.4:
        versions.append(DraftVersion(text, first + timedelta(days=rng.randint(5, 15)), None))
    announced_on = rng.choice(days)
    versions.append(DraftVersion(text, submitted(announced_on, rng.randint(0, 959)), announced_on))
    return Draft(topic, versions)


def _recent(
    topic: Topic, text: PaperText, announced_on: date, days: list[date], rng: Random, *, revised: bool
) -> Draft:
    """Return a paper announced as new on a day; if ``revised``, with a second version announced on a later day."""
    versions = [DraftVersion(text, submitted(announced_on, rng.randint(0, 959)), announced_on)]
    later = [day for day in days if day > announced_on]
    if revised and later:
        again = rng.choice(later)
        versions.append(DraftVersion(text, submitted(again, rng.randint(0, 959)), again))
    return Draft(topic, versions)
