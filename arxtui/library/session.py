"""A library while it is open: what changed under it, how the services stand, and when a reader was here."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext, Stamp
    from arxtui.library.views import Freshness, LedgerView

_DELETED = (
    "The cache was deleted. Your marks, tags, lists, notes and views are kept, with every paper that you starred, "
    "tagged, noted, rated or put on a list; a refresh fetches them again, 'arxtui import FILE' brings dumps back."
)


class LibrarySession:
    """From the opening of a library to its closing."""

    def __init__(self, context: LibraryContext) -> None:
        self._context = context
        self._cache = context.cache
        self._user_file = context.user_file
        self._seen = self._versions()
        self._begun = context.user_file.written()

    def begin(self) -> None:
        """A reader was opened: from here on ``is:fresh`` is what arrived since the one before."""
        self._user_file.sessions.begin(self._context.now())

    def end(self) -> None:
        """The reader is left: what arrives from now on is fresh to the next session."""
        self._user_file.sessions.end(self._context.now())

    def changed(self) -> bool:
        """Whether another connection has written to the databases or the index since this was last asked."""
        before, self._seen = self._seen, self._versions()
        return self._context.has_reloaded_index() or before != self._seen

    def written(self) -> Stamp:
        """What was written so far."""
        return self._context.written()

    def at_once(self, is_overtaken: Callable[[], bool]) -> AbstractContextManager[None]:
        """Look once at most, for all that is asked meanwhile, whether another connection has written; and ask the index
        nothing more once ``is_overtaken``, but raise ``library.context.OvertakenError``."""
        return self._context.at_once(is_overtaken)

    def has_acted(self) -> bool:
        """Whether what is the user's has been written to since the library was opened."""
        return self._user_file.written() != self._begun

    def notice(self) -> str:
        """What the user has to know before anything else, in words; empty when all is as it was left."""
        return self._context.unless_written("notice", self._notice)

    def freshness(self) -> tuple[Freshness, ...]:
        """How each service stands."""
        from arxtui.library import freshness  # the ledger is no business of a list

        now = self._context.now()
        entries = self._context.unless_written("ledger", self._cache.ledger.all)
        return freshness.of_services(entry for entry in entries if entry.is_believed(now))

    def ledger(self, days: int = 30) -> LedgerView:
        """What arXiv announced in the subscribed categories in the last days, and what of it is stored."""
        from arxtui.library import ledger  # nor is this

        return ledger.view(self._cache, self._context.categories, self._context.now(), days)

    def _notice(self) -> str:
        return "" if self._cache.count() or not self._user_file.knows_papers() else _DELETED

    def _versions(self) -> tuple[int, int]:
        return self._cache.data_version(), self._user_file.data_version()
