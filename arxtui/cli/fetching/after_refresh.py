"""What a refresh does at its end: it ranks the arrivals, fetches full texts and reviews, and runs the user's hooks,
with its results as input (docs/hooks.md)."""

from __future__ import annotations

import json
import logging
import os
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from arxtui.cli.library.rank import rank_arrivals
from arxtui.config.paths import Paths
from arxtui.config.text import ConfigError
from arxtui.export.jsonform import record_to_json, to_line
from arxtui.library.facade import Library
from arxtui.light import deferred
from arxtui.model.arxiv.ids import key_of
from arxtui.model.events import Event, EventKind
from arxtui.search.errors import SearchError
from arxtui.store.errors import StoreError
from arxtui.sync.errors import internal_error_words
from arxtui.sync.fulltext.due import RequestedPaper
from arxtui.sync.refresh import arrivals
from arxtui.sync.refresh.hooks import run_hook
from arxtui.sync.worker.event_output import HOOK, Tell
from arxtui.sync.worker.process import FinishedPass

with deferred():
    from arxtui.sync.by_hand.requests import fetch_reviews
    from arxtui.sync.fulltext.fetching import FetchOptions, fetch, is_at_work, pending

if TYPE_CHECKING:
    from arxtui.config.settings import Settings
    from arxtui.sync.worker.event_output import Tell


_log = logging.getLogger(__name__)


def run_hooks(paths: Paths, passed: FinishedPass, emit: Tell, stop: threading.Event) -> None:
    """Run the configured hooks after a refresh. A failing hook is reported as a note and does not fail the refresh.

    A refresh that a hook started runs no hooks. A refresh that is stopped leaves its papers to the hooks of the next
    one.
    """
    hooks = passed.settings.hooks
    if os.environ.get("ARXTUI_HOOK"):
        return
    due: list[tuple[str, tuple[str, ...], Callable[[], Sequence[str]]]] = [
        ("on_new_match", hooks.on_new_match, lambda: _matches(paths, passed)),
        ("after_refresh", hooks.after_refresh, lambda: _summary(passed)),
    ]
    for name, command, make_lines in due:
        if command and not stop.is_set():
            fault = _run(paths, passed, name, command, make_lines, stop)
            if fault:
                emit(Event(EventKind.NOTE, source=HOOK, target=name, reason=fault))


def _run(
    paths: Paths,
    passed: FinishedPass,
    name: str,
    command: tuple[str, ...],
    make_lines: Callable[[], Sequence[str]],
    stop: threading.Event,
) -> str:
    """Run one hook, unless there is no input for it. Return a description of the failure; empty if there was none."""
    try:
        lines = make_lines()
    except (StoreError, SearchError, ConfigError) as error:
        return str(error).splitlines()[0]
    except Exception as error:
        _log.exception("hook %s: its input could not be prepared", name)
        return internal_error_words(error)
    if not lines:
        return ""
    home = {"ARXTUI_HOME": str(paths.config.parent)} if os.environ.get("ARXTUI_HOME") else {}
    return run_hook(
        name,
        command,
        lines,
        seconds=passed.settings.hooks.time_limit_seconds,
        directory=paths.config,
        environ={**os.environ, **home},
        stop=stop,
    )


def _matches(paths: Paths, passed: FinishedPass) -> list[str]:
    """Return one JSON object for each view that got new papers, and record these papers as reported.

    Returns nothing, and leaves the papers to the next refresh, if the index does not contain all of them yet.
    """
    lines: list[str] = []
    if paths.library_db.exists():
        with Library.reading(paths, passed.settings) as library:
            keys = library.arrivals.since(passed.since.change, passed.since.at)
            if keys and library.arrivals.index_lag():
                return []
            for view, matching in library.arrivals.by_view(keys):
                papers = [record_to_json(record) for record in library.papers.records(matching, derived=True)]
                lines.append(to_line({"view": view.name, "query": view.query, "papers": papers}))
    arrivals.clear(paths.state)
    return lines


def _summary(passed: FinishedPass) -> list[str]:
    """Return the refresh's results as one JSON object; an empty list if no request was sent."""
    *targets, finished = (json.loads(event.to_json()) for event in passed.ends)
    return [to_line({"finished": finished, "targets": targets})] if targets else []


_REQUESTS = 100
"""The most requests during a refresh: five minutes at arXiv's pace, so that a refresh ends; the next one continues."""
_PATIENCE = 20
"""The most seconds in which references of fetched texts are looked up."""
_MAX_PER_REFRESH = 20
"""The most papers to request during a refresh: two minutes at Pith's pace; the next refresh continues."""


def work_after_refresh(paths: Paths, passed: FinishedPass, emit: Tell, stop: threading.Event) -> None:
    """Rank the arrivals, and fetch what the settings want for marked papers."""
    rank_arrivals(paths, passed, emit, stop)
    if passed.settings.pith.reviews:
        fetch_reviews_after_refresh(paths, passed, emit, stop)
    if passed.settings.fulltext.keep_mb:
        fetch_after_refresh(paths, passed, emit, stop)


def fetch_after_refresh(paths: Paths, passed: FinishedPass, emit_event: Tell, stop: threading.Event) -> None:
    """After a refresh, fetch the missing full texts of starred and queued papers.

    At most ``_REQUESTS`` requests are sent, and only while the texts fit into ``[fulltext] keep_mb``. A failure is
    reported as a note and does not fail the refresh.
    """
    if passed.is_offline or stop.is_set() or not paths.library_db.exists():
        return

    def note(words: str) -> None:
        emit_event(Event(EventKind.NOTE, source="arxiv.fulltext", reason=words))

    def emit(event: Event) -> None:
        # The STARTED and FINISHED events of the refresh have been sent already.
        if event.kind is EventKind.FINISHED:
            note(event.reason or "")
        elif event.kind is not EventKind.STARTED:
            emit_event(event)

    try:
        _fetch_starred_and_queued(paths, passed.settings, note, emit, stop)
    except StoreError as error:
        note(str(error))


def _fetch_starred_and_queued(
    paths: Paths, settings: Settings, note: Callable[[str], None], emit: Tell, stop: threading.Event
) -> None:
    with Library.reading(paths, settings) as library:
        papers, keeping = targets(library, library.texts.kept()), library.texts.keeping()
        is_full = library.texts.size() >= keeping.limit
    if not papers:
        return
    order = FetchOptions(requests=_REQUESTS)
    if is_at_work(paths) or not pending(paths, settings, papers, order):
        return
    if is_full:
        note(f"no room for more full texts: [fulltext] keep_mb is {settings.fulltext.keep_mb:,}")
        return
    fetch(paths, settings, papers, keeping, order, emit=emit, stop=stop)
    if not stop.is_set():
        look_up_references(paths, settings)


def look_up_references(paths: Paths, settings: Settings) -> None:
    """Look up the references of new texts while nobody waits for them; what fails is left to the first query."""
    with suppress(StoreError, SearchError), Library.reading(paths, settings) as library:
        library.references.graph.update(_PATIENCE)
        library.session.settle_works()


def targets(library: Library, keys: Sequence[int]) -> list[RequestedPaper]:
    """Return the fetch targets of papers; a paper known only from a review has no full text."""
    return [
        RequestedPaper(key_of(row.id), row.id, row.version or 0, row.announced or row.day, row.withdrawn)
        for row in library.papers.rows(keys)
        if row.id
    ]


def fetch_reviews_after_refresh(paths: Paths, passed: FinishedPass, emit_event: Tell, stop: threading.Event) -> None:
    """After a refresh, fetch the full reviews of starred and queued papers that Pith has reviewed.

    At most ``_MAX_PER_REFRESH`` papers are requested, each at most once a week. A failure is reported as a note and
    does not fail the refresh.
    """
    if passed.is_offline or stop.is_set() or not paths.library_db.exists():
        return

    def emit(event: Event) -> None:
        # The STARTED and FINISHED events of the refresh have been sent already.
        if event.kind not in (EventKind.STARTED, EventKind.FINISHED):
            emit_event(event)

    try:
        with Library.reading(paths, passed.settings) as library:
            names = library.reviews.lacking()
        if names:
            fetch_reviews(paths, passed.settings, names, limit=_MAX_PER_REFRESH, once=True, emit=emit, stop=stop)
    except StoreError as error:
        emit_event(Event(EventKind.NOTE, source="pith.reviews", reason=str(error)))
