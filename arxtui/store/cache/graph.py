"""The graph of citations: which papers cite which, who says so, and as of when (docs/decisions/0084).

A source states what a paper cites; a later statement of the same source replaces the earlier one. Who cites a paper
follows from the statements of all sources; what changes there is at first in a journal, from which lists are updated.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import chain, groupby
from operator import itemgetter

from arxtui.light import NamedTuple
from arxtui.store.cache import citing_lists
from arxtui.store.errors import Damaged
from arxtui.store.sqlite.connection import Database, listed
from arxtui.store.sqlite.packed_keys import EMPTY, append_neighbours, pack_neighbours, unpack_neighbours

CITED_BY = " (cited by)"
"""The end of the name under which the statements of a source are stored that are not whole."""
_FEW = 50
"""The number of changes up to which single insertions into a list are faster than sorting it."""
_STEP = 5_000
"""The journal entries that one transaction folds, in about half a second."""


class Statement(NamedTuple):
    """What a paper cites according to one source, as of a time (epoch seconds): the ascending keys of papers that are
    on arXiv or in the cache. It is not ``whole`` if the source was asked only who cites these."""

    source: str
    at: int
    cited: array[int]
    whole: bool = True


class _Stored(NamedTuple):
    at: int
    cited: array[int]


class Graph:
    """The citations between papers, by their keys. Neither end need be in the cache. What a paper cites is not known if
    no source says it; that is not none. Methods can raise StoreError."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def statements(self, key: int) -> list[Statement]:
        """Return what each source says that a paper cites; none whole if that is not known."""
        sql = "SELECT name, at, body FROM reference_list JOIN citation_source ON id = source WHERE key = ? ORDER BY id"
        return [
            Statement(name.removesuffix(CITED_BY), at, unpack_neighbours(body), not name.endswith(CITED_BY))
            for name, at, body in self._db.rows(sql, (key,))
        ]

    def references(self, key: int) -> array[int] | None:
        """Return the ascending keys of the papers that a paper cites according to any source; None if none is known to
        say."""
        return self.references_of([key]).get(key)

    def references_of(self, keys: Iterable[int], *, whole: bool = False) -> dict[int, array[int]]:
        """Return the ascending keys of the papers that these papers cite, by key, of those that a source speaks of; if
        ``whole``, only by statements that are."""
        found: dict[int, array[int]] = {}
        sql = (
            "SELECT key, body FROM reference_list WHERE key IN (SELECT value FROM json_each(?)) "
            "AND source NOT IN (SELECT id FROM citation_source WHERE ? AND name LIKE ?)"
        )
        for key, body in self._db.rows(sql, (listed(keys), whole, f"%{CITED_BY}")):
            found[key] = _union(found[key], unpack_neighbours(body)) if key in found else unpack_neighbours(body)
        return found

    def citing(self, keys: Iterable[int]) -> dict[int, array[int]]:
        """Return the ascending keys of the papers that cite each of these papers according to any source, by key, of
        those that are known to be cited."""
        asked = listed(keys)
        # First the journal: entries that are folded between the two reads are applied twice, which changes nothing.
        fresh = self._db.rows(
            "SELECT cited, citing, is_gone FROM fresh_citation WHERE cited IN (SELECT value FROM json_each(?)) "
            "ORDER BY cited",
            (asked,),
        )
        found = _lists(self._db, asked)
        for cited, entries in groupby(fresh, itemgetter(0)):
            found[cited] = _changed(found.get(cited), entries)
        return {key: citing for key, citing in found.items() if citing}

    def counts(self, keys: Iterable[int]) -> dict[int, int]:
        """Return how many papers cite each of these papers, by key, of those that are known to be cited."""
        asked = listed(keys)
        sql = "SELECT DISTINCT cited FROM fresh_citation WHERE cited IN (SELECT value FROM json_each(?))"
        fresh = [key for (key,) in self._db.rows(sql, (asked,))]
        sql = "SELECT key, n FROM citing_list WHERE key IN (SELECT value FROM json_each(?)) AND n"
        folded: dict[int, int] = dict(self._db.rows(sql, (asked,)))
        changed = self.citing(fresh)
        return folded | {key: len(changed.get(key, ())) for key in fresh}

    def witnesses(self, citing: int, cited: int) -> list[tuple[str, int]]:
        """Return who says that a paper cites another one, and as of when (epoch seconds)."""
        sql = "SELECT CAST(at AS INTEGER) FROM report WHERE key = ? AND source = ?"
        return [
            (each.source, each.at if each.whole else self._db.value(sql, (cited, each.source)) or each.at)
            for each in self.statements(citing)
            if cited in each.cited
        ]

    def sources(self) -> list[str]:
        """Return the names of the sources."""
        names = self._db.rows("SELECT name FROM citation_source ORDER BY id")
        return list(dict.fromkeys(name.removesuffix(CITED_BY) for (name,) in names))

    def with_citations(self, least: int, most: int) -> array[int]:
        """Return the ascending keys of the papers that this many papers cite, at least one."""
        sql = "SELECT key FROM citing_list WHERE n BETWEEN ? AND ?"
        found = {key for (key,) in self._db.rows(sql, (max(least, 1), most))}
        fresh = [key for (key,) in self._db.rows("SELECT DISTINCT cited FROM fresh_citation")]
        for start in range(0, len(fresh), _STEP):
            part = fresh[start : start + _STEP]
            counts = {key: len(citing) for key, citing in self.citing(part).items()}
            found = found.difference(part).union(key for key in counts if least <= counts[key] <= most)
        return array("q", sorted(found))

    def sharing(self, key: int, most: int) -> Counter[int]:
        """Return the papers that cite works that a paper cites, too, with the number of these works (bibliographic
        coupling), without the works that more than ``most`` papers cite, which say little."""
        cited = self.references(key) or array("q")
        sql = "SELECT key FROM citing_list WHERE key IN (SELECT value FROM json_each(?)) AND n > ?"
        common = {each for (each,) in self._db.rows(sql, (listed(cited), most))}
        shared = Counter(chain.from_iterable(self.citing(each for each in cited if each not in common).values()))
        del shared[key]
        return shared

    def beside(self, key: int, most: int) -> Counter[int]:
        """Return the papers that are cited beside a paper, with the number of papers that cite both (co-citation),
        among the newest ``most`` papers that cite it."""
        citing = self.citing([key]).get(key, array("q"))
        together = Counter(chain.from_iterable(self.references_of(citing[-most:]).values()))
        del together[key]
        return together

    def put(
        self,
        source: str,
        at: int,
        cited: Mapping[int, Iterable[int]],
        also: Callable[[], object] = bool,
        *,
        adds: bool = False,
    ) -> None:
        """Store what papers cite according to a source, by citing paper, and what ``also`` writes, in one transaction.
        What the source said of these papers as of the same time stays; anything earlier is replaced, or ``adds``."""
        with self._db.transaction():
            write_statements(self._db, source, at, cited, adds=adds)
            also()

    def forget(self, source: str, keys: Iterable[int]) -> None:
        """Delete what a source says of papers."""
        with self._db.transaction():
            forget_statements(self._db, source, keys)

    def fold_next(self) -> bool:
        """Fold the next entries of the journal, in one short transaction. Returns whether there can be more. If a list
        cannot be read, all are to be made anew."""
        with self._db.transaction():
            if self.is_behind():
                return False
            fresh = self._db.rows(
                "SELECT cited, citing, is_gone FROM fresh_citation ORDER BY cited, citing LIMIT ?", (_STEP,)
            )
            if not fresh:
                return False
            sql = "SELECT key, n, body FROM citing_list WHERE key IN (SELECT value FROM json_each(?))"
            stored = {key: (n, body) for key, n, body in self._db.rows(sql, (listed({row[0] for row in fresh}),))}
            try:
                rows = [
                    (key, *_folded(*stored.get(key, (0, EMPTY)), list(entries)))
                    for key, entries in groupby(fresh, itemgetter(0))
                ]
            except Damaged:
                citing_lists.discard(self._db)
                return False
            self._db.run_many("INSERT OR REPLACE INTO citing_list (key, n, body) VALUES (?, ?, ?)", rows)
            self._db.run("DELETE FROM fresh_citation WHERE (cited, citing) <= (?, ?)", fresh[-1][:2])
        return len(fresh) == _STEP

    def is_behind(self) -> bool:
        """Return whether lists of citing papers lack some, until all are made anew."""
        return citing_lists.is_behind(self._db)

    def postpone_folding(self) -> None:
        """If very much is to be folded, as while a large file is imported, have all lists made anew instead."""
        citing_lists.postpone(self._db)

    def make_lists(self, stop: Callable[[], bool] = bool) -> None:
        """Make all lists anew if folding was postponed, which takes minutes for all of arXiv; end early when ``stop``
        says so. Raises OSError if a temporary file cannot be written."""
        citing_lists.make(self._db, stop)


def write_statements(
    db: Database, source: str, at: int, cited: Mapping[int, Iterable[int]], *, adds: bool = False
) -> None:
    """Store the statements of a source as :meth:`Graph.put` does, within a transaction."""
    db.run("INSERT OR IGNORE INTO citation_source (name) VALUES (?)", (source,))
    number = db.value("SELECT id FROM citation_source WHERE name = ?", (source,))
    stored = _stored(db, cited)
    journal, rows = [], []
    for key, named in cited.items():
        known, now = stored.get(key, {}), set(named) - {key}  # a list that names its own paper cites nothing by that
        before, others = _all(known.values()), _all(each for id_, each in known.items() if id_ != number)
        if number in known and (adds or known[number].at == at):
            now.update(known[number].cited)
        journal += [(each, key, False) for each in now - before]
        journal += [(each, key, True) for each in before - now - others]
        rows.append((key, number, at, pack_neighbours(now)))
    db.run_many("INSERT OR REPLACE INTO reference_list (key, source, at, body) VALUES (?, ?, ?, ?)", rows)
    _journalize(db, journal)


def forget_statements(db: Database, source: str, keys: Iterable[int]) -> None:
    """Delete what a source says of papers, within a transaction."""
    number = db.value("SELECT id FROM citation_source WHERE name = ?", (source,))
    journal, keys = [], [*keys]
    for key, known in _stored(db, keys).items():
        if gone := known.pop(number, None):
            journal += [(each, key, True) for each in set(gone.cited) - _all(known.values())]
    sql = "DELETE FROM reference_list WHERE source = ? AND key IN (SELECT value FROM json_each(?))"
    db.run(sql, (number, listed(keys)))
    _journalize(db, journal)


def write_citing(db: Database, source: str, at: int, cited: int, citing: frozenset[int], before: Iterable[int]) -> None:
    """Store who cites a paper according to a source, in place of those ``before``, within a transaction. What else
    these papers cite is not known by that."""
    name = source + CITED_BY
    stored: dict[int, set[int]] = {key: set() for key in citing.union(before)}
    number = db.value("SELECT id FROM citation_source WHERE name = ?", (name,))
    for key, known in _stored(db, stored).items():
        stored[key].update(known[number].cited if number in known else ())
    for key, named in stored.items():
        named.discard(cited)
        named.update({cited} if key in citing else ())
    forget_statements(db, name, stored)
    write_statements(db, name, at, {key: named for key, named in stored.items() if named})


def _stored(db: Database, keys: Iterable[int]) -> dict[int, dict[int, _Stored]]:
    """Return what sources say that these papers cite, by paper and number of the source; nothing for a statement that
    cannot be read, so that another one can replace it."""
    stored: dict[int, dict[int, _Stored]] = {}
    sql = "SELECT key, source, at, body FROM reference_list WHERE key IN (SELECT value FROM json_each(?))"
    for key, source, at, body in db.rows(sql, (listed(keys),)):
        with suppress(Damaged):
            stored.setdefault(key, {})[source] = _Stored(at, unpack_neighbours(body))
    return stored


def _lists(db: Database, keys: str) -> dict[int, array[int]]:
    """Return the lists of those of some papers that have one, without the journal."""
    sql = "SELECT key, body FROM citing_list WHERE key IN (SELECT value FROM json_each(?))"
    return {key: unpack_neighbours(body) for key, body in db.rows(sql, (keys,))}


def _all(statements: Iterable[_Stored]) -> set[int]:
    return set(chain.from_iterable(each.cited for each in statements))


def _journalize(db: Database, journal: Iterable[tuple[int, int, bool]]) -> None:
    """Note for folding: cited paper, citing paper, whether it cites it no more."""
    if not citing_lists.is_postponed(db):
        db.run_many("INSERT OR REPLACE INTO fresh_citation (cited, citing, is_gone) VALUES (?, ?, ?)", sorted(journal))


def _folded(count: int, packed: bytes, entries: Sequence[Sequence[int]]) -> tuple[int, bytes]:
    """Return the length of a list of citing papers, and the list, with entries of the journal applied."""
    fresh = [citing for _, citing, is_gone in entries if not is_gone]
    if len(fresh) == len(entries) and (longer := append_neighbours(packed, count, fresh)):
        return count + len(fresh), longer
    citing = _changed(unpack_neighbours(packed), entries)
    return len(citing), pack_neighbours(citing)


def _changed(citing: array[int] | None, entries: Iterable[Sequence[int]]) -> array[int]:
    """Return a list of citing papers with entries of the journal applied."""
    changed, changes = array("q") if citing is None else citing, list(entries)
    if len(changes) > _FEW:
        fresh, gone = ({each[1] for each in changes if each[2] == is_gone} for is_gone in (0, 1))
        return array("q", sorted(fresh.union(changed) - gone))
    for _, key, is_gone in changes:
        place = bisect_left(changed, key)
        is_here = changed[place : place + 1] == array("q", [key])
        if is_gone and is_here:
            del changed[place]
        elif not (is_gone or is_here):
            changed.insert(place, key)
    return changed


def _union(first: array[int], second: array[int]) -> array[int]:
    return array("q", sorted({*first, *second}))
