"""Papers: their rows and records, and the lookup of a paper by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from arxtui.library.papers import records
from arxtui.library.papers.sections import with_announced_types
from arxtui.library.papers.starred_links import StarredLinks
from arxtui.model.arxiv.ids import key_named
from arxtui.model.dois import doi_named
from arxtui.model.expr import Field, Sort, Word
from arxtui.model.frozen import changed
from arxtui.model.views import Record, Row

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext
    from arxtui.library.search.queries import Queries
    from arxtui.library.views import Listing
    from arxtui.model.links import WebLink
    from arxtui.model.marks import Marks
    from arxtui.model.reported import Report


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
        return with_announced_types(rows, listing) if listing.types else rows

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

    def records(self, keys: Sequence[int]) -> list[Record]:
        """Return the full records of papers, in the order of ``keys``; unknown papers are left out. Efficient for up to
        some thousand papers a call."""
        return self._judged(records.read_records(self._cache, self._user_file, keys))

    def _judged(self, plain: list[Record]) -> list[Record]:
        """Add the score of the user's own ranking, the points from rules, and the reasons to records."""
        rules = self._queries.rules()
        scores = self._cache.ranking_scores.scores(record.key for record in plain)
        scored = [changed(each, for_you=scores[each.key]) if each.key in scores else each for each in plain]
        return scored if rules is None else rules.judged(scored)

    def links(self, key: int) -> tuple[WebLink, ...]:
        """Return the web addresses of a paper, its own first, those of its stored full text last; empty for an unknown
        paper. A browser can open all of them."""
        from arxtui.library.papers.text_links import all_links  # few papers' links are listed

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
