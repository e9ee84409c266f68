"""Papers in the cache: stored, merged from several sources, and read back."""

from __future__ import annotations

import gzip
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxtui.model.arxiv.ids import ArxivId, key_of
from arxtui.model.intake import Intake, Reject, Tally
from arxtui.model.paper import Author, History, Link, Paper, Version
from arxtui.model.sources import SOURCES
from arxtui.store.cache.database import Cache
from arxtui.store.cache.paper_writer import merged_keys
from arxtui.store.cache.works import settled_key
from arxtui.store.sqlite.codes import source_code, source_name, trust_in
from tests.builders import NOW, card, paper
from tests.store.made import CARD, QUEUES, SECOND_CARD, STALENESS, sources, take


def test_a_paper_comes_back_with_every_field(cache: Cache) -> None:
    assert take(cache, STALENESS, QUEUES) == Tally(new=2)
    assert cache.papers.get(STALENESS.key) == STALENESS
    assert cache.papers.get(QUEUES.key) == QUEUES
    assert cache.count() == 2


def test_the_same_paper_again_is_the_same(cache: Cache) -> None:
    take(cache, STALENESS)
    number = cache.changes.latest()
    assert take(cache, STALENESS) == Tally(same=1)
    assert cache.changes.latest() == number


def test_an_unknown_paper_is_none(cache: Cache) -> None:
    assert cache.papers.get(STALENESS.key) is None
    assert cache.papers.versions(STALENESS.key) == ()
    assert cache.documents([STALENESS.key]) == []
    assert cache.aliases.resolve(STALENESS.arxiv_id) is None


def test_a_paper_is_found_by_id_and_by_key(cache: Cache) -> None:
    take(cache, QUEUES)
    assert cache.aliases.resolve(ArxivId.parse("arXiv:hep-th/9901001v3")) == QUEUES.key
    assert cache.aliases.resolve(QUEUES.key) == QUEUES.key


def test_a_newer_version_replaces_and_the_older_text_stays(cache: Cache) -> None:
    first = replace(STALENESS, version=1, abstract="The first abstract.", updated=STALENESS.published)
    assert take(cache, first) == Tally(new=1)
    assert take(cache, STALENESS) == Tally(changed=1)
    assert cache.papers.get(STALENESS.key) == STALENESS
    assert cache.papers.get(STALENESS.key, version=1) == first
    assert cache.papers.get(STALENESS.key, version=2) == STALENESS
    assert cache.papers.get(STALENESS.key, version=3) is None
    assert cache.papers.before(STALENESS.key, 2) == cache.papers.before(STALENESS.key, 9) == first
    assert cache.papers.before(STALENESS.key, 1) is None
    assert [(held.number, held.updated) for held in cache.papers.versions(STALENESS.key)] == [
        (1, STALENESS.published),
        (2, STALENESS.updated),
    ]


def test_a_version_that_is_the_newest_again_is_listed_once(cache: Cache) -> None:
    assert STALENESS.updated
    later = STALENESS.updated + timedelta(days=1)
    take(cache, replace(STALENESS, source="listing"))
    take(cache, replace(STALENESS, version=None, updated=later, source="oai"))
    assert [each.number for each in cache.papers.versions(STALENESS.key)] == [2]
    take(cache, replace(STALENESS, updated=later, source="rss"))
    assert [(each.number, each.updated) for each in cache.papers.versions(STALENESS.key)] == [(2, later)]


def test_an_older_version_never_overwrites_a_newer_one(cache: Cache) -> None:
    first = replace(STALENESS, version=1, title="An Older Title", updated=STALENESS.published)
    take(cache, STALENESS)
    assert take(cache, first) == Tally(same=1)
    assert cache.papers.get(STALENESS.key) == STALENESS
    assert cache.papers.get(STALENESS.key, version=1) == first


def test_versions_of_one_paper_in_one_intake_end_at_the_newest_in_any_order(cache: Cache) -> None:
    versions = [replace(STALENESS, version=number, abstract=f"Abstract {number}.") for number in (2, 4, 1, 3)]
    tally = take(cache, *versions)
    assert (tally.new, tally.changed, tally.same) == (1, 1, 2)
    assert cache.papers.get(STALENESS.key) == versions[1]
    assert [held.number for held in cache.papers.versions(STALENESS.key)] == [1, 2, 3, 4]
    assert cache.count() == 1


def test_a_source_that_knows_less_erases_nothing(cache: Cache) -> None:
    take(cache, STALENESS)
    heard = Paper(STALENESS.id, STALENESS.title, categories=("cs.DC",), version=2, source="rss")
    assert take(cache, heard) == Tally(same=1)
    assert cache.papers.get(STALENESS.key) == STALENESS
    assert sources(cache, STALENESS.key) == ("api", "rss")


def test_a_paper_that_two_sources_report_at_once_has_these_two_alone(cache: Cache) -> None:
    take(cache, Paper(STALENESS.id, STALENESS.title, categories=("cs.DC",), version=2, source="rss"), STALENESS)
    assert sources(cache, STALENESS.key) == ("api", "rss")


def test_the_records_of_several_merged_papers_are_all_kept(cache: Cache) -> None:
    known = [replace(each, source="jsonl", comment="of a file", abstract="") for each in (STALENESS, QUEUES)]
    take(cache, *known)
    take(cache, STALENESS, QUEUES)
    assert merged_keys(cache._db, [STALENESS.key, QUEUES.key]) == {STALENESS.key, QUEUES.key}


def test_a_source_that_reports_a_paper_again_is_named_for_no_other(cache: Cache) -> None:
    take(cache, STALENESS, QUEUES)
    take(cache, replace(STALENESS, source="oai"))
    assert (sources(cache, STALENESS.key), sources(cache, QUEUES.key)) == (("api", "oai"), ("api",))


def test_incomplete_papers_of_a_feed_or_a_listing_wait_for_the_api_newest_first(cache: Cache) -> None:
    fed = [replace(paper(number), source="rss") for number in (1, 2)]
    dumped = paper(3, source="jsonl")
    take(cache, *fed, dumped, replace(QUEUES, source="listing"))
    assert cache.papers.incomplete(10) == ["2605.00002", "2605.00001", "hep-th/9901001"]
    assert cache.papers.incomplete(1) == ["2605.00002"]
    take(cache, replace(fed[1], source="api"))
    assert cache.papers.incomplete(10) == ["2605.00001", "hep-th/9901001"]


def test_each_source_has_a_number_and_a_trust_of_its_own() -> None:
    assert sorted(source.code for source in SOURCES.values()) == list(range(1, len(SOURCES) + 1))
    assert len({source.trust for source in SOURCES.values()}) == len(SOURCES)
    assert [source_name(source_code(name)) for name in SOURCES] == list(SOURCES)


def test_of_two_times_of_a_version_that_of_the_better_source_wins() -> None:
    with closing(sqlite3.connect(":memory:")) as db:
        trusted = [db.execute(f"SELECT {trust_in(str(source.code))}").fetchone()[0] for source in SOURCES.values()]
        assert trusted == [source.trust for source in SOURCES.values()]
        assert db.execute(f"SELECT {trust_in('0')}").fetchone()[0] < min(trusted)


def test_a_new_version_that_only_a_feed_named_waits_again(cache: Cache) -> None:
    take(cache, STALENESS)
    take(cache, replace(STALENESS, version=3, source="rss", updated=None))
    assert cache.papers.incomplete(10) == [STALENESS.id]


def test_a_record_without_a_well_formed_id_is_counted_as_rejected(cache: Cache) -> None:
    broken = replace(STALENESS, id="not an id")
    tally = cache.take(Intake(papers=(broken, STALENESS), rejects=(Reject("entry 3", "no id"),)))
    assert tally == Tally(new=1, rejected=2)


def test_counts_follow_the_primary_category(cache: Cache) -> None:
    take(cache, paper(1), paper(2), paper(3, category="math.NT"))
    assert cache.counts_by_primary() == {"cs.DC": 2, "math.NT": 1}
    take(cache, paper(1, version=2, category="math.NT"))
    assert cache.counts_by_primary() == {"cs.DC": 1, "math.NT": 2}
    take(cache, paper(2, version=2, category="math.NT"))
    assert cache.counts_by_primary() == {"math.NT": 3}


def test_rows_are_in_the_requested_order_without_unknown_ones(cache: Cache) -> None:
    take(cache, STALENESS, QUEUES)
    rows = cache.rows([QUEUES.key, key_of("2605.09999"), STALENESS.key])
    assert [row.key for row in rows] == [QUEUES.key, STALENESS.key]
    row = rows[1]
    assert (row.title, row.category, row.version) == (STALENESS.title, "cs.DC", 2)
    assert (row.published, row.updated) == (STALENESS.published, STALENESS.updated)
    assert (row.day, row.type, row.headline, row.theorem_links, row.reviews) == (None, None, "", None, 0)


def test_rows_of_thousands_of_papers_come_at_once(cache: Cache) -> None:
    many = [paper(number) for number in range(1, 2_502)]
    take(cache, *many)
    keys = cache.month_keys()
    assert [row.key for row in cache.rows(keys)] == list(keys)


def test_titles_are_found_in_their_own_years_alone_or_with_others(cache: Cache) -> None:
    take(cache, STALENESS, QUEUES)
    queues = QUEUES.title.upper()
    wanted = [(STALENESS.title, [2026]), (queues, [1998, 1999]), (queues, [2026]), ("Unknown", [1999]), (queues, [])]
    together = cache.papers.titled(wanted)
    assert together == [[STALENESS.key], [QUEUES.key], [], [], []]
    assert together == [found for each in wanted for found in cache.papers.titled([each])]


def test_titles_are_found_from_january_to_december_of_a_year_and_works_of_no_year_in_any(cache: Cache) -> None:
    ids = ("2401.00001", "2403.00001", "2404.00001", "2412.00001")
    of_year = [replace(STALENESS, id=name) for name in ids]
    work = replace(STALENESS, id="", published=None)
    take(cache, *of_year, replace(STALENESS, id="2312.00001"), replace(STALENESS, id="2501.00001"), work)
    [found] = cache.papers.titled([(STALENESS.title, [2024])])
    assert found == [settled_key(cache.papers, work), *map(key_of, ids)]


def test_statistics_count_papers_versions_and_reviews(cache: Cache) -> None:
    unnamed = tuple(card(paper(number, f"Unknown {number}")) for number in (7, 8))
    take(cache, STALENESS, replace(STALENESS, version=3), replace(QUEUES, source="rss"), reviews=unnamed)
    stats = cache.stats()
    assert (stats.papers, stats.pending, stats.incomplete, stats.versions) == (4, 2, 1, 1)
    take(cache, reviews=(CARD, SECOND_CARD))
    stats = cache.stats()
    assert (stats.reviews, stats.reviewed_papers, stats.announcements) == (4, 3, 0)
    assert stats.change_number == cache.changes.latest()
    assert stats.size > 0


def test_the_text_before_a_version_is_that_of_the_newest_before_it_that_is_stored(cache: Cache) -> None:
    texts = {number: replace(STALENESS, version=number, title=f"Title {number}") for number in (1, 2, 3, 6)}
    take(cache, *texts.values())
    cache.take(Intake(histories=(History(STALENESS.id, (Version(5, NOW, "oai"),)),)))
    before = [cache.papers.before(STALENESS.key, number) for number in range(1, 8)]
    assert before == [None, texts[1], texts[2], *[texts[3]] * 4], "the text of the newest is no text of before"
    stored = [cache.papers.get(STALENESS.key, number) for number in range(1, 8)]
    assert stored == [texts.get(number) for number in range(1, 8)]
    assert [each.number for each in cache.papers.versions(STALENESS.key)] == [1, 2, 3, 5, 6]


def test_as_many_papers_that_wait_are_named_as_requested_the_newest_first(cache: Cache) -> None:
    take(cache, *(paper(number, source="rss") for number in (2, 3, 1)))
    take(cache, reviews=tuple(replace(CARD, title=title, abstract=title) for title in ("One", "Two", "Three")))
    pending = [key for key, _ in cache.papers.pending(9)]
    assert (len(pending), pending) == (3, sorted(pending, reverse=True))
    assert [key for key, _ in cache.papers.pending(2)] == pending[:2]
    assert cache.papers.incomplete(2) == [paper(3).id, paper(2).id]


@pytest.mark.parametrize("source", SOURCES)
def test_a_paper_is_incomplete_while_only_a_feed_a_listing_or_a_review_named_it(cache: Cache, source: str) -> None:
    take(cache, replace(STALENESS, source=source))
    is_incomplete = source in ("rss", "listing", "pith")
    assert (cache.stats().incomplete, cache.papers.incomplete(9)) == (is_incomplete, [STALENESS.id] * is_incomplete)
    cache.requested.add([STALENESS.id])
    assert cache.requested.names() == [STALENESS.id] * is_incomplete


def test_papers_that_arrived_since_a_time_are_distinguished_from_changed_ones(tmp_path: Path) -> None:
    hours = iter(range(9, 20))
    with Cache.open(tmp_path / "cache.db", clock=lambda: NOW.replace(hour=next(hours))) as cache:
        take(cache, paper(1))
        take(cache, paper(2))
        take(cache, paper(1, version=2), paper(3))
        assert list(cache.changes.arrived_since(NOW.replace(hour=10))) == [paper(2).key, paper(3).key]
        assert list(cache.changes.arrived_since(NOW.replace(hour=11))) == [paper(3).key]
        assert list(cache.changes.arrived_since(NOW.replace(hour=12))) == []
        take(cache, *(paper(number) for number in (6, 4, 5)), paper(2, version=2))
        assert list(cache.changes.arrived_since(NOW.replace(hour=12))) == [paper(number).key for number in (4, 5, 6)]


def test_another_process_can_see_that_something_was_written(cache: Cache, tmp_path: Path) -> None:
    with Cache.open(tmp_path / "cache.db") as other:
        before = cache.data_version()
        assert cache.data_version() == before
        take(other, STALENESS)
        assert cache.data_version() != before


def test_an_intake_is_taken_whole_or_not_at_all(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    take(cache, QUEUES)

    def fails(*_: object, **__: object) -> None:
        raise RuntimeError("in the middle")

    monkeypatch.setattr("arxtui.store.cache.ingest._store_announcements", fails)
    with pytest.raises(RuntimeError):
        take(cache, STALENESS)
    assert list(cache.month_keys()) == [QUEUES.key]
    assert cache.papers.get(STALENESS.key) is None


_TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
_MAYBE = st.none() | _TEXTS
_TIMES = st.none() | st.datetimes(
    min_value=datetime(1986, 1, 1),  # noqa: DTZ001
    max_value=datetime(2090, 12, 1),  # noqa: DTZ001
    timezones=st.just(UTC),
).map(lambda time: time.replace(microsecond=0))
_PAPERS = st.builds(
    Paper,
    id=st.integers(1, 99_999).map(lambda number: f"2605.{number:05}"),
    title=_TEXTS,
    abstract=_TEXTS,
    authors=st.lists(st.builds(Author, _TEXTS, st.lists(_TEXTS, max_size=2).map(tuple)), max_size=3).map(tuple),
    categories=st.lists(_TEXTS, max_size=3).map(tuple),
    version=st.none() | st.integers(1, 40),
    published=_TIMES,
    updated=_TIMES,
    comment=_MAYBE,
    journal_ref=_MAYBE,
    doi=_MAYBE,
    license=_MAYBE,
    links=st.lists(st.builds(Link, _TEXTS, _TEXTS, _TEXTS, _TEXTS), max_size=2).map(tuple),
    source=st.sampled_from(["", *SOURCES]),
)


@settings(max_examples=30)
@given(st.lists(_PAPERS, max_size=8, unique_by=lambda expected: expected.id))
def test_random_papers_are_read_back_unchanged(papers: list[Paper]) -> None:
    with TemporaryDirectory() as folder, Cache.open(Path(folder) / "cache.db") as cache:
        assert take(cache, *papers) == Tally(new=len(papers))
        assert take(cache, *papers) == Tally(same=len(papers))
        assert [cache.papers.get(expected.key) for expected in papers] == papers


def real_papers(file: Path) -> Iterator[Paper]:
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for line in lines:
            printed = json.loads(line)
            yield Paper(
                id=printed["id"],
                version=printed["version"],
                title=printed["title"],
                abstract=printed["abstract"],
                authors=tuple(Author(name) for name in printed["authors"]),
                categories=tuple(printed["categories"]),
                published=_time(printed["published"]),
                updated=_time(printed["updated"]),
                comment=printed["comment"],
                journal_ref=printed["journal_ref"],
                doi=printed["doi"],
                source="jsonl",
            )


def _time(text: str | None) -> datetime | None:
    if text is None:
        return None
    time = datetime.fromisoformat(text)
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def test_two_thousand_real_papers_come_back_with_every_field(cache: Cache, shared: Path) -> None:
    papers = list(real_papers(shared / "data" / "papers-2k.jsonl.gz"))
    assert take(cache, *papers) == Tally(new=len(papers))
    assert take(cache, *papers) == Tally(same=len(papers))
    documents = {document.paper.id: document.paper for document in cache.documents(cache.month_keys())}
    assert documents == {words.id: words for words in papers}


def test_a_real_paper_takes_at_most_a_thousand_bytes(tmp_path: Path, shared: Path) -> None:
    papers = list(islice(real_papers(shared / "data" / "papers-20k.jsonl.gz"), 5_000))
    with Cache.open(tmp_path / "cache.db") as cache:
        empty = cache._db.size()
        take(cache, *papers)
        assert cache.stats().papers == len(papers)
        assert (cache._db.size() - empty) / len(papers) <= 1_000
