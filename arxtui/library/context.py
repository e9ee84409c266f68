"""The open files of a home, which the parts of the library share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime
from typing import TYPE_CHECKING, NamedTuple, TypeVar, cast

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.model.counted import counted
from arxtui.model.marks import HIDDEN
from arxtui.search.version import current_folder, stamp
from arxtui.store.cache.database import Cache
from arxtui.store.library.database import LibraryFile

if TYPE_CHECKING:
    from arxtui.search.index import SearchIndex

Answer = TypeVar("Answer")


class OvertakenError(Exception):
    """Nobody waits for the answer any more."""


def _never() -> bool:
    return False


class Stamp(NamedTuple):
    """What was written until a moment: equal to a later one where nothing was written between them."""

    opened: object
    """The open files: of others nothing can be said."""
    others: tuple[object, ...]
    """The versions that differ when another connection has written to the databases, or anybody to the index."""
    rows: int
    """How many rows of the library this connection has changed, other than by acts with one mark alone."""
    marks: Mapping[str, int]
    """How many by such acts, by the mark's name."""

    def marks_since(self, before: Stamp) -> frozenset[str] | None:
        """The names of the marks that were given or taken since an earlier stamp, where nothing else was written; None
        where anything may have been."""
        if self[:3] != before[:3]:
            return None
        return frozenset(name for name, rows in self.marks.items() if rows != before.marks.get(name))


class LibraryContext:
    """The cache, the index and the user's own file, opened together, for one thread; with the home's paths, settings
    and clock."""

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
        """Now, aware UTC."""
        return self._clock()

    def today(self) -> date:
        """The day of :meth:`now`."""
        return self._clock().date()

    def close(self) -> None:
        """Close the databases."""
        self.cache.close()
        self.user_file.close()

    def index(self) -> SearchIndex:
        """The search index as it stands now, for one question. SearchError when it cannot be used, OvertakenError when
        nobody waits for the answer."""
        self.go_on()
        # tantivy is loaded by the first question that needs it: lists of everything, of marks and of days do not.
        from arxtui.search.index import SearchIndex

        if self._index is None:
            self._index = SearchIndex.open(self.paths.index)
        else:
            self._index.reload()
        return self._index

    def has_reloaded_index(self) -> bool:
        """Whether the index, where it is open, was written to since it was last asked."""
        return self._index is not None and self._index.reload()

    def shortcoming(self) -> str:
        """Why a search may have missed papers, in words; empty when the index is up to date."""
        index = self.index()
        if index.fault:
            return index.fault if self.cache.count() else ""
        behind = self.cache.changes.lag(index.change_number)
        if behind is None:
            return "the search index is of a cache that was deleted"
        return f"the search index is {counted(behind, 'change')} behind" if behind else ""

    @property
    def has_rules(self) -> bool:
        """Whether any rule, or anything that is followed, does something to papers."""
        settings = self.settings
        return bool(settings.rules or settings.follow.authors or settings.follow.keywords)

    def go_on(self) -> None:
        """Raise OvertakenError when nobody waits for the answer any more."""
        if self._is_overtaken():
            raise OvertakenError

    @contextmanager
    def at_once(self, is_overtaken: Callable[[], bool] = _never) -> Iterator[None]:
        """Look once at most, for all that is asked meanwhile, whether other connections have written; and ask the index
        nothing more once ``is_overtaken``."""
        outer, self._is_at_once, self._is_overtaken = self._is_at_once, True, is_overtaken
        try:
            yield
        finally:
            self._is_at_once, self._is_overtaken = outer, _never
            if not outer:
                self._versions = None

    def written(self) -> Stamp:
        """What was written so far. Rules may ask for marks, and hide nothing that is kept by one: where there are any,
        no mark is told apart."""
        marks = {} if self.has_rules else dict(self.user_file.mark_changes)
        others = self._versions or self._read_versions()
        if self._is_at_once:
            self._versions = others
        return Stamp(self._opened, others, self.user_file.changes - sum(marks.values()), marks)

    def unless_written(self, name: str, answer: Callable[[], Answer]) -> Answer:
        """What this question was answered with last, as long as nothing but marks was written since; hidden papers are
        marked, too, and count as written."""
        now = self.written()
        before, known = self._known.get(name, (None, None))
        if before is None or (marks := now.marks_since(before)) is None or HIDDEN.name in marks:
            known = answer()
        self._known[name] = now, known
        return cast(Answer, known)

    def _read_versions(self) -> tuple[object, ...]:
        index = stamp(current_folder(self.paths.index))
        return self.cache.data_version(), self.user_file.data_version(), index
