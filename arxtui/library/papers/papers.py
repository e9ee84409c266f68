"""Papers: rows and records of them, and which paper a name means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from arxtui.library.papers import records
from arxtui.library.papers.sections import as_announced
from arxtui.model.arxiv.ids import key_named
from arxtui.model.expr import Field, Sort, Word
from arxtui.model.frozen import changed
from arxtui.model.views import Record, Row

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext
    from arxtui.library.search.queries import Queries
    from arxtui.library.views import Listing
    from arxtui.model.links import WebLink
    from arxtui.model.marks import Marks


class Papers:
    """What can be looked at."""

    def __init__(self, context: LibraryContext, queries: Queries) -> None:
        self._context = context
        self._cache = context.cache
        self._user_file = context.user_file
        self._queries = queries

    def count(self) -> int:
        """How many papers the cache has."""
        return self._cache.count()

    def rows(self, keys: Sequence[int]) -> list[Row]:
        """Rows in the order asked; papers that nobody knows any more are left out."""
        return records.read_rows(self._cache, self._user_file, keys, Sort.NEW)

    def rows_of(self, listing: Listing, keys: Sequence[int], *, details: bool = False) -> list[Row]:
        """Rows of papers of a listing, each with the day that its order goes by, and on request with the details of its
        record: authors, venue, code."""
        rows = records.read_rows(self._cache, self._user_file, keys, listing.query.sort, details=details)
        return as_announced(rows, listing) if listing.sections else rows

    def marks(self, keys: Sequence[int]) -> dict[int, Marks]:
        """The marks of these papers."""
        became = self._cache.aliases.among(keys)
        found = records.read_marks(self._cache, self._user_file, [became.get(key, key) for key in keys])
        return {key: found[became.get(key, key)] for key in keys}

    def record(self, key: int) -> Record | None:
        """Everything known of one paper."""
        found = records.read_record(self._cache, self._user_file, key)
        return self._judged([found])[0] if found else None

    def records(self, keys: Sequence[int]) -> list[Record]:
        """Everything known of these papers, in the order asked; best with some thousand at once. Papers that nobody
        knows any more are left out."""
        return self._judged(records.read_records(self._cache, self._user_file, keys))

    def papers(self, keys: Sequence[int]) -> list[Record]:
        """The records of these papers with nothing but the paper itself, as ``records`` orders them."""
        return records.read_papers(self._cache, self._user_file, keys)

    def _judged(self, found: list[Record]) -> list[Record]:
        """The records with the score of the user's own ranking, the points that rules give, and the reasons."""
        rules = self._queries.rules()
        scores = self._cache.ranking_scores.scores(record.key for record in found)
        scored = [changed(each, for_you=scores[each.key]) if each.key in scores else each for each in found]
        return scored if rules is None else rules.judged(scored)

    def links(self, key: int) -> tuple[WebLink, ...]:
        """The addresses that belong to a paper, its own first; none of one that nobody knows. All of them may be given
        to a browser."""
        from arxtui.library.papers.addresses import Addresses  # texts are looked through for few papers
        from arxtui.library.papers.links import links_of

        record = self.record(key)
        return links_of(record, Addresses.of(self._context.settings.arxiv)) if record else ()

    def key_of(self, text: str) -> int | None:
        """The key of the paper that an id, an address, a DOI or a name of ``model.ids.name_of`` names, where it is
        known; None otherwise."""
        try:
            named = key_named(text)
        except ValueError:
            return self._key_of_doi(text)
        return self._queries.resolver().known(named)

    def _key_of_doi(self, text: str) -> int | None:
        if "10." not in text:
            return None
        found = self._context.index().find(Word(text.strip(), Field.DOI), limit=1).keys
        return found[0] if found else None
