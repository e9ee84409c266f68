"""What sources of citations reported of papers, each report in place of the source's one before."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime

from arxtui.model.arxiv.ids import key_of
from arxtui.model.document import Work
from arxtui.model.reported import Report, ReportedWork
from arxtui.store.cache.graph import forget_statements, write_citing, write_statements
from arxtui.store.errors import Damaged
from arxtui.store.sqlite.connection import Database, Row, listed
from arxtui.store.sqlite.packed_json import pack_json, unpack_json
from arxtui.tuples import NamedTuple

_AMONG = "IN (SELECT value FROM json_each(?))"
_LAST_TIME = datetime.max.replace(tzinfo=UTC).timestamp()
_HEAD = "source, at, record, cites, cited_by, by_others, texkey, bibtex"


class StoredWork(NamedTuple):
    """A work of a report: its source, the key of its arXiv id (None if it has none), and what is reported of it."""

    source: str
    cited: int | None
    reported: ReportedWork


class CitationReports:
    """The reports. Methods can raise StoreError."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def put(self, key: int, report: Report) -> None:
        """Store a report in place of the one before of its source, and its citations in the graph."""
        place = (key, report.source)
        with self._db.transaction():
            self._write_citations(key, report)
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
                (*place, report.at.timestamp(), report.record, *report[5:]),
            )

    def _write_citations(self, key: int, report: Report) -> None:
        at = int(report.at.timestamp())
        forget_statements(self._db, report.source, [key])
        if report.references is not None:
            write_statements(self._db, report.source, at, {key: _named(report.references) - {key}})
        sql = "SELECT cited FROM reported_work WHERE key = ? AND source = ? AND is_citing AND cited IS NOT NULL"
        before = [citing for (citing,) in self._db.rows(sql, (key, report.source))]
        write_citing(self._db, report.source, at, key, _named(report.citing or ()) - {key}, before)

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

    def citing_by_doi(self, dois: Iterable[str]) -> list[tuple[int, str, float]]:
        """Return the papers with a reported reference that has one of these DOIs, with the source and the time (epoch
        seconds) of its report."""
        sql = (
            "SELECT DISTINCT key, source, at FROM reported_work JOIN report USING (key, source) "  # noqa: S608
            f"WHERE is_citing = 0 AND doi {_AMONG}"
        )
        return list(self._db.rows(sql, (json.dumps(list(dois)),)))

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
        sql = "SELECT source, cited, body FROM reported_work WHERE key = ? AND is_citing = ? ORDER BY source, place"
        return [
            StoredWork(source, cited, _unpack(body)) for source, cited, body in self._db.rows(sql, (key, is_citing))
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


def _report(source: str, at: float, record: str, *rest: object) -> Report:
    return Report(source, datetime.fromtimestamp(at, UTC), record, None, None, *rest)  # type: ignore[arg-type]


def _identity(work: Work) -> tuple[int | None, str | None]:
    """Return the key of a work's arXiv id, and its DOI; None for what it does not have."""
    return key_of(work.arxiv) if work.arxiv else None, next(iter(work.dois), None)


def _named(works: Iterable[ReportedWork]) -> frozenset[int]:
    """Return the keys of the works on arXiv."""
    return frozenset(key_of(each.work.arxiv) for each in works if each.work.arxiv)


def _pack(reported: ReportedWork) -> bytes:
    return pack_json([*reported.work, reported.label, reported.text])


def _unpack(body: bytes) -> ReportedWork:
    try:
        *fields, label, text = unpack_json(body)
        work = Work(*fields)
        return ReportedWork(work._replace(authors=tuple(work.authors), dois=tuple(work.dois)), label, text)
    except (TypeError, ValueError) as error:
        raise Damaged(f"A reference in the cache cannot be read ({error}).") from error
