"""Simulated users whose interest the ranking cannot see: each follows a venue, with the papers before a day and after
it.

A venue is named in the comment or the journal reference of a paper, which no ranking sees.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path
from re import Pattern, compile
from typing import Any, NamedTuple

from arxtui.model.paper import Author, Paper
from arxtui.text import title_key
from benchmarks.corpus.sample import sample_lines

_COVER = 0.8
_WANTED, _AT_LEAST, _AT_MOST = 60, 1_000, 5_000
_BEFORE = 6_000
_FEWEST = 20
_COMMENTS = (date(2025, 1, 1), date(2027, 1, 1))
"""The period in which the sample is dense, for venues that comments name."""
_JOURNALS = (date(2008, 1, 1), date(2016, 1, 1))
"""The period in which the sample has journal references."""


class Venue(NamedTuple):
    """A venue: its name, the pattern that finds it, and the days between which the sample names it."""

    name: str
    named: Pattern[str]
    days: tuple[date, date]


def _conference(name: str) -> Venue:
    return Venue(name, compile(rf"(?<![\w-]){name}\b"), _COMMENTS)


def _journal(name: str, named: str, days: tuple[date, date] = _JOURNALS) -> Venue:
    return Venue(name, compile(named), days)


CHOSEN_BY = (
    *map(_conference, "CVPR ACL NeurIPS MICCAI ICASSP ICRA LREC".split()),
    _journal("ISIT", r"\bISIT\b"),
    _journal("EPTCS", r"EPTCS"),
    *(_journal(f"Phys. Rev. {part}", rf"Phys(?:\.|ical) ?Rev(?:\.|iew) ?{part}\b|\bPR{part}\b") for part in "ABCE"),
    _journal("JHEP", r"\bJHEP\b|J\. High Energy Phys"),
    _journal("JCAP", r"\bJCAP\b"),
    _journal("Class. Quantum Grav.", r"Class(?:\.|ical) ?(?:and )?Quant(?:um|\.)|\bCQG\b"),
    _journal("J. Chem. Phys.", r"J(?:\.|ournal of) ?Chem(?:\.|ical) ?Phys"),
    _journal("Algebr. Geom. Topol.", r"Algebr(?:\.|aic) (?:and |& )?Geom(?:\.|etric) (?:and |& )?Topol"),
    _journal("Ann. Statist.", r"Ann(?:\.|als) (?:of )?Statist"),
    _journal("SIGMA", r"\bSIGMA\b"),
    _journal("A&A", r"\bA\\?&A\b|Astron\.? ?Astrophys|Astronomy (?:and|\\?&) Astrophysics", _COMMENTS),
    _journal("ApJ", r"\bApJ\b(?!L|S)|Astrophys\. ?J\.|Astrophysical Journal(?! Letters| Supp)", _COMMENTS),
)
"""The venues that the constants of the ranking were chosen with."""

HELD_OUT = (
    *map(_conference, "ICML ICLR EMNLP ICCV WACV AAAI Interspeech EACL".split()),
    _journal("MNRAS", r"\bMNRAS\b|Mon\. ?Not\.|Monthly Notices", _COMMENTS),
    _journal("Phys. Rev. Lett.", r"Phys(?:\.|ical) ?Rev(?:\.|iew) ?L(?:ett|\b)|\bPRL\b"),
    _journal("Phys. Rev. D", r"Phys(?:\.|ical) ?Rev(?:\.|iew) ?D\b|\bPRD\b"),
    _journal("Phys. Lett. B", r"Phys(?:\.|ics) ?Lett(?:\.|ers) ?B\b|\bPLB\b"),
    _journal("Nucl. Phys. B", r"Nucl(?:\.|ear) ?Phys(?:\.|ics) ?B\b"),
    _journal("Eur. Phys. J. C", r"Eur(?:\.|opean) ?Phys(?:\.|ical) ?J(?:\.|ournal) ?C\b|\bEPJC\b"),
    _journal("New J. Phys.", r"New J(?:\.|ournal of) ?Phys"),
    _journal("Geom. Topol.", r"(?<!Algebr\. )(?<!and )Geom(?:\.|etry) (?:& |and )?Topol"),
    _journal("J. Phys. A", r"J(?:\.|ournal of) ?Phys(?:\.|ics) ?A\b"),
    _journal("Ann. Probab.", r"Ann(?:\.|als) (?:of )?(?:Appl(?:\.|ied) )?Probab"),
)
"""Venues that were not used to choose the constants."""


class Told(NamedTuple):
    """A paper of the sample as a ranking sees it, its day, and the text that can name its venue."""

    paper: Paper
    day: date
    beside: str


class Stream(NamedTuple):
    """The papers before a day, and those from it on, for a user who follows a venue; oldest first.

    ``categories`` contain four fifths of the venue's papers before the day. Within them, ``stars`` are the venue's
    papers before the day, ``passed`` are the newest papers of all kinds before it, ``arriving`` are the papers from the
    day on, which are to be ranked, and ``wanted`` are the ids of the venue's papers among these.
    """

    venue: Venue
    categories: frozenset[str]
    stars: list[Paper]
    passed: list[Paper]
    arriving: list[Paper]
    wanted: frozenset[str]


def read_sample(file: Path) -> list[Told]:
    """Return the papers of the sample by day."""
    return sorted(map(_told, map(json.loads, sample_lines(file))), key=lambda told: (told.day, told.paper.id))


def streams(sample: Iterable[Told], venues: Iterable[Venue]) -> Iterator[Stream]:
    """Yield the stream of each venue that is frequent enough in the sample."""
    told = list(sample)
    for venue in venues:
        first, last = venue.days
        stream = _stream(venue, [each for each in told if first <= each.day < last])
        if len(stream.wanted) >= _FEWEST:
            yield stream


def _stream(venue: Venue, told: list[Told]) -> Stream:
    there = [each for each in told if venue.named.search(each.beside)]
    day = there[len(there) // 2].day
    categories = _followed(each.paper for each in there if each.day < day)
    followed = [each for each in told if not categories.isdisjoint(each.paper.categories)]
    before = [each for each in followed if each.day < day]
    stars = [each.paper for each in before if venue.named.search(each.beside)]
    known = {title_key(paper.title) for paper in stars}
    arriving: list[Paper] = []
    wanted: set[str] = set()
    for each in followed:
        # The same work under another identifier would be found by its title.
        if each.day < day or title_key(each.paper.title) in known:
            continue
        if len(arriving) >= _AT_MOST or (len(arriving) >= _AT_LEAST and len(wanted) >= _WANTED):
            break
        arriving.append(each.paper)
        if venue.named.search(each.beside):
            wanted.add(each.paper.id)
    passed = [each.paper for each in before][-_BEFORE:]
    return Stream(venue, categories, stars, passed, arriving, frozenset(wanted))


def _followed(papers: Iterable[Paper]) -> frozenset[str]:
    """Return the primary categories that contain four fifths of these papers."""
    counts = Counter(paper.primary_category for paper in papers)
    chosen: list[str] = []
    for code, _ in counts.most_common():
        if sum(counts[each] for each in chosen) >= _COVER * counts.total():
            break
        chosen.append(code)
    return frozenset(chosen)


def _told(row: dict[str, Any]) -> Told:
    text = {name: str(row[name] or "") for name in ("id", "title", "abstract", "published", "comment", "journal_ref")}
    paper = Paper(
        id=text["id"],
        title=" ".join(text["title"].split()),
        abstract=" ".join(text["abstract"].split()),
        authors=tuple(map(Author, row["authors"])),
        categories=tuple(row["categories"]),
    )
    return Told(paper, date.fromisoformat(text["published"][:10]), f"{text['comment']}\n{text['journal_ref']}")
