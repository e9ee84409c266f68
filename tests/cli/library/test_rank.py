"""``arxtui rank``: the ranking that is learned from the user's marks, and the reasons for a paper's score."""

from __future__ import annotations

import json
import os
import sqlite3
import threading
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from arxtui.cli.fetching import refresh
from arxtui.cli.library import rank
from arxtui.config.paths import Paths
from arxtui.config.settings import FulltextSettings, PithSettings, Settings
from arxtui.demo.papers.calendar import newest_day
from arxtui.demo.upstream import Upstream
from arxtui.model.events import Event, EventKind
from arxtui.store.cache.database import Cache
from arxtui.sync.refresh.arrivals import ArrivalMark
from arxtui.sync.worker.process import FinishedPass
from tests.cli.command import events_of, objects, run_here, write_papers
from tests.cli.conftest import Call
from tests.homes import corpus, subscribed

_SUBJECTS = ("queues arrive and wait at servers", "galaxies shine in halos of dust", "proofs unfold by induction")
_PAPERS = [
    {
        "id": f"2605.{number:05}",
        "title": f"Note {number}",
        "abstract": f"We look at {_SUBJECTS[number % 3]}.",
        "authors": ["Ada Example"] if number == 60 else [f"Author {number % 7}"],
        "categories": ["cs.DC"],
        "published": "2026-05-11",
    }
    for number in range(1, 91)
]
_AT = datetime(2026, 6, 1, 12, tzinfo=UTC)
_STARRED = [f"2605.{number:05}" for number in range(3, 33, 3)]


@pytest.fixture
def learned(home: Path, call: Call, tmp_path: Path) -> Call:
    """The command in a home whose ranking has been learned: ten of its ninety papers, all about queues, are starred."""
    assert call("import", str(write_papers(tmp_path / "papers.jsonl", _PAPERS))).code == 0
    assert call("mark", "--star", *_STARRED).code == 0
    assert call("rank").code == 0
    return call


def test_rank_without_marks_says_how_many_stars_are_needed(call: Call) -> None:
    said = call("rank")
    assert (said.code, said.out, said.err) == (0, "needs 5 more stars to learn from (0 papers marked)\n", "")
    assert objects(call("rank", "--json").out) == [{"learned": None, "wanted": 0, "needed": 5, "since": None}]


def test_a_list_in_this_order_says_so_too(call: Call, filled: Path) -> None:
    assert "needs 5 more stars to learn from" in call("list", "sort:foryou").err


def test_rank_says_when_and_from_how_many_papers_the_ranking_was_learned(learned: Call) -> None:
    said = learned("rank")
    assert said.out.startswith("learned on ")
    assert said.out.endswith(", from 10 papers that you starred, rated, filed or read\n")
    [state] = objects(learned("rank", "--json").out)
    assert (state["wanted"], state["needed"], state["since"]) == (10, 0, None)
    assert state["learned"].endswith("Z")


def test_sort_foryou_orders_lists_by_the_learned_score_which_is_in_their_json(learned: Call) -> None:
    papers = objects(learned("list", "-is:starred sort:foryou", "--json", "--limit", "0").out)
    assert all("queues" in paper["abstract"] for paper in papers[:20])
    assert [paper["for_you"] for paper in papers] == sorted((paper["for_you"] for paper in papers), reverse=True)
    assert learned("list", "sort:foryou").err == "50 of 90 papers; --limit N shows more, --limit 0 all\n"


def test_a_score_is_explained_and_the_reasons_sum_to_it(learned: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    said = learned("rank", "2605.00060")
    first, *lines = said.out.splitlines()
    assert first.startswith("2605.00060  +")
    assert any(line.endswith("  abs: queues") for line in lines)
    [paper] = objects(learned("rank", "2605.00060", "--json").out)
    assert sum(reason["weight"] for reason in paper["reasons"]) == pytest.approx(paper["for_you"], abs=0.01)
    for number in (1, len(paper["reasons"]) - 1, len(paper["reasons"])):
        monkeypatch.setattr(rank, "_MAX_REASONS", number)
        first, *lines = learned("rank", "2605.00060").out.splitlines()
        assert sum(float(line.split()[0]) for line in lines) == pytest.approx(float(first.split()[1]), abs=0.06)
        assert lines[number:] == ([lines[-1]] if number < len(paper["reasons"]) else [])
        assert number == len(paper["reasons"]) or lines[-1].endswith(f"  {len(paper['reasons']) - number} more")
    assert paper["reasons"][0]["feature"] == "every paper"
    assert all(round(reason["weight"], 4) == reason["weight"] for reason in paper["reasons"])
    assert paper["for_you"] == round(paper["for_you"], 3)
    names = ["2605.00061", "2605.00060"]
    assert [words["name"] for words in objects(learned("rank", *names, "--json").out)] == names
    assert [line.split()[0] for line in learned("rank", *names).out.splitlines() if line[:1] == "2"] == names
    [listed] = objects(learned("list", "id:2605.00060", "--json").out)
    assert listed["for_you"] == paper["for_you"]


def test_nothing_is_explained_before_anything_is_learned(call: Call, filled: Path) -> None:
    said = call("rank", "2605.01234")
    assert (said.code, said.out) == (1, "")
    assert "needs 5 more stars" in said.err


def test_a_paper_that_is_not_known_is_said_to_be_so(learned: Call) -> None:
    said = learned("rank", "2605.99999")
    assert said.code == 1
    assert "2605.99999 is not in the cache" in said.err


def test_a_reset_keeps_the_marks_and_starts_anew(learned: Call) -> None:
    said = learned("rank", "--reset")
    assert said.out.startswith("needs 5 more stars to learn from (0 papers marked since ")
    assert len(objects(learned("list", "is:starred", "--json").out)) == 10
    assert learned("rank").out == said.out


def test_one_thing_at_a_time(call: Call) -> None:
    said = call("rank", "--reset", "--events")
    assert (said.code, said.out) == (2, "")
    assert "cannot be combined" in said.err


def test_as_a_child_process_it_writes_its_events(learned: Call, home: Path) -> None:
    assert learned("mark", "--unstar", _STARRED[0]).code == 0
    events = events_of(home, "rank")
    assert [event.kind for event in events] == ["started", "finished"]
    assert events[-1].reason is not None
    assert "from 9 papers" in events[-1].reason
    assert json.loads(learned("rank", "--json").out)["wanted"] == 9


def test_a_refresh_learns_the_ranking_from_marks_changed_since_and_writes_no_mark(learned: Call, home: Path) -> None:
    assert learned("mark", "--unstar", *_STARRED[:2]).code == 0
    before = _marks(home)
    with Upstream(corpus(newest_day(datetime.now(UTC)))) as upstream:
        subscribed(home, upstream.url)
        assert run_here(home, "refresh").returncode == 0
    assert _marks(home) == before
    with closing(sqlite3.connect(home / "cache" / "cache.db")) as cache:
        assert cache.execute("SELECT wanted FROM taste").fetchone() == (8,)
        assert cache.execute("SELECT count(*) FROM for_you").fetchone()[0] > len(_PAPERS)


def test_after_a_pass_with_nothing_due_marks_are_read_again_only_if_anything_was_written(
    learned: Call, home: Path
) -> None:
    paths, notes = Paths.under(home), list[Event]()
    settings = Settings(pith=PithSettings(reviews=False), fulltext=FulltextSettings(keep_mb=0))

    def is_learned_after(targets: int = 0, written: int = 1, exit_code: int = 0) -> bool:
        """Whether what was learned is learned anew, if the cache was written to at this time."""
        with Cache.open(paths.cache_db) as cache:
            cache.ranking_scores.forget()
        os.utime(paths.cache_db, (written, written))
        passed = FinishedPass(
            settings, ArrivalMark(0, _AT), (Event(EventKind.FINISHED, targets=targets, exit_code=exit_code),)
        )
        refresh.work_after(paths, passed, notes.append, threading.Event())
        with Cache.open(paths.cache_db) as cache:
            return cache.ranking_scores.learned() is not None

    assert is_learned_after()
    assert not is_learned_after()
    assert is_learned_after(targets=1)
    assert not is_learned_after()
    assert is_learned_after(targets=1, exit_code=4)
    assert is_learned_after()  # offline, no texts were fetched
    assert is_learned_after(written=2)
    assert not is_learned_after(written=2)
    assert learned("mark", "--unstar", _STARRED[0]).code == 0
    assert is_learned_after(written=2)
    assert notes == []


def _marks(home: Path) -> list[str]:
    with closing(sqlite3.connect(home / "data" / "library.db")) as library:
        return list(library.iterdump())


def test_a_library_that_cannot_be_read_after_a_refresh_is_reported_and_no_failure(home: Path, call: Call) -> None:
    paths = Paths.under(home)
    notes: list[Event] = []
    stop = threading.Event()
    passed = FinishedPass(Settings(), ArrivalMark(0, datetime.now(UTC)), ())
    rank.rank_arrivals(paths, passed, notes.append, stop)
    assert notes == []
    assert not paths.library_db.exists()
    call("list")
    paths.library_db.write_bytes(b"no database" * 99)
    rank.rank_arrivals(paths, passed, notes.append, stop)
    [note] = notes
    assert (note.kind, note.source) == (EventKind.NOTE, "for you")
    assert "library.db" in (note.reason or "")
    stop.set()
    rank.rank_arrivals(paths, passed, notes.append, stop)
    assert len(notes) == 1
