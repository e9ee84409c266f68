"""Impossible data: days in the future, days before arXiv began, version numbers beyond the limit, records that no index
can store."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from arxtui.config.paths import Paths
from arxtui.demo.messages import Reply, Request
from arxtui.library.doctor import State, examine
from arxtui.library.ledger import of_services
from arxtui.model.arxiv.day_numbers import AnnounceType
from arxtui.model.arxiv.ids import key_of, pending_key
from arxtui.model.arxiv.plausible import plausible
from arxtui.model.events import EventKind
from arxtui.model.expr import EVERYTHING
from arxtui.model.intake import Intake
from arxtui.model.ledger import Outcome
from arxtui.model.paper import Announcement, Paper
from arxtui.model.reviews import Review
from arxtui.search.index import SearchIndex
from arxtui.store.cache.database import Cache
from arxtui.sync.by_hand.repair import repair
from arxtui.sync.importing.importer import import_files
from tests.library.made import Home
from tests.sources.fixtures.feeds import Item, rss
from tests.store.made import without_steps_after
from tests.sync.upstream import FEED, LIST, NOW, TODAY, Reader, Upstream

FEED_ROW = ("arxiv.feed", "cs.DC")
TO_COME = date(2031, 5, 14)
LATER = "Wed, 14 May 2031 00:00:00 -0400"


def change(paths: Paths, *statements: str) -> None:
    """Run SQL statements on the cache file directly."""
    with closing(sqlite3.connect(paths.cache_db)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def check(paths: Paths, part: str) -> tuple[State, str]:
    (found,) = (each for each in examine(paths, {}) if each.part == part)
    return found.state, found.words


def test_nothing_of_a_feed_of_a_day_to_come_is_kept_and_the_next_one_is_believed(
    paths: Paths, upstream: Upstream
) -> None:
    sound = upstream.server.handler

    def answer(request: Request) -> Reply:
        reply = sound(request)
        later = rss([Item("2605.00003")], published=LATER)
        return replace(reply, body=later) if request.path.startswith(FEED) else reply

    upstream.server.handler = answer
    reader = Reader(paths, upstream.settings(backfill_days=0))
    assert reader.refresh() == 3
    row = reader.ledger()[FEED_ROW]
    assert row.reason == "the feed is for 2031-05-14, an impossible day; nothing of it is stored"
    assert row.progress is None
    assert upstream.asked(LIST) == [f"{LIST}/cs.DC/new"]

    upstream.server.handler = sound
    reader.now = NOW + timedelta(days=1)
    upstream.announce(date(2026, 5, 14))
    assert reader.refresh() == 0
    assert reader.ledger()[FEED_ROW].progress == "2026-05-14"
    with Cache.open(paths.cache_db) as cache:
        assert [day for day, _ in cache.announcements.days(5)] == [date(2026, 5, 14), TODAY]


def test_progress_in_the_future_is_forgotten_and_the_whole_feed_requested(paths: Paths, upstream: Upstream) -> None:
    reader = Reader(paths, upstream.settings(backfill_days=0))
    assert reader.refresh() == 0
    with Cache.open(paths.cache_db) as cache:
        row = cache.ledger.get(*FEED_ROW)
        assert row is not None
        cache.ledger.put(replace(row, progress=TO_COME.isoformat()))
    assert reader.refresh(everything=True) == 0
    row = reader.ledger()[FEED_ROW]
    assert (row.progress, row.outcome) == (TODAY.isoformat(), Outcome.OK)


def test_announcements_of_days_to_come_starve_no_inbox(paths: Paths, tmp_path: Path) -> None:
    """A cache can contain such announcements if an earlier version of the program stored them."""
    now = datetime.now(UTC).date()
    paper = Paper("2605.00001", "On staleness", version=1, categories=("cs.DC",), source="rss")
    days = [now - timedelta(days=1), *(TO_COME + timedelta(days=each) for each in range(60))]
    result = tuple(Announcement(paper.id, day, "cs.DC", AnnounceType.NEW, 1) for day in days)
    with Cache.open(paths.cache_db) as cache:
        cache.take(Intake((paper,), result))
        assert [day for day, _ in cache.announcements.days(60)] == days[:1]
        assert cache.announcements.day_beside(None, 1) == days[0]
        assert cache.announcements.day_beside(days[0], 1) is None
    with Home(paths).library() as library:
        assert library.inbox.deliver() == 1
    change(paths, *without_steps_after(12))
    with Cache.open(paths.cache_db) as cache:
        assert [each.day for each in cache.announcements.of(paper.key)] == days[:1]


def test_an_imported_feed_of_a_day_to_come_announces_nothing(paths: Paths, tmp_path: Path) -> None:
    file = tmp_path / "feed.xml"
    file.write_bytes(rss(published=LATER))
    (report,) = import_files(paths, [file], lambda standing: None).files
    assert [reject.reason for reject in report.rejects] == ["announced on 2031-05-14, an impossible day"]
    with Cache.open(paths.cache_db) as cache:
        assert cache.papers.get(key_of("2605.01234")) is not None
        assert cache.announcements.of(key_of("2605.01234")) == ()


def test_dates_to_come_and_versions_beyond_bounds_are_left_out_of_papers() -> None:
    then = datetime(2031, 1, 1, tzinfo=UTC)
    paper = Paper("2605.00001", "On staleness", version=999_999, published=NOW, updated=then)
    (kept,) = plausible(Intake((paper,)), TODAY).papers
    assert (kept.version, kept.published, kept.updated) == (None, NOW, None)


@pytest.mark.parametrize("listed_on", [date(1970, 1, 1), TO_COME])
def test_a_review_of_a_day_that_cannot_be_is_rejected(listed_on: date) -> None:
    review = Review("A headline", "A title", "cs.DC", listed_on)
    kept = plausible(Intake(reviews=(review,)), TODAY)
    assert (kept.reviews, len(kept.rejects)) == ((), 1)
    assert pending_key(date(1970, 1, 1), "a title") > 0


def test_a_version_that_was_believed_once_gives_way_to_the_true_one(paths: Paths, upstream: Upstream) -> None:
    reader = Reader(paths, upstream.settings())
    assert reader.refresh() == 0
    key = key_of("2605.00001")
    change(
        paths,
        f"UPDATE paper SET version = 999999, updated = 4000000000 WHERE key = {key}",
        f"UPDATE announcement SET version = 999999 WHERE key = {key}",
        f"DELETE FROM source_record WHERE key = {key}",
        *without_steps_after(12),
    )
    reader.now += timedelta(hours=2)
    assert reader.refresh(everything=True) == 0
    with Cache.open(paths.cache_db) as cache:
        paper = cache.papers.get(key)
        assert paper is not None
        assert (paper.version, paper.source) == (1, "api")
        assert paper.updated is not None
        assert paper.updated < NOW


def test_one_record_that_cannot_be_indexed_keeps_no_other_from_being_found(paths: Paths, upstream: Upstream) -> None:
    reader = Reader(paths, upstream.settings())
    assert reader.refresh() == 0
    held = reader.count()
    with Cache.open(paths.cache_db) as cache:
        change_number = cache.changes.latest()
    columns = "category, published, updated, title_hash, abstract_hash, content, source, sources, added"
    change(
        paths,
        f"INSERT INTO paper SELECT -7, version, {columns}, {change_number + 1} FROM paper LIMIT 1",
        "INSERT INTO detail SELECT -7, title, body, derived FROM detail LIMIT 1",
        f"UPDATE paper SET change = {change_number + 2} WHERE key = (SELECT min(key) FROM paper WHERE key > 0)",
        "UPDATE detail SET body = x'00' WHERE key = (SELECT min(key) FROM paper WHERE key > 0)",
        f"UPDATE meta SET value = {change_number + 2} WHERE name = 'change'",
    )
    reader.now += timedelta(days=1)
    upstream.announce(date(2026, 5, 14), times=20)
    assert reader.refresh() == 0
    index = SearchIndex.open(paths.index)
    with Cache.open(paths.cache_db) as cache:
        assert cache.changes.lag(index.change_number) == 0
    assert index.count(EVERYTHING) == held - 1 + len(upstream.announced)
    notes = [event.reason or "" for event in reader.events if event.kind is EventKind.NOTE]
    assert any(note.startswith("these papers could not be added to the search index") for note in notes)

    change(paths, *without_steps_after(12))
    list(repair(paths, lambda words: None))
    assert check(paths, "index")[0] is State.OK


def test_an_index_that_cannot_catch_up_is_said_everywhere(paths: Paths, upstream: Upstream) -> None:
    reader = Reader(paths, upstream.settings())
    paths.index.parent.mkdir(parents=True, exist_ok=True)
    paths.index.write_text("in the way")
    assert reader.refresh() == 3
    last = reader.events[-1]
    assert (last.kind, last.exit_code) == (EventKind.FINISHED, 3)
    assert (last.reason or "").startswith("the search index could not be brought up to date")
    assert len([event for event in reader.events if event.kind is EventKind.NOTE and event.reason == last.reason]) == 1
    state, words = check(paths, "index")
    assert state is State.FAULT
    assert (last.reason or "") in words
    (result,) = (each for each in of_services(reader.ledger().values()) if each.label == "search index")
    assert result.reason == last.reason
    paths.index.unlink()
    reader.now += timedelta(minutes=1)
    assert reader.refresh() == 0
    assert [each.label for each in of_services(reader.ledger().values())] == ["arXiv"]


def test_doctor_says_why_the_index_is_behind(paths: Paths, upstream: Upstream) -> None:
    reader = Reader(paths, upstream.settings())
    assert reader.refresh() == 0
    with Cache.open(paths.cache_db) as cache:
        cache.take(Intake((Paper("2605.09999", "On queues", version=1, source="api"),)))
    (folder,) = (each for each in paths.index.iterdir() if each.is_dir())
    (folder / ".tantivy-writer.lock").unlink()
    (folder / ".tantivy-writer.lock").mkdir()
    assert reader.refresh() == 3
    state, words = check(paths, "index")
    assert state is State.FAULT
    assert words.startswith("1 change behind, the search index could not be brought up to date")
