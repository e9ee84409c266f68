"""A simulated month with a holiday and many faults: no announcement is missing and arXiv gets no needless requests.

:mod:`tests.sync.refresh.month` describes the method.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date

import pytest

from arxtui.http.pacer import INTERVAL
from arxtui.model.arxiv.calendar import is_announcement_day
from arxtui.store.cache.database import Cache
from tests.demo.month import make_month
from tests.fork_server import ForkServer
from tests.sync.refresh.month import PACE, SCALE, Month
from tests.sync.refresh.troubles import TROUBLES, Trouble, bound, lived_days

CATEGORIES = ("cs.DC", "cs.LG", "math")

pytestmark = pytest.mark.timeout(600)


@pytest.fixture(scope="module")
def month(fork_server: ForkServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Month]:
    """A simulation of 22 announcement days up to September 2026, already run."""
    corpus = make_month(date(2026, 9, 24), papers=60)
    with Month(fork_server, tmp_path_factory.mktemp("month"), corpus, CATEGORIES) as lived:
        lived.run()
        yield lived


def test_the_month_has_a_holiday_a_weekend_and_every_kind_of_trouble(month: Month) -> None:
    quiet = [day for day in lived_days(month.corpus) if not is_announcement_day(day)]
    assert quiet == [date(2026, 8, 29), date(2026, 9, 8)]
    assert set(TROUBLES.values()) == set(Trouble)
    assert max(TROUBLES) < len(month.corpus.days)


def test_the_ledger_ends_with_nothing_missing(month: Month) -> None:
    view = month.ledger()
    assert view.alarms == ()
    assert {(row.day, row.category) for row in view.rows} >= {
        (day, category) for day in month.corpus.days for category in CATEGORIES
    }
    for row in view.rows:
        assert row.missing == 0
        assert row.announced == row.stored


def test_the_cache_has_exactly_the_papers_announced_by_arxiv(month: Month) -> None:
    differences = month.differences()
    assert differences.papers == []
    assert differences.lost == []


def test_nothing_is_in_the_cache_that_arxiv_did_not_announce(month: Month) -> None:
    assert month.differences().made_up == []


def test_two_requests_are_never_less_than_three_seconds_apart(month: Month) -> None:
    gaps = month.gaps()
    assert len(gaps) == len(month.upstream.log) - 1
    assert min(gap.scaled for gap in gaps) >= PACE == INTERVAL
    assert min(gap.real for gap in gaps) >= PACE / SCALE


def test_no_request_is_more_frequent_than_the_protocol_allows(month: Month) -> None:
    asked, least = month.asked(), bound(month.corpus, CATEGORIES)
    assert {kind: count for kind, count in asked.items() if count > least[kind]} == {}


def test_refusals_are_the_troubles_own(month: Month) -> None:
    statuses = Counter(hit.status for hit in month.upstream.log if hit.status >= 400)
    assert statuses == {429: 7, 503: 1}
    assert month.codes[1] == 0
    with Cache.open(month.paths.cache_db) as cache:
        assert cache.faults() == []
