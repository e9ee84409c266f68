"""``arxtui fetch --review``: whole reviews of Pith."""

from __future__ import annotations

import argparse
import sys
import threading
from typing import TYPE_CHECKING

from arxtui.cli.support import output
from arxtui.cli.support.exits import BadCommandError
from arxtui.cli.support.home import library
from arxtui.cli.support.named_papers import papers_of
from arxtui.model.arxiv.ids import name_of
from arxtui.model.events import Event, EventKind

if TYPE_CHECKING:
    from arxtui.config.paths import Paths
    from arxtui.config.settings import Settings
    from arxtui.sync.worker.event_output import Tell
    from arxtui.sync.worker.process import FinishedPass

_MANY = 100
_AT_ONCE = 20
"""Papers that a refresh asks about: two minutes at Pith's pace; the next refresh goes on."""


def fetch_review(options: argparse.Namespace, paths: Paths, settings: Settings) -> int:
    """Fetch. 0: Pith answered about all, also that it has none; 3: not about all; 4: about none."""
    from arxtui.sync.by_hand.review_requests import fetch_reviews
    from arxtui.sync.worker.event_output import report

    if options.pdf:
        raise BadCommandError("--pdf goes with full texts; --review fetches none")
    with library() as held:
        named = papers_of(held, options.papers, queued=options.queued)
    keys = named.keys[: options.limit or None]
    if len(keys) > _MANY and not options.limit and not options.yes:
        raise BadCommandError(
            f"that would ask Pith about {len(keys):,} papers; --yes does so, --limit N asks about the first N"
        )

    def work(tell: Tell, stop: threading.Event) -> int:
        emit = named.ending(tell)
        return named.status(
            fetch_reviews(paths, settings, map(name_of, keys), again=options.again, emit=emit, stop=stop)
        )

    code = report(sys.stdout if options.events else sys.stderr, work, events=options.events)
    if options.json:
        with library() as held:
            for key in keys:
                output.as_json({"id": name_of(key), "full_reviews": len(held.reviews.whole(key))})
    return code


def fetch_kept_reviews(paths: Paths, passed: FinishedPass, tell: Tell, stop: threading.Event) -> None:
    """After a refresh: fetch the reviews of starred and queued papers that Pith has reviewed, some at a time, each
    asked for once a week at most. What is in the way is a note, never more."""
    from arxtui.library.facade import Library
    from arxtui.store.errors import StoreError
    from arxtui.sync.refresh.engine import ALL_FAILED

    offline = any(end.kind is EventKind.FINISHED and end.exit_code == ALL_FAILED for end in passed.ends)
    if offline or stop.is_set() or not paths.library_db.exists():
        return

    def emit(event: Event) -> None:
        # The refresh has begun and ended already.
        if event.kind not in (EventKind.STARTED, EventKind.FINISHED):
            tell(event)

    try:
        with Library.reading(paths, passed.settings) as held:
            names = held.reviews.lacking()
        if names:
            from arxtui.sync.by_hand.review_requests import fetch_reviews

            fetch_reviews(paths, passed.settings, names, limit=_AT_ONCE, once=True, emit=emit, stop=stop)
    except StoreError as error:
        tell(Event(EventKind.NOTE, source="pith.reviews", reason=str(error)))
