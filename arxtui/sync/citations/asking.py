"""The user's requests to the sources of citations that are switched on. No lock is needed: all processes share the pace
of each source."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.model.counted import counted
from arxtui.model.events import Event, EventKind
from arxtui.model.ledger import Outcome
from arxtui.model.sources import CITATION_SOURCES
from arxtui.store.cache.database import Cache
from arxtui.sync.refresh.due import with_valid_times
from arxtui.sync.refresh.engine import run_tasks, utcnow
from arxtui.sync.refresh.plan import Source, Task

OFF = "no source of citations is switched on in the settings ([citations])"
PACE = 0.35
"""The seconds between two requests to a loopback address: INSPIRE allows 15 requests in 5 seconds."""
_LEDGER_TIME = timedelta(days=30)
"""How long the ledger stores that a source was asked about a paper."""


def sources_on(settings: Settings) -> tuple[Source, ...]:
    """Return the sources of citations that the user switched on."""
    names = (name for name in CITATION_SOURCES if getattr(settings.citations, name))
    return tuple(Source(f"{name}.citations") for name in names)


def ask(
    paths: Paths,
    settings: Settings,
    names: Iterable[str],
    *,
    again: bool = False,
    emit: Callable[[Event], None],
    stop: threading.Event,
    now: Callable[[], datetime] = utcnow,
    interval: float = PACE,
) -> int:
    """Ask each source that is switched on about papers (names as of ``model.arxiv.ids.name_of``).

    Papers that a source was asked about in the last week are skipped with a note, unless ``again``. Returns 0 if all
    sources answered for all papers, even that they do not know one; 3 if not all, 4 if none. Otherwise as
    ``engine.refresh``.
    """
    answers = 0

    def tell(event: Event) -> None:
        nonlocal answers
        answers += event.kind is EventKind.DONE
        if event.kind is EventKind.FINISHED and event.targets != 1:
            event = replace(
                event, reason=event.reason or f"{answers:,} of {counted(event.targets or 0, 'question')} answered"
            )
        emit(event)

    requested, sources = list(dict.fromkeys(names)), sources_on(settings)
    if not sources:
        emit(Event(EventKind.NOTE, reason=OFF))

    def choose(cache: Cache) -> Iterator[Task]:
        for source in sources:
            cache.ledger.forget(source, now() - _LEDGER_TIME)
            for name in requested:
                entry = cache.ledger.get(source, name)
                entry = with_valid_times(entry, now()) if entry else None
                if entry is None or again or entry.outcome is Outcome.FAILED or entry.next_due <= now():
                    yield Task(source, name, True, "requested", now(), entry)
                else:
                    words = f"asked on {entry.attempted.astimezone():%d %b}: {entry.reason}; --again asks again"
                    emit(Event(EventKind.NOTE, source=source, target=name, reason=words))

    return run_tasks(paths, settings, choose, emit=tell, stop=stop, now=now, interval=interval)
