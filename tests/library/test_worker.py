"""The worker as a child process: its events, its lifeline, and its access to the terminal."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import threading
from collections.abc import Iterator
from contextlib import aclosing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import arxtui
from arxtui.config.paths import Paths
from arxtui.library.worker import WorkerDied, start
from arxtui.model.events import EventKind
from arxtui.sync.lock import worker_lock

PROC = Path("/proc/self/fd")


@pytest.fixture
def silent(paths: Paths) -> Iterator[threading.Event]:
    """An upstream that receives requests and never answers, used by the home's settings. The event is set when a
    request arrives."""
    asked, over = threading.Event(), threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.set()
            over.wait()

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    url = f"http://127.0.0.1:{server.server_port}"
    paths.config_file.write_text(
        f'[arxiv]\ncategories = ["cs.DC"]\napi_url = "{url}/api"\nfeed_url = "{url}/rss"\nbackfill_days = 0\n'
        "[pith]\nreviews = false\n"
    )
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield asked
    over.set()
    server.shutdown()
    thread.join()
    server.server_close()


def holder(paths: Paths) -> int:
    """Return the process id of the running worker."""
    return int((paths.state / "worker.lock").read_text())


async def test_a_module_that_lies_where_the_reader_was_started_is_not_run(
    paths: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A download folder can contain files of any name, including the names of Python modules."""
    (tmp_path / "httpx2.py").write_text(f"open({str(tmp_path / 'was run')!r}, 'w')")
    paths.config_file.write_text('[arxiv]\ncategories = ["cs.DC"]\napi_url = "http://127.0.0.1:1/api"\n')
    monkeypatch.chdir(tmp_path)
    async with aclosing(start(paths, "refresh")) as events:
        kinds = [event.kind async for event in events]
    assert kinds[-1] is EventKind.FINISHED
    assert not (tmp_path / "was run").exists()


def test_no_process_of_the_program_takes_modules_from_the_folder_that_it_is_started_in() -> None:
    started = [
        options
        for file in Path(arxtui.__file__).parent.rglob("*.py")
        for options in re.findall(r'sys\.executable, (.*?)"-m"', file.read_text())
    ]
    assert len(started) > 5
    assert set(started) == {'"-P", '}


async def gone(process: int) -> None:
    """Wait until a process has ended."""
    while True:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return
        await asyncio.sleep(0.01)


async def test_its_events_arrive_as_they_are_reported(paths: Paths) -> None:
    async with aclosing(start(paths, "refresh", "--all")) as events:
        reported = [event async for event in events]
    assert reported[0].kind is EventKind.STARTED
    assert (reported[-1].kind, reported[-1].exit_code) == (EventKind.FINISHED, 0)
    assert paths.cache_db.exists()


async def test_letting_go_ends_it_and_waits_for_nobody(paths: Paths, silent: threading.Event) -> None:
    async with aclosing(start(paths, "refresh")) as events:
        async for event in events:
            if event.kind is EventKind.SOURCE:
                break
        child = holder(paths)
    await gone(child)


async def test_a_cancelled_reader_lets_go(paths: Paths, silent: threading.Event) -> None:
    reading = asyncio.Event()

    async def read() -> None:
        async with aclosing(start(paths, "refresh")) as events:
            async for event in events:
                if event.kind is EventKind.SOURCE:
                    reading.set()

    task = asyncio.create_task(read())
    await reading.wait()
    child = holder(paths)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await gone(child)


@pytest.mark.skipif(not PROC.exists(), reason="there is no /proc to look at descriptors")
async def test_it_has_a_session_of_its_own_and_no_descriptor_of_the_terminal(
    paths: Paths, silent: threading.Event
) -> None:
    terminal, other = os.openpty()
    async with aclosing(start(paths, "refresh")) as events:
        async for event in events:
            if event.kind is EventKind.SOURCE:
                break
        child = holder(paths)
        assert os.getsid(child) == child
        held = {each.name: str(each.readlink()) for each in Path(f"/proc/{child}/fd").iterdir()}
        assert held["0"].startswith("pipe:")
        assert held["1"].startswith("pipe:")
        assert held["2"] == str(paths.log_file)
        assert not [name for name in held.values() if name.startswith(("/dev/pts", "/dev/tty", "/dev/ptmx"))]
    os.close(terminal)
    os.close(other)
    await gone(child)


async def test_a_worker_that_is_killed_is_an_error_and_not_an_end(paths: Paths, silent: threading.Event) -> None:
    async def read() -> None:
        async for event in start(paths, "refresh"):
            if event.kind is EventKind.SOURCE:
                os.kill(holder(paths), signal.SIGKILL)

    with pytest.raises(WorkerDied, match="before it finished"):
        await read()


async def test_a_second_worker_says_who_is_at_work(paths: Paths) -> None:
    with worker_lock(paths.state):
        async with aclosing(start(paths, "refresh")) as events:
            reported = await anext(events)
    assert reported.kind is EventKind.NOTE
    assert f"process {os.getpid()} blocks every refresh" in (reported.reason or "")


async def test_a_faulty_configuration_is_reported_with_its_line(paths: Paths) -> None:
    paths.config_file.write_text("[arxiv]\nnothing = 1\n")
    with pytest.raises(WorkerDied, match="line 2"):
        async for _ in start(paths, "refresh"):
            pass
