"""``arxtui fetch --review``: full reviews from Pith."""

from __future__ import annotations

import argparse
import sys
import threading
from typing import TYPE_CHECKING

from arxtui.cli.support import output
from arxtui.cli.support.exits import BadCommandError
from arxtui.cli.support.home import open_library
from arxtui.cli.support.named_papers import papers_of
from arxtui.model.arxiv.ids import name_of
from arxtui.sync.by_hand.review_requests import fetch_reviews
from arxtui.sync.worker.event_output import report
from arxtui.verbs.fetch import CONFIRM_ABOVE

if TYPE_CHECKING:
    from arxtui.config.paths import Paths
    from arxtui.config.settings import Settings
    from arxtui.sync.worker.event_output import Tell


def fetch_review(options: argparse.Namespace, paths: Paths, settings: Settings) -> int:
    """Fetch the reviews.

    Exit status 0: Pith answered for all papers, also with "no review"; 3: for some; 4: for none.
    """
    if options.pdf:
        raise BadCommandError("--pdf is for full texts; --review fetches none")
    with open_library() as library:
        named = papers_of(library, options.papers, queued=options.queued)
    keys = named.keys[: options.limit or None]
    if len(keys) > CONFIRM_ABOVE and not options.limit and not options.yes:
        raise BadCommandError(
            f"this would request the reviews of {len(keys):,} papers; --yes allows it, --limit N requests the first N"
        )

    def work(send: Tell, stop: threading.Event) -> int:
        emit = named.ending(send)
        return named.status(
            fetch_reviews(paths, settings, map(name_of, keys), again=options.again, emit=emit, stop=stop)
        )

    code = report(sys.stdout if options.events else sys.stderr, work, events=options.events)
    if options.json:
        with open_library() as library:
            for key in keys:
                output.as_json({"id": name_of(key), "full_reviews": len(library.reviews.whole(key))})
    return code
