"""Which papers cite a starred paper, or are cited by one."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING

from arxtui.library.references.refused import references_of
from arxtui.model.frozen import changed
from arxtui.model.marks import STARRED
from arxtui.model.starred_link import StarredLink
from arxtui.model.views import Row
from arxtui.store.errors import Damaged

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext, Stamp

_MOST_STARRED = 20_000
"""The number of starred papers, the newest, whose references are kept in memory."""


class StarredLinks:
    """The citations between the papers of a list and the starred papers."""

    def __init__(self, context: LibraryContext) -> None:
        self._context = context
        self._stamp: Stamp | None = None
        self._starred: frozenset[int] = frozenset()
        self._cited: frozenset[int] = frozenset()

    def with_links(self, rows: Sequence[Row]) -> list[Row]:
        """Return the rows with their links to starred papers; without any if the graph is damaged."""
        with suppress(Damaged):
            return self._linked(rows)
        return list(rows)

    def _linked(self, rows: Sequence[Row]) -> list[Row]:
        self._read_starred()
        if not self._starred:
            return list(rows)
        references = self._references_of(row.key for row in rows)
        citing = {key for key, cited in references.items() if not self._starred.isdisjoint(cited)}
        links = ((row, StarredLink.of(cites=row.key in citing, cited=row.key in self._cited)) for row in rows)
        return [changed(row, starred_link=link) if link else row for row, link in links]

    def _read_starred(self) -> None:
        """Read the starred papers, and what they cite, if they may have changed."""
        now = self._context.written()
        marks = now.marks_since(self._stamp) if self._stamp else None
        if marks is None or STARRED.name in marks:
            starred = self._context.user_file.marks.having(STARRED.name)[-_MOST_STARRED:]
            self._starred = frozenset(starred) if starred and self._context.cache.has_citations() else frozenset()
            cited = self._references_of(starred) if self._starred else {}
            self._cited = frozenset(chain.from_iterable(cited.values()))
        self._stamp = now

    def _references_of(self, keys: Iterable[int]) -> dict[int, array[int]]:
        return references_of(self._context.cache, self._context.user_file, keys)
