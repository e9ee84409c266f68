"""Pith asked by hand for whole reviews. No lock is needed: the pace is kept by all."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from itertools import islice

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.model.events import Event, EventKind
from arxtui.model.ledger import Outcome
from arxtui.store.cache.database import Cache
from arxtui.sync.by_hand.pith_access import Session
from arxtui.sync.by_hand.reviews import ReviewTask
from arxtui.sync.refresh.due import believed
from arxtui.sync.refresh.engine import run_tasks, utcnow
from arxtui.sync.refresh.plan import Source, Task

OFF = "whole reviews are switched off: [pith] reviews is false, or mcp_url and paper_url are empty"
_REMEMBERED = timedelta(days=7)
"""How long the ledger keeps that a paper was asked about."""


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
    """Ask for the reviews of papers (names of ``model.ids.name_of``), but for those that were asked about in the last
    five minutes. ``again`` asks about these too, and where Pith's machine access is left alone; with ``once`` those are
    left out that were asked about in the last week, without a word. At most ``limit`` are asked about.

    Returns 0 when Pith answered about all, also that it has none; 3 when not about all, 4 when about none. The rest as
    for ``engine.refresh``.
    """
    pith = settings.pith
    wanted = list(dict.fromkeys(names))
    if not pith.reviews or not (pith.mcp_url or pith.paper_url):
        emit(Event(EventKind.NOTE, source=Source.REVIEWS, reason=OFF))
        wanted = []

    def choose(cache: Cache) -> Iterator[Task]:
        cache.ledger.forget(Source.REVIEWS, now() - _REMEMBERED)
        session = Session()
        for name in wanted:
            entry = cache.ledger.get(Source.REVIEWS, name)
            entry = believed(entry, now()) if entry else None
            if entry and once:
                continue
            if entry is None or again or entry.outcome is Outcome.FAILED or entry.next_due <= now():
                yield ReviewTask(Source.REVIEWS, name, True, "asked for", now(), entry, session=session, again=again)
            else:
                words = f"asked a short while ago: {entry.reason}"
                emit(Event(EventKind.NOTE, source=Source.REVIEWS, target=name, reason=words))

    return run_tasks(
        paths, settings, lambda cache: islice(choose(cache), limit), emit=emit, stop=stop, now=now, interval=interval
    )
