"""What the verbs that fetch and import papers print while they work and at their end."""

from __future__ import annotations

import threading
import time
from argparse import Namespace
from collections.abc import Callable
from contextlib import nullcontext
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path

import pytest

from arxtui.cli.fetching import add, after_refresh, fetch, harvest, importing, service, zotero
from arxtui.cli.support import output
from arxtui.cli.support.exits import CommandError
from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.model.events import Event, EventKind
from arxtui.model.intake import Reject, Tally
from arxtui.sync.importing.reports import FileReport, ImportProgress, ImportReport
from arxtui.sync.refresh.arrivals import ArrivalMark
from arxtui.sync.worker.event_output import Tell
from arxtui.sync.worker.process import FinishedPass
from tests.cli.command import Terminal

_AT = datetime(2026, 5, 13, 12, tzinfo=UTC)
_NAME = "2605.01234v1"
_FILE = Path("/home/ada/rejected.txt")


def test_a_fetch_shows_each_step_in_one_line_and_removes_it_before_a_result() -> None:
    shown: list[str] = []
    handle = fetch._with_progress(lambda event: shown.append(event.kind), shown.append)
    for event in (
        Event(EventKind.STARTED),
        Event(EventKind.SOURCE, target=_NAME, reason="1 of 2"),
        Event(EventKind.STEP, target=_NAME, reason="arXiv's HTML"),
        Event(EventKind.PAGE, target=_NAME, reason="figure 1 of 3"),
        Event(EventKind.DONE),
    ):
        handle(event)
    assert shown == ["", "started", f"{_NAME} (1 of 2)", f"{_NAME}: arXiv's HTML", "figure 1 of 3", "", "done"]


@pytest.mark.parametrize(
    ("is_terminal", "shown"),
    [
        (True, ["cs.DC: from the beginning", "", "note", "> page 1", "> page 3", "> page 4", "> page 5", "", "done"]),
        (False, ["cs.DC: from the beginning", "", "note", "page 4", "", "done"]),
    ],
)
def test_a_harvest_shows_its_pages_at_once_on_a_terminal_and_elsewhere_twice_a_minute(
    monkeypatch: pytest.MonkeyPatch, shown: list[str], *, is_terminal: bool
) -> None:
    said: list[str] = []
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[-1])
    monkeypatch.setattr(output, "is_stderr_terminal", lambda: is_terminal)
    monkeypatch.setattr(output, "say", lambda words: said.append(words.removeprefix("cs: ")))
    handle = harvest._with_progress(
        lambda event: said.append(event.kind), lambda words: said.append(words.replace("cs:", ">"))
    )
    handle(Event(EventKind.SOURCE, target="cs.DC", reason="from the beginning"))
    handle(Event(EventKind.NOTE))
    for number, at in enumerate((0.0, 0.0625, 29.5, 30.0, 59.5), 1):
        now.append(at)
        handle(Event(EventKind.PAGE, target="cs", reason=f"page {number}"))
    handle(Event(EventKind.DONE))
    assert said == shown


@pytest.mark.parametrize(
    ("progress", "words"),
    [
        (ImportProgress("a", finishing=True, catching_up=1), "finishing a"),
        (ImportProgress(finishing=True), "finishing the search index"),
        (ImportProgress("a", catching_up=1), "index: catching up 1 older change, then a"),
        (ImportProgress("a", Tally(new=1), catching_up=2), "index: catching up 2 older changes, then a"),
        (ImportProgress("a", seconds=1), "0 papers, 0/s: a"),
        (ImportProgress("a", Tally(new=1), seconds=1), "1 paper, 1/s: a"),
        (ImportProgress("a", Tally(works=2_000), seconds=2), "2,000 works, 1,000/s: a"),
        (ImportProgress("a", Tally(citations=1), Tally(citations=1), seconds=1), "1 citation, 0/s: a"),
        (ImportProgress("a", Tally(same=2, reviews_new=1), seconds=1), "2 papers, 1 review, 2/s: a"),
        (ImportProgress("a", Tally(new=9), done=2, size=3, seconds=90), "9 papers, 0/s, 66 %, 0:45 left: a"),
        (ImportProgress("a", Tally(new=9), done=2, begin=2, size=2, seconds=1), "9 papers, 9/s, 100 %: a"),
    ],
)
def test_the_progress_of_an_import_has_counts_rate_percentage_and_time_left(
    progress: ImportProgress, words: str
) -> None:
    assert importing._progress_words(progress) == words


@pytest.mark.parametrize(
    ("report", "lines"),
    [
        (FileReport("a"), ["a: nothing imported", "  the file is valid, but contains no papers or citations"]),
        (FileReport("a", error="it ends early"), ["a: nothing imported", "  it ends early"]),
        (FileReport("a", interrupted=True), ["a: nothing imported", "  stopped; none of it was imported"]),
        (
            FileReport("a", interrupted=True, resumable=True),
            ["a: nothing imported", "  stopped: the same command continues from here"],
        ),
        (
            FileReport("a", error="it ends early", resumable=True, resumed=1, tally=Tally(works=1)),
            [
                "a: 1 work of dblp",
                "  continued where an earlier import stopped, after 1 record",
                "  it ends early",
                "  incomplete: the same command continues from here",
            ],
        ),
        (
            FileReport("a", Tally(rejected=1), (Reject("line 2", "no id"),), rejected=_FILE),
            ["a: 1 rejected", "  rejected line 2: no id"],
        ),
        (FileReport("a", Tally(named=2, known=1)), ["a: 2 arXiv ids, 1 of them known"]),
        (
            FileReport("a", Tally(1, 2, 3, announcements=1), seconds=9.9, notes=("mended",)),
            ["a: 6 papers (1 new, 2 changed, 3 same); 1 announcement; 0 rejected", "  mended"],
        ),
        (
            FileReport("a", Tally(reviews_new=1, reviews_changed=2, reviews_same=3, reviewed_papers=5)),
            ["a: 6 reviews of 5 papers (1 new, 2 changed, 3 same); 0 rejected"],
        ),
        (
            FileReport("a", Tally(new=30), seconds=10),
            ["a: 30 papers (30 new, 0 changed, 0 same); 0 rejected; 0:10, 3 records/s"],
        ),
        (
            FileReport("a", Tally(citations=5_000), resumed=1_000, seconds=10),
            [
                "a: 5,000 citations; 0:10, 400 records/s",
                "  continued where an earlier import stopped, after 1,000 records",
            ],
        ),
    ],
)
def test_the_report_of_an_imported_file_has_counts_rejected_records_and_errors(
    report: FileReport, lines: list[str]
) -> None:
    assert list(importing._lines(report)) == lines


def test_an_import_that_is_stopped_names_the_files_that_it_did_not_begin() -> None:
    assert list(importing._notes(ImportReport((), ("slow",), ("b", "c")))) == ["slow", "not started: b, c"]
    assert list(importing._notes(ImportReport(()))) == []


@pytest.mark.parametrize(
    ("end", "words"),
    [
        (Event(EventKind.FINISHED, exit_code=0), "all sources answered"),
        (Event(EventKind.FINISHED, exit_code=3), "some sources failed"),
        (Event(EventKind.FINISHED, exit_code=4), "all sources failed, or there was no network"),
        (Event(EventKind.FINISHED, exit_code=3, reason="it was stopped"), "it was stopped"),
    ],
)
def test_the_status_of_the_service_says_how_the_last_refresh_ended(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], end: Event, words: str
) -> None:
    monkeypatch.setenv("ARXTUI_HOME", str(paths.config.parent))
    monkeypatch.setattr(service, "last_end", lambda *_: (_AT, end))
    service._print_last_refresh(paths)
    assert capsys.readouterr().out == f"last refresh: {_AT.astimezone():%Y-%m-%d %H:%M}, {words}\n"


def test_a_service_is_changed_only_after_a_yes_at_a_terminal_that_shows_the_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for answers, shown in ((Terminal("y\n"), StringIO()), (StringIO("y\n"), Terminal()), (None, Terminal())):
        monkeypatch.setattr("sys.stdin", answers)
        monkeypatch.setattr("sys.stderr", shown)
        with pytest.raises(CommandError, match="there is no terminal to confirm at; --yes skips the question"):
            service._confirm(Namespace(yes=False), "Write this?")
        service._confirm(Namespace(yes=True), "Write this?")
        assert shown.getvalue() == ""
    for answer, is_yes in ((" YES \n", True), ("y\n", True), ("n\n", False), ("", False)):
        monkeypatch.setattr("sys.stdin", Terminal(answer))
        monkeypatch.setattr("sys.stderr", shown := Terminal())
        with nullcontext() if is_yes else pytest.raises(CommandError, match=r"\Anothing was changed\Z"):
            service._confirm(Namespace(yes=False), "Write this?")
        assert shown.getvalue() == "Write this? [y/N] "


def test_a_search_quotes_every_term_that_arxiv_cannot_search_for() -> None:
    assert add._not_sent(["-a"]) == "'-a' is applied locally: arXiv cannot search for it"
    assert add._not_sent(["-a", "-b", "-c"]) == "'-a', '-b' and '-c' are applied locally: arXiv cannot search for them"


def test_the_papers_that_zotero_has_are_counted_apart() -> None:
    paper = zotero._Paper("2605.01234", "2605.01234", {})
    sent, kept = zotero._Outcome(paper, "Reading"), zotero._Outcome(paper, "Reading", "is there already")
    for outcomes, words in (
        ([], "no papers to add"),
        ([sent, sent], "2 papers added to Reading"),
        ([kept, sent], "1 paper added to Reading, 1 was there already"),
        ([sent, kept, kept], "1 paper added to Reading, 2 were there already"),
    ):
        assert zotero._summary(outcomes) == words
    assert zotero._with_count("refused", [kept]) == "refused"
    assert zotero._with_count("refused", [kept, sent]) == "refused; 1 paper had been added before"


@pytest.mark.parametrize(
    "fetch_missing", [after_refresh.fetch_after_refresh, after_refresh.fetch_reviews_after_refresh]
)
@pytest.mark.parametrize("reason", ["offline", "stopped", "no library", "a damaged one"])
def test_after_a_refresh_nothing_is_fetched_offline_when_stopped_or_without_a_library(
    paths: Paths, fetch_missing: Callable[[Paths, FinishedPass, Tell, threading.Event], None], reason: str
) -> None:
    stop, events = threading.Event(), list[Event]()
    end = Event(EventKind.FINISHED, exit_code=4 if reason == "offline" else 0)
    if reason == "stopped":
        stop.set()
    if reason != "no library":
        paths.library_db.write_bytes(b"no database" * 99)
    passed = FinishedPass(Settings(), ArrivalMark(0, _AT), (end,))
    fetch_missing(paths, passed, events.append, stop)
    assert [(event.kind, "library.db" in (event.reason or "")) for event in events] == (
        [(EventKind.NOTE, True)] if reason == "a damaged one" else []
    )
    assert paths.library_db.exists() == (reason != "no library")
