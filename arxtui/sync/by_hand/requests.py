"""arXiv asked by hand: for what a query means, and for papers by name. No lock is needed: the pace is kept by all."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.model.counted import counted
from arxtui.model.events import Event, EventKind
from arxtui.store.cache.database import Cache
from arxtui.sync.by_hand.search import Question, SearchTask, task_of
from arxtui.sync.refresh.engine import ALL_FAILED, ALL_WELL, SOME_FAILED, run_tasks, utcnow
from arxtui.sync.refresh.plan import COMPLETE_TARGET, Source, Task

UNKNOWN = 1
"""arXiv does not know all that was asked for."""
_REMEMBERED = timedelta(days=7)
"""How long the ledger keeps what a search was answered."""


def search(
    paths: Paths,
    settings: Settings,
    question: Question,
    *,
    emit: Callable[[Event], None],
    stop: threading.Event,
    now: Callable[[], datetime] = utcnow,
    interval: float = 0.0,
) -> int:
    """Ask, page by page, unless arXiv answered the same less than a day ago; a larger ``limit`` goes on from there.

    Returns 0 when arXiv answered, or had done so; 4 when it did not; 3 when it did not to the end, or was not asked any
    more because of ``stop``. The rest as for ``engine.refresh``.
    """
    with Cache.open(paths.cache_db) as cache:
        cache.ledger.forget(Source.SEARCH, now() - _REMEMBERED)
        task = task_of(question, cache.ledger.get(Source.SEARCH, question.target), now())
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
    """Ask for papers by name (identifiers without version, DOIs), and for all that are still waited for.

    Returns 0 when arXiv told of all, 1 when it does not know some; 3 or 4 as :func:`search`: what was not answered is
    kept, and comes with the next refresh. The rest as for ``engine.refresh``.
    """
    wanted = list(dict.fromkeys(names))
    with Cache.open(paths.cache_db) as cache:
        cache.requested.add(wanted)
        waiting = frozenset(cache.requested.names())
    if known := [name for name in wanted if name not in waiting]:
        emit(Event(EventKind.NOTE, reason=_already_known(known, len(wanted))))
    if not waiting:
        return _nothing_to_ask(emit)
    task = Task(Source.ADD, "papers", True, "asked for", now())
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
                emit(Event(EventKind.NOTE, reason=_kept(paths, now())))
            event = replace(event, exit_code=outcome(event.exit_code))
        emit(event)

    return outcome(run_tasks(paths, settings, lambda _: (task,), emit=tell, stop=stop, now=now, interval=interval))


def _known(task: SearchTask, emit: Callable[[Event], None]) -> int:
    """Tell that arXiv was asked a short while ago."""
    assert task.entry is not None
    at = f"{task.entry.attempted.astimezone():%a %H:%M}"
    words = f"asked on {at} ({task.entry.reason}), its answer is in the cache; --again asks again"
    emit(Event(EventKind.NOTE, source=task.source, target=task.target, reason=words))
    return _nothing_to_ask(emit)


def _nothing_to_ask(emit: Callable[[Event], None]) -> int:
    emit(Event(EventKind.STARTED, targets=1))
    emit(Event(EventKind.FINISHED, targets=1, exit_code=ALL_WELL))
    return ALL_WELL


def _already_known(known: Sequence[str], wanted: int) -> str:
    if wanted == 1:
        return f"{known[0]} is known already"
    return f"{len(known):,} of {counted(wanted, 'paper')} {'is' if len(known) == 1 else 'are'} known already"


def _kept(paths: Paths, now: datetime) -> str:
    """Have the next refresh ask for what is still waited for; returns that in words."""
    with Cache.open(paths.cache_db) as cache:
        count = len(cache.requested.names())
        entry = cache.ledger.get(Source.COMPLETE, COMPLETE_TARGET)
        if entry is not None:
            cache.ledger.put(replace(entry, next_due=now))
    return f"{counted(count, 'paper is', 'papers are')} waited for and will come with the next refresh"
