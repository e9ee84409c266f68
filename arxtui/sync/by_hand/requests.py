"""The user's requests: searches of arXiv, papers by name, the announced papers that are missing, and whole reviews.

No lock is needed: all processes share one pace.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import islice
from typing import TextIO

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.model.counted import counted
from arxtui.model.events import Event, EventKind
from arxtui.model.ledger import Outcome
from arxtui.store.cache.database import Cache
from arxtui.sync.by_hand.reviews import PithSession, ReviewTask
from arxtui.sync.by_hand.search import ArxivQuery, SearchTask, task_of
from arxtui.sync.lock import WORKER
from arxtui.sync.refresh.due import with_valid_times
from arxtui.sync.refresh.engine import ALL_FAILED, ALL_WELL, SOME_FAILED, run_tasks, utcnow
from arxtui.sync.refresh.plan import COMPLETE_TARGET, Source, Task, plan
from arxtui.sync.worker import single_flight
from arxtui.sync.worker.event_output import Tell, report

UNKNOWN = 1
"""Exit code: arXiv does not know some of the requested papers."""
_LEDGER_TIME = timedelta(days=7)
"""How long the ledger stores the outcome of a search, or of a request for reviews."""
_SOURCES = (Source.CATCHUP, Source.COMPLETE)


def search(
    paths: Paths,
    settings: Settings,
    query: ArxivQuery,
    *,
    emit: Callable[[Event], None],
    stop: threading.Event,
    now: Callable[[], datetime] = utcnow,
    interval: float = 0.0,
) -> int:
    """Fetch the results of a search, page by page. If arXiv answered the same search less than a day ago, fetch only
    the results that a larger ``limit`` adds.

    Returns 0 if all pages arrived, now or before; 3 if only some did, or the search was stopped by ``stop``; 4 if arXiv
    did not answer. Otherwise as ``engine.refresh``.
    """
    with Cache.open(paths.cache_db) as cache:
        cache.ledger.forget(Source.SEARCH, now() - _LEDGER_TIME)
        task = task_of(query, cache.ledger.get(Source.SEARCH, query.target), now())
    if not task.due:
        return _known(task, emit)
    return _ask(task, paths, settings, emit=emit, stop=stop, now=now, interval=interval)


def add(
    paths: Paths,
    settings: Settings,
    names: Iterable[str],
    *,
    emit: Callable[[Event], None],
    stop: threading.Event,
    now: Callable[[], datetime] = utcnow,
    interval: float = 0.0,
) -> int:
    """Fetch papers by name (identifiers without version, DOIs), with all papers left from earlier requests.

    Returns 0 if all papers arrived; 1 if arXiv does not know some; 3 or 4 as :func:`search`, and the next refresh
    fetches the rest. Otherwise as ``engine.refresh``.
    """
    requested = list(dict.fromkeys(names))
    with Cache.open(paths.cache_db) as cache:
        cache.requested.add(requested)
        waiting = frozenset(cache.requested.names())
    if known := [name for name in requested if name not in waiting]:
        emit(Event(EventKind.NOTE, reason=_already_known(known, len(requested))))
    if not waiting:
        return _nothing_to_ask(emit)
    task = Task(Source.ADD, "papers", True, "requested", now(), None)
    return _ask(task, paths, settings, emit=emit, stop=stop, now=now, interval=interval)


def _ask(
    task: Task,
    paths: Paths,
    settings: Settings,
    *,
    emit: Callable[[Event], None],
    stop: threading.Event,
    now: Callable[[], datetime],
    interval: float,
) -> int:
    pages = 0
    unknown = False

    def outcome(code: int) -> int:
        if code == ALL_FAILED and pages:
            return SOME_FAILED
        return UNKNOWN if code == ALL_WELL and unknown else code

    def tell(event: Event) -> None:
        nonlocal pages, unknown
        pages += event.kind is EventKind.PAGE
        unknown |= task.source is Source.ADD and event.kind is EventKind.DONE and bool(event.reason)
        if event.kind is EventKind.FINISHED and event.exit_code is not None:
            if task.source is Source.ADD and event.exit_code != ALL_WELL:
                emit(Event(EventKind.NOTE, reason=_schedule_rest(paths, now())))
            event = replace(event, exit_code=outcome(event.exit_code))
        emit(event)

    return outcome(run_tasks(paths, settings, lambda _: (task,), emit=tell, stop=stop, now=now, interval=interval))


def _known(task: SearchTask, emit: Callable[[Event], None]) -> int:
    """Emit a note that arXiv answered this search a short time ago. Returns the exit code."""
    assert task.entry is not None
    at = f"{task.entry.attempted.astimezone():%a %H:%M}"
    words = f"requested on {at} ({task.entry.reason}), the results are in the cache; --again sends the query again"
    emit(Event(EventKind.NOTE, source=task.source, target=task.target, reason=words))
    return _nothing_to_ask(emit)


def _nothing_to_ask(emit: Callable[[Event], None]) -> int:
    emit(Event(EventKind.STARTED, targets=1))
    emit(Event(EventKind.FINISHED, targets=1, exit_code=ALL_WELL))
    return ALL_WELL


def _already_known(known: Sequence[str], count: int) -> str:
    if count == 1:
        return f"{known[0]} is already known"
    return f"{len(known):,} of {counted(count, 'paper')} {'is' if len(known) == 1 else 'are'} already known"


def _schedule_rest(paths: Paths, now: datetime) -> str:
    """Make the next refresh fetch the papers that are left; returns a message that says so."""
    with Cache.open(paths.cache_db) as cache:
        count = len(cache.requested.names())
        entry = cache.ledger.get(Source.COMPLETE, COMPLETE_TARGET)
        if entry is not None:
            cache.ledger.put(replace(entry, next_due=now))
    return f"{counted(count, 'paper is', 'papers are')} still missing and will come with the next refresh"


def repair(paths: Paths, settings: Settings, out: TextIO, *, events: bool) -> int:
    """Fetch what is missing, after any running refresh has ended, and write the events to ``out`` (see
    ``event_output.report``). Returns the exit code of a refresh."""

    def tasks(cache: Cache) -> Iterable[Task]:
        every = plan(settings, cache.ledger.all(), utcnow(), everything=True)
        return [task for task in every if task.source in _SOURCES]

    def fetch(tell: Tell, stop: threading.Event) -> int:
        return run_tasks(paths, settings, tasks, emit=tell, stop=stop)

    def work(tell: Tell, stop: threading.Event) -> int:
        return single_flight.follow_then_run(paths.state, WORKER, "refresh", tell, stop, fetch)

    return report(out, work, events=events)


OFF = "whole reviews are switched off: [pith] reviews is false, or mcp_url and paper_url are empty"


def fetch_reviews(
    paths: Paths,
    settings: Settings,
    names: Iterable[str],
    *,
    again: bool = False,
    once: bool = False,
    limit: int | None = None,
    emit: Callable[[Event], None],
    stop: threading.Event,
    now: Callable[[], datetime] = utcnow,
    interval: float = 0.0,
) -> int:
    """Fetch the reviews of papers (names as of ``model.arxiv.ids.name_of``), at most ``limit`` papers.

    Papers requested in the last five minutes are skipped with a note, unless ``again``. ``again`` also uses Pith's
    machine access while that is switched off. ``once`` skips papers requested in the last week, without a note.

    Returns 0 if Pith answered for all papers, even that it has no review; 3 if not for all; 4 if for none. Otherwise as
    ``engine.refresh``.
    """
    pith = settings.pith
    requested = list(dict.fromkeys(names))
    if not pith.reviews or not (pith.mcp_url or pith.paper_url):
        emit(Event(EventKind.NOTE, source=Source.REVIEWS, reason=OFF))
        requested = []

    def choose(cache: Cache) -> Iterator[Task]:
        cache.ledger.forget(Source.REVIEWS, now() - _LEDGER_TIME)
        session = PithSession()
        for name in requested:
            entry = cache.ledger.get(Source.REVIEWS, name)
            entry = with_valid_times(entry, now()) if entry else None
            if entry and once:
                continue
            if entry is None or again or entry.outcome is Outcome.FAILED or entry.next_due <= now():
                yield ReviewTask(Source.REVIEWS, name, True, "requested", now(), entry, session=session, again=again)
            else:
                words = f"requested a short while ago: {entry.reason}"
                emit(Event(EventKind.NOTE, source=Source.REVIEWS, target=name, reason=words))

    return run_tasks(
        paths, settings, lambda cache: islice(choose(cache), limit), emit=emit, stop=stop, now=now, interval=interval
    )
