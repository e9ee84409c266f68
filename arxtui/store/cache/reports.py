"""What sources of citations reported of papers, each report in place of the source's one before."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from arxtui.light import NamedTuple
from arxtui.model.arxiv.ids import key_of
from arxtui.model.document import Work
from arxtui.model.reported import Report, ReportedWork
from arxtui.store.cache.graph import forget_statements, write_citing, write_statements
from arxtui.store.errors import Damaged
from arxtui.store.sqlite.connection import Database, Row, listed
from arxtui.store.sqlite.packed_json import pack_json, unpack_json
from arxtui.store.texts.citations import GROWTH

_AMONG = "IN (SELECT value FROM json_each(?))"
_LAST_TIME = datetime.max.replace(tzinfo=UTC).timestamp()
_HEAD = "source, at, record, cites, cited_by, by_others, texkey, bibtex"


class StoredWork(NamedTuple):
    """A work of a report: its source, the key of its arXiv id (None if it has none), what is reported of it, its place
    in the list of its source, and the key of the paper that a work without an arXiv id was found to be."""

    source: str
    cited: int | None
    reported: ReportedWork
    place: int
    found: int | None

    @property
    def key(self) -> int | None:
        """The key of the paper that it is, whether it is in the cache or not; None if that is not known."""
        return self.found if self.cited is None else self.cited


class StoredReport(NamedTuple):
    """A report as it was stored at a time (epoch seconds)."""

    key: int
    source: str
    at: float


class CitationReports:
    """The reports. Methods can raise StoreError."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def put(self, key: int, report: Report) -> None:
        """Store a report in place of the one before of its source, and its citations in the graph."""
        place, at = (key, report.source), report.at.timestamp()
        with self._db.transaction():
            before = self._citing(place)
            self._db.run("DELETE FROM reported_work WHERE key = ? AND source = ?", place)
            for is_citing, works in enumerate((report.references, report.citing)):
                self._db.run_many(
                    "INSERT INTO reported_work (key, source, is_citing, place, cited, doi, body) "
                    "VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (
                        (*place, is_citing, number, *_identity(each.work), _pack(each))
                        for number, each in enumerate(works or ())
                    ),
                )
            self._db.run(
                f"INSERT OR REPLACE INTO report (key, {_HEAD}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608
                (*place, at, report.record, *report[5:]),
            )
            forget_statements(self._db, report.source, [key])
            self._write_citations(StoredReport(*place, at), before, is_known=report.references is not None)

    def _write_citations(self, stored: StoredReport, before: Iterable[int], *, is_known: bool) -> None:
        """Write the citations of a report into the graph: what the paper cites, if that ``is_known``, and what cites
        it, in place of those ``before``."""
        key, source, at = stored
        if is_known:
            write_statements(self._db, source, int(at), {key: self._named(stored[:2], is_citing=False) - {key}})
        write_citing(self._db, source, int(at), key, frozenset(self._citing(stored[:2]) - {key}), before)

    def _citing(self, place: tuple[int, str]) -> set[int]:
        return self._named(place, is_citing=True)

    def _named(self, place: tuple[int, str], *, is_citing: bool) -> set[int]:
        """Return the keys of the works of a report."""
        sql = "SELECT coalesce(cited, found) FROM reported_work WHERE key = ? AND source = ? AND is_citing = ?"
        return {work for (work,) in self._db.rows(sql, (*place, is_citing)) if work is not None}

    def due(self, papers: int) -> list[StoredReport]:
        """Return the reports whose works are to be looked up: those whose works never were, and those looked up among
        far fewer papers."""
        sql = "SELECT key, source, at FROM report WHERE papers IS NULL OR papers * ? < ? ORDER BY key DESC"
        return [StoredReport(*row) for row in self._db.rows(sql, (GROWTH, papers))]

    def unsettled(self, key: int, dois: Iterable[str], papers: int) -> list[StoredReport]:
        """Return the reports with a work that may be this paper, by its DOIs, looked up among another number of papers,
        perhaps without it; and those on this paper whose works never were."""
        sql = (
            "SELECT key, source, at FROM report WHERE key = ? AND papers IS NULL UNION "  # noqa: S608
            "SELECT key, source, at FROM reported_work JOIN report USING (key, source) "
            f"WHERE doi {_AMONG} AND cited IS NULL AND found IS NULL AND papers IS NOT ?"
        )
        return [StoredReport(*row) for row in self._db.rows(sql, (key, json.dumps(list(dois)), papers))]

    def settle(self, stored: StoredReport, found: Iterable[tuple[StoredWork, bool, int | None]], papers: int) -> None:
        """Store which papers works of a report are, looked up among so many papers: the work, whether it cites the
        paper, and the key; and write these citations into the graph. Does nothing if another report came meanwhile."""
        place = stored[:2]
        with self._db.transaction():
            if self._db.value("SELECT at FROM report WHERE key = ? AND source = ?", place) != stored.at:
                return
            before = self._citing(place)
            self._db.run_many(
                "UPDATE reported_work SET found = ? WHERE key = ? AND source = ? AND is_citing = ? AND place = ?",
                ((key, *place, is_citing, work.place) for work, is_citing, key in found),
            )
            self._db.run("UPDATE report SET papers = ? WHERE key = ? AND source = ?", (papers, *place))
            sql = "SELECT 1 FROM reported_work WHERE key = ? AND source = ? AND is_citing = 0"
            if is_known := self._db.value(sql, place) is not None:
                forget_statements(self._db, stored.source, [stored.key])
            self._write_citations(stored, before, is_known=is_known)

    def of(self, key: int) -> list[Report]:
        """Return the reports of a paper without their lists, in the order of their sources' names, without any that
        cannot be read."""
        rows = self._db.rows(f"SELECT {_HEAD} FROM report WHERE key = ? ORDER BY source", (key,))  # noqa: S608
        return [_report(*row) for row in rows if is_report(row)]

    def references(self, key: int) -> list[StoredWork]:
        """Return the references of a paper, by source in the order of the bibliography."""
        return self._works(key, is_citing=False)

    def citing(self, key: int) -> list[StoredWork]:
        """Return the works that cite a paper, by source, newest first."""
        return self._works(key, is_citing=True)

    def bibtex(self, keys: Iterable[int]) -> dict[int, str]:
        """Return the sources' own entries of these papers, by key."""
        sql = f"SELECT key, bibtex FROM report WHERE bibtex <> '' AND key {_AMONG}"  # noqa: S608
        return dict(self._db.rows(sql, (listed(keys),)))

    def texkeys(self, keys: Iterable[int]) -> dict[int, str]:
        """Return the sources' own citation keys of these papers, by key."""
        sql = f"SELECT key, texkey FROM report WHERE texkey <> '' AND key {_AMONG}"  # noqa: S608
        return dict(self._db.rows(sql, (listed(keys),)))

    def count_request(self, service: str, day: int, most: int) -> bool:
        """Count a request to a service on a day (proleptic Gregorian ordinal); return False, without counting it, if
        that would be more than ``most``."""
        with self._db.transaction():
            self._db.run("DELETE FROM request_count WHERE day < ?", (day - 1,))
            row = self._db.row("SELECT n FROM request_count WHERE service = ? AND day = ?", (service, day))
            if (row[0] if row else 0) >= most:
                return False
            self._db.run(
                "INSERT INTO request_count (service, day, n) VALUES (?, ?, 1) "
                "ON CONFLICT (day, service) DO UPDATE SET n = n + 1",
                (service, day),
            )
            return True

    def _works(self, key: int, *, is_citing: bool) -> list[StoredWork]:
        sql = (
            "SELECT source, cited, body, place, found FROM reported_work WHERE key = ? AND is_citing = ? "
            "ORDER BY source, place"
        )
        return [
            StoredWork(source, cited, _unpack(body), *rest)
            for source, cited, body, *rest in self._db.rows(sql, (key, is_citing))
        ]


def is_report(row: Row) -> bool:
    """Return whether a row, from ``source`` on, is that of a report."""
    source, at, record, *numbers, texkey, bibtex = row
    return (
        all(isinstance(each, str) for each in (source, record, texkey, bibtex))
        and isinstance(at, float)
        and 0 <= at < _LAST_TIME
        and all(each is None or isinstance(each, int) for each in numbers)
    )


def is_readable(body: object) -> bool:
    """Return whether the body of a row is that of a reported work."""
    try:
        return isinstance(body, bytes) and bool(_unpack(body))
    except Damaged:
        return False


def _report(source: str, at: float, record: str, *rest: Any) -> Report:
    return Report(source, datetime.fromtimestamp(at, UTC), record, None, None, *rest)


def _identity(work: Work) -> tuple[int | None, str | None]:
    """Return the key of a work's arXiv id, and its DOI; None for what it does not have."""
    return key_of(work.arxiv) if work.arxiv else None, next(iter(work.dois), None)


def _pack(reported: ReportedWork) -> bytes:
    return pack_json([*reported.work, reported.label, reported.text])


def _unpack(body: bytes) -> ReportedWork:
    try:
        *fields, label, text = unpack_json(body)
        work = Work(*fields)
        return ReportedWork(work._replace(authors=tuple(work.authors), dois=tuple(work.dois)), label, text)
    except (TypeError, ValueError) as error:
        raise Damaged(f"A reference in the cache cannot be read ({error}).") from error
