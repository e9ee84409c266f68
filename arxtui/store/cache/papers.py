"""Reading papers, their versions and reviews, and the documents of the index."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from datetime import UTC, date, datetime
from itertools import starmap

from arxtui.light import NamedTuple, changed
from arxtui.model.arxiv.ids import FIRST_YEAR, PENDING_BIT, id_of, is_work
from arxtui.model.paper import Derived, Paper, Version
from arxtui.model.reviews import Review
from arxtui.store.cache.keys import QUARTER
from arxtui.store.errors import Damaged
from arxtui.store.sqlite.codec import Packed, title_hash, unpack_packed, unpack_record, unpack_review
from arxtui.store.sqlite.codes import PITH, moment_of, source_name, source_names
from arxtui.store.sqlite.connection import Database, Row, listed
from arxtui.store.sqlite.packed_derived import unpack_derived

_YEAR_OF_WORKS = 0
_TITLED = (
    f"SELECT title_hash, key FROM paper WHERE {QUARTER} IN (?, ?, ?, ?) "  # noqa: S608
    "AND title_hash IN (SELECT value FROM json_each(?))"
)
_PENDING = "SELECT key FROM paper WHERE source < 4 AND source = ? AND key & ? ORDER BY key DESC LIMIT ?"
_INCOMPLETE = (
    "SELECT key FROM paper INDEXED BY paper_unfinished WHERE source < 4 AND NOT key & ? "
    "UNION SELECT key FROM outdated ORDER BY key DESC LIMIT ?"
)
_PACKED = (
    "SELECT key, paper.version, published, updated, source, title, body{} "
    "FROM paper JOIN detail USING (key) WHERE key IN (SELECT value FROM json_each(?))"
)


class Papers:
    """Whole records; ``id`` is empty for a pending key."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def get(self, key: int, version: int | None = None) -> Paper | None:
        """Return the current version of a paper, or the stored text of an older version. Returns None if it is not
        stored."""
        current = self.get_all([key]).get(key)
        if version is None or (current is not None and current.version == version):
            return current
        body = self._db.value("SELECT body FROM version WHERE key = ? AND number = ?", (key, version))
        return _unpack(key, body)

    def get_all(self, keys: Iterable[int]) -> dict[int, Paper]:
        """Return the current version of each of these papers that is stored."""
        return {packed.key: unpack_packed(packed) for packed in self.packed(keys)}

    def readable(self, keys: Collection[int]) -> dict[int, Paper]:
        """Return what :meth:`get_all` does without the papers whose records cannot be read; these are logged. Raises
        Damaged if the file cannot be read for any of them."""
        return {key: paper for key, (paper, _) in self.with_derived(keys, derived=False).items()}

    def with_derived(self, keys: Collection[int], *, derived: bool = True) -> dict[int, tuple[Paper, Derived | None]]:
        """Return what :meth:`readable` does, each paper with what is derived from it; None if that is to be derived
        again, or if ``derived`` is not asked for."""
        papers: dict[int, tuple[Paper, Derived | None]] = {}
        for *columns, stored in self._readable_rows(keys, ", derived" if derived else ", NULL"):
            packed = Packed(*columns)
            try:
                paper = unpack_packed(packed)
            except Damaged as error:
                _log_unreadable(packed.key, error)
            else:
                papers[packed.key] = paper, unpack_derived(stored, paper)
        return papers

    def _readable_rows(self, keys: Collection[int], further: str) -> list[Row]:
        try:
            return self._rows(keys, further)
        except Damaged:
            rows, unread = [], 0
            for key in keys:
                try:
                    rows += self._rows([key], further)
                except Damaged as error:
                    unread += 1
                    _log_unreadable(key, error)
            if unread == len(keys):
                raise
            return rows

    def _rows(self, keys: Iterable[int], further: str = "") -> list[Row]:
        """Return the columns of :class:`Packed`, and ``further`` ones, for those of these papers that are stored."""
        key_list = listed(keys)
        return [] if key_list == "[]" else self._db.rows(_PACKED.format(further), (key_list,))

    def before(self, key: int, version: int) -> Paper | None:
        """Return the newest version of a paper before ``version`` whose text is stored; None if there is none."""
        sql = "SELECT body FROM version WHERE key = ? AND number < ? AND body <> x'' ORDER BY number DESC LIMIT 1"
        return _unpack(key, self._db.value(sql, (key, version)))

    def older(self, key: int) -> Iterator[Paper]:
        """Yield the older versions of a paper whose texts are stored, ascending."""
        sql = "SELECT body FROM version WHERE key = ? AND body <> x'' ORDER BY number"
        return filter(None, (_unpack(key, body) for (body,) in self._db.rows(sql, (key,))))

    def documents(self, keys: Iterable[int], *, derived: bool = False) -> list[Document]:
        """Return the documents of papers, by ascending key; ``derived`` says whether with what is derived from them.
        Unknown keys and unreadable records are left out."""
        ordered = sorted(keys)
        with self._db.snapshot():
            papers = self.with_derived(ordered, derived=derived)
            reviewed = read_reviews(self._db, ordered)
            origins = self.origins(ordered)
        added_and_sources = {key: (_day(added), source_names(bits)) for key, added, bits in origins}
        return [
            Document(key, papers[key][0], reviewed.get(key, ()), *added_and_sources[key], papers[key][1])
            for key in ordered
            if key in papers
        ]

    def reviews(self, key: int) -> tuple[Review, ...]:
        """Return a paper's reviews, newest first."""
        return read_reviews(self._db, [key]).get(key, ())

    def packed(self, keys: Iterable[int]) -> list[Packed]:
        """Return those of these papers that are stored, packed as in the tables; the library stores copies of this
        form."""
        return list(starmap(Packed, self._rows(keys)))

    def contents(self, keys: Iterable[int]) -> dict[int, bytes]:
        """Return the content hash, which changes with the record, of each of these papers that is stored."""
        sql = "SELECT key, content FROM paper WHERE key IN (SELECT value FROM json_each(?))"
        return dict(self._db.rows(sql, (listed(keys),)))

    def titles(self, keys: Iterable[int]) -> dict[int, str]:
        """Return the title, as received, of each of these papers that is stored."""
        sql = "SELECT key, title FROM detail WHERE key IN (SELECT value FROM json_each(?))"
        return dict(self._db.rows(sql, (listed(keys),)))

    def titled(self, wanted: Iterable[tuple[str, Iterable[int]]]) -> list[list[int]]:
        """Return for each of these titles and years the papers of the years with the title, however it is written, and
        the works without a year, in the order of their years. The titles of a year are looked up at once."""
        named = [(title_hash(title), {year - FIRST_YEAR for year in years}) for title, years in wanted]
        sought: defaultdict[int, set[int]] = defaultdict(set)
        for hashed, years in named:
            for year in {_YEAR_OF_WORKS, *years}:
                sought[year].add(hashed)
        found = {year: self._with_titles(year, hashes) for year, hashes in sorted(sought.items())}
        return [
            [key for year, keys in found.items() for key in keys.get(hashed, ()) if year in years or is_work(key)]
            for hashed, years in named
        ]

    def _with_titles(self, year: int, hashes: Iterable[int]) -> dict[int, list[int]]:
        keys: defaultdict[int, list[int]] = defaultdict(list)
        for hashed, key in self._db.rows(_TITLED, (*range(4 * year, 4 * year + 4), listed(hashes))):
            keys[hashed].append(key)
        return keys

    def categories(self, keys: Iterable[int]) -> dict[int, str]:
        """Return the primary category of each of these papers that has one."""
        sql = "SELECT key, category FROM paper WHERE category <> '' AND key IN (SELECT value FROM json_each(?))"
        return dict(self._db.rows(sql, (listed(keys),)))

    def origins(self, keys: Iterable[int]) -> list[Row]:
        """Return (key, epoch seconds of the first storing, bits of its sources) for each of these papers."""
        sql = "SELECT key, added, sources FROM paper WHERE key IN (SELECT value FROM json_each(?))"
        return self._db.rows(sql, (listed(keys),))

    def versions(self, key: int) -> tuple[Version, ...]:
        """Return every known version, ascending."""
        return self.versions_of([key]).get(key, ())

    def versions_of(self, keys: Iterable[int]) -> dict[int, tuple[Version, ...]]:
        """Return every known version, ascending, of each of these papers that has any."""
        key_list = listed(keys)
        rows = self._db.rows(
            "SELECT key, number, updated, source FROM version WHERE key IN (SELECT value FROM json_each(?)) UNION "
            "SELECT key, version, updated, source FROM paper WHERE key IN (SELECT value FROM json_each(?)) "
            "AND version IS NOT NULL ORDER BY 1, 2",
            (key_list, key_list),
        )
        by_key: dict[int, tuple[Version, ...]] = {}
        for key, number, updated, source in rows:
            by_key[key] = (*by_key.get(key, ()), Version(number, moment_of(updated), source_name(source)))
        return by_key

    def pending(self, limit: int) -> list[tuple[int, Paper]]:
        """Return at most ``limit`` (key, paper) for papers known only from reviews and without a link to arXiv, newest
        first."""
        keys = [key for (key,) in self._db.rows(_PENDING, (PITH, PENDING_BIT, limit))]
        papers = self.get_all(keys)
        return [(key, papers[key]) for key in keys if key in papers]

    def incomplete(self, limit: int) -> list[str]:
        """Return at most ``limit`` ids, newest first, of papers that need the query API: the current version is known
        only from a feed, a listing or a review, or a newer version of unknown number was announced."""
        return [base for (key,) in self._db.rows(_INCOMPLETE, (PENDING_BIT, limit)) if (base := id_of(key))]


def _log_unreadable(key: int, error: Damaged) -> None:
    import logging  # imported only for damaged records

    logging.getLogger(__name__).warning("the record of the paper %s cannot be read: %s", key, error)


def _unpack(key: int, body: bytes | None) -> Paper | None:
    return changed(unpack_record(body), id=id_of(key) or "") if body else None


def read_reviews(db: Database, keys: Iterable[int]) -> dict[int, tuple[Review, ...]]:
    """Return the reviews of each of these papers that has any, newest first."""
    rows = db.rows(
        "SELECT key, headline, listed_on, theorem_links, body FROM review "
        "WHERE key IN (SELECT value FROM json_each(?)) ORDER BY key, listed_on DESC, abs(slot) DESC",
        (listed(keys),),
    )
    by_key: dict[int, tuple[Review, ...]] = {}
    for key, headline, listed_on, theorem_links, body in rows:
        by_key[key] = (*by_key.get(key, ()), unpack_review(headline, listed_on, theorem_links, body))
    return by_key


class Document(NamedTuple):
    """A paper to index. ``paper.id`` is empty for a pending key; ``added`` is the day (UTC) on which the paper was
    first stored; ``sources`` are the names of its sources. ``derived`` is None if it is not known."""

    key: int
    paper: Paper
    reviews: tuple[Review, ...]
    added: date
    sources: tuple[str, ...]
    derived: Derived | None


def _day(seconds: int) -> date:
    return datetime.fromtimestamp(seconds, UTC).date()
