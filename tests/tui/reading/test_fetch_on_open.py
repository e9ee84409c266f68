"""A full text that is not in the cache is fetched when it is opened: by a real child process, from the made-up
upstream."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arxtui.config.paths import Paths
from arxtui.config.settings import FulltextSettings
from arxtui.demo.faults import Fault
from arxtui.demo.upstream import Upstream
from arxtui.light import changed
from arxtui.model.fulltext import TextState
from arxtui.model.paper import Paper
from arxtui.model.views import Record
from arxtui.text import readable
from arxtui.tui.services import poller
from tests.builders import announced
from tests.child import Child
from tests.tui.background.test_worker_process import is_still
from tests.tui.reader import Reader, by_hand, fill, reading
from tests.tui.reading.test_page import screen_of
from tests.tui.reading.texts import WORDS, document, open_text, prose, put_text

SIZES = [(160, 45), (120, 35), (80, 24), (40, 12)]


@pytest.fixture
def papers(home: Paths, upstream: Upstream) -> list[Paper]:
    """Papers that arXiv has as HTML; the last one is under the cursor."""
    made = [each for each in upstream.papers if each.id[-1] not in "37"][:3]
    fill(home, made, [announced(each) for each in made])
    return made


def processes(home: Paths) -> Iterator[str]:
    """Yield the command lines of the child processes that fetch for this home."""
    wanted = f"ARXTUI_HOME={home.config.parent}".encode()
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            command = (entry / "cmdline").read_bytes().split(b"\0")
            if b"fetch" in command and wanted in (entry / "environ").read_bytes().split(b"\0"):
                yield " ".join(part.decode() for part in command)
        except OSError:
            continue


def texts_asked(upstream: Upstream) -> list[str]:
    return [each.path for each in upstream.log if each.path.startswith(("/html", "/ar5iv", "/pdf"))]


def row_of(reader: Reader, words: str) -> int:
    return next(row for row, line in enumerate(reader.lines) if words in line)


async def test_title_authors_and_abstract_are_read_while_the_source_that_is_requested_is_reported_and_a_key_stops_it(
    home: Paths, upstream: Upstream, papers: list[Paper]
) -> None:
    upstream.faults.add("/html", Fault.SLOW_DRIP)
    async with reading(home, by_hand(home), size=(100, 40)) as reader:
        await open_text(reader)
        row = reader.main.papers.row
        assert row
        await reader.until_shown("Abstract", "Fetching: trying arXiv's HTML", "x stop", "? help")
        assert row.title[:40] in reader.text
        await reader.press("x")
        await reader.until_shown("Stopped", "The full text is not stored yet. W fetches it now")
        await reader.until(lambda: not list(processes(home)))
        await reader.press("x")
        await reader.until_shown("Nothing is being fetched for this paper")


async def test_the_text_takes_the_place_of_the_abstract_without_a_key_and_a_scrolled_abstract_stays_where_it_is(
    home: Paths, upstream: Upstream, papers: list[Paper]
) -> None:
    upstream.faults.add("/html", Fault.UNAVAILABLE)
    upstream.faults.add("/ar5iv", Fault.UNAVAILABLE)
    upstream.faults.add("/pdf", Fault.UNAVAILABLE)
    async with reading(home, by_hand(home), size=(100, 14)) as reader:
        await open_text(reader)
        await reader.until_shown("The full text could not be fetched. W tries again, p opens the PDF")
        await reader.until(lambda: is_still(reader))
        upstream.faults.clear()
        screen = screen_of(reader)
        assert screen.reading.state.record
        words = " ".join(readable(screen.reading.state.record.paper.abstract).split()[:5])
        await reader.press("j")
        before = row_of(reader, words)
        await reader.press("W")
        await reader.until(lambda: screen.reading.state.is_text)
        assert row_of(reader, words) == before
        await reader.until(lambda: is_still(reader))
        await reader.until_shown("words from arXiv's HTML")


async def test_a_text_opened_without_a_network_says_offline_and_names_the_key_to_retry(
    home: Paths, upstream: Upstream, papers: list[Paper]
) -> None:
    async with reading(home, by_hand(home), size=SIZES[0]) as reader:
        upstream.stop()
        await open_text(reader)
        await reader.until_shown("Offline: 127.0.0.1 cannot be reached")
        await reader.until(lambda: is_still(reader))
        for size in SIZES:
            await reader.pilot.resize_terminal(*size)
            await reader.until_shown("Offline: 127.0.0.1 cannot be reached", "W fetch", "? help")
            assert "cannot be reached. W tries again" in " ".join(" ".join(reader.lines[-4:]).split()), size


async def test_the_setting_says_no_and_W_says_yes(home: Paths, upstream: Upstream, papers: list[Paper]) -> None:
    settings = changed(by_hand(home), fulltext=FulltextSettings(fetch_on_open=False))
    async with reading(home, settings, size=(100, 40)) as reader:
        await open_text(reader)
        await reader.until_shown("The full text is not stored yet. W fetches it now")
        assert (texts_asked(upstream), list(processes(home))) == ([], [])
        await reader.press("W")
        await reader.until(lambda: screen_of(reader).reading.state.is_text)
        assert screen_of(reader).viewport.top == 0, "the title is shown to someone who has not scrolled"


async def test_leaving_goes_on_fetching_in_the_background_and_says_and_shows_so(
    home: Paths, upstream: Upstream, papers: list[Paper], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(poller, "POLL_SECONDS", 3600.0)  # the list does not wait for the next look at the cache
    upstream.faults.add("/html", Fault.SLOW_DRIP, 1)
    async with reading(home, by_hand(home), size=(100, 40)) as reader:
        await open_text(reader)
        await reader.until_shown("Fetching: trying arXiv's HTML")
        await reader.press("escape")
        await reader.until_shown("The full text is still being fetched, in the background; t shows it")
        await reader.until(lambda: is_still(reader))
        await reader.until_shown("The requested full text is stored")
        await reader.until(lambda: reader.main.papers.row and reader.main.papers.row.fulltext is TextState.HAVE)


async def test_many_texts_opened_one_after_the_other_do_not_pile_children_up(
    home: Paths, upstream: Upstream, papers: list[Paper]
) -> None:
    upstream.faults.add("/html", Fault.SLOW_DRIP)
    async with reading(home, by_hand(home), size=(100, 40)) as reader:
        running = list[int]()

        def has_fetched() -> bool:
            running.append(len(list(processes(home))))
            return any(running)

        for _ in range(2):
            for _ in papers:
                await reader.press("t", "escape", "j")
                has_fetched()
            await reader.press("g")
        await reader.until(has_fetched)
        assert running[-1] <= 2  # one that fetches, and one that is just exiting


async def test_a_fetch_of_another_process_is_not_waited_for(
    home: Paths, upstream: Upstream, papers: list[Paper]
) -> None:
    hold = (
        "import fcntl, sys; lock = open(sys.argv[1], 'w'); fcntl.flock(lock, fcntl.LOCK_EX); print('held', flush=True);"
        "input()"
    )
    command = [sys.executable, "-c", hold, str(home.state / "fetch.lock")]
    with Child(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout
        assert other.stdout.readline()
        async with reading(home, by_hand(home), size=(100, 40)) as reader:
            await open_text(reader)
            await reader.until(lambda: screen_of(reader).reading.state.is_text)
        other.kill()


async def test_a_text_that_another_process_brings_is_shown(
    home: Paths, upstream: Upstream, papers: list[Paper]
) -> None:
    settings = changed(by_hand(home), fulltext=FulltextSettings(fetch_on_open=False))
    async with reading(home, settings, size=(100, 40)) as reader:
        await open_text(reader)
        await reader.until_shown("The full text is not stored yet")
        shown = next(each for each in papers if each.key == screen_of(reader).reading.state.key)
        put_text(home, shown, document([prose("Every queue is stale.")]))
        await reader.until_shown("Every queue is stale.")
        assert screen_of(reader).reading.state.fulltext.state is TextState.HAVE


async def test_opening_a_text_reads_its_record_once(
    home: Paths, papers: list[Paper], monkeypatch: pytest.MonkeyPatch
) -> None:
    put_text(home, papers[-1], document([prose("Every queue is stale.")]))
    async with reading(home, by_hand(home), size=(100, 40)) as reader:
        library, asked = reader.main.context.threads.library, list[int]()
        record = library.papers.record

        def counting(key: int) -> Record | None:
            asked.append(key)
            return record(key)

        monkeypatch.setattr(library.papers, "record", counting)
        await open_text(reader)
        assert asked == [screen_of(reader).reading.state.key]


async def test_a_text_that_broke_off_is_shown_with_the_reason_until_a_whole_one_has_come(
    home: Paths, upstream: Upstream, papers: list[Paper]
) -> None:
    paper = papers[-1]
    put_text(home, paper, document([prose(WORDS)])._replace(broken_off=True), words=20)
    async with reading(home, by_hand(home), size=(100, 40)) as reader:
        await reader.until_shown("≠")
        upstream.faults.add("/html", Fault.UNAVAILABLE, retry_after=2)
        await open_text(reader)
        await reader.until_shown("This text is incomplete: its conversion to HTML broke off", "Fetching: ")
        upstream.faults.clear()
        await reader.until(lambda: "This text is incomplete" not in reader.text)
        await reader.until(lambda: is_still(reader))
        assert screen_of(reader).reading.state.fulltext.state is TextState.HAVE
