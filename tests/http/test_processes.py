"""The pace of a service is kept across processes, and a killed process blocks no other."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from arxtui.demo.faults import Fault
from arxtui.demo.messages import Reply
from arxtui.demo.server import Server
from arxtui.http.client import Client
from tests.child import Child

INTERVAL = 0.2

ASKING = """
import sys
from pathlib import Path
from arxtui.http.client import Client

state, url, interval, times = sys.argv[1:]
with Client(Path(state), interval=float(interval), seconds=1000) as client:
    for number in range(int(times)):
        client.get(f"{url}/{number}", service="arxiv")
"""


@pytest.fixture
def server() -> Iterator[Server]:
    with Server(lambda request: Reply(200, b"<feed/>")) as running:
        yield running


def asking(state: Path, url: str, times: int, interval: float = INTERVAL) -> Child[bytes]:
    return Child([sys.executable, "-c", ASKING, str(state), url, str(interval), str(times)])


def gaps(server: Server) -> list[float]:
    """Return the seconds from the end of each request to the arrival of the next; negative if two overlapped."""
    log = server.log
    return [second.at - (first.finished or first.at) for first, second in pairwise(log)]


def test_three_processes_keep_the_pace_together(server: Server, tmp_path: Path) -> None:
    processes = [asking(tmp_path, server.url, 4) for _ in range(3)]
    assert [process.wait() for process in processes] == [0, 0, 0]
    assert len(server.log) == 12
    assert min(gaps(server)) >= INTERVAL


def test_without_a_pace_there_is_still_never_more_than_one_request_under_way(server: Server, tmp_path: Path) -> None:
    processes = [asking(tmp_path, server.url, 30, 0.0) for _ in range(3)]
    assert [process.wait() for process in processes] == [0, 0, 0]
    assert len(server.log) == 90
    assert min(gaps(server)) >= 0


def test_a_killed_process_frees_the_turn_and_its_request_still_counts(server: Server, tmp_path: Path) -> None:
    server.faults.add("/0", Fault.SLOW_DRIP, 1)
    with asking(tmp_path, server.url, 1) as process:
        while not server.log:
            time.sleep(0.005)
        process.kill()
    with Client(tmp_path, interval=INTERVAL) as client:
        assert client.get(f"{server.url}/next", service="arxiv").status == 200
    first, second = server.log
    assert second.at - first.at >= INTERVAL
