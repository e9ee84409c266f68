"""``arxtui fetch``: full texts with their figures, PDFs, full reviews from Pith, and what sources of citations report,
for reading without a network."""

from __future__ import annotations

import argparse
import sys
import threading
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from arxtui import logs
from arxtui.cli.fetching.after_refresh import look_up_references, targets
from arxtui.cli.fetching.ask_citations import check_sources
from arxtui.cli.support import exits, output
from arxtui.cli.support.home import open_library
from arxtui.cli.support.named_papers import NamedPapers, check_papers, is_name, papers_of, with_piped
from arxtui.cli.support.settings import home
from arxtui.library.facade import Library
from arxtui.model.arxiv.ids import name_of
from arxtui.model.counted import moment
from arxtui.model.events import Event, EventKind
from arxtui.sync.by_hand.requests import fetch_reviews
from arxtui.sync.citations.asking import ask
from arxtui.sync.fulltext.due import RequestedPaper
from arxtui.sync.fulltext.fetching import FetchOptions, fetch, pending
from arxtui.sync.worker.event_output import report
from arxtui.verbs.fetch import CONFIRM_ABOVE

if TYPE_CHECKING:
    from arxtui.config.paths import Paths
    from arxtui.config.settings import Settings
    from arxtui.store.texts.fulltexts import Retention
    from arxtui.sync.worker.event_output import Tell


_MAX_PAPERS = 20_000
"""The most papers in one command: fetching that many takes days."""
_PACE = 3
"""Seconds between two requests to arXiv."""


def run(options: argparse.Namespace) -> int:
    """Fetch the texts.

    Exit status 0: everything available is stored; 3: some failed, or the command was stopped; 4: no response at all.
    """
    options.papers = with_piped(options.papers)
    _check(options)
    paths, settings = home()
    logs.to_file(paths.log_file)
    if options.citations:
        return fetch_citations(options, paths, settings)
    if options.review:
        return fetch_review(options, paths, settings)
    named, papers, keeping = _requested(options)
    order = FetchOptions(options.again, options.pdf, options.limit or None, concurrent=options.at_once)
    count = pending(paths, settings, papers, order)
    if count > CONFIRM_ABOVE and not options.limit and not options.yes:
        raise exits.BadCommandError(
            f"this would fetch {count:,} full texts, in at least {_hours(count * _PACE)} at arXiv's pace; "
            "--yes allows it, --limit N fetches the first N"
        )
    with output.progress() as redraw:

        def work(send: Tell, stop: threading.Event) -> int:
            emit = named.ending(send if options.events else _with_progress(send, redraw))
            return named.status(fetch(paths, settings, papers, keeping, order, emit=emit, stop=stop))

        code = report(sys.stdout if options.events else sys.stderr, work, events=options.events)
    if code == exits.OK and not options.at_once:
        look_up_references(paths, settings)
    if options.json:
        with open_library() as library:
            for paper in papers:
                output.as_json(_as_json(library, paper))
    return code


def _check(options: argparse.Namespace) -> None:
    """Raise BadCommandError for options that cannot be combined."""
    if not options.papers and not options.queued:
        raise exits.BadCommandError("name papers or a query, such as is:starred, or use --queued")
    if options.at_once and (options.pdf or options.queued or [is_name(text) for text in options.papers] != [True]):
        raise exits.BadCommandError("--at-once is for the text or the reviews of one paper")
    if options.events and options.json:
        raise exits.BadCommandError("--events and --json both write to standard output; give one of them")
    check_papers(options.papers, f"fetch the {'reviews' if options.review else 'texts'} of every paper")


def _requested(options: argparse.Namespace) -> tuple[NamedPapers, list[RequestedPaper], Retention]:
    """Return the papers that the arguments name, the fetch targets, and the rules for removing older texts to make
    room.
    """
    with open_library() as library:
        named = papers_of(library, options.papers, queued=options.queued)
        if len(named.keys) > _MAX_PAPERS:
            raise exits.BadCommandError(f"these are {len(named.keys):,} papers; name at most {_MAX_PAPERS:,} at once")
        return named, targets(library, named.keys), library.texts.keeping()


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


def fetch_review(options: argparse.Namespace, paths: Paths, settings: Settings) -> int:
    """Fetch the reviews.

    Exit status 0: Pith answered for all papers, also with "no review"; 3: for some; 4: for none.
    """
    if options.pdf:
        raise exits.BadCommandError("--pdf is for full texts; --review fetches none")
    return _request_each(
        options,
        ("request the reviews of", "requests"),
        partial(fetch_reviews, paths, settings),
        lambda library, key: {"full_reviews": len(library.reviews.whole(key))},
    )


def fetch_citations(options: argparse.Namespace, paths: Paths, settings: Settings) -> int:
    """Ask the sources about papers.

    Exit status 0: all sources answered for all papers, also "does not know this paper"; 3: for some; 4: for none.
    """
    if options.pdf or options.review:
        raise exits.BadCommandError("--citations fetches neither PDFs nor reviews")
    check_sources(settings)
    return _request_each(
        options,
        ("ask about", "asks about"),
        partial(ask, paths, settings),
        lambda library, key: {"reports": [each.to_json() for each in library.papers.reports(key)]},
    )


def _request_each(
    options: argparse.Namespace,
    words: tuple[str, str],
    request: Callable[..., int],
    as_json: Callable[[Library, int], dict[str, Any]],
) -> int:
    """Request something for each named paper, and print what is stored then; ``words`` are those of what is done."""
    with open_library() as library:
        named = papers_of(library, options.papers, queued=options.queued)
    keys = named.keys[: options.limit or None]
    if len(keys) > CONFIRM_ABOVE and not options.limit and not options.yes:
        raise exits.BadCommandError(
            f"this would {words[0]} {len(keys):,} papers; --yes allows it, --limit N {words[1]} the first N"
        )

    def work(send: Tell, stop: threading.Event) -> int:
        emit = named.ending(send)
        return named.status(request(map(name_of, keys), again=options.again, emit=emit, stop=stop))

    code = report(sys.stdout if options.events else sys.stderr, work, events=options.events)
    if options.json:
        with open_library() as library:
            for key in keys:
                output.as_json({"id": name_of(key), **as_json(library, key)})
    return code
