"""The paper that results from two sources or from two versions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxtui.model.merge import RecordKey, join, merged, versions
from arxtui.model.paper import Author, Link, Paper

DAY1 = datetime(2026, 5, 1, 17, 59, tzinfo=UTC)
DAY2 = datetime(2026, 5, 9, 8, 0, tzinfo=UTC)

FULL = Paper(
    id="2605.01234",
    title="Cheap Snapshots",
    abstract="We take snapshots.",
    authors=(Author("Ada Example", ("Example University",)), Author("Björn Måns")),
    categories=("cs.DC", "cs.LG"),
    version=2,
    published=DAY1,
    updated=DAY2,
    comment="12 pages",
    journal_ref="J. Ex. 1 (2026)",
    doi="10.1000/ex",
    license="http://creativecommons.org/licenses/by/4.0/",
    links=(Link("https://arxiv.org/abs/2605.01234v2", "alternate"),),
    source="api",
)

_MOMENTS = st.sampled_from([moment.replace(hour=hour, minute=0) for moment in (DAY1, DAY2) for hour in (0, 3, 21)])
_WORDS = st.sampled_from(["", "one", "two", "three"])
_PAPERS = st.builds(
    Paper,
    id=st.just("2605.01234"),
    title=st.sampled_from(["A title", "Another title"]),
    abstract=_WORDS,
    authors=st.lists(st.sampled_from([Author("Ada Example"), Author("Ada Example", ("X",)), Author("B. Måns")])).map(
        tuple
    ),
    categories=st.lists(st.sampled_from(["cs.DC", "math.NT"]), unique=True).map(tuple),
    version=st.none() | st.integers(1, 3),
    published=st.none() | _MOMENTS,
    updated=st.none() | _MOMENTS,
    comment=st.none() | _WORDS,
    doi=st.none() | _WORDS,
    license=st.none() | _WORDS,
    source=st.sampled_from(["api", "oai", "rss"]),
)
"""Records of so few sources, versions and days that some have the same key."""


def joined(papers: Iterable[Paper], *, live: bool = False) -> Paper:
    """Return the paper that results from these records in this order."""
    records: dict[RecordKey, Paper] = {}
    for each in papers:
        records = join(records, each, live=live)
    return merged(records.values())


def merge(known: Paper, heard: Paper) -> Paper:
    """Return the paper that results from two live responses."""
    return joined([known, heard], live=True)


def test_a_day_alone_does_not_take_the_time_from_a_date() -> None:
    day1, day2 = (moment.replace(hour=0, minute=0) for moment in (DAY1, DAY2))
    of_days = replace(FULL, published=day1, updated=day2)
    for known, heard in ((FULL, of_days), (of_days, FULL), (replace(FULL, source="jsonl"), of_days)):
        outcome = merge(known, heard)
        assert (outcome.published, outcome.updated) == (DAY1, DAY2)
    assert merge(replace(of_days, updated=day1), FULL).updated == DAY2


@given(_PAPERS)
def test_hearing_the_same_again_changes_nothing(paper: Paper) -> None:
    assert merge(paper, paper) == paper


def test_a_newer_version_from_a_lesser_source_does_not_move_the_day_of_the_first() -> None:
    heard = replace(FULL, version=3, published=DAY2, source="jsonl")
    once = merge(FULL, heard)
    assert (once.published, joined([FULL, heard, heard], live=True)) == (DAY1, once)


@given(_PAPERS, _PAPERS)
def test_hearing_a_record_twice_is_hearing_it_once(known: Paper, heard: Paper) -> None:
    assert joined([known, heard, heard], live=True) == joined([known, heard], live=True)


@given(st.lists(_PAPERS, min_size=2, max_size=5), st.randoms())
def test_the_order_of_merged_records_does_not_matter(records: list[Paper], random: Random) -> None:
    once = joined(records)
    shuffled = records[:]
    random.shuffle(shuffled)
    assert joined(shuffled) == once
    assert joined([*shuffled, *records]) == once


@given(st.permutations([1, 2, 3, 4]))
def test_an_older_version_never_overwrites_a_newer(order: list[int]) -> None:
    versions = [replace(FULL, version=number, title=f"Title {number}", abstract=f"Text {number}") for number in order]
    known = versions[0]
    for heard in versions[1:]:
        known = merge(known, heard)
    assert (known.version, known.title, known.abstract) == (4, "Title 4", "Text 4")


def test_an_older_version_fills_only_gaps() -> None:
    feed = Paper(id=FULL.id, title="Cheap Snapshots, Again", version=3, categories=("cs.DC",), source="rss")
    outcome = merge(feed, FULL)
    assert (outcome.title, outcome.version, outcome.categories) == ("Cheap Snapshots, Again", 3, ("cs.DC",))
    assert (outcome.comment, outcome.doi, outcome.published) == (FULL.comment, FULL.doi, DAY1)
    assert outcome.updated is None, "the time of v2 is not the time of v3"


def test_of_one_version_the_source_that_knows_more_wins() -> None:
    feed = Paper(id=FULL.id, title="cheap snapshots (feed)", version=2, license="by", source="rss")
    for outcome in (merge(FULL, feed), merge(feed, FULL)):
        assert outcome.title == FULL.title
        assert outcome.license == FULL.license


@pytest.mark.parametrize(("lesser", "better"), list(pairwise(["pith", "listing", "rss", "jsonl", "oai", "api"])))
def test_the_more_complete_source_wins_when_records_are_merged(lesser: str, better: str) -> None:
    one, other = replace(FULL, source=lesser, title="Lesser"), replace(FULL, source=better, title="Better")
    assert merge(one, other).title == merge(other, one).title == "Better"


def test_where_only_a_first_version_is_known_a_later_day_is_still_of_it() -> None:
    announced = Paper(id=FULL.id, title="From the feed", version=1, source="rss")
    harvested = replace(FULL, version=None, title="Harvested", published=None, source="oai")
    for order in permutations((announced, harvested)):
        assert (joined(order).title, joined(order).version) == ("Harvested", 1)


def test_of_the_days_that_one_source_reports_the_first_version_the_earliest_is_believed() -> None:
    one = replace(FULL, version=None, published=DAY1, source="oai")
    other = replace(FULL, published=DAY2, source="oai")
    assert joined([one, other]).published == joined([other, one]).published == DAY1


def test_of_two_files_the_one_that_says_more_is_believed_in_either_order() -> None:
    silent = replace(FULL, comment=None, authors=(), doi="")
    shorter = replace(FULL, abstract="We.", authors=tuple(Author(each.name) for each in FULL.authors))
    for other in (silent, shorter):
        assert joined([FULL, other]) == joined([other, FULL]) == FULL


def test_nobodys_silence_erases_a_field() -> None:
    silent = Paper(id=FULL.id, title=FULL.title, version=2, source="api")
    assert merge(FULL, silent) == FULL


def test_a_new_version_from_a_complete_source_may_drop_a_comment() -> None:
    revised = replace(FULL, version=3, comment=None, doi=None, license=None, published=None)
    outcome = merge(FULL, revised)
    assert (outcome.comment, outcome.doi) == (None, None)
    assert (outcome.license, outcome.published) == (FULL.license, DAY1), "which no answer of the query API holds"


@pytest.mark.parametrize(
    ("updated", "version", "comment"),
    [(None, None, "1 page"), (DAY1 - timedelta(days=9), None, "1 page"), (DAY1, None, None), (DAY1, 1, None)],
)
def test_a_record_of_no_known_version_fills_a_gap_that_a_known_one_does_not(
    updated: datetime | None, version: int | None, comment: str | None
) -> None:
    revised = replace(FULL, comment=None)
    first = Paper(FULL.id, "Old", version=1, updated=DAY1, source="listing")
    filling = Paper(FULL.id, "Older", version=version, updated=updated, comment="1 page", source="jsonl")
    for order in permutations((revised, first, filling)):
        assert (joined(order).title, joined(order).comment) == (FULL.title, comment)


@pytest.mark.parametrize("version", [2, 3])
def test_affiliations_survive_a_list_of_the_same_names(version: int) -> None:
    bare = replace(FULL, version=version, authors=tuple(Author(author.name) for author in FULL.authors))
    assert merge(FULL, bare).authors == FULL.authors
    others = replace(bare, authors=(Author("Björn Måns"), Author("Ada Example")))
    assert merge(FULL, others).authors == others.authors


def test_the_time_of_the_first_version_is_the_better_sources() -> None:
    listed = replace(FULL, version=3, published=DAY2, source="listing")
    assert merge(FULL, listed).published == DAY1


def test_of_two_records_without_a_version_the_later_one_wins() -> None:
    """Both records are from OAI-PMH; the record with v1 was made before any other version existed."""
    first = replace(FULL, version=1, title="As submitted", published=DAY1, updated=DAY1, source="oai")
    revised = replace(FULL, version=None, title="As revised", published=DAY1, updated=DAY2, source="oai")
    later = replace(revised, title="As revised again", updated=DAY2 + timedelta(days=9), doi="10.1000/later")
    for order in permutations((first, revised, later)):
        outcome = joined(order)
        assert (outcome.title, outcome.doi, outcome.updated) == (later.title, later.doi, later.updated)
        assert outcome.version is None, "which version that is nobody said"


def test_of_two_records_of_one_source_and_day_the_one_with_a_version_wins() -> None:
    unnamed = replace(FULL, version=None, title="Costly Snapshots")
    for order in permutations((FULL, unnamed)):
        assert joined(order).title == FULL.title


def test_the_day_of_a_version_is_that_of_its_better_source() -> None:
    records = [
        replace(FULL, updated=DAY2, source="listing"),
        replace(FULL, updated=DAY2 + timedelta(days=1), source="rss"),
        replace(FULL, version=None, updated=DAY2 + timedelta(days=1), source="oai"),
    ]
    for order in permutations(records):
        assert joined(order).version == FULL.version


def test_a_record_without_a_version_is_of_the_version_of_its_day() -> None:
    day = DAY2.replace(hour=0, minute=0)
    harvested = replace(FULL, version=None, title="A plainer title", updated=day, license="by-sa", source="oai")
    older = replace(harvested, title="The first title", updated=DAY1, comment="1 page")
    described = replace(FULL, license=None)
    for order in permutations((described, harvested, older)):
        assert joined(order) == replace(FULL, license="by-sa")


@pytest.mark.parametrize(
    ("known", "day", "stands", "version"),
    [
        (1, date(2026, 4, 30), "Version 1", 1),
        (1, DAY1.date(), "Harvested", 1),
        (1, date(2026, 5, 2), "Harvested", None),
        (2, date(2026, 4, 30), "Version 2", 2),
        (2, DAY1.date(), "Version 2", 2),
        (2, date(2026, 5, 5), "Version 2", 2),
        (2, DAY2.date(), "Harvested", 2),
        (2, date(2026, 5, 10), "Harvested", None),
    ],
)
def test_a_record_without_a_version_takes_its_place_by_its_day(
    known: int, day: date, stands: str, version: int | None
) -> None:
    days = {1: DAY1, 2: DAY2}
    submitted = DAY1 - timedelta(days=20)  # the day of the first version is that of its own record
    records = [
        Paper(FULL.id, f"Version {number}", version=number, published=submitted, updated=days[number], source="listing")
        for number in range(1, known + 1)
    ]
    moment = datetime.combine(day, time(12), UTC)
    records.append(Paper(FULL.id, "Harvested", license="by", updated=moment, source="oai"))
    for order in permutations(records):
        outcome = joined(order)
        assert (outcome.title, outcome.version, outcome.license) == (stands, version, "by")
        assert outcome.updated is not None
        stood = days[version].date() if version else day
        assert (outcome.published, outcome.updated.date()) == (submitted, stood)


def test_each_version_that_records_name_is_reported_in_order_by_its_own_records_alone() -> None:
    second, third = (replace(FULL, version=number, title=f"Title {number}", doi=None) for number in (2, 3))
    feed = replace(second, title="From the feed", doi="10.1000/feed", source="rss")
    found = list(versions([third, feed, replace(FULL, version=None), second]))
    assert found == [replace(second, doi="10.1000/feed"), third]


def test_a_feed_with_a_newer_version_wins_over_a_harvest_of_the_older() -> None:
    harvested = replace(FULL, version=None, title="The first title", updated=DAY1, source="oai")
    first = replace(FULL, version=1, updated=DAY1, source="jsonl")
    announced = Paper(id=FULL.id, title="The second title", version=2, source="rss")
    for order in permutations((harvested, first, announced)):
        outcome = joined(order)
        assert (outcome.title, outcome.version, outcome.source) == ("The second title", 2, "rss")


def test_an_answer_that_has_just_come_corrects_one_of_the_same_version() -> None:
    authors = (Author("Ada Example", ("Another University",)), Author("Björn Måns"))
    corrected = replace(FULL, journal_ref="J. Ex. 2", categories=("cs.LG", "cs.DC"), authors=authors)
    assert merge(FULL, corrected) == corrected
    assert merge(corrected, FULL) == FULL
    assert joined([FULL, corrected]) == joined([corrected, FULL])


def test_of_two_files_the_one_that_knows_the_time_of_day_is_believed_though_the_other_names_a_later_day() -> None:
    later = (DAY1 + timedelta(days=1)).replace(hour=0, minute=0)
    for order in permutations((FULL, replace(FULL, published=later))):
        assert joined(order).published == DAY1


def test_an_earlier_date_that_has_just_come_corrects_the_known_one() -> None:
    corrected = replace(FULL, published=DAY1 - timedelta(days=3))
    assert merge(FULL, corrected).published == corrected.published


def test_of_two_times_on_one_day_the_later_wins_and_a_day_alone_moves_no_time() -> None:
    early, late = DAY1.replace(hour=3), DAY1.replace(hour=21)
    for known, heard in permutations((early, late)):
        assert merge(replace(FULL, published=known), replace(FULL, published=heard)).published == late
