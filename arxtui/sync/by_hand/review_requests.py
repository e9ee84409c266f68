"""The user's requests to Pith for whole reviews. No lock is needed: all processes share one pace."""

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
from arxtui.sync.by_hand.pith_access import PithSession
from arxtui.sync.by_hand.reviews import ReviewTask
from arxtui.sync.refresh.due import with_valid_times
from arxtui.sync.refresh.engine import run_tasks, utcnow
from arxtui.sync.refresh.plan import Source, Task

OFF = "whole reviews are switched off: [pith] reviews is false, or mcp_url and paper_url are empty"
_LEDGER_TIME = timedelta(days=7)
"""How long the ledger stores that a paper's reviews were requested."""


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
