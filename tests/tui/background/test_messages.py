"""Messages about refreshes and other work in the bottom bar, and when each message disappears."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.demo.faults import Fault
from arxtui.demo.upstream import Upstream
from arxtui.library.facade import Library
from arxtui.library.worker import current_refresh
from arxtui.model.arxiv.calendar import expected_day
from arxtui.model.events import Event, EventKind
from arxtui.tui.actions import Place
from arxtui.tui.application import ArxtuiApp
from arxtui.tui.commands import fetching
from arxtui.tui.present.bars import clock
from arxtui.tui.present.outcomes import nothing_due_words, refresh_words
from arxtui.tui.screens.ledger import LedgerScreen
from arxtui.tui.services import library_threads
from arxtui.tui.state.session import Messages
from arxtui.tui.state.view import News
from tests.builders import announced
from tests.child import Child
from tests.homes import corpus
from tests.tui.background.test_worker_process import is_still, worker_pid
from tests.tui.papers import days_back, paper
from tests.tui.reader import QUIET, Reader, by_hand, fill, fill_usually, reading

NOW = datetime(2026, 5, 14, 12, tzinfo=UTC)
LATER = NOW + timedelta(minutes=20)
DONE, FAILED = EventKind.DONE, EventKind.FAILED
API, PITH = "export.arxiv.org cannot be reached", "pith.science cannot be reached"
REFUSED = r"127\.0\.0\.1 cannot be reached \(Connection refused\), next try \d\d:\d\d"


@pytest.fixture
def upstream() -> Iterator[Upstream]:
    """An upstream with current data and no faults."""
    with Upstream(corpus(expected_day(datetime.now(UTC)))) as running:
        yield running


async def says(reader: Reader, words: str) -> None:
    """Wait until the text of the bottom bar matches this pattern."""
    await reader.until(lambda: re.search(words, " ".join(" ".join(reader.lines[-2:]).split())))


# Messages of R


async def test_r_reports_the_new_papers_of_each_source_and_a_second_r_requests_everything(
    home: Paths, upstream: Upstream
) -> None:
    async with reading(home, by_hand(home)) as reader:
        reader.main.context.upstream.refresh()
        await reader.press("R")
        await reader.until_shown("The refresh is still in progress", "its result will be shown here")
        await says(reader, r"arXiv: \d+ new papers.* · Pith: \d+ reviews new or changed")
        assert "under way" not in reader.text
        await reader.until(lambda: is_still(reader))
        asked = len(upstream.log)
        await reader.press("R")
        await says(reader, r"Nothing was due: next at .*\d\d:\d\d · R again requests them now")
        await reader.press("j")
        await reader.until_gone("R again requests them now")
        await reader.press("R")
        await reader.until_shown("R again requests them now")
        assert len(upstream.log) == asked, "once the message is gone, R requests only what is due"
        await reader.press("R")
        await says(reader, r"arXiv: nothing new · Pith: nothing new")
        assert len(upstream.log) > asked


async def test_a_refresh_by_hand_that_fails_says_why_and_the_next_try(home: Paths, upstream: Upstream) -> None:
    upstream.faults.add("/pith", Fault.RATE_LIMITED)
    async with reading(home, by_hand(home), size=(80, 24)) as reader:
        await reader.press("R")
        await says(reader, r"Pith: 127\.0\.0\.1 answered 429 .*, next try \d\d:\d\d")


async def test_offline_at_the_first_run_one_message_says_so_and_names_the_key_to_retry(
    home: Paths, upstream: Upstream
) -> None:
    upstream.stop()
    async with reading(home, by_hand(home)) as reader:
        await reader.press("R")
        await says(reader, REFUSED)
        assert reader.lines[-1].count("cannot be reached") == 1
        await reader.until_shown("127.0.0.1 cannot be reached (Connection refused)", "R tries again")
        await reader.until(lambda: "offline, next try" in reader.lines[0])
        await reader.until(lambda: reader.main.session.alarms)
        reader.main.context.status.update()
        await reader.until_shown("offline")
        assert "alarm" not in reader.lines[0]
        assert "not known" not in reader.lines[0]


async def test_a_scheduled_refresh_does_not_cover_the_keys_and_a_refresh_of_nothing_new_counts_waiting_papers(
    home: Paths,
) -> None:
    with closing(Library.open(home, Settings())) as library:
        library.session.begin()
        library.session.end()
    async with reading(home, by_hand(home)) as reader:
        reader.main.context.upstream.refresh()
        await reader.until(lambda: reader.main.papers.count and is_still(reader))
        assert "? help" in reader.lines[-1]
        newest = [paper(number) for number in range(61, 64)]
        fill(home, newest, [announced(each, expected_day(datetime.now(UTC))) for each in newest])
        await reader.until_shown("waiting")
        await reader.until(lambda: is_still(reader))
        await reader.press("F")
        await says(reader, r"Nothing is missing: \d+ papers wait, \. shows them")
        await reader.press("R", "R")
        await says(reader, r"Pith: nothing new · \d+ papers wait, \. shows them|Nothing was due")


async def test_a_notice_of_the_library_stays_as_long_as_its_cause_and_delivered_papers_change_the_ledger(
    paths: Paths,
) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        poller, view, read = reader.main.context.poller, reader.main.session.view, list[object]()
        poller._show_news(view.shown, News(notice="The index is being built"))
        await reader.until_shown("The index is being built")
        poller._show_news(view.shown, News())
        await reader.until_gone("The index is being built")
        poller.ledger_read.subscribe(read.append)
        poller.deliver()
        await reader.until(lambda: read)


async def test_without_a_network_fetching_missing_papers_fails_and_the_message_stays(
    home: Paths, upstream: Upstream
) -> None:
    upstream.stop()
    async with reading(home, by_hand(home)) as reader:
        await reader.press("F")
        await says(reader, r"127\.0\.0\.1 cannot be reached \(Connection refused\)")
        message = reader.main.session.messages.current
        assert reader.lines[-1].count("cannot be reached") == 1
        answered: list[None] = []
        reader.main.context.poller.ask_for_ledger()
        reader.main.context.threads.ask(lambda _: None, answered.append, reader.main.context.status.failed)
        await reader.until(lambda: answered)
        assert reader.main.session.messages.current is message


def end(kind: EventKind, source: str, **more: object) -> Event:
    return Event(kind, source=source, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("targets", "words"),
    [
        (
            [end(DONE, "arxiv.feed", new=12, changed=0), end(DONE, "arxiv.complete", new=1, changed=2)],
            "arXiv: 13 new papers, 2 changed",
        ),
        (
            [
                end(DONE, "arxiv.feed", new=3),
                end(FAILED, "arxiv.complete", new=1, status=503, reason="arXiv answered 503: busy", next_due=LATER),
            ],
            f"arXiv: answered 503, next try {clock(LATER, NOW)} (4 new papers)",
        ),
        (
            [end(DONE, "arxiv.feed", new=1), end(DONE, "pith.latest", reviews=1)],
            "arXiv: 1 new paper · Pith: 1 review new or changed",
        ),
        (
            [
                end(FAILED, "arxiv.feed", reason=f"{API}: its name was not found", next_due=LATER),
                end(FAILED, "arxiv.catchup", reason=f"not asked: {API}: why"),
            ],
            f"arXiv: no network (export.arxiv.org was not found), next try {clock(LATER, NOW)}",
        ),
        (
            [
                end(DONE, "arxiv.feed"),
                end(FAILED, "pith.latest", reason=f"{PITH}: [Errno -2] Name or service not known", next_due=LATER),
            ],
            f"Pith: no network (pith.science was not found), next try {clock(LATER, NOW)} · arXiv: nothing new",
        ),
        (
            [
                end(FAILED, "arxiv.feed", reason=f"{API}: its name was not found", next_due=LATER + timedelta(hours=1)),
                end(FAILED, "pith.latest", reason=f"{PITH}: its name was not found", next_due=LATER),
            ],
            f"arXiv and Pith: no network (export.arxiv.org was not found); no network (pith.science was not found), "
            f"next try {clock(LATER, NOW)}",
        ),
    ],
)
def test_the_sources_of_a_refresh_are_distinguished(targets: list[Event], words: str) -> None:
    assert refresh_words(targets, NOW) == words


def test_r_is_not_offered_again_after_everything_was_requested() -> None:
    words = nothing_due_words(Event(EventKind.FINISHED, targets=0, next_due=LATER), NOW, everything=True)
    assert words == f"All sources were requested recently: next at {clock(LATER, NOW)}"


# When a message disappears


def test_a_message_ends_with_the_next_act_or_earlier_with_its_cause() -> None:
    messages = Messages()
    messages.say("No room left", "fault")
    messages.bind("inbox")
    assert not messages.end("poll")
    assert messages.pieces == [("No room left", "fault")]
    assert messages.end("inbox")
    assert messages.pieces == []
    messages.say("Starred", "dim")
    assert messages.next_act()
    assert messages.pieces == []
    assert not messages.next_act()


async def test_a_failure_of_work_is_said_until_such_work_succeeds(home: Paths, upstream: Upstream) -> None:
    upstream.faults.add("/", Fault.SLOW_DRIP)
    async with reading(home, by_hand(home)) as reader:
        await reader.press("R")
        await reader.until(lambda: worker_pid(home) and upstream.log)
        os.kill(worker_pid(home), 9)
        await reader.until_shown("arxtui refresh ended before it finished")
        await reader.until(lambda: is_still(reader))
        upstream.faults.clear()
        reader.main.context.upstream.refresh()
        await reader.until_gone("arxtui refresh ended before it finished")


async def test_a_message_over_an_empty_list_ends_with_the_next_key(paths: Paths) -> None:
    async with reading(paths, QUIET) as reader:
        for key in ("J", "f", "tab", "slash"):
            reader.main.context.panes.go_to(Place.LIST)
            await reader.press("full_stop")
            await reader.until_shown("Nothing is waiting")
            await reader.press(key)
            await reader.until_gone("Nothing is waiting")


async def test_a_message_over_the_ledger_ends_with_the_next_key(paths: Paths) -> None:
    async with reading(paths, QUIET) as reader:
        ledger = await reader.open("L", LedgerScreen)
        reader.main.say("Nothing is missing")
        await reader.until_shown("Nothing is missing")
        await reader.press("j")
        await reader.until_gone("Nothing is missing")
        assert ledger.is_current


async def test_a_full_disk_is_said_until_the_library_can_be_written_again(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill_usually(paths)
    monkeypatch.setattr(library_threads, "_RETRY_SECONDS", 0.05)
    async with reading(paths) as reader:
        reader.main.context.threads.ask(
            lambda library: limit(library, 0), lambda _: None, reader.main.context.status.failed
        )
        newest = [paper(number) for number in range(61, 2061)]
        fill(paths, newest, [announced(each, days_back(0)) for each in newest])
        await says(reader, "no room left")
        reader.main.context.threads.ask(
            lambda library: limit(library, 100_000), lambda _: None, reader.main.context.status.failed
        )
        await reader.until_shown("2,000 waiting", "? help")


def limit(library: Library, pages: int) -> None:
    """Limit the library's file to ``pages`` pages, or to its current size if that is larger. Above the limit, SQLite
    reports a full disk."""
    db = library._context.user_file._db
    db.run(f"PRAGMA max_page_count = {max(pages, db.value('PRAGMA page_count'))}")


async def test_a_message_after_the_screen_is_gone_is_no_fault(paths: Paths) -> None:
    # For example, a note that is saved at the moment when a signal ends the program.
    fill_usually(paths)
    async with reading(paths) as reader:
        context = reader.main.context
    context.status.say("Note saved")


async def test_an_end_of_the_session_that_cannot_be_recorded_is_said(paths: Paths) -> None:
    fill_usually(paths)
    app = ArxtuiApp(paths, QUIET)
    async with app.run_test():
        library = app.main.context.threads.library
        library._context.user_file._db.run("PRAGMA query_only = 1")
    [problem] = app.close()
    assert problem.startswith("the end of this session could not be recorded: ")


async def test_that_another_refresh_was_followed_is_no_part_of_an_outcome(home: Paths, upstream: Upstream) -> None:
    upstream.faults.add("/", Fault.SLOW_DRIP)
    with Child(
        [sys.executable, "-m", "arxtui", "refresh"],
        env={**os.environ, "ARXTUI_HOME": str(home.config.parent)},
        stderr=subprocess.DEVNULL,
    ) as other:
        async with reading(home, by_hand(home)) as reader:
            await reader.until(lambda: current_refresh(home))
            fetching.repair(reader.main.context)
            await reader.until(lambda: "arXiv" in reader.main.session.progress)
            other.terminate()
            upstream.faults.clear()
            await reader.until(
                lambda: not reader.main.context.jobs.is_working("ledger") and reader.main.session.messages.current
            )
            assert "process" not in reader.lines[-1]
