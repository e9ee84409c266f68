"""Papers: their rows and records, the lookup of a paper by name, and which of them cite a starred paper, or are cited
by one."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING

from arxtui.library.papers import records
from arxtui.light import changed, deferred
from arxtui.model.arxiv.ids import key_named
from arxtui.model.dois import doi_named
from arxtui.model.expr import Field, Sort, Word
from arxtui.model.marks import STARRED
from arxtui.model.signs import StarredLink
from arxtui.model.views import Record, Row
from arxtui.store.errors import Damaged

with deferred():
    from arxtui.library.papers.text_links import all_links
    from arxtui.library.references.refused import references_of

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext, Stamp
    from arxtui.library.references.file_entries import FileEntries
    from arxtui.library.search.queries import Queries
    from arxtui.library.views import Listing
    from arxtui.model.marks import Marks
    from arxtui.model.reported import Report
    from arxtui.model.views import WebLink

_MOST_STARRED = 20_000
"""The number of starred papers, the newest, whose references are kept in memory."""


class Papers:
    """The rows, records, marks and links of papers."""

    def __init__(self, context: LibraryContext, queries: Queries) -> None:
        self._context = context
        self._cache = context.cache
        self._user_file = context.user_file
        self._queries = queries
        self._links = StarredLinks(context)

    def count(self) -> int:
        """Return the number of papers in the cache."""
        return self._cache.count()

    def newest(self) -> Row | None:
        """Return the row of the newest paper; None if there is none."""
        return next(iter(self.rows([self._cache.newest_key()])), None)

    def rows(self, keys: Sequence[int]) -> list[Row]:
        """Return rows in the order of ``keys``; unknown papers are left out."""
        return records.read_rows(self._cache, self._user_file, keys, Sort.NEW, self._context.categories)

    def rows_of(self, listing: Listing, keys: Sequence[int], *, details: bool = False) -> list[Row]:
        """Return rows of papers in a listing, each with the date that the listing is sorted by and the words that it
        has of the listing's question. ``details`` adds authors, venue and code from the paper's record."""
        rows = records.read_rows(
            self._cache, self._user_file, keys, listing.query.sort, self._context.categories, details=details
        )
        rows = self._links.with_links(rows)
        if listing.words:
            rows = [changed(row, words=listing.words.get(row.key, ())) for row in rows]
        return records.with_announced_types(rows, listing) if listing.types else rows

    def with_bibliography(self, rows: Sequence[Row], entries: FileEntries | None) -> Sequence[Row]:
        """Return the rows, marked if the papers are among the entries of the user's bibliography."""
        if entries is None:
            return rows
        unknown = [row.key for row in rows if row.key not in entries.known]
        with suppress(Damaged):
            for key, paper in records.read_papers(self._cache, self._user_file, unknown).items():
                entries.known[key] = entries.entry_of(key, paper) is not None
        return [changed(row, in_bibliography=True) if entries.known.get(row.key) else row for row in rows]

    def reports(self, key: int) -> list[Report]:
        """Return what sources of citations reported of a paper, without their lists of works."""
        return self._cache.reports.of(self._cache.aliases.of(key))

    def own_entries(self, keys: Sequence[int]) -> dict[int, str]:
        """Return the BibTeX entries of these papers that sources of citations have, by key."""
        return self._cache.reports.bibtex(keys)

    def texkeys(self, keys: Sequence[int]) -> dict[int, str]:
        """Return the citation keys of these papers that INSPIRE has, by key."""
        return self._cache.reports.texkeys(keys)

    def marks(self, keys: Sequence[int]) -> dict[int, Marks]:
        """Return the marks of papers, by the given keys."""
        current = self._cache.aliases.among(keys)
        by_key = records.read_marks(self._cache, self._user_file, [current.get(key, key) for key in keys])
        return {key: by_key[current.get(key, key)] for key in keys}

    def record(self, key: int) -> Record | None:
        """Return the full record of a paper; None if it is unknown."""
        known = records.read_record(self._cache, self._user_file, key)
        return self._judged([known])[0] if known else None

    def records(self, keys: Sequence[int], *, derived: bool = False) -> list[Record]:
        """Return the full records of papers, in the order of ``keys``, and with what is ``derived`` from the papers;
        unknown papers are left out. Efficient for up to some thousand papers a call."""
        return self._judged(records.read_records(self._cache, self._user_file, keys, derived=derived))

    def records_without_history(self, keys: Sequence[int], *, derived: bool = False) -> list[Record]:
        """Return the records of papers as :meth:`records` does, without announcements, versions, scores and points."""
        return records.read_records(self._cache, self._user_file, keys, derived=derived, history=False)

    def _judged(self, plain: list[Record]) -> list[Record]:
        """Add the score of the user's own ranking, the points from rules, and the reasons to records."""
        rules = self._queries.rules()
        scores = self._cache.ranking_scores.scores(record.key for record in plain)
        scored = [changed(each, for_you=scores[each.key]) if each.key in scores else each for each in plain]
        return scored if rules is None else rules.judged(scored)

    def links(self, key: int) -> tuple[WebLink, ...]:
        """Return the web addresses of a paper, its own first, those of its stored full text last; empty for an unknown
        paper. A browser can open all of them."""
        record = self.record(key)
        return all_links(self._context, self._queries, record) if record else ()

    def key_of(self, text: str) -> int | None:
        """Return the key of a known paper, given by an id, an address, a DOI or a name as of ``model.ids.name_of``;
        None if there is no such paper."""
        try:
            named = key_named(text)
        except ValueError:
            return self._key_of_doi(text)
        return self._queries.resolver().known(named)

    def _key_of_doi(self, text: str) -> int | None:
        doi = doi_named(text)
        if doi is None:
            return None
        keys = self._context.index().find(Word(doi, Field.DOI), limit=1).keys
        return self._queries.resolver().known(keys[0]) if keys else None


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
        references = references_of(self._context.cache, self._context.user_file, (row.key for row in rows))
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
            cited = references_of(self._context.cache, self._context.user_file, starred) if self._starred else {}
            self._cited = frozenset(chain.from_iterable(cited.values()))
        self._stamp = now
