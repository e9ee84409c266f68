"""Worker processes for tests, run as the reader, cron or a terminal runs them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO, Protocol

from arxtui.config.paths import Paths
from arxtui.model.events import Event, EventKind
from tests.fork_server import ForkServer, Running

_WORKER = """
from arxtui import logs
from arxtui.config.paths import Paths
from arxtui.config.settings import load
from arxtui.sync.worker.process import run_worker
paths = Paths.find()
logs.to_file(paths.log_file)
said = sys.argv[1:]
sys.exit(run_worker(
    paths, load(paths.config_file), "--all" in said, "--events" in said, sys.stdout, watch="--watch" in said
))
"""


class StartWorker(Protocol):
    """Starts a worker process with these options."""

    def __call__(self, *options: str) -> Running: ...


def worker(fork_server: ForkServer, paths: Paths, *options: str) -> Running:
    """Start a worker process at ``paths``."""
    return fork_server.start(_WORKER, *options, environ={"ARXTUI_HOME": str(paths.config.parent)})


def events(pipe: IO[str]) -> Iterator[Event]:
    """Yield the events that a worker prints, as they arrive."""
    for line in pipe:
        yield Event.from_json(line)


def until(pipe: IO[str], kind: EventKind) -> Event:
    """Return the first event of this kind."""
    return next(event for event in events(pipe) if event.kind is kind)
