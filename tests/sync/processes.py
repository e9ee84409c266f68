"""Worker processes for tests, run as the reader, cron or a terminal runs them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from arxtui.config.paths import Paths
from arxtui.model.events import Event, EventKind

WORKER = """
import sys
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


@contextmanager
def worker(paths: Paths, *options: str) -> Iterator[subprocess.Popen[str]]:
    """Run a worker process at ``paths``; kill it at the end if it is still running."""
    process = subprocess.Popen(
        [sys.executable, "-c", WORKER, *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "ARXTUI_HOME": str(paths.config.parent)},
        start_new_session=True,
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def events(pipe: IO[str] | None) -> Iterator[Event]:
    """Yield the events that a worker prints, as they arrive."""
    assert pipe is not None
    for line in pipe:
        yield Event.from_json(line)


def until(pipe: IO[str] | None, kind: EventKind) -> Event:
    """Return the first event of this kind."""
    return next(event for event in events(pipe) if event.kind is kind)
