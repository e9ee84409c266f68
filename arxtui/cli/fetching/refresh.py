"""``arxtui refresh``: one pass over all due requests. The reader runs it as its worker; it is also suited for cron."""

from __future__ import annotations

import argparse
import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING

from arxtui import __version__, logs
from arxtui.cli.support import output
from arxtui.cli.support.settings import checked_home, checked_settings
from arxtui.files import stamp
from arxtui.light import deferred
from arxtui.sync.worker.process import FinishedPass, run_worker

with deferred():
    from arxtui.cli.fetching.after_refresh import run_hooks, work_after_refresh
    from arxtui.cli.papers.export import sync_after_refresh

if TYPE_CHECKING:
    from arxtui.config.paths import Paths
    from arxtui.model.events import Event
    from arxtui.sync.worker.event_output import Tell


def run(options: argparse.Namespace) -> int:
    """Refresh. Exit status 0: all sources answered or nothing was due; 3: some failed; 4: all failed."""
    paths, settings = checked_home()
    logs.to_file_later(paths.log_file)
    out = sys.stdout if options.events else sys.stderr
    if not settings.arxiv.categories and not options.events and not options.quiet:
        output.say(output.NOTHING_FOLLOWED)

    def after(passed: FinishedPass, emit: Tell, stop: threading.Event) -> None:
        if passed.settings.export.sync:
            sync_after_refresh(paths, passed, emit)
        if passed.settings.hooks.after_refresh or passed.settings.hooks.on_new_match:
            run_hooks(paths, passed, emit, stop)
        if paths.library_db.exists() and not stop.is_set():
            work_after(paths, passed, emit, stop)

    return run_worker(
        paths,
        settings,
        options.all,
        options.events,
        out,
        watch=options.watch,
        quiet=options.quiet,
        after=after,
        load=checked_settings,
    )


def work_after(paths: Paths, passed: FinishedPass, emit: Tell, stop: threading.Event) -> None:
    """Rank the arrivals and fetch the texts and reviews of marked papers, unless a pass before found nothing to do and
    nothing has changed since.

    A file has the state in which nothing was to do. It holds for the rest of an hour, because texts become due.
    """
    databases = [paths.library_db, paths.cache_db]
    logs_of_changes = [file.with_name(f"{file.name}-wal") for file in databases]
    # SQLite leaves an empty log where a database was only read.
    files = [found for file in (*databases, *logs_of_changes, paths.config_file) if (found := stamp(file)) and found[1]]
    state = f"{__version__} {passed.since.at:%Y-%m-%dT%H} {files}"
    done = paths.state / "after-refresh"
    with suppress(OSError):
        if not any(end.targets for end in passed.ends) and done.read_text() == state:
            return
    logs.begin()
    events: list[Event] = []

    def emit_counted(event: Event) -> None:
        events.append(event)
        emit(event)

    work_after_refresh(paths, passed, emit_counted, stop)
    with suppress(OSError):
        done.write_text("" if passed.is_offline or events or stop.is_set() else state)
