"""Reading the index: which papers a query means, how many, and in which categories."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import tantivy

from arxtui.model.expr import Expr, Sort
from arxtui.search import schema as fields
from arxtui.search.errors import SearchError
from arxtui.search.folder import Opened, UnsoundError, condemn, current_folder, open_folder, other_folders, stamp
from arxtui.search.translate import Translator, UnresolvedError

_MOST_CATEGORIES = 1_000
_CORRUPT = "corrupt"
_Answer = TypeVar("_Answer")


@dataclass(frozen=True, slots=True)
class Hits:
    """The first keys (``array('q')``) in the order asked for, and how many papers match in all."""

    keys: array[int] = field(default_factory=lambda: array("q"))
    total: int = 0


class SearchIndex:
    """A reader of the index, for one thread at a time; it sees the commit it was opened or last reloaded at.

    ``change_number`` is that of the cache up to which this version's index is built. ``needs_rebuild`` when there is
    none of this version, or it is damaged. While an older version's index is further than this version's, it is the one
    that answers; without any, nothing is found. ``fault`` says in words what is not in order, else it is empty.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._open()

    @classmethod
    def open(cls, path: Path) -> SearchIndex:
        """Open the index in a folder, which need not be there. Never fails: see ``fault``."""
        return cls(path)

    def reload(self) -> bool:
        """See what was committed since; whether there was anything. Costs next to nothing when there was not."""
        if not self.is_behind_commits() and (self._opened is None or self._opened.folder.exists()):
            return False
        self._open()
        return True

    def is_behind_commits(self) -> bool:
        """Whether there are commits that this reader does not see until it is reloaded."""
        return stamp(current_folder(self._path)) != self._stamp

    def find(self, expr: Expr, *, limit: int, sort: Sort = Sort.NEW) -> Hits:
        """The first ``limit`` papers, newest or best first. SearchError when the index cannot be read.

        Best first, equally good ones come newest first. UnresolvedError for a query with states or days.
        """
        if limit < 1:
            return Hits(total=self.count(expr))

        def ask(opened: Opened) -> Hits:
            query = Translator(opened.index.schema).query(expr)
            if sort is Sort.NEW:
                found = opened.searcher.search(query, limit, order_by_field=fields.KEY, order=tantivy.Order.Desc)
                return Hits(array("q", [key for key, _ in found.hits]), _total(found))
            found = opened.searcher.search(query, limit)
            keys = opened.searcher.fast_field_values(fields.KEY, [address for _, address in found.hits])
            scored = sorted(zip((-score for score, _ in found.hits), (-int(key or 0) for key in keys), strict=True))
            return Hits(array("q", [-key for _, key in scored]), _total(found))

        return self._ask(ask, Hits())

    def count(self, expr: Expr) -> int:
        """How many papers match. Errors as in :meth:`find`."""

        def ask(opened: Opened) -> int:
            query = Translator(opened.index.schema).query(expr)
            # A limit of none is an assertion failure in tantivy.
            return _total(opened.searcher.search(query, 1, order_by_field=fields.KEY))

        return self._ask(ask, 0)

    def counts_by_category(self, expr: Expr) -> dict[str, int]:
        """How many of the matching papers each category has, cross-lists included. Errors as in :meth:`find`."""

        def ask(opened: Opened) -> dict[str, int]:
            query = Translator(opened.index.schema).query(expr)
            terms = {"terms": {"field": fields.CATEGORY, "size": _MOST_CATEGORIES}}
            buckets = opened.searcher.aggregate(query, {"by": terms})["by"]["buckets"]
            return {bucket["key"]: bucket["doc_count"] for bucket in buckets}

        return self._ask(ask, {})

    def _ask(self, question: Callable[[Opened], _Answer], empty: _Answer) -> _Answer:
        if self._opened is None:
            return empty
        folder = self._opened.folder
        try:
            return question(self._opened)
        except UnresolvedError:
            raise
        except (ValueError, OSError) as error:
            if _CORRUPT in str(error):
                condemn(folder)
            raise SearchError(f"The search index {folder} cannot be read: {error}") from error
        except BaseException as error:
            # What tantivy does not expect of its files ends as a panic, which is no Exception in Python.
            if type(error).__name__ != "PanicException":
                raise
            condemn(folder)
            raise SearchError(f"The search index {folder} cannot be read; it will be built anew.") from error

    def _open(self) -> None:
        folder = current_folder(self._path)
        self._stamp = stamp(folder)
        self.fault = ""
        try:
            self._opened = open_folder(folder)
        except UnsoundError as error:
            self._opened = None
            self.fault = f"the search index is damaged: {error}"
        self.needs_rebuild = self._opened is None
        self.change_number = self._opened.change_number if self._opened else 0
        for other in other_folders(self._path):
            self._prefer(other)
        if self._opened is None:
            self.fault = self.fault or "there is no search index yet"
        elif self._opened.folder != folder:
            self.fault = self.fault or "the search index is of another version of the program"

    def _prefer(self, other: Path) -> None:
        try:
            older = open_folder(other)
        except UnsoundError:
            return
        if older and older.change_number > (self._opened.change_number if self._opened else 0):
            self._opened = older


def _total(result: tantivy.SearchResult) -> int:
    # tantivy's own stubs leave the attribute out.
    return int(result.count)  # type: ignore[attr-defined]
