"""The open files of a home, shared by the parts of the library."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime
from typing import TypeVar, cast

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.light import NamedTuple, deferred
from arxtui.model.arxiv.calendar import eastern_day
from arxtui.model.counted import unsearched
from arxtui.model.marks import HIDDEN
from arxtui.search.version import current_folder, stamp
from arxtui.store.cache.database import Cache
from arxtui.store.library.database import LibraryFile

with deferred():
    from arxtui.search.index import SearchIndex

Answer = TypeVar("Answer")


class OvertakenError(Exception):
    """The caller no longer needs the answer, because a newer request has replaced it."""


def _never() -> bool:
    return False


class Stamp(NamedTuple):
    """The state of all that has been written until a moment. Two equal stamps mean that nothing was written between
    them."""

    opened: object
    """The identity of the open files: stamps of different connections cannot be compared."""
    others: tuple[object, ...]
    """The versions that change when another connection writes to the databases, or any process to the index."""
    rows: int
    """The number of library rows changed by this connection, not counting acts that change nothing but a mark."""
    marks: Mapping[str, int]
    """The number of rows changed by acts with one mark alone, by the mark's name."""

    def marks_since(self, before: Stamp) -> frozenset[str] | None:
        """Return the names of the marks that were set or removed since an earlier stamp, if nothing else was written.
        Returns None if anything else may have been written."""
        if self[:3] != before[:3]:
            return None
        return frozenset(name for name, rows in self.marks.items() if rows != before.marks.get(name))


class LibraryContext:
    """The open cache, index and user file, for one thread, with the paths, the settings and the clock of the home."""

    def __init__(
        self, cache: Cache, user_file: LibraryFile, paths: Paths, settings: Settings, clock: Callable[[], datetime]
    ) -> None:
        self.cache = cache
        self.user_file = user_file
        user_file.set_replaced_keys(cache.aliases.among)
        self.paths = paths
        self.settings = settings
        self._clock = clock
        self._index: SearchIndex | None = None
        self._opened = object()
        self._is_at_once = False
        self._is_overtaken: Callable[[], bool] = _never
        self._versions: tuple[object, ...] | None = None
        self._known: dict[str, tuple[Stamp, object]] = {}

    @property
    def categories(self) -> tuple[str, ...]:
        """The subscribed categories, in the order of the settings."""
        return self.settings.arxiv.categories

    def now(self) -> datetime:
        """Return the present time, aware UTC."""
        return self._clock()

    def today(self) -> date:
        """Return the UTC day of :meth:`now`."""
        return self._clock().date()

    def arxiv_day(self) -> date:
        """Return arXiv's day at :meth:`now`, in US Eastern time."""
        return eastern_day(self._clock())

    def close(self) -> None:
        """Close the databases."""
        self.cache.close()
        self.user_file.close()

    def index(self) -> SearchIndex:
        """Return the search index in its newest state, for one request.

        Raises:
            SearchError: The index cannot be used.
            OvertakenError: The caller no longer needs the answer.
        """
        self.go_on()
        # tantivy is imported on the first use: lists of everything, of marks and of days do not need it.
        if self._index is None:
            self._index = SearchIndex.open(self.paths.index)
        else:
            self._index.reload()
        return self._index

    def has_reloaded_index(self) -> bool:
        """Reload the index, if it is open. Returns whether it was written to since the last reload."""
        return self._index is not None and self._index.reload()

    def shortcoming(self) -> str:
        """Return why a search may have missed papers, in words; empty when the index is up to date."""
        index = self.index()
        if index.fault:
            return f"{index.fault} (the next refresh builds it)" if self.cache.count() else ""
        behind = self.cache.changes.lag(index.change_number)
        if behind is None:
            return "the search index belongs to a deleted cache"
        return unsearched(behind) if behind else ""

    @property
    def has_rules(self) -> bool:
        """Whether any rule or followed author or keyword exists."""
        settings = self.settings
        return bool(settings.rules or settings.follow.authors or settings.follow.keywords)

    def go_on(self) -> None:
        """Raise OvertakenError if the caller no longer needs the answer."""
        if self._is_overtaken():
            raise OvertakenError

    @contextmanager
    def at_once(self, is_overtaken: Callable[[], bool] = _never) -> Iterator[None]:
        """Within the context, check at most once whether other connections have written. Index requests raise
        OvertakenError as soon as ``is_overtaken`` returns True."""
        outer, self._is_at_once, self._is_overtaken = self._is_at_once, True, is_overtaken
        try:
            yield
        finally:
            self._is_at_once, self._is_overtaken = outer, _never
            if not outer:
                self._versions = None

    def written(self) -> Stamp:
        """Return the stamp of the present state. With rules, changes of marks are counted as any other change, because
        a rule's query may depend on marks."""
        marks = {} if self.has_rules else dict(self.user_file.mark_changes)
        others = self._versions or self._read_versions()
        if self._is_at_once:
            self._versions = others
        return Stamp(self._opened, others, self.user_file.changes - sum(marks.values()), marks)

    def unless_written(self, name: str, answer: Callable[[], Answer]) -> Answer:
        """Return the last answer under this name if nothing but marks was written since; otherwise compute it again. A
        change of the "hidden" mark counts as written, too."""
        now = self.written()
        before, known = self._known.get(name, (None, None))
        if before is None or (marks := now.marks_since(before)) is None or HIDDEN.name in marks:
            known = answer()
        self._known[name] = now, known
        return cast("Answer", known)

    def _read_versions(self) -> tuple[object, ...]:
        index = stamp(current_folder(self.paths.index))
        return self.cache.data_version(), self.user_file.data_version(), index
