"""The reader with its worker process and a made-up upstream on the loopback address."""

from __future__ import annotations

import os
import subprocess
import sys

from arxtui.config.paths import Paths
from arxtui.config.settings import load
from arxtui.demo.faults import Fault
from arxtui.demo.upstream import Upstream
from arxtui.library.worker import current_refresh
from arxtui.light import changed
from arxtui.model.events import Event, EventKind
from arxtui.store.cache.database import Cache
from arxtui.tui.commands import fetching
from arxtui.tui.screens.first_run import CategoryPicker
from tests.builders import announced
from tests.child import Child
from tests.config.edits import write_categories
from tests.tui.papers import days_back, paper
from tests.tui.reader import Reader, by_hand, fill, fill_usually, reading


def worker_pid(paths: Paths) -> int:
    lock = paths.state / "worker.lock"
    text = lock.read_text().strip() if lock.exists() else ""
    return int(text) if text else 0


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def is_still(reader: Reader) -> bool:
    return not reader.main.session.progress


async def test_the_first_refresh_fills_the_screen_by_itself(home: Paths) -> None:
    async with reading(home, load(home.config_file)) as reader:
        await reader.until(lambda: reader.main.papers.count)
        await reader.until(lambda: is_still(reader))
        await reader.until_shown(" Unread  ", "Announced")
        assert "Pith" not in reader.lines[0]
        assert reader.main.session.news.counts
        assert reader.main.session.news.counts.unread


async def test_without_categories_a_refresh_requests_papers_that_are_waited_for(
    home: Paths, upstream: Upstream
) -> None:
    usual = by_hand(home)
    settings = changed(usual, arxiv=changed(usual.arxiv, categories=()), pith=changed(usual.pith, listing_url=""))
    write_categories(home.config_file, ())
    with Cache.open(home.cache_db) as cache:
        cache.requested.add([upstream.corpus.papers[0].id])
    async with reading(home, settings) as reader:
        await reader.until(lambda: isinstance(reader.app.screen, CategoryPicker))
        await reader.press("escape", "R")
        await reader.until(lambda: reader.main.session.news.counts and reader.main.session.news.counts.all == 1)


async def test_where_nothing_is_subscribed_or_waited_for_a_refresh_says_how_to(home: Paths) -> None:
    usual = by_hand(home)
    settings = changed(usual, arxiv=changed(usual.arxiv, categories=()), pith=changed(usual.pith, listing_url=""))
    write_categories(home.config_file, ())
    async with reading(home, settings) as reader:
        await reader.until(lambda: isinstance(reader.app.screen, CategoryPicker))
        await reader.press("escape", "R", "R")
        await reader.until_shown("No categories followed: c chooses them")


async def test_later_refreshes_move_nothing_whether_papers_arrive_the_upstream_fails_or_there_is_no_network(
    home: Paths, upstream: Upstream
) -> None:
    async with reading(home, by_hand(home)) as reader:
        await reader.press("R")
        await reader.until(lambda: reader.main.papers.count and is_still(reader))
        await reader.press("full_stop", "j", "j")
        before = reader.title, reader.main.papers.count
        assert upstream.announce_more(len(upstream.corpus.held))
        reader.main.context.upstream.refresh(everything=True)
        await reader.until_shown("waiting · . shows them")
        await reader.until(lambda: is_still(reader))
        assert (reader.title, reader.main.papers.count) == before
        for path, fault in (("/rss", Fault.RATE_LIMITED), ("/api", Fault.UNAVAILABLE), ("/pith", Fault.RATE_LIMITED)):
            upstream.faults.add(path, fault)
        reader.main.context.upstream.refresh(everything=True)
        await reader.until(lambda: all(each.failed for each in reader.main.session.news.freshness))
        await reader.until(lambda: is_still(reader))
        assert "no answer" not in reader.lines[0], "a source that asked for a pause is asked again by itself"
        assert (reader.title, reader.main.papers.count) == before
        upstream.stop()
        reader.main.context.upstream.refresh(everything=True)
        await reader.until(lambda: "offline, as of " in reader.lines[0])
        assert (reader.title, reader.main.papers.count) == before


async def test_a_refresh_that_fails_in_part_speaks_of_that_and_not_of_papers_that_wait(
    home: Paths, upstream: Upstream
) -> None:
    async with reading(home, by_hand(home)) as reader:
        await reader.press("R")
        await reader.until(lambda: reader.main.papers.count and is_still(reader))
        await reader.press("full_stop")
        assert upstream.announce_more(len(upstream.corpus.held))
        reader.main.context.upstream.refresh(everything=True)
        await reader.until_shown("waiting · . shows them")
        await reader.until(lambda: is_still(reader))
        upstream.faults.add("/rss", Fault.RATE_LIMITED)
        await reader.press("R")
        await reader.until_shown("R again requests them now")
        await reader.press("R")
        await reader.until_shown("429 Too Many Requests, next try", "Pith: nothing new")
        assert "wait" not in reader.lines[-1]


async def test_a_refresh_shows_its_progress_is_not_begun_twice_and_ends_with_the_reader_which_waits_for_nobody(
    home: Paths, upstream: Upstream
) -> None:
    upstream.faults.add("/", Fault.SLOW_DRIP)
    async with reading(home, by_hand(home)) as reader:
        await reader.press("R", "R")
        await reader.until_shown("The refresh is still in progress", "its result will be shown here")
        await reader.until(lambda: "arXiv" in reader.lines[0])
        await reader.until(lambda: worker_pid(home) and upstream.log)
        pid = worker_pid(home)
        await reader.press("q")
        await reader.until(lambda: not reader.app.is_running)
    await reader.until(lambda: not is_alive(pid))


async def test_going_to_sleep_ends_the_worker_and_waking_starts_it_again(home: Paths, upstream: Upstream) -> None:
    upstream.faults.add("/", Fault.SLOW_DRIP)
    async with reading(home, by_hand(home)) as reader:
        await reader.press("R")
        await reader.until(lambda: worker_pid(home) and upstream.log)
        pid = worker_pid(home)
        reader.app.app_suspend_signal.publish(reader.app)
        await reader.until(lambda: not is_alive(pid))
        upstream.faults.clear()
        reader.app.app_resume_signal.publish(reader.app)
        await reader.until(lambda: reader.main.papers.count and is_still(reader))


async def test_a_refresh_in_another_process_is_shown(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        with Child([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
            step = Event(EventKind.PAGE, source="arxiv.backfill", page=2, pages=5)
            (paths.state / "worker.ndjson").write_text(f"{other.pid}\n{step.to_json()}\n")
            await reader.until(lambda: "arXiv page 2 of 5" in reader.lines[0])
            other.kill()
        await reader.until(lambda: is_still(reader))


async def test_papers_fetched_by_another_process_are_delivered_and_wait(paths: Paths) -> None:
    fill_usually(paths)
    async with reading(paths) as reader:
        await reader.until_shown("Unread")
        newest = [paper(number) for number in range(61, 64)]
        fill(paths, newest, [announced(each, days_back(0)) for each in newest])
        await reader.until_shown("3 waiting")


async def test_a_repair_of_its_own_is_not_reported_a_second_time_as_a_refresh_elsewhere(
    home: Paths, upstream: Upstream
) -> None:
    upstream.faults.add("/", Fault.SLOW_DRIP)
    async with reading(home, by_hand(home)) as reader:
        fetching.repair(reader.main.context)
        await reader.until(lambda: current_refresh(home))
        reader.main.context.jobs.poll_elsewhere()
        assert reader.main.session.progress
        assert " · " not in reader.main.session.progress


async def test_a_first_refresh_with_few_new_papers_lists_the_older_ones_too_and_says_which_is_which(
    home: Paths,
) -> None:
    write_categories(home.config_file, ("cs.DC",))
    async with reading(home, load(home.config_file), size=(120, 35)) as reader:
        await reader.until_shown(
            " All papers  ", "new papers (●) and", "older ones were fetched · 0 lists the new ones"
        )
        counts = reader.main.session.news.counts
        assert counts
        assert 0 < counts.unread < reader.main.papers.size.height < counts.all
        assert f"{counts.unread} new papers (●) and {counts.all - counts.unread} older" in reader.text
        await reader.press("0")
        await reader.until_listed("is:unread")
    async with reading(home, load(home.config_file), size=(120, 35)) as reader:
        await reader.until(lambda: is_still(reader))
        await reader.until_shown(" Unread  ")


async def test_a_first_refresh_leaves_a_list_that_the_user_chose_or_moved_in(home: Paths) -> None:
    write_categories(home.config_file, ("cs.DC",))
    async with reading(home, load(home.config_file), size=(120, 35)) as reader:
        await reader.until(lambda: reader.main.papers.count > 1)
        await reader.press("j")
        await reader.until(lambda: is_still(reader))
        await reader.until(lambda: reader.main.context.first_hour.is_over)
        await reader.until_shown(" Unread  ")
