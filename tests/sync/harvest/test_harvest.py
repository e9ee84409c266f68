"""Harvests: complete sets with all versions on the first run, changed records on later runs, and no stored data
overwritten by worse data."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from functools import partial

import pytest

from arxtui.config.paths import Paths
from arxtui.model.arxiv.ids import ArxivId
from arxtui.model.events import EventKind
from arxtui.model.expr import EVERYTHING
from arxtui.model.harvest import Order
from arxtui.model.intake import Intake
from arxtui.model.paper import Author, Deletion
from arxtui.search.index import SearchIndex
from arxtui.store.library.database import LibraryFile
from arxtui.sync.harvest import batches, harvester
from arxtui.sync.lock import HARVEST, open_lock
from arxtui.sync.worker.process_pool import ProcessPool
from tests.sync.harvest.harvesting import FIRST_DAY, SUBMITTED, Harvester, Repository, many, paper, record, running


@pytest.fixture
def repository() -> Iterator[Repository]:
    with running(Repository()) as answering:
        yield answering


@pytest.fixture
def reader(paths: Paths, repository: Repository) -> Harvester:
    return Harvester(paths, repository.url)


def test_a_harvest_walks_every_page_and_the_papers_are_found_at_once(reader: Harvester, repository: Repository) -> None:
    assert reader.harvest() == 0
    assert reader.has(repository.records)
    assert repository.asked == [
        "verb=ListRecords&metadataPrefix=arXivRaw",
        *(f"verb=ListRecords&resumptionToken=verb=ListRecords&metadataPrefix=arXivRaw&skip={n}" for n in (10, 20, 30)),
    ]
    with reader.cache() as cache:
        index = SearchIndex.open(reader.paths.index)
        assert (index.count(EVERYTHING), cache.changes.lag(index.change_number)) == (35, 0)


def test_all_versions_have_their_dates_and_the_text_is_that_of_the_newest(
    reader: Harvester, repository: Repository
) -> None:
    repository.records = [record(1, versions=3, title="Stale at Last")]
    reader.harvest()
    known = reader.paper(1)
    assert known is not None
    assert (known.version, known.title, known.published) == (3, "Stale at Last", SUBMITTED)
    with reader.cache() as cache:
        result = [(version.number, version.updated) for version in cache.papers.versions(known.key)]
    assert result == [(number, SUBMITTED + timedelta(days=number - 1)) for number in (1, 2, 3)]


def test_the_format_arxiv_takes_no_date_for_that_of_the_first_version(
    reader: Harvester, repository: Repository
) -> None:
    repository.records = [record(1, versions=2)]
    reader.harvest(Order(format="arXiv"))
    known = reader.paper(1)
    assert known is not None
    assert (known.published, known.updated) == (None, datetime(2026, 3, 2, tzinfo=UTC))


def test_a_harvest_keeps_authors_and_title_of_the_query_api_and_adds_a_missing_license(
    reader: Harvester, repository: Repository
) -> None:
    result = paper(1, source="api", license=None, authors=(Author("Ada Example", ("Institute of Examples",)),))
    with reader.cache() as cache:
        cache.take(Intake(papers=(result,)))
    repository.records = [record(1, authors=(Author("A. Example"),), title="Bounded staleness, part 1")]
    reader.harvest()
    known = reader.paper(1)
    assert known is not None
    assert (known.authors, known.title, known.source) == (result.authors, result.title, "api")
    assert known.license == repository.records[0].paper.license


def test_a_newer_version_replaces_and_the_one_before_stays_readable(reader: Harvester, repository: Repository) -> None:
    with reader.cache() as cache:
        cache.take(Intake(papers=(paper(1, source="api", title="The First Title"),)))
    repository.records = [record(1, versions=2, title="The Second Title")]
    reader.harvest(Order(format="arXivRaw"))
    with reader.cache() as cache:
        key = ArxivId("2603.00001").key
        now, before = cache.papers.get(key), cache.papers.get(key, 1)
    assert now is not None
    assert before is not None
    assert (now.title, before.title) == ("The Second Title", "The First Title")
    assert now.authors[0].affiliations == ("Institute of Examples",)


def test_a_second_harvest_requests_records_changed_since_the_day_of_the_first(
    reader: Harvester, repository: Repository
) -> None:
    reader.harvest(Order(spec="cs"))
    today = repository.now.date()
    changed = record(3, today, versions=2, title="Stale No More")
    repository.records = [*repository.records[:2], changed, *repository.records[3:], record(99, today)]
    before = len(repository.asked)
    assert reader.harvest(Order(spec="cs")) == 0
    assert repository.asked[before:] == [f"verb=ListRecords&metadataPrefix=arXivRaw&set=cs&from={today}"]
    assert reader.events[-2].new == reader.events[-2].changed == 1
    known = reader.paper(3)
    assert known is not None
    assert known.title == "Stale No More"
    assert f"what has changed since {today}" in reader.reasons(EventKind.SOURCE)


def test_nothing_new_is_a_success(reader: Harvester, repository: Repository) -> None:
    reader.harvest()
    assert reader.harvest() == 0
    assert reader.reasons(EventKind.DONE) == ["nothing has changed"]


def test_records_stored_already_are_counted_as_the_same(reader: Harvester) -> None:
    reader.harvest()
    reader.harvest(Order(first=FIRST_DAY))
    (done,) = (event for event in reader.events if event.kind is EventKind.DONE)
    assert (done.new, done.changed, done.same, done.status) == (0, 0, 35, 200)


def test_sets_and_formats_are_harvested_each_from_where_it_was_left(reader: Harvester, repository: Repository) -> None:
    for order in (Order(spec="cs"), Order(spec="cs:cs:DC"), Order("arXiv", "cs"), Order()):
        reader.harvest(order)
        assert reader.reasons(EventKind.SOURCE) == ["from the beginning"]


def test_a_range_of_days_is_harvested_alone_and_the_next_harvest_goes_on_from_its_end(
    reader: Harvester, repository: Repository
) -> None:
    first, last = FIRST_DAY + timedelta(days=2), FIRST_DAY + timedelta(days=4)
    assert reader.harvest(Order(first=first, last=last)) == 0
    assert reader.has(each for each in repository.records if first <= each.datestamp <= last)
    reader.harvest()
    assert reader.reasons(EventKind.SOURCE) == [f"what has changed since {last}"]
    assert reader.has(each for each in repository.records if first <= each.datestamp)


def test_a_harvest_of_days_after_a_gap_is_not_taken_for_a_continuation(
    reader: Harvester, repository: Repository
) -> None:
    reader.harvest(Order(last=FIRST_DAY))
    assert reader.harvest(Order(first=FIRST_DAY + timedelta(days=5))) == 0
    assert f"'arxtui harvest' continues from {FIRST_DAY}" in reader.ending
    reader.harvest()
    assert reader.has(repository.records)


def test_a_harvest_from_before_the_services_first_day_begins_there(reader: Harvester, repository: Repository) -> None:
    assert reader.harvest(Order(first=date(1991, 8, 14))) == 0
    assert reader.has(repository.records)
    assert "arXiv's records begin on 2005-09-16: the harvest starts there" in reader.reasons(EventKind.NOTE)


def test_deleted_records_are_reported_and_noted_and_their_papers_are_kept(
    reader: Harvester, repository: Repository
) -> None:
    reader.harvest()
    gone = repository.now.date()
    repository.records[1] = record(2, gone, deleted=True)
    repository.records.append(record(77, gone, deleted=True))
    assert reader.harvest() == 0
    assert reader.reasons(EventKind.NOTE) == [
        "arXiv has deleted 2 records; stored data of the papers is kept: 2603.00002, 2603.00077"
    ]
    key = ArxivId("2603.00002").key
    assert reader.paper(2) is not None
    with reader.cache() as cache:
        assert cache.harvests.deletions([key, key + 1]) == [Deletion("2603.00002", gone)]


def test_a_record_that_is_back_is_not_deleted_any_more(reader: Harvester, repository: Repository) -> None:
    repository.records = [record(1, deleted=True)]
    reader.harvest()
    repository.records = [record(1, repository.now.date())]
    reader.harvest()
    with reader.cache() as cache:
        assert cache.harvests.deletions([ArxivId("2603.00001").key]) == []


def test_nothing_of_a_harvest_enters_the_inbox(reader: Harvester) -> None:
    reader.harvest()
    with reader.cache() as cache, LibraryFile.open(reader.paths.library_db) as library:
        assert cache.announcements.days(5) == []
        assert list(library.inbox.unread()) == []


def test_progress_says_records_pages_and_the_time_left_where_the_length_is_known(
    reader: Harvester, repository: Repository
) -> None:
    repository.harvestable.sized = True
    reader.harvest()
    pages = [event for event in reader.events if event.kind is EventKind.PAGE]
    assert [(event.page, event.pages, event.new) for event in pages] == [(1, 4, 10), (2, 4, 20), (3, 4, 30), (4, 4, 35)]
    assert [(event.reason or "").partition(",")[0] for event in pages] == [
        f"{came} of 35 records" for came in (10, 20, 30, 35)
    ]
    assert (pages[0].reason or "").endswith(" left")


def test_where_it_is_not_known_it_says_how_far_the_days_are(reader: Harvester) -> None:
    reader.harvest()
    assert reader.reasons(EventKind.PAGE)[0] == f"10 records, changed up to {FIRST_DAY + timedelta(days=3)}"


def test_a_second_harvest_at_the_same_time_waits_for_the_first_and_then_does_its_own(
    reader: Harvester, repository: Repository
) -> None:
    with ThreadPoolExecutor(1) as thread:
        with open_lock(reader.paths.state / f"{HARVEST}.lock") as lock:
            assert lock.take()
            lock.write_pid()
            second = thread.submit(reader.harvest)
            waited = f"process {os.getpid()} blocks every harvest for now; waiting for it"
            while waited not in reader.reasons(EventKind.NOTE):
                assert not second.done()
            assert repository.asked == []
        assert second.result() == 0
    assert reader.has(repository.records)


def test_a_large_page_is_made_ready_in_parts_that_come_together_in_its_order(
    reader: Harvester, repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, "RECORDS_PER_BATCH", 10)
    monkeypatch.setattr(harvester, "ProcessPool", partial(ProcessPool, local_seconds=0))
    repository.records = many(48)
    repository.harvestable.page = 26
    assert reader.harvest() == 0
    assert reader.has(repository.records)
    assert repository.most_often == 1
