"""Records of all sources imported in any order give the same cache."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from arxtui.model.intake import Intake
from arxtui.model.paper import Author, History, Link, Paper, Version
from arxtui.model.sources import SOURCES
from arxtui.sources.errors import SourceError
from tests.sources.reading import read_file
from tests.store.cache.seen import imported

BEGUN = datetime(2026, 5, 1, 17, 59, 30, tzinfo=UTC)
NAMES = ("Ada Example", "Björn Måns")


class Revision(NamedTuple):
    """One version of a made-up paper: its time and its metadata."""

    number: int
    at: datetime
    title: str
    abstract: str
    comment: str | None
    doi: str | None
    journal_ref: str | None


@st.composite
def _revisions(draw: st.DrawFn) -> list[Revision]:
    """One to four versions, submitted on different days."""
    at, found = BEGUN, []
    for number in range(1, draw(st.integers(1, 4)) + 1):
        words = draw(st.sampled_from(["Snapshots", "Cheap Snapshots", "Queues"]))
        result = (
            draw(st.none() | st.sampled_from(texts)) for texts in (["9 pages", "12 pages"], ["10.1/a"], ["J. Ex."])
        )
        found.append(Revision(number, at, words, f"We take {words.lower()}, {number}.", *result))
        at += timedelta(days=draw(st.integers(1, 400)), minutes=draw(st.integers(0, 600)))
    return found


def known_to(source: str, form: str, revisions: Sequence[Revision]) -> Intake:
    """Return what a source, in one of its formats, reports of a paper that has these versions so far."""
    last = revisions[-1]
    day = datetime.combine(last.at.date(), time(), UTC)
    bare = Paper("2605.01234", last.title, last.abstract, tuple(map(Author, NAMES)), ("cs.DC", "cs.LG"), source=source)
    whole: dict[str, Any] = {"comment": last.comment, "doi": last.doi, "journal_ref": last.journal_ref}
    versions = tuple(Version(each.number, each.at, source) for each in revisions[:-1])
    history = (History(bare.id, versions),) if versions else ()
    exact: dict[str, Any] = {"version": last.number, "published": BEGUN, "updated": last.at}
    match source, form:
        case "api", _:
            authors = tuple(Author(name, ("Institute of Examples",)) for name in NAMES)
            link = Link(f"https://arxiv.org/abs/{bare.id}v{last.number}", "alternate")
            paper = replace(bare, **whole, **exact, authors=authors, links=(link,))
            return Intake((paper,))
        case ("oai", "raw") | ("jsonl", "dump"):
            return Intake((replace(bare, **whole, **exact, license="by"),), histories=history)
        case "oai", _:
            return Intake((replace(bare, **whole, license="by", updated=day),))
        case "datacite", _:
            return Intake((replace(bare, **exact, license="by"),))
        case "jsonl", _:
            return Intake((replace(bare, version=last.number, comment=last.comment),))
        case "rss", _:
            return Intake((replace(bare, version=last.number, license="by", doi=last.doi),))
        case "listing", _:
            named = last.number if form == "html" else None
            return Intake((replace(bare, version=named, abstract="", comment=last.comment),))
        case _:
            return Intake((replace(bare, authors=(), categories=("cs.DC",)),))


FORMS = [
    ("api", ""),
    ("oai", "raw"),
    ("oai", "arXiv"),
    ("jsonl", "dump"),
    ("jsonl", "plain"),
    ("datacite", ""),
    ("rss", ""),
    ("listing", "html"),
    ("listing", ""),
    ("pith", ""),
]


def test_every_source_is_among_those_that_are_permuted() -> None:
    assert {source for source, _ in FORMS} == set(SOURCES) - {"citation"}  # no paper of arXiv comes from there


@st.composite
def _intakes(draw: st.DrawFn) -> list[Intake]:
    revisions = draw(_revisions())
    chosen = st.tuples(st.sampled_from(FORMS), st.integers(1, len(revisions)))
    return [known_to(*form, revisions[:number]) for form, number in draw(st.lists(chosen, min_size=2, max_size=6))]


def _papers(expected: Iterable[Intake]) -> list[Paper]:
    """Return the papers of a cache after importing these intakes, each as a separate file."""
    return [paper for paper, *_ in imported(expected)["papers"].values()]


@settings(max_examples=40)
@given(_intakes(), st.randoms(use_true_random=False))
def test_records_of_all_sources_end_the_same_in_any_order(expected: list[Intake], random: random.Random) -> None:
    once = imported(expected)
    shuffled = expected[:]
    random.shuffle(shuffled)
    assert imported(shuffled) == once
    assert imported([*expected, *shuffled]) == once


@settings(max_examples=20)
@given(_revisions(), st.randoms(use_true_random=False))
def test_no_order_brings_an_older_version_back(revisions: list[Revision], random: random.Random) -> None:
    result = [known_to(*form, revisions[:number]) for form in FORMS[:4] for number in range(1, len(revisions) + 1)]
    random.shuffle(result)
    (paper,) = _papers(result)
    newest = revisions[-1]
    assert (paper.version, paper.title, paper.updated) == (newest.number, newest.title, newest.at)
    assert (paper.doi, paper.journal_ref) == (newest.doi, newest.journal_ref)


def captured(file: Path) -> list[Intake]:
    """Return the intakes read from a captured file; an empty list if it contains no papers or is refused."""
    try:
        with file.open("rb") as stream:
            return [replace(each, through=0) for each in read_file(stream, file.name)]
    except SourceError:
        return []


def test_of_two_harvests_of_different_years_the_later_record_wins(shared: Path) -> None:
    names = ("scirate-a258b302.xml", "shishir167-fe0fa72f.xml")
    files = [captured(shared / "data" / "repro" / name) for name in names]
    one, other = ({paper.id: paper for intake in file for paper in intake.papers} for file in files)
    both = sorted(one.keys() & other.keys())
    assert len(both) > 50
    for order in (files, files[::-1]):
        found = {paper.id: paper for paper in _papers(chain(*order))}
        for name in both:
            expected = max(one[name], other[name], key=lambda paper: paper.updated or BEGUN)
            assert (found[name].title, found[name].doi) == (expected.title, expected.doi)
            assert (found[name].version, found[name].updated) == (expected.version, expected.updated)
