"""Where the cursor stands in a new list, and what the reader does at its beginning and at once."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from arxtui.config.paths import Paths
from arxtui.config.settings import ArxivSettings, PithSettings, RefreshSettings
from arxtui.library.views import LedgerView
from arxtui.model.frozen import changed
from arxtui.reader.lines import Place
from arxtui.tui.commands import search
from arxtui.tui.context import Context
from arxtui.tui.services import navigator
from arxtui.tui.state.session import Session
from arxtui.tui.widgets.document_page import DocumentPage
from tests.tui.papers import paper
from tests.tui.reader import LIMIT, QUIET, THREE_PANES, Reader, reading
from tests.tui.reading.test_page import screen_of
from tests.tui.reading.texts import fill_with_text, open_text


async def until_listed(reader: Reader, shown: int) -> None:
    view = reader.main.session.view
    await reader.until(lambda: view.shown > shown and not view.is_awaited)


@pytest.mark.parametrize(
    ("goes", "is_at_top"),
    [
        (lambda context: context.navigator.show_query("paper"), True),
        (lambda context: context.navigator.show_query("paper", typing=True), True),
        (lambda context: context.navigator.refine("is:unread cat:cs.DC"), True),
        (lambda context: context.navigator.leave_for("paper"), True),
        (search.sort, True),
        (lambda context: context.navigator.reopen(to_top=True), True),
        (lambda context: context.navigator.reopen(), False),
        (lambda context: context.navigator.open("paper"), False),
    ],
)
async def test_another_list_begins_at_its_top_and_the_same_one_at_the_paper_of_the_cursor(
    filled: Paths, goes: Callable[[Context], object], is_at_top: bool
) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.press("j", "j", "j")
        before, shown = reader.main.papers.key, reader.main.session.view.shown
        goes(reader.main.context)
        await until_listed(reader, shown)
        papers = reader.main.papers
        assert (papers.cursor == 0) == is_at_top
        assert (papers.key == before) == (not is_at_top)


async def test_a_mark_of_a_paper_that_the_detail_does_not_show_yet_brings_it_there(
    filled: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(navigator, "_FAST_MOVE_SECONDS", 3600.0)  # the detail lags behind the cursor
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.press("j", "j", "s")
        await reader.until(
            lambda: (record := reader.main.detail.record) and record.key == paper(58).key and record.marks.starred
        )


async def test_three_offers_are_gone_through_downwards_and_upwards(
    filled: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        monkeypatch.setattr(Session, "offers", property(lambda _: ("one", "two", "three")))
        chosen = []
        for step in (1, 1, 1, -1, -1, -1):
            assert reader.main.context.search.choose_offer(step)
            chosen.append(reader.main.session.offered)
        assert chosen == [1, 2, 0, 2, 1, 0]


async def test_a_range_is_selected_upwards_as_downwards(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        await reader.press(*"jjjjjm", *"kkkk", "M")
        await reader.until_shown("4 selected")
        keys = set(reader.main.session.selection.targets().keys)
        assert keys == {paper(number).key for number in (55, 56, 57, 58)}
        await reader.press("k", "M")
        await reader.until_shown("5 selected")


async def test_a_place_in_a_text_is_stored_at_once_where_the_reader_may_be_ending(filled: Paths) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        context, busy = reader.main.context, threading.Event()
        context.threads.act.ask(lambda _: busy.wait(LIMIT), lambda _: None, lambda _: None)
        key = paper(60).key
        for block, at_once in ((4, True), (9, False)):
            context.fulltexts.store_place(key, Place(block, 2), 1, "words", at_once=at_once)
            stored = context.threads.library.texts.place(key)
            assert stored
            assert stored.block == 4
        busy.set()
        await reader.until(lambda: (stored := context.threads.library.texts.place(key)) and stored.block == 9)


@pytest.mark.parametrize(
    ("categories", "at_start", "minutes", "now", "every"),
    [
        (("cs.DC",), True, 30, True, [1800]),
        (("cs.DC",), False, 30, False, [1800]),
        (("cs.DC",), True, 0, True, []),
        ((), True, 1, False, [60]),
    ],
)
async def test_refreshes_are_begun_and_scheduled_as_the_settings_say(
    filled: Paths,
    monkeypatch: pytest.MonkeyPatch,
    categories: tuple[str, ...],
    at_start: bool,
    minutes: int,
    now: bool,
    every: list[int],
) -> None:
    async with reading(filled, size=THREE_PANES) as reader:
        upstream, seconds, called = reader.main.context.upstream, list[float](), list[object]()
        monkeypatch.setattr(reader.main, "set_interval", lambda interval, _: seconds.append(interval))
        monkeypatch.setattr(reader.main, "call_later", called.append)
        reader.main.session.settings = changed(
            QUIET,
            arxiv=ArxivSettings(categories=categories),
            pith=PithSettings(listing_url=""),
            refresh=RefreshSettings(at_start=at_start, interval_minutes=minutes),
        )
        upstream.begin()
        assert (seconds, called) == (every, [upstream.refresh] if now else [])


async def test_an_alarm_of_the_ledger_is_in_the_top_line_as_soon_as_it_is_read_and_gone_with_it(
    filled: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arxtui.tui.services.status_bar.never_online", lambda _: False)
    async with reading(filled, size=THREE_PANES) as reader:
        for alarms in (("2 papers of Wed 13 May are missing",), ()):
            reader.main.context.poller._show_ledger(LedgerView((), alarms))
            await reader.pilot.pause()
            assert ("alarm" in reader.lines[0] or "missing" in reader.lines[0]) == bool(alarms)


async def test_of_two_selected_texts_that_of_the_preview_is_copied(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill_with_text(paths)
    async with reading(paths, size=(120, 30)) as reader:
        await open_text(reader)
        screen = screen_of(reader)
        selected = {screen.preview.text: "of the preview", screen.text: "of the text"}
        monkeypatch.setattr(DocumentPage, "selected_text", property(selected.get))
        assert screen.reading.links.to_copy() == ("of the preview", "14 characters")
        selected[screen.preview.text] = ""
        assert screen.reading.links.to_copy() == ("of the text", "11 characters")
