"""What other processes write is noticed by polling: each change once, and the list stays until the user asks. An alarm
of the ledger and new papers are told."""

from __future__ import annotations

import pytest

from arxtui.config.paths import Paths
from arxtui.library.facade import Library
from arxtui.library.views import LedgerView
from arxtui.store.cache.database import Cache
from arxtui.tui.actions import Place
from arxtui.tui.state.view import News
from tests.builders import announced
from tests.tui.papers import paper
from tests.tui.reader import QUIET, THREE_PANES, fill, reading


async def test_a_replaced_cache_is_opened_once_and_all_that_was_counted_is_counted_again(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        context, ledgers = reader.main.context, list[object]()
        await reader.press("j")
        before = context.threads.library
        for file in filled.cache.glob("cache.db*"):
            file.unlink()
        Cache.open(filled.cache_db).close()
        fill(filled, [paper(1)], [announced(paper(1))])
        context.poller.ledger_read.subscribe(ledgers.append)
        context.poller._poll()
        opened = context.threads.library
        assert opened is not before
        await reader.until(lambda: reader.main.session.news.counts and reader.main.session.news.counts.all == 1)
        await reader.until(lambda: ledgers)
        context.poller._poll()
        await reader.pilot.pause()
        assert context.threads.library is opened


async def test_news_are_of_the_user_if_one_of_those_who_await_them_is(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        poller, automatic = reader.main.context.poller, list[bool]()
        poller.counted.subscribe(lambda news: automatic.append(news.is_automatic))
        for asks in ((False, True), (True,), (True, False), (True, True)):
            automatic.clear()
            for is_automatic in asks:
                poller.ask_for_news(is_automatic=is_automatic)
            await reader.until(lambda: automatic)
            assert automatic[-1] == all(asks), asks
        automatic.clear()
        poller.deliver()
        await reader.until(lambda: automatic)
        assert automatic == [False]
        poller._deliver_changes(True)
        await reader.until(lambda: len(automatic) > 1)
        assert automatic == [False, True]


async def test_marks_of_another_program_are_seen_in_the_list_and_in_the_detail(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        other = Library.open(filled, QUIET)
        other.marks.apply([paper(60).key], "star")
        other.close()
        reader.main.context.poller._deliver_changes(True)
        await reader.until(lambda: reader.main.papers.row and reader.main.papers.row.marks.starred)
        await reader.until(lambda: (record := reader.main.detail.record) and record.marks.starred)


async def test_a_notice_is_said_once_and_again_when_it_comes_back_or_changes(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        poller, session = reader.main.context.poller, reader.main.session
        for notice, is_said in (("One", True), ("One", False), ("Two", True), ("", False), ("Two", True)):
            await reader.press("j")
            poller._show_news(session.view.shown, News(notice=notice))
            assert bool(session.messages.current) == is_said, notice
            assert not is_said or notice in reader.main.session.messages.pieces[0][0]


@pytest.mark.parametrize(
    ("query", "is_typed", "waiting", "takes_them_in"),
    [
        ("", False, 1, True),
        ("is:unread", False, 1, True),
        ("", False, 0, False),
        ("", True, 1, False),
        ("is:starred", False, 1, False),
    ],
)
async def test_only_an_empty_list_that_nobody_searched_takes_papers_in_by_itself_and_counts_again(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, query: str, is_typed: bool, waiting: int, takes_them_in: bool
) -> None:
    async with reading(paths, size=THREE_PANES) as reader:
        context, view = reader.main.context, reader.main.session.view
        context.navigator.open(query)
        await reader.until_listed(query)
        if is_typed:
            context.search.open()
        taken: list[object] = []
        monkeypatch.setattr(context.navigator, "start_over", lambda *, then: taken.append(then))
        context.poller._show_news(view.shown, News(waiting=waiting))
        assert taken == ([context.poller.ask_for_news] if takes_them_in else [])


async def test_papers_that_come_to_an_empty_list_by_themselves_wait_no_longer(paths: Paths) -> None:
    async with reading(paths, size=THREE_PANES) as reader:
        counted: list[int] = []
        reader.main.context.poller.counted.subscribe(lambda news: counted.append(news.waiting))
        fill(paths, [paper(1)], [announced(paper(1))])
        reader.main.context.poller.deliver()
        await reader.until(lambda: reader.main.papers.count == 1 and len(counted) > 1)
        assert counted[-1] == 0
        assert reader.main.session.place is Place.LIST
        await reader.until_gone("waiting ·")


async def test_an_alarm_of_the_ledger_is_in_the_top_line_as_soon_as_it_is_read_and_gone_with_it(
    filled: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arxtui.tui.services.status_bar.never_online", lambda _: False)
    async with reading(filled, size=THREE_PANES) as reader:
        for alarms in (("2 papers of Wed 13 May are missing",), ()):
            reader.main.context.poller._show_ledger(LedgerView((), alarms))
            await reader.pilot.pause()
            assert ("alarm" in reader.lines[0] or "missing" in reader.lines[0]) == bool(alarms)
