"""``arxtui fetch``: full texts with their figures, and PDFs, to be read without a network."""

from __future__ import annotations

import argparse
import sys
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from arxtui.cli.papers.listing import whole_number
from arxtui.cli.support import output
from arxtui.cli.support.exits import BadCommandError
from arxtui.cli.support.home import home, library
from arxtui.cli.support.named_papers import Named, check_papers, is_name, papers_of
from arxtui.model.arxiv.ids import key_of
from arxtui.model.events import Event, EventKind

if TYPE_CHECKING:
    from arxtui.config.paths import Paths
    from arxtui.config.settings import Settings
    from arxtui.library.facade import Library
    from arxtui.store.texts.fulltexts import Retention
    from arxtui.sync.fulltext.due import Wanted
    from arxtui.sync.worker.event_output import Tell
    from arxtui.sync.worker.process import Passed

_MANY = 100
_MOST = 20_000
"""Papers that are looked at: fetching so many takes days."""
_PACE = 3
"""Seconds between two requests to arXiv."""
_REQUESTS = 100
"""Of a refresh: five minutes at arXiv's pace, so that a refresh ends; the next one goes on."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the verb takes."""
    parser.add_argument("papers", metavar="QUERY|ID", nargs="*", help="identifiers, DOIs, queries, or all of these")
    parser.add_argument("--queued", action="store_true", help="the papers that are queued ('arxtui mark --queue')")
    parser.add_argument("--pdf", action="store_true", help="keep the PDFs too")
    parser.add_argument("--review", action="store_true", help="Pith's whole reviews of these papers instead")
    parser.add_argument("--again", action="store_true", help="also what is here, and what was not available")
    parser.add_argument(
        "--at-once", action="store_true", help="of one paper, beside another fetch that is at work, not after it"
    )
    parser.add_argument("--limit", metavar="N", type=whole_number, help="fetch those of at most N papers, 0 for all")
    parser.add_argument("--yes", action="store_true", help=f"also of more than {_MANY} papers")
    parser.add_argument("--events", action="store_true", help="tell each step as one JSON object a line")
    parser.add_argument("--json", action="store_true", help="then print how each text stands, one JSON object a line")


def run(options: argparse.Namespace) -> int:
    """Fetch. 0: what can be had is here; 3: some failed, or it was stopped; 4: nothing answered."""
    from arxtui import logs
    from arxtui.sync.fulltext.fetching import Order, fetch, pending
    from arxtui.sync.worker.event_output import report

    _check(options)
    paths, settings = home()
    logs.to_file(paths.log_file)
    if options.review:
        from arxtui.cli.fetching.fetch_review import fetch_review

        return fetch_review(options, paths, settings)
    named, papers, keeping = _asked(options)
    order = Order(options.again, options.pdf, options.limit or None, at_once=options.at_once)
    count = pending(paths, settings, papers, order)
    if count > _MANY and not options.limit and not options.yes:
        raise BadCommandError(
            f"that would fetch {count:,} full texts, at arXiv's pace in at least {_hours(count * _PACE)}; "
            "--yes does so, --limit N fetches the first N"
        )
    with output.progress() as redraw:

        def work(tell: Tell, stop: threading.Event) -> int:
            emit = named.ending(tell if options.events else _shown(tell, redraw))
            return named.status(fetch(paths, settings, papers, keeping, order, emit=emit, stop=stop))

        code = report(sys.stdout if options.events else sys.stderr, work, events=options.events)
    if options.json:
        with library() as held:
            for paper in papers:
                output.as_json(_as_json(held, paper))
    return code


def _check(options: argparse.Namespace) -> None:
    """BadCommandError for options that do not go together."""
    if not options.papers and not options.queued:
        raise BadCommandError("say which: identifiers, a query such as is:starred, or --queued")
    if options.at_once and (options.pdf or options.queued or [is_name(text) for text in options.papers] != [True]):
        raise BadCommandError("--at-once is for the text or the reviews of one paper")
    if options.events and options.json:
        raise BadCommandError("--events and --json both write to standard output; give one of them")
    check_papers(options.papers, f"fetch the {'reviews' if options.review else 'texts'} of every paper")


def fetch_kept(paths: Paths, passed: Passed, tell: Tell, stop: threading.Event) -> None:
    """After a refresh: fetch the full texts of starred and queued papers that are not here, some at a time and as long
    as they fit into ``[fulltext] keep_mb``. What is in the way is a note, never more."""
    from arxtui.store.errors import StoreError
    from arxtui.sync.refresh.engine import ALL_FAILED

    offline = any(end.kind is EventKind.FINISHED and end.exit_code == ALL_FAILED for end in passed.ends)
    if offline or stop.is_set() or not paths.library_db.exists():
        return

    def note(words: str) -> None:
        tell(Event(EventKind.NOTE, source="arxiv.fulltext", reason=words))

    def emit(event: Event) -> None:
        # The refresh has begun and ended already.
        if event.kind is EventKind.FINISHED:
            note(event.reason or "")
        elif event.kind is not EventKind.STARTED:
            tell(event)

    try:
        _fetch_kept(paths, passed.settings, note, emit, stop)
    except StoreError as error:
        note(str(error))


def _fetch_kept(
    paths: Paths, settings: Settings, note: Callable[[str], None], emit: Tell, stop: threading.Event
) -> None:
    from arxtui.library.facade import Library

    with Library.reading(paths, settings) as held:
        papers, keeping = _wanted(held, held.texts.kept()), held.texts.keeping()
        is_full = held.texts.size() >= keeping.limit
    if not papers:
        return
    # What reads pages is loaded by a refresh that has a text to fetch.
    from arxtui.sync.fulltext.fetching import Order, fetch, is_at_work, pending

    order = Order(requests=_REQUESTS)
    if is_at_work(paths) or not pending(paths, settings, papers, order):
        return
    if is_full:
        note(f"no room for more full texts: [fulltext] keep_mb is {settings.fulltext.keep_mb:,}")
        return
    fetch(paths, settings, papers, keeping, order, emit=emit, stop=stop)


def _asked(options: argparse.Namespace) -> tuple[Named, list[Wanted], Retention]:
    """The papers that are asked for, and what may be forgotten for them."""
    with library() as held:
        named = papers_of(held, options.papers, queued=options.queued)
        if len(named.keys) > _MOST:
            raise BadCommandError(f"that means {len(named.keys):,} papers; name at most {_MOST:,} at once")
        return named, _wanted(held, named.keys), held.texts.keeping()


def _wanted(held: Library, keys: Sequence[int]) -> list[Wanted]:
    """Papers as they are asked for; those that only a review names have no full text."""
    from arxtui.sync.fulltext.due import Wanted

    return [
        Wanted(key_of(row.id), row.id, row.version or 0, row.announced or row.day)
        for row in held.papers.rows(keys)
        if row.id
    ]


def _as_json(held: Library, paper: Wanted) -> dict[str, Any]:
    from arxtui.export.jsonform import moment

    state, pdf = held.texts.state(paper.key), held.texts.pdf(paper.key)
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


def _shown(tell: Tell, redraw: Callable[[str], None]) -> Tell:
    """Tells what came, and shows on a terminal how far the work is."""

    def shown(event: Event) -> None:
        if event.kind is EventKind.SOURCE:
            redraw(f"{event.target} ({event.reason})")
        elif event.kind is EventKind.PAGE:
            redraw(event.reason or "")
        elif event.kind is EventKind.STEP:
            redraw(f"{event.target}: {event.reason}")
        else:
            redraw("")
            tell(event)

    return shown


def _hours(seconds: int) -> str:
    hours, minutes = divmod(seconds // 60, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min"
