"""What the stored full texts cite: the works of each bibliography, and which papers they are. It is derived from the
texts and can be deleted (docs/decisions/0076)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from arxtui.light import NamedTuple
from arxtui.model.sources import TEXT
from arxtui.store.cache.graph import forget_statements, write_statements
from arxtui.store.sqlite.connection import Database, listed
from arxtui.store.texts import text_states

_AMONG = "IN (SELECT value FROM json_each(?))"
_COLUMNS = "key, entry, work, cited, certain, found_by, sign"
GROWTH = 1.1
"""The growth of the cache after which the works of every text are looked up again."""


class Citation(NamedTuple):
    """A work that the text of a paper cites: the citing paper, the number of the entry (from 1), the place of the work
    in the entry (from 0), and the paper that it is. If that is not in the cache, ``found_by`` is empty, and ``cited``
    is the key of the work's arXiv id, if it has one. ``sign`` is a hash of what else identifies the work (None if
    nothing does)."""

    key: int
    entry: int
    work: int
    cited: int | None
    certain: bool
    found_by: str
    sign: int | None


class MatchedText(NamedTuple):
    """By which method, and among how many papers, the works of the newest text of a paper were looked up. ``entries``
    is the length of its bibliography; None if the text cannot be read."""

    key: int
    method: int
    papers: int
    entries: int | None


class Citations:
    """The works that stored texts cite. Methods can raise StoreError."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def fetched(self, key: int) -> float | None:
        """Return when the last text of a paper was fetched (epoch seconds); None if none is stored."""
        row = self._db.row("SELECT max(fetched) FROM fulltext WHERE key = ?", (key,))
        return row[0] if row else None

    def matched(self, key: int) -> MatchedText | None:
        """Return how the works of a text were looked up last; None if they never were."""
        row = self._db.row("SELECT key, method, papers, entries FROM cited_text WHERE key = ?", (key,))
        return MatchedText(*row) if row else None

    def of(self, key: int) -> list[Citation]:
        """Return the works that the text of a paper cites, in the order of its bibliography."""
        return self._read("key = ? ORDER BY entry, work", (key,))

    def all_of(self, keys: Iterable[int]) -> list[Citation]:
        """Return the works that the texts of these papers cite."""
        return self._read(f"key {_AMONG} ORDER BY key DESC, entry, work", (listed(keys),))

    def to(self, keys: Iterable[int]) -> list[Citation]:
        """Return the citations of a paper by any of its keys, the newest citing paper first."""
        return self._read(f"cited {_AMONG} ORDER BY key DESC, entry, work", (listed(keys),))

    def unsettled(self, key: int, signs: Iterable[int], papers: int) -> list[int]:
        """Return the papers whose texts cite a work that may be this paper, and that were looked up among another
        number of papers, perhaps without it."""
        sql = (
            "SELECT key FROM (SELECT key FROM citation WHERE cited = ? AND found_by = '' UNION "  # noqa: S608
            f"SELECT key FROM citation WHERE sign {_AMONG} AND found_by = '') JOIN cited_text USING (key) "
            "WHERE papers <> ?"
        )
        return [key for (key,) in self._db.rows(sql, (key, listed(signs), papers))]

    def due(self, method: int, papers: int) -> list[int]:
        """Return the papers whose texts are to be looked up, newest first: texts without works by this method, and all
        those looked up among far fewer papers."""
        sql = (
            "SELECT DISTINCT fulltext.key FROM fulltext LEFT JOIN cited_text USING (key) "
            "WHERE readable = ? AND (method IS NULL OR method <> ? OR papers * ? < ?) ORDER BY fulltext.key DESC"
        )
        return [key for (key,) in self._db.rows(sql, (text_states.READABLE, method, GROWTH, papers))]

    def put(self, text: MatchedText, citations: Sequence[Citation], fetched: float | None) -> None:
        """Store the works of a text that was read when the last one was ``fetched``, unless another came meanwhile."""
        with self._db.transaction():
            if self.fetched(text.key) != fetched:
                return
            forget_citations(self._db, [text.key])
            self._db.run("INSERT INTO cited_text (key, method, papers, entries) VALUES (?, ?, ?, ?)", tuple(text))
            self._db.run_many(f"INSERT INTO citation ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)", citations)  # noqa: S608
            if text.entries is not None:
                write_citations(self._db, [text.key])

    def with_entries(self, least: int, most: int) -> list[int]:
        """Return the ascending keys of the papers with this many references: entries of the stored text, else the most
        that a source of citations counts."""
        sql = (
            "SELECT key FROM cited_text WHERE entries BETWEEN ? AND ? UNION SELECT key FROM report "
            "WHERE key NOT IN (SELECT key FROM cited_text WHERE entries IS NOT NULL) "
            "GROUP BY key HAVING max(cites) BETWEEN ? AND ? ORDER BY key"
        )
        return [key for (key,) in self._db.rows(sql, (least, most) * 2)]

    def sharing(self, key: int) -> dict[int, int]:
        """Return the papers whose texts cite works outside the cache, without an arXiv id, that the text of a paper
        cites, too, with the number of these works."""
        sql = (
            "SELECT other.key, count(DISTINCT mine.entry) FROM citation mine JOIN citation other "
            "ON other.found_by = '' AND other.sign = mine.sign "
            "WHERE mine.key = ? AND mine.cited IS NULL AND other.key <> mine.key GROUP BY other.key"
        )
        return dict(self._db.rows(sql, (key,)))

    def lengths(self, keys: Iterable[int]) -> dict[int, int]:
        """Return the number of references of each of these papers whose text was looked up and has any."""
        sql = f"SELECT key, entries FROM cited_text WHERE entries > 0 AND key {_AMONG}"  # noqa: S608
        return dict(self._db.rows(sql, (listed(keys),)))

    def _read(self, condition: str, values: Sequence[object]) -> list[Citation]:
        rows = self._db.rows(f"SELECT {_COLUMNS} FROM citation WHERE {condition}", values)  # noqa: S608
        return [Citation(*row)._replace(certain=bool(row[4])) for row in rows]


def forget_citations(db: Database, keys: Collection[int]) -> None:
    """Delete the works of texts, within a transaction."""
    for table in ("cited_text", "citation"):
        db.run_many(f"DELETE FROM {table} WHERE key = ?", ((key,) for key in keys))  # noqa: S608
    forget_statements(db, TEXT, keys)


def write_citations(db: Database, keys: Collection[int]) -> None:
    """Write what texts cite into the graph, within a transaction: the papers that are certain, and those that are not
    in the cache and whose arXiv id an entry has."""
    named = (listed(keys),)
    sql = f"SELECT key, max(fetched) FROM fulltext WHERE key {_AMONG} GROUP BY key"  # noqa: S608
    fetched = dict.fromkeys(keys, 0) | dict(db.rows(sql, named))
    cited: dict[int, set[int]] = {key: set() for key in keys}
    sql = f"SELECT key, cited FROM citation WHERE key {_AMONG} AND (certain OR found_by = '')"  # noqa: S608
    for key, work in db.rows(sql, named):
        if work is not None:
            cited[key].add(work)
    for key, works in cited.items():
        write_statements(db, TEXT, int(fetched[key]), {key: works})
