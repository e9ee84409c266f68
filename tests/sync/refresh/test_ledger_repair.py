"""A ledger repair started by hand requests announced papers that are missing, and nothing else."""

from __future__ import annotations

import io
import threading
from datetime import UTC, datetime

from arxtui.config.paths import Paths
from arxtui.model.arxiv.calendar import expected_day
from arxtui.model.events import Event, EventKind
from arxtui.store.cache.database import Cache
from arxtui.sync.by_hand.requests import repair
from arxtui.sync.refresh.engine import refresh
from tests.sync.upstream import API, LIST, Upstream


def test_a_repair_requests_days_and_papers_even_if_not_due_and_nothing_else(paths: Paths, upstream: Upstream) -> None:
    upstream.listed_day = expected_day(datetime.now(UTC))
    settings = upstream.settings("cs.DC", pith=True)
    for _ in range(2):
        out = io.StringIO()
        assert repair(paths, settings, out, events=True) == 0
        lines = [Event.from_json(line) for line in out.getvalue().splitlines()]
        assert [event.source for event in lines if event.kind is EventKind.SOURCE] == [
            "arxiv.catchup",
            "arxiv.complete",
        ]
        assert (lines[0].targets, lines[-1].kind) == (2, EventKind.FINISHED)
    assert upstream.asked(LIST) == [f"{LIST}/cs.DC/new"]
    assert upstream.asked() == upstream.asked(LIST) + upstream.asked(API)
    with Cache.open(paths.cache_db) as cache:
        assert cache.announcements.days(5) == [(upstream.listed_day, 20)]


def test_a_repair_requests_though_a_refresh_just_did(paths: Paths, upstream: Upstream) -> None:
    upstream.day = upstream.listed_day = expected_day(datetime.now(UTC))
    settings = upstream.settings("cs.DC", backfill_days=0)
    assert refresh(paths, settings, everything=False, emit=lambda event: None, stop=threading.Event()) == 0
    out = io.StringIO()
    assert repair(paths, settings, out, events=True) == 0
    assert Event.from_json(out.getvalue().splitlines()[0]).targets == 2


def test_a_repair_speaks_to_people_where_no_events_are_wanted(paths: Paths, upstream: Upstream) -> None:
    upstream.listed_day = expected_day(datetime.now(UTC))
    out = io.StringIO()
    assert repair(paths, upstream.settings("cs.DC"), out, events=False) == 0
    assert out.getvalue().splitlines()[-1].startswith("in all: ")
