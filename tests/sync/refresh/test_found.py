"""When the papers of a pass can be found: soon after they came, without a commit for each request."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from arxtui.config.paths import Paths
from arxtui.demo.faults import Fault
from arxtui.demo.messages import Reply, Request
from arxtui.model.events import Event, EventKind
from arxtui.model.expr import Field, Word
from arxtui.search.index import SearchIndex
from arxtui.search.version import current_folder, stamp
from arxtui.store.errors import StoreError
from arxtui.sync.refresh import engine
from arxtui.sync.refresh.fetching import REQUESTS
from arxtui.sync.refresh.plan import Source
from tests.sync.upstream import API, FEED, NOW, Upstream


def found(paths: Paths) -> int:
    return SearchIndex.open(paths.index).count(Word("staleness", Field.TITLE))


def refreshed(
    paths: Paths,
    upstream: Upstream,
    *,
    at_request: Callable[[], object] = lambda: None,
    emit: Callable[[Event], None] = lambda event: None,
    stop: threading.Event | None = None,
) -> int:
    """Run a pass; ``at_request`` is called when a request has arrived."""

    def answer(request: Request) -> Reply:
        at_request()
        return upstream.answer(request)

    upstream.server.handler = answer
    settings, ended = upstream.settings("cs.PF", "cs.DC"), stop or threading.Event()
    return engine.refresh(paths, settings, everything=False, emit=emit, stop=ended, now=lambda: NOW)


def test_a_short_pass_commits_to_the_index_once(paths: Paths, upstream: Upstream) -> None:
    commits: list[tuple[int, int, int]] = []
    assert refreshed(paths, upstream, at_request=lambda: commits.append(stamp(current_folder(paths.index)))) == 0
    assert len(commits) > 4
    assert len(set(commits)) == 1
    assert found(paths) == 260


def test_papers_that_waited_long_are_found_before_the_next_request(
    paths: Paths, upstream: Upstream, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "UNINDEXED", 0.0)
    counts: list[int] = []
    assert refreshed(paths, upstream, at_request=lambda: counts.append(found(paths))) == 0
    assert counts == [0, 25, 25, 50, 140, 232]  # the last three are pages of one target


def test_papers_are_found_while_upstream_makes_the_pass_wait(paths: Paths, upstream: Upstream) -> None:
    upstream.faults.add(API, Fault.RATE_LIMITED_RETRY_AFTER, 1, retry_after=1)
    events: list[Event] = []
    counts: list[int] = []
    assert refreshed(paths, upstream, at_request=lambda: counts.append(found(paths)), emit=events.append) == 0
    assert EventKind.WAITING in [event.kind for event in events]
    assert counts[:2] == [0, 25]


def test_papers_that_came_before_a_stop_are_found(paths: Paths, upstream: Upstream) -> None:
    stop = threading.Event()

    def stop_after_the_feed(event: Event) -> None:
        if event.source == Source.FEED and event.kind is EventKind.DONE:
            stop.set()

    assert refreshed(paths, upstream, emit=stop_after_the_feed, stop=stop) == 3
    assert len(upstream.asked(FEED)) == 1
    assert found(paths) == 25


def test_papers_that_came_before_the_cache_failed_are_found(
    paths: Paths, upstream: Upstream, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(request: object) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setitem(REQUESTS, Source.BACKFILL, full)
    events: list[Event] = []
    with pytest.raises(StoreError):
        refreshed(paths, upstream, emit=events.append)
    assert [event.reason for event in events if event.kind is EventKind.FAILED] == ["the disk is full"]
    assert found(paths) == 25


def test_an_index_that_was_not_updated_is_tried_again_at_the_end(paths: Paths, upstream: Upstream) -> None:
    paths.index.write_bytes(b"")  # a file where a folder belongs

    def mend(event: Event) -> None:
        if event.source == Source.FEED and event.kind is EventKind.DONE:
            paths.index.unlink()

    assert refreshed(paths, upstream, emit=mend) == 0
    assert found(paths) == 260
