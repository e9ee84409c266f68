"""``arxtui fetch``: full texts with their figures, and PDFs, for reading without a network.

Each refresh loads this module; the modules that parse pages are loaded only if a text must be fetched.
"""

from __future__ import annotations

import argparse
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from arxtui import logs
from arxtui.cli.fetching.fetch_review import fetch_review
from arxtui.cli.support import output
from arxtui.cli.support.exits import OK, BadCommandError
from arxtui.cli.support.home import home, open_library
from arxtui.cli.support.named_papers import NamedPapers, check_papers, is_name, papers_of, with_piped
from arxtui.export.jsonform import moment
from arxtui.library.facade import Library
from arxtui.model.arxiv.ids import key_of
from arxtui.model.events import Event, EventKind
from arxtui.search.errors import SearchError
from arxtui.store.errors import StoreError
from arxtui.sync.fulltext.due import RequestedPaper
from arxtui.sync.refresh.engine import ALL_FAILED
from arxtui.sync.worker.event_output import report
from arxtui.verbs.fetch import CONFIRM_ABOVE

if TYPE_CHECKING:
    from arxtui.config.paths import Paths
    from arxtui.config.settings import Settings
    from arxtui.store.texts.fulltexts import Retention
    from arxtui.sync.worker.event_output import Tell
    from arxtui.sync.worker.process import FinishedPass

_MAX_PAPERS = 20_000
"""The most papers in one command: fetching that many takes days."""
_PACE = 3
"""Seconds between two requests to arXiv."""
_REQUESTS = 100
"""The most requests during a refresh: five minutes at arXiv's pace, so that a refresh ends; the next one continues."""

_PATIENCE = 20
"""The most seconds in which references of fetched texts are looked up."""


def run(options: argparse.Namespace) -> int:
    """Fetch the texts.

    Exit status 0: everything available is stored; 3: some failed, or the command was stopped; 4: no response at all.
    """
    options.papers = with_piped(options.papers)
    _check(options)
    paths, settings = home()
    logs.to_file(paths.log_file)
    if options.review:
        return fetch_review(options, paths, settings)
    from arxtui.sync.fulltext.fetching import FetchOptions, fetch, pending

    named, papers, keeping = _requested(options)
    order = FetchOptions(options.again, options.pdf, options.limit or None, concurrent=options.at_once)
    count = pending(paths, settings, papers, order)
    if count > CONFIRM_ABOVE and not options.limit and not options.yes:
        raise BadCommandError(
            f"this would fetch {count:,} full texts, in at least {_hours(count * _PACE)} at arXiv's pace; "
            "--yes allows it, --limit N fetches the first N"
        )
    with output.progress() as redraw:

        def work(send: Tell, stop: threading.Event) -> int:
            emit = named.ending(send if options.events else _with_progress(send, redraw))
            return named.status(fetch(paths, settings, papers, keeping, order, emit=emit, stop=stop))

        code = report(sys.stdout if options.events else sys.stderr, work, events=options.events)
    if code == OK and not options.at_once:
        _look_up_references(paths, settings)
    if options.json:
        with open_library() as library:
            for paper in papers:
                output.as_json(_as_json(library, paper))
    return code


def _check(options: argparse.Namespace) -> None:
    """Raise BadCommandError for options that cannot be combined."""
    if not options.papers and not options.queued:
        raise BadCommandError("name papers or a query, such as is:starred, or use --queued")
    if options.at_once and (options.pdf or options.queued or [is_name(text) for text in options.papers] != [True]):
        raise BadCommandError("--at-once is for the text or the reviews of one paper")
    if options.events and options.json:
        raise BadCommandError("--events and --json both write to standard output; give one of them")
    check_papers(options.papers, f"fetch the {'reviews' if options.review else 'texts'} of every paper")


def fetch_after_refresh(paths: Paths, passed: FinishedPass, emit_event: Tell, stop: threading.Event) -> None:
    """After a refresh, fetch the missing full texts of starred and queued papers.

    At most ``_REQUESTS`` requests are sent, and only while the texts fit into ``[fulltext] keep_mb``. A failure is
    reported as a note and does not fail the refresh.
    """
    is_offline = any(end.kind is EventKind.FINISHED and end.exit_code == ALL_FAILED for end in passed.ends)
    if is_offline or stop.is_set() or not paths.library_db.exists():
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
        papers, keeping = _targets(library, library.texts.kept()), library.texts.keeping()
        is_full = library.texts.size() >= keeping.limit
    if not papers:
        return
    from arxtui.sync.fulltext.fetching import FetchOptions, fetch, is_at_work, pending

    order = FetchOptions(requests=_REQUESTS)
    if is_at_work(paths) or not pending(paths, settings, papers, order):
        return
    if is_full:
        note(f"no room for more full texts: [fulltext] keep_mb is {settings.fulltext.keep_mb:,}")
        return
    fetch(paths, settings, papers, keeping, order, emit=emit, stop=stop)
    if not stop.is_set():
        _look_up_references(paths, settings)


def _look_up_references(paths: Paths, settings: Settings) -> None:
    """Look up the references of new texts while nobody waits for them; what fails is left to the first query."""
    with suppress(StoreError, SearchError), Library.reading(paths, settings) as library:
        library.references.graph.update(_PATIENCE)


def _requested(options: argparse.Namespace) -> tuple[NamedPapers, list[RequestedPaper], Retention]:
    """Return the papers that the arguments name, the fetch targets, and the rules for removing older texts to make
    room.
    """
    with open_library() as library:
        named = papers_of(library, options.papers, queued=options.queued)
        if len(named.keys) > _MAX_PAPERS:
            raise BadCommandError(f"these are {len(named.keys):,} papers; name at most {_MAX_PAPERS:,} at once")
        return named, _targets(library, named.keys), library.texts.keeping()


def _targets(library: Library, keys: Sequence[int]) -> list[RequestedPaper]:
    """Return the fetch targets of papers; a paper known only from a review has no full text."""
    return [
        RequestedPaper(key_of(row.id), row.id, row.version or 0, row.announced or row.day, row.withdrawn)
        for row in library.papers.rows(keys)
        if row.id
    ]


def _as_json(library: Library, paper: RequestedPaper) -> dict[str, Any]:
    state, pdf = library.texts.state(paper.key), library.texts.pdf(paper.key)
    return {
        "id": paper.id,
        "version": state.version,
        "state": state.state,
        "origin": state.origin,
        "words": state.words,
        "figures": state.figures,
        "figures_missing": state.figures_missing,
        "fetched": moment(state.fetched),
        "reason": state.reason,
        "next_try": moment(state.next_try),
        "pdf": str(pdf.path) if pdf else None,
    }


def _with_progress(emit: Tell, redraw: Callable[[str], None]) -> Tell:
    """Return an event handler that prints results, and shows the progress on a terminal."""

    def handle(event: Event) -> None:
        if event.kind is EventKind.SOURCE:
            redraw(f"{event.target} ({event.reason})")
        elif event.kind is EventKind.PAGE:
            redraw(event.reason or "")
        elif event.kind is EventKind.STEP:
            redraw(f"{event.target}: {event.reason}")
        else:
            redraw("")
            emit(event)

    return handle


def _hours(seconds: int) -> str:
    hours, minutes = divmod(seconds // 60, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min"
