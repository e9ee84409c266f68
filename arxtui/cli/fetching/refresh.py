"""``arxtui refresh``: one pass over all due requests. The reader runs it as its worker; it is also suited for cron."""

from __future__ import annotations

import argparse
import sys
import threading
from typing import TYPE_CHECKING

from arxtui import logs
from arxtui.cli.fetching.after_refresh import fetch_after_refresh, fetch_reviews_after_refresh
from arxtui.cli.library.rank import rank_arrivals
from arxtui.cli.support import output
from arxtui.cli.support.home import checked_home, checked_settings
from arxtui.sync.worker.process import FinishedPass, run_worker

if TYPE_CHECKING:
    from arxtui.sync.worker.event_output import Tell


def run(options: argparse.Namespace) -> int:
    """Refresh. Exit status 0: all sources answered or nothing was due; 3: some failed; 4: all failed."""
    paths, settings = checked_home()
    logs.to_file(paths.log_file)
    out = sys.stdout if options.events else sys.stderr
    if not settings.arxiv.categories and not options.events and not options.quiet:
        output.say(output.NOTHING_FOLLOWED)

    def after(passed: FinishedPass, emit: Tell, stop: threading.Event) -> None:
        if passed.settings.export.sync:
            from arxtui.cli.papers.export import sync_after_refresh

            sync_after_refresh(paths, passed, emit)
        if passed.settings.hooks.after_refresh or passed.settings.hooks.on_new_match:
            from arxtui.cli.fetching.hooks import run_hooks  # hooks alone need the library

            run_hooks(paths, passed, emit, stop)

        rank_arrivals(paths, passed, emit, stop)
        if passed.settings.pith.reviews:
            fetch_reviews_after_refresh(paths, passed, emit, stop)
        if passed.settings.fulltext.keep_mb:
            fetch_after_refresh(paths, passed, emit, stop)

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
