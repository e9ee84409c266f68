"""Progress of harvests, the day up to which a set is complete, and the papers that arXiv has deleted."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest

from arxtui.model.harvest import Order, Place
from arxtui.model.intake import Intake
from arxtui.model.paper import Deletion, Paper
from arxtui.store.cache.database import Cache
from arxtui.store.cache.entries import prepare_intake
from arxtui.store.progress.imports import HarvestStep
from tests.builders import DAY, paper

ORDER = Order("oai_dc", "cs")
ONE, TWO = paper(1), paper(2)
WEEK = timedelta(days=7)


def advance(
    cache: Cache, place: Place, *papers: Paper, order: Order = ORDER, deleted: tuple[Deletion, ...] = ()
) -> None:
    """Store one page of a harvest together with its new position."""
    cache.put([prepare_intake(Intake(papers=papers))], step=HarvestStep(order, place, deleted))


def complete(cache: Cache, first: date | None, begun: date, last: date | None = None) -> date | None:
    """Store the end of a harvest over these days; return the day up to which the set is complete afterwards."""
    place = Place(first=first, begun=begun, complete=True)
    advance(cache, place, order=replace(ORDER, first=first, last=last))
    return cache.harvests.through("oai_dc", "cs")


def test_an_unfinished_harvest_is_found_again_by_its_format_set_and_days(cache: Cache) -> None:
    place = Place(begun=DAY, token="next", records=7)
    advance(cache, place)
    assert cache.harvests.place(ORDER) == place
    others = (Order("arXivRaw", "cs"), Order("oai_dc", "math"), replace(ORDER, first=DAY), replace(ORDER, last=DAY))
    for other in others:
        assert cache.harvests.place(other) is None
    advance(cache, replace(place, token="", complete=True))
    assert cache.harvests.place(ORDER) is None


def test_a_set_is_here_up_to_the_day_on_which_its_harvest_began(cache: Cache) -> None:
    assert cache.harvests.through("oai_dc", "cs") is None
    assert complete(cache, None, DAY) == DAY
    assert cache.harvests.through("oai_dc", "math") is None
    assert cache.harvests.through("arXivRaw", "cs") is None


@pytest.mark.parametrize(
    ("first", "last", "through"),
    [
        (DAY - WEEK, None, DAY + WEEK),
        (DAY, None, DAY + WEEK),
        (None, None, DAY + WEEK),
        (DAY + timedelta(days=1), None, DAY),  # days in between would never be requested
        (DAY - WEEK, DAY, DAY),
        (None, DAY - WEEK, DAY),
        (DAY - WEEK, DAY + timedelta(days=1), DAY + timedelta(days=1)),
    ],
)
def test_days_that_lie_apart_from_those_that_are_here_do_not_count(
    cache: Cache, first: date | None, last: date | None, through: date
) -> None:
    complete(cache, None, DAY)
    assert complete(cache, first, DAY + WEEK, last) == through


def test_a_harvest_that_began_on_no_known_day_leaves_the_day_of_the_one_before(cache: Cache) -> None:
    for before in (None, DAY):
        advance(cache, Place(begun=before, complete=True))
        advance(cache, Place(complete=True))
        assert cache.harvests.through("oai_dc", "cs") == before


def test_papers_that_arxiv_deleted_are_known_until_they_are_reported_again(cache: Cache) -> None:
    gone = (Deletion(ONE.id, DAY), Deletion(TWO.id), Deletion("no paper", DAY))
    advance(cache, Place(begun=DAY, token="a"), deleted=gone)
    assert cache.harvests.deletions([ONE.key]) == [Deletion(ONE.id, DAY)]
    assert cache.harvests.deletions([TWO.key, paper(3).key]) == [Deletion(TWO.id)]
    advance(cache, Place(begun=DAY, token="b"), ONE)
    assert cache.harvests.deletions([ONE.key, TWO.key]) == [Deletion(TWO.id)]
