"""``arxtui fetch --review``: full reviews from Pith.

Each refresh loads this module; the modules that parse pages are loaded only if a review must be fetched.
"""

from __future__ import annotations

import argparse
import sys
import threading
from typing import TYPE_CHECKING

from arxtui.cli.support import output
from arxtui.cli.support.exits import BadCommandError
from arxtui.cli.support.home import open_library
from arxtui.cli.support.named_papers import papers_of
from arxtui.library.facade import Library
from arxtui.model.arxiv.ids import name_of
from arxtui.model.events import Event, EventKind
from arxtui.store.errors import StoreError
from arxtui.sync.refresh.engine import ALL_FAILED
from arxtui.sync.worker.event_output import report
from arxtui.verbs.fetch import CONFIRM_ABOVE

if TYPE_CHECKING:
    from arxtui.config.paths import Paths
    from arxtui.config.settings import Settings
    from arxtui.sync.worker.event_output import Tell
    from arxtui.sync.worker.process import FinishedPass

_MAX_PER_REFRESH = 20
"""The most papers to request during a refresh: two minutes at Pith's pace; the next refresh continues."""


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

    from arxtui.sync.by_hand.review_requests import fetch_reviews

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


def fetch_reviews_after_refresh(paths: Paths, passed: FinishedPass, emit_event: Tell, stop: threading.Event) -> None:
    """After a refresh, fetch the full reviews of starred and queued papers that Pith has reviewed.

    At most ``_MAX_PER_REFRESH`` papers are requested, each at most once a week. A failure is reported as a note and
    does not fail the refresh.
    """
    is_offline = any(end.kind is EventKind.FINISHED and end.exit_code == ALL_FAILED for end in passed.ends)
    if is_offline or stop.is_set() or not paths.library_db.exists():
        return

    def emit(event: Event) -> None:
        # The STARTED and FINISHED events of the refresh have been sent already.
        if event.kind not in (EventKind.STARTED, EventKind.FINISHED):
            emit_event(event)

    try:
        with Library.reading(paths, passed.settings) as library:
            names = library.reviews.lacking()
        if names:
            from arxtui.sync.by_hand.review_requests import fetch_reviews

            fetch_reviews(paths, passed.settings, names, limit=_MAX_PER_REFRESH, once=True, emit=emit, stop=stop)
    except StoreError as error:
        emit_event(Event(EventKind.NOTE, source="pith.reviews", reason=str(error)))
