"""``arxtui refresh``: one pass over what is due; the reader's worker, and fit for cron."""

from __future__ import annotations

import argparse
import sys

from arxtui.cli import output
from arxtui.cli.home import home


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the verb takes."""
    parser.add_argument("--all", action="store_true", help="everything, due or not")
    parser.add_argument("--events", action="store_true", help="tell each step as one JSON object a line")
    parser.add_argument("--watch", action="store_true", help="keep going: refresh again whenever something is due")


def run(options: argparse.Namespace) -> int:
    """Refresh. 0: all answered or nothing was due; 3: some failed; 4: all failed."""
    from arxtui import logs
    from arxtui.sync.worker import run_worker

    paths, settings = home()
    logs.to_file(paths.log_file)
    out = sys.stdout if options.events else sys.stderr
    if not settings.arxiv.categories and not options.events:
        output.say(output.NOTHING_FOLLOWED)
    return run_worker(paths, settings, options.all, options.events, out, watch=options.watch)
