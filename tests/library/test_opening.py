"""Opening the library: a first run, missing files and broken files; the messages of the status line and the doctor."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.library.doctor import State, examine
from arxtui.library.facade import Library
from arxtui.library.views import Freshness
from arxtui.model.ledger import LedgerEntry, Outcome
from arxtui.store.cache.database import Cache
from arxtui.store.errors import NewerFile, NotOurs, StoreError
from tests.builders import NOW, paper
from tests.library.made import Home, ids

SOON = NOW + timedelta(minutes=20)
BEFORE = NOW - timedelta(hours=1)


def test_a_first_run_creates_missing_directories_and_databases(tmp_path: Path) -> None:
    paths = Paths.under(tmp_path / "not" / "there" / "yet")
    with closing(Library.open(paths, Settings())) as library:
        assert ids(library, "") == ids(library, "words") == ids(library, "is:unread") == []
        assert library.session.freshness() == ()
    assert paths.cache_db.exists()
    assert paths.library_db.exists()


def test_a_deleted_cache_and_a_deleted_index_are_survived(home: Home) -> None:
    home.take(paper(1))
    for file in sorted(home.paths.index.rglob("*"), reverse=True):
        file.rmdir() if file.is_dir() else file.unlink()
    with home.library() as library:
        assert ids(library, "") == ["2605.00001"]
        assert library.search.listing("paper").note == "there is no search index yet (the next refresh builds it)"
    home.drop_cache()
    with home.library() as library:
        assert ids(library, "") == []


def test_a_deleted_cache_is_explained_until_there_is_one_again(home: Home) -> None:
    with home.library() as library:
        assert library.session.notice() == ""
        home.take(paper(1), paper(2))
        library.views.save("Queues", "queues")
        assert library.session.notice() == ""
        library.marks.apply([paper(1).key], "tag", "thesis")
    home.drop_cache()
    with home.library() as library:
        assert library.session.notice().startswith(
            "The cache was deleted. Your marks, tags, lists, notes and views are kept"
        )
        assert ids(library, "tag:thesis") == ["2605.00001"]
        assert [view.name for view in library.views.all()] == ["Queues"]
        home.take(paper(2))
        assert library.session.notice() == ""


def test_an_empty_home_of_one_who_never_had_a_paper_is_no_deleted_one(home: Home) -> None:
    with home.library() as library:
        library.views.save("Queues", "queues")
        library.session.begin()
        library.session.end()
        assert library.session.notice() == ""


def test_a_library_of_a_newer_version_is_refused_and_left_alone(home: Home) -> None:
    with home.library():
        pass
    with closing(sqlite3.connect(home.paths.library_db)) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(NewerFile, match="newer arxtui"), home.library():
        pass


def test_a_cache_that_is_none_is_refused(home: Home) -> None:
    home.paths.cache_db.write_bytes(b"this is not a database, it is a text " * 100)
    with pytest.raises(NotOurs, match="can be deleted"), home.library():
        pass


def entry(source: str, target: str, outcome: Outcome, attempted: datetime, **more: Any) -> LedgerEntry:
    held: dict[str, Any] = {"next_due": attempted + timedelta(minutes=20), **more}
    return LedgerEntry(source, target, attempted, outcome, **held)


def freshness_after(home: Home, *entries: LedgerEntry) -> tuple[Freshness, ...]:
    with Cache.open(home.paths.cache_db) as cache:
        for each in entries:
            cache.ledger.put(each)
    with home.library() as library:
        return library.session.freshness()


def test_freshness_has_the_last_answer_of_each_service_and_its_failure(home: Home) -> None:
    assert freshness_after(
        home,
        entry("arxiv.feed", "cs.DC", Outcome.OK, BEFORE, fresh_as_of=BEFORE),
        entry("arxiv.backfill", "cs.DC", Outcome.NOT_MODIFIED, NOW, fresh_as_of=NOW),
        entry("pith.listing", "cs.DC", Outcome.FAILED, NOW, status=429, reason="too many requests", fresh_as_of=BEFORE),
    ) == (Freshness("arXiv", NOW), Freshness("Pith", BEFORE, "too many requests", 429, SOON, failed=True))


def test_one_target_that_fails_is_reported_though_others_answer(home: Home) -> None:
    failing = entry("arxiv.feed", "cs.DC", Outcome.FAILED, BEFORE, reason="no network", next_due=SOON)
    answering = entry("arxiv.backfill", "cs.DC", Outcome.OK, NOW, fresh_as_of=NOW)
    assert freshness_after(home, failing, answering) == (
        Freshness("arXiv", NOW, "no network", None, SOON, failed=True),
    )


def test_who_has_answered_to_anything_since_is_not_offline(home: Home) -> None:
    """A request made by the user succeeded, so the network is available again."""
    unreached = "rss.arxiv.org cannot be reached: its name was not found"
    failing = entry("arxiv.feed", "cs.DC", Outcome.FAILED, BEFORE, reason=unreached, next_due=SOON)
    asked = entry("arxiv.search", "locks", Outcome.OK, NOW, fresh_as_of=NOW)
    assert freshness_after(home, failing) == (Freshness("arXiv", None, unreached, None, SOON, failed=True),)
    assert freshness_after(home, failing, asked) == (
        Freshness("arXiv", None, f"not refreshed: {unreached}", None, SOON, failed=True),
    )


@pytest.mark.parametrize(("minutes", "reason"), [(59, "no network"), (61, "")])
def test_a_failure_that_was_due_within_the_hour_is_of_something_still_requested(
    home: Home, minutes: int, reason: str
) -> None:
    """A pass over all due targets takes some time, so a target stays overdue until its turn comes."""
    due = NOW - timedelta(minutes=minutes)
    failed = entry("arxiv.feed", "cs.DC", Outcome.FAILED, due - timedelta(hours=1), reason="no network", next_due=due)
    (service,) = freshness_after(home, failed, entry("arxiv.backfill", "cs.DC", Outcome.OK, NOW, fresh_as_of=NOW))
    assert service.reason == reason


def test_a_remark_on_an_answer_is_shown_though_it_is_no_failure(home: Home) -> None:
    older = entry("arxiv.feed", "cs.DC", Outcome.OK, NOW, reason="the feed is of an older day", fresh_as_of=NOW)
    assert freshness_after(home, older) == (Freshness("arXiv", NOW, "the feed is of an older day", None, SOON),)


def test_a_library_opened_for_reading_alone_writes_nothing(home: Home) -> None:
    home.take(paper(1))
    with home.library() as library:
        library.marks.apply([paper(1).key], "star")
    with Library.reading(home.paths, home.settings) as library:
        assert ids(library, "is:starred") == [paper(1).id]
        with pytest.raises(StoreError):
            library.marks.apply([paper(1).key], "hide")


def test_a_failure_of_something_no_longer_requested_is_silent(home: Home) -> None:
    given_up = entry("arxiv.feed", "cs.DC+cs.XX", Outcome.FAILED, NOW - timedelta(days=2), reason="no such category")
    asked = entry("arxiv.feed", "cs.DC", Outcome.OK, NOW, fresh_as_of=NOW)
    assert freshness_after(home, given_up, asked) == (Freshness("arXiv", NOW),)


def test_ledger_rows_written_by_a_wrong_clock_are_not_reported(home: Home) -> None:
    wrong = entry("arxiv.feed", "cs.DC+cs.XX", Outcome.OK, NOW + timedelta(days=900), fresh_as_of=NOW)
    failing = entry("arxiv.feed", "cs.DC", Outcome.FAILED, NOW, reason="no network", next_due=SOON)
    assert freshness_after(home, wrong, failing) == (Freshness("arXiv", None, "no network", None, SOON, failed=True),)


def checks(home: Home, **environ: str) -> dict[str, tuple[State, str]]:
    return {each.part: (each.state, each.words) for each in examine(home.paths, environ)}


def test_the_doctor_finds_a_sound_home_in_order(home: Home) -> None:
    home.paths.config_file.write_text('[arxiv]\ncategories = ["cs.DC"]\n')
    home.take(paper(1))
    with home.library() as library:
        library.marks.apply([paper(1).key], "star")
    found = checks(home)
    assert [found[part][0] for part in ("config", "cache", "library", "index")] == [State.OK] * 4
    assert "cs.DC" in found["config"][1]
    assert "1 paper" in found["cache"][1]
    assert "1 starred" in found["library"][1]


def test_the_doctor_reports_faulty_settings_a_damaged_library_and_a_missing_or_lagging_index(home: Home) -> None:
    found = checks(home)
    assert found["config"][0] is State.WARNING
    assert found["index"] == (State.WARNING, "there is no search index yet: the next refresh builds it")
    home.take(paper(1))
    home.take(paper(2), paper(3), indexed=False)
    assert checks(home)["index"] == (State.WARNING, "2 changes behind: the next refresh catches up")
    home.paths.config_file.write_text("[arxiv]\ncategories = 3\n")
    home.paths.library_db.write_bytes(b"no database")
    for file in home.paths.index.rglob("meta.json"):
        file.unlink()
    found = checks(home)
    assert found["config"][0] is State.FAULT
    assert "line 2" in found["config"][1]
    assert found["library"][0] is State.FAULT
    assert "damaged" in found["index"][1]
