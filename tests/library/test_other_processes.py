"""A refresh in another process is shown from the events it writes in the state directory."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from arxtui.config.paths import Paths
from arxtui.library.worker import current_harvest, current_refresh
from arxtui.model.events import Event, EventKind
from tests.child import Child

PAGE = Event(EventKind.PAGE, source="arxiv.feed", target="cs.DC", page=1, new=3)


@pytest.fixture
def process() -> Iterator[int]:
    """A process that runs until the test ends."""
    with Child([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        yield child.pid
        child.kill()


def tell(paths: Paths, process: int, *events: Event, rest: str = "", file: str = "worker.ndjson") -> None:
    lines = [str(process), *(event.to_json() for event in events)]
    (paths.state / file).write_text("\n".join(lines) + "\n" + rest)


def test_its_last_step_is_reported(paths: Paths, process: int) -> None:
    assert current_refresh(paths) is None
    tell(paths, process)
    assert current_refresh(paths) == Event(EventKind.STARTED)
    tell(paths, process, Event(EventKind.STARTED), PAGE)
    assert current_refresh(paths) == PAGE


def test_a_harvest_is_reported_as_well(paths: Paths, process: int) -> None:
    tell(paths, process, PAGE, file="harvest.ndjson")
    assert current_harvest(paths) == PAGE
    assert current_refresh(paths) is None


def test_half_a_line_is_not_read_and_a_long_story_not_in_whole(paths: Paths, process: int) -> None:
    tell(paths, process, *[PAGE] * 2_000, rest='{"kind": "fin')
    assert current_refresh(paths) == PAGE


def test_who_has_ended_is_at_work_no_more(paths: Paths, process: int) -> None:
    tell(paths, process, PAGE, Event(EventKind.FINISHED, exit_code=0))
    assert current_refresh(paths) is None


def test_who_was_killed_is_at_work_no_more(paths: Paths) -> None:
    with Child([sys.executable, "-c", ""]) as gone:
        gone.wait()
    tell(paths, gone.pid, PAGE)
    assert current_refresh(paths) is None


def test_an_empty_or_invalid_file_of_events_is_no_refresh(paths: Paths) -> None:
    for text in ("", "nobody\n", f"{os.getpid()}\n"):
        (paths.state / "worker.ndjson").write_text(text)
        assert current_refresh(paths) is None
