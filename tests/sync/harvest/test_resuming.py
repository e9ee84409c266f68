"""A harvest that was stopped or lost its token resumes, requests no page twice without need, and leaves no record
out."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from arxtui.config.paths import Paths
from arxtui.config.settings import parse
from arxtui.demo.messages import Reply, Request
from arxtui.model.events import Event, EventKind
from arxtui.model.harvest import Order
from arxtui.sync.harvest.harvester import harvest
from tests.sync.harvest.harvesting import FIRST_DAY, Harvester, Repository, many, record, running
from tests.terminal.screen import wait_until

LONG_AGO = datetime(2026, 5, 13, 12, tzinfo=UTC)
"""A time so long ago that tokens issued at it have expired."""


@pytest.fixture
def repository() -> Iterator[Repository]:
    with running(Repository()) as answering:
        yield answering


@pytest.fixture
def reader(paths: Paths, repository: Repository) -> Harvester:
    return Harvester(paths, repository.url)


@pytest.mark.parametrize("pages", [1, 2, 3])
def test_stopped_it_says_how_to_go_on_and_requests_no_page_twice(
    reader: Harvester, repository: Repository, pages: int
) -> None:
    assert reader.harvest(Order(spec="cs"), stop_after=pages) == 3
    assert reader.ending == "stopped; 'arxtui harvest --set cs' continues from here"
    assert reader.harvest(Order(spec="cs")) == 0
    assert reader.reasons(EventKind.SOURCE) == [f"continues after {10 * pages} records"]
    assert reader.has(repository.records)
    assert repository.most_often == 1
    assert reader.events[-2].new == 35


def test_a_harvest_that_nobody_listens_to_any_more_does_not_wait_for_the_page_it_requested_ahead(
    reader: Harvester, repository: Repository
) -> None:
    asked, given_up = threading.Event(), threading.Event()

    def slow_from_the_third_on(request: Request, reply: Reply) -> Reply:
        if "skip%3D20" in request.query.get("resumptionToken", ""):
            asked.set()
            given_up.wait(60)
        return reply

    def heard(event: Event) -> None:
        if event.kind is EventKind.PAGE and asked.wait(60):
            raise BrokenPipeError("nobody listens")

    repository.spoil = slow_from_the_third_on
    settings = parse(f'[arxiv]\noai_url = "{repository.url}"\n')
    with pytest.raises(BrokenPipeError):
        harvest(reader.paths, settings, Order(), emit=heard, stop=threading.Event())
    assert repository.server.log[-1].finished is None, "it ended before the page was answered"
    given_up.set()
    # The end of a process frees the index at once; within one, unfinished merges keep its lock for a moment.
    wait_until(lambda: reader.harvest() == 0, "the end of the merges")
    assert reader.has(repository.records)


def test_a_page_that_waited_for_more_than_a_day_is_requested_again(reader: Harvester, repository: Repository) -> None:
    reader.harvest(stop_after=1)
    kept = list((reader.paths.cache / "harvest").iterdir())
    assert kept
    for file in kept:
        os.utime(file, (time.time() - 86_401,) * 2)
    before = len(repository.asked)
    assert reader.harvest() == 0
    assert len(repository.asked) - before == 3
    assert reader.has(repository.records)


def test_each_order_goes_on_by_itself(reader: Harvester, repository: Repository) -> None:
    later = Order(first=FIRST_DAY + timedelta(days=1))
    reader.harvest(stop_after=1)
    assert reader.harvest(later, stop_after=1) == 3
    assert reader.ending == f"stopped; 'arxtui harvest --from {later.first}' continues from here"
    assert [reader.harvest(), reader.harvest(later)] == [0, 0]
    assert reader.has(repository.records)
    assert repository.most_often == 1


def test_the_next_harvest_begins_at_the_day_of_the_first_answer(reader: Harvester, repository: Repository) -> None:
    begun = repository.now.date()
    reader.harvest(stop_after=1)
    repository.now += timedelta(days=9)
    reader.harvest()
    reader.harvest()
    assert reader.reasons(EventKind.SOURCE) == [f"what has changed since {begun}"]


def test_a_token_that_is_not_known_any_more_goes_on_at_the_last_day_where_days_ascend(
    reader: Harvester, repository: Repository
) -> None:
    reader.harvest(stop_after=1)
    forget(reader)
    repository.harvestable.expire()
    before = len(repository.asked)
    assert reader.harvest() == 0
    last = FIRST_DAY + timedelta(days=3)
    assert reader.reasons(EventKind.NOTE) == [
        "arXiv no longer knows the resumption token; datestamps were ascending, so it continues from the last one, "
        f"{last}"
    ]
    assert repository.asked[before + 1] == f"verb=ListRecords&metadataPrefix=arXivRaw&from={last}"
    assert reader.has(repository.records)


def test_an_expired_token_is_not_sent(reader: Harvester, repository: Repository) -> None:
    repository.now = LONG_AGO
    reader.harvest(stop_after=1)
    forget(reader)
    before = len(repository.asked)
    assert reader.harvest() == 0
    assert reader.reasons(EventKind.NOTE)[0].startswith("the resumption token expired on 2026-05-14 at 00:00 UTC; ")
    assert repository.asked[before] == f"verb=ListRecords&metadataPrefix=arXivRaw&from={FIRST_DAY + timedelta(days=3)}"
    assert reader.has(repository.records)


def test_where_days_have_not_ascended_the_range_begins_again(reader: Harvester, repository: Repository) -> None:
    repository.records = [record(n, FIRST_DAY + timedelta(days=n * 7 % 11)) for n in range(1, 36)]
    repository.harvestable.ordered = False
    order = Order(first=FIRST_DAY)
    reader.harvest(order, stop_after=2)
    forget(reader)
    repository.harvestable.expire()
    assert reader.harvest(order) == 0
    assert reader.reasons(EventKind.NOTE) == [
        "arXiv no longer knows the resumption token; the datestamps were not ascending, so the harvest starts again "
        f"from {FIRST_DAY}; stored records take little time"
    ]
    assert reader.has(repository.records)


def test_tokens_that_are_lost_in_the_middle_of_a_run_lose_nothing(reader: Harvester, repository: Repository) -> None:
    asked = iter(range(100))

    def lose_every_fourth(request: Request, reply: Reply) -> Reply:
        if next(asked) % 4 == 3:
            repository.harvestable.expire()
        return reply

    repository.spoil = lose_every_fourth
    repository.records = many(60)
    assert reader.harvest() == 0
    assert reader.has(repository.records)


def test_a_service_that_never_knows_its_own_tokens_is_given_up(reader: Harvester, repository: Repository) -> None:
    def forgetful(request: Request, reply: Reply) -> Reply:
        repository.harvestable.expire()
        return reply

    repository.spoil = forgetful
    assert reader.harvest() == 3
    assert reader.reasons(EventKind.FAILED) == ["arXiv refuses its own resumption tokens"]
    assert len(repository.asked) == 4


def forget(reader: Harvester) -> None:
    """Delete the fetched pages that were not stored yet, as a disk cleaner does."""
    for file in (reader.paths.cache / "harvest").glob("*"):
        file.unlink()
