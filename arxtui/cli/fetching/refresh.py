"""``arxtui refresh``: one pass over what is due; the reader's worker, and fit for cron."""

from __future__ import annotations

import argparse
import sys
import threading
from typing import TYPE_CHECKING

from arxtui.cli.support import output
from arxtui.cli.support.home import sound_home, sound_settings

if TYPE_CHECKING:
    from arxtui.sync.worker.event_output import Tell


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the verb takes."""
    parser.add_argument("--all", action="store_true", help="everything, due or not; Pith at most once in five minutes")
    parser.add_argument("--events", action="store_true", help="tell each step as one JSON object a line")
    parser.add_argument("--watch", action="store_true", help="keep going: refresh again whenever something is due")
    parser.add_argument("--quiet", action="store_true", help="say nothing but what went wrong")


def run(options: argparse.Namespace) -> int:
    """Refresh. 0: all answered or nothing was due; 3: some failed; 4: all failed."""
    from arxtui import logs
    from arxtui.sync.worker.process import FinishedPass, run_worker

    paths, settings = sound_home()
    logs.to_file(paths.log_file)
    out = sys.stdout if options.events else sys.stderr
    if not settings.arxiv.categories and not options.events and not options.quiet:
        output.say(output.NOTHING_FOLLOWED)

    def after(passed: FinishedPass, tell: Tell, stop: threading.Event) -> None:
        if passed.settings.export.sync:
            from arxtui.cli.papers.export import sync_after_refresh

            sync_after_refresh(paths, passed, tell)
        if passed.settings.hooks.after_refresh or passed.settings.hooks.on_new_match:
            from arxtui.cli.fetching.hooks import run_hooks  # the library is needed for them alone

            run_hooks(paths, passed, tell, stop)
        from arxtui.cli.library.rank import rank_arrivals

        rank_arrivals(paths, passed, tell, stop)
        if passed.settings.pith.reviews:
            from arxtui.cli.fetching.fetch_review import fetch_kept_reviews

            fetch_kept_reviews(paths, passed, tell, stop)
        if passed.settings.fulltext.keep_mb:
            from arxtui.cli.fetching.fetch import fetch_kept

            fetch_kept(paths, passed, tell, stop)

    return run_worker(
        paths,
        settings,
        options.all,
        options.events,
        out,
        watch=options.watch,
        quiet=options.quiet,
        after=after,
        load=sound_settings,
    )
