"""The open library: changes by other connections, the state of the services, and the reader's sessions."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from datetime import UTC, datetime, timedelta
from itertools import chain
from typing import TYPE_CHECKING

from arxtui.light import deferred
from arxtui.model.arxiv.ids import id_of
from arxtui.model.marks import MARKS, Marks
from arxtui.store.errors import StoreError

with deferred():
    from arxtui.library import ledger
    from arxtui.model.intake import Intake
    from arxtui.store.library.space import try_to_reclaim

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext, Stamp
    from arxtui.library.views import Freshness, LedgerView

_DELETED = (
    "The cache was deleted. Your marks, tags, lists, notes and views are kept, with every paper that you starred, "
    "tagged, noted, rated or put on a list; a refresh fetches them again, 'arxtui import FILE' imports dumps again."
)
_AWAY = timedelta(hours=6)
"""Time without the reader after which its next session opens on what is unread."""
_NAMED = 3
"""The most withdrawn papers that a notice names."""


class LibrarySession:
    """The time from the opening of a library to its closing."""

    def __init__(self, context: LibraryContext) -> None:
        self._context = context
        self._cache = context.cache
        self._user_file = context.user_file
        self._seen = self._versions()
        self._begun = context.user_file.written()
        self._reclaimed: tuple[int, int] | None = None
        """What had been written to the user's file when its space was reclaimed last."""

    @property
    def is_first(self) -> bool:
        """Whether no reader was opened before this one."""
        return self._user_file.sessions.before() is None

    def has_news(self) -> bool:
        """Return, before a session begins, whether papers arrived since the one before was last seen, or that was six
        hours ago."""
        left = self._user_file.sessions.before()
        if left is None:
            return False
        later = left + timedelta(seconds=1)  # the cache stores whole seconds: what was there then is no news
        return self._context.now() - left > _AWAY or len(self._cache.changes.arrived_since(later)) > 0

    def begin(self) -> None:
        """Record that a reader was opened: from now on ``is:fresh`` matches what arrived since the last session
        ended."""
        self._user_file.sessions.begin(self._context.now())

    def end(self) -> None:
        """Record that the reader was closed: what arrives from now on is fresh in the next session."""
        self._user_file.sessions.end(self._context.now())

    def reclaim_space(self) -> None:
        """Give back unused space of ``library.db``, if anything was written since the last call and there is much of
        it. A failure, such as a full disk or another program that is writing, is only logged: the next call tries
        again."""
        written = self._user_file.written()
        if written == self._reclaimed:
            return
        self.settle_works()
        if try_to_reclaim(self._context.paths.library_db, self._cache):
            self._reclaimed = written

    def settle_works(self) -> None:
        """Delete the works outside arXiv from the cache that were starred in a bibliography and have no mark any more,
        and put those back that have one again. A failure is left to the next call."""
        marks = self._user_file.marks.of(self._user_file.saved_works())
        here = self._cache.papers.contents(marks)
        gone = [key for key in here if marks[key] == Marks()]
        again = [self._user_file.saved_record(key) for key in marks if marks[key] != Marks() and key not in here]
        with suppress(StoreError):
            if gone:
                self._cache.remove_cited_works(gone)
            if papers := tuple(filter(None, again)):
                self._cache.take(Intake(papers=papers))

    def changed(self) -> bool:
        """Whether another connection has written to the databases or the index since the last call."""
        before, self._seen = self._seen, self._versions()
        return self._context.has_reloaded_index() or before != self._seen

    def written(self) -> Stamp:
        """Return the stamp of the present state."""
        return self._context.written()

    def at_once(self, is_overtaken: Callable[[], bool]) -> AbstractContextManager[None]:
        """Within the context, check at most once whether another connection has written. Index requests raise
        ``library.context.OvertakenError`` as soon as ``is_overtaken`` returns True."""
        return self._context.at_once(is_overtaken)

    def has_user_changes(self) -> bool:
        """Whether the user's own data has been written to since the library was opened."""
        return self._user_file.written() != self._begun

    def notice(self) -> str:
        """Return a message that the user must see first; empty if there is none."""
        return self._context.unless_written("notice", self._notice)

    def freshness(self) -> tuple[Freshness, ...]:
        """Return the freshness of each service."""
        now = self._context.now()
        entries = self._context.unless_written("ledger", self._cache.ledger.all)
        return ledger.of_services(entry for entry in entries if entry.is_credible(now))

    def ledger(self, days: int = 30) -> LedgerView:
        """Return the completeness report: what arXiv announced in the subscribed categories in the last days, and what
        of it is stored."""
        return ledger.view(self._cache, self._context.categories, self._context.now(), days)

    def _notice(self) -> str:
        if not self._cache.count() and self._user_file.knows_papers():
            return _DELETED
        since = self._user_file.sessions.before() or datetime.fromtimestamp(0, UTC)
        withdrawn = self._cache.withdrawals.since(since)
        ids = [id_of(key) or "" for key in sorted(withdrawn and withdrawn & self._kept(), reverse=True)]
        if not ids:
            return ""
        which = "Withdrawn by now: one paper" if len(ids) == 1 else f"Withdrawn by now: {len(ids):,} papers"
        more = ", …" if len(ids) > _NAMED else ""
        return f"{which} that you starred, queued or put on a list ({', '.join(ids[:_NAMED])}{more})"

    def _kept(self) -> frozenset[int]:
        """Return the papers that are starred, queued or on a reading list."""
        marked = (self._user_file.marks.having(mark.name) for mark in MARKS if mark.keeps)
        return frozenset(chain(*marked, *(keys for _, keys in self._user_file.lists.all())))

    def _versions(self) -> tuple[int, int]:
        return self._cache.data_version(), self._user_file.data_version()
