"""The readable records and full texts of a damaged cache, each checked.

Papers are checked by the hash of their content. A paper whose text does not match the hash, or whose row is lost, is
saved as doubtful: without a source, and with an empty hash, which never matches. The query API then fetches the paper
again.

Texts, pages, and figures in PNG and SVG have checksums; texts that fail a check are fetched again. Of other figures,
only the loss is detected and recorded; fetching the text again fetches the figures again.
"""

from __future__ import annotations

import bz2
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from datetime import date, datetime, timedelta
from itertools import islice, pairwise
from pathlib import Path
from types import TracebackType

from arxtui.light import NamedTuple
from arxtui.model.arxiv.ids import is_pending, is_work, join_key, month_number
from arxtui.model.document import Origin
from arxtui.model.fulltext import TextState
from arxtui.model.merge import merged
from arxtui.store.cache.entries import Entry, entry_of, paper_of
from arxtui.store.cache.paper_writer import unpack_records
from arxtui.store.errors import Busy, Damaged, StoreError
from arxtui.store.sqlite.codec import unpack_record, unpack_review
from arxtui.store.sqlite.codes import CITATION, PITH, type_of
from arxtui.store.sqlite.connection import BUSY_TIMEOUT, Database, FileKind, Row, connect, listed
from arxtui.store.sqlite.packed_keys import unpack_numbers
from arxtui.store.texts.documents import unpack_document

_ROWS = 512
_LOST = "lost with a damaged cache: fetch the text again to restore it"
_PNG = b"\x89PNG\r\n\x1a\n"


class DamagedFile(AbstractContextManager["DamagedFile"]):
    """A database file that can be damaged anywhere, open for reading only. Raises Busy if another process locks it."""

    def __init__(self, path: Path, kind: FileKind) -> None:
        self._db = connect(path, kind, read_only=True, busy_timeout=BUSY_TIMEOUT)
        # Otherwise SQLite refuses a file that is shorter than its header says.
        self._rows("PRAGMA writable_schema = ON")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._db.close()

    @property
    def version(self) -> int:
        """The version of the schema; 0 if it cannot be read."""
        rows = self._rows("PRAGMA user_version")
        return int(rows[0][0]) if rows else 0

    def rows_of_keys(self, sql: str, keys: Sequence[int]) -> list[Row]:
        """Return the readable rows of a query whose one parameter is a list of keys. On an error, the list is halved
        until each part is read or consists of one key."""
        rows = self._rows(sql, (listed(keys),))
        if rows is not None:
            return rows
        if len(keys) < 2:
            return []
        half = len(keys) // 2
        return self.rows_of_keys(sql, keys[:half]) + self.rows_of_keys(sql, keys[half:])

    def walk(self, sql: str, order: Sequence[str], values: Sequence[object] = ()) -> list[Row]:
        """Return the distinct rows of a query in an indexed order: from the start up to the first damage and, if there
        is damage, from the end back to the last."""
        distinct: dict[Row, None] = {}
        for direction in ("ASC", "DESC"):
            ordered = f"{sql} ORDER BY {', '.join(f'{name} {direction}' for name in order)} LIMIT ? OFFSET ?"
            start, limit = 0, _ROWS
            while limit:
                rows = self._rows(ordered, (*values, limit, start))
                if rows is None:
                    # If the first row cannot be read, no larger part can be.
                    first = limit > 1 and self._rows(ordered, (*values, 1, start))
                    limit = limit // 2 if first else 0
                    continue
                distinct.update(dict.fromkeys(rows))
                start += len(rows)
                if len(rows) < limit:
                    return list(distinct)
        return list(distinct)

    def _rows(self, sql: str, values: Sequence[object] = ()) -> list[Row] | None:
        """Return the rows of a query; None if the file cannot be read."""
        try:
            return self._db.rows(sql, values)
        except Busy:
            raise
        except (StoreError, sqlite3.Error):
            return None


_BATCH = 1_000
_FIRST_DAY = date(1991, 1, 1)
_MAX_AHEAD = timedelta(days=1)
"""Tolerance by which days can be after the current day."""
_ROW = "key, version, category, published, updated, title_hash, abstract_hash, content, source, sources, added"
_COLUMNS, _CONTENT = 9, 7
_AMONG = "WHERE key IN (SELECT value FROM json_each(?))"
_CORRUPTION_ERRORS = (Damaged, OSError, EOFError, TypeError, ValueError, OverflowError, LookupError, zlib.error)
"""The exceptions that corrupted values cause."""


class RecoveredPaper(NamedTuple):
    """A recovered paper, with the bits of its sources and the time when it was first stored (epoch seconds; 0 if
    unknown).

    ``sound`` means that nothing of the paper is lost or changed. ``known`` means that it is not sound, but that an
    earlier repair has already marked it to be fetched again.
    """

    entry: Entry
    sources: int
    added: int
    sound: bool
    known: bool = False


def keys(damaged: DamagedFile, until: datetime) -> Iterator[list[int]]:
    """Yield the keys that any table contains, ascending, in batches."""
    for month in range(1, month_number(until.year, until.month) + 2):
        bounds = join_key(month, 0), join_key(month + 1, 0)
        month_keys: set[int] = set()
        for table in ("paper", "detail"):
            sql = f"SELECT key FROM {table} NOT INDEXED WHERE key >= ? AND key < ?"  # noqa: S608 - two names of ours
            month_keys.update(key for (key,) in damaged.walk(sql, ("key",), bounds))
        month_keys.update(_listed(damaged, month))
        ordered = iter(sorted(month_keys))
        while batch := list(islice(ordered, _BATCH)):
            yield batch


def _listed(damaged: DamagedFile, month: int) -> list[int]:
    """Return the keys in the list of a month; empty if they are not in order, which shows that the list was
    overwritten."""
    for (packed,) in damaged.walk("SELECT numbers FROM month WHERE month = ?", ("month",), (month,)):
        try:
            numbers = unpack_numbers(packed)
        except _CORRUPTION_ERRORS:
            continue
        if all(number < after for number, after in pairwise(numbers)):
            return [join_key(month, number) for number in numbers]
    return []


def papers(damaged: DamagedFile, batch: Sequence[int], *, checked: bool) -> list[RecoveredPaper]:
    """Return what is readable of these papers. ``checked`` means that their content hashes are of the current
    method."""
    rows = {row[0]: row for row in damaged.rows_of_keys(f"SELECT {_ROW} FROM paper NOT INDEXED {_AMONG}", batch)}  # noqa: S608
    texts = damaged.rows_of_keys(f"SELECT key, title, body FROM detail {_AMONG}", batch)  # noqa: S608
    recovered = (_recover_paper(key, rows.get(key), title, body, checked=checked) for key, title, body in texts)
    return [paper for paper in recovered if paper]


def versions(damaged: DamagedFile, batch: Sequence[int]) -> list[Row]:
    """Return (key, number, updated, source, body) of older versions of these papers."""
    rows = damaged.rows_of_keys(f"SELECT key, number, updated, source, body FROM version {_AMONG}", batch)  # noqa: S608
    return [row for row in rows if _is_sound_version(*row)]


def reviews(damaged: DamagedFile, batch: Sequence[int]) -> list[Row]:
    """Return (key, slot, listed_on, theorem_links, headline, body) of reviews of these papers."""
    sql = f"SELECT key, slot, listed_on, theorem_links, headline, body FROM review {_AMONG}"  # noqa: S608
    return [row for row in damaged.rows_of_keys(sql, batch) if _is_sound_review(*row)]


def source_records(damaged: DamagedFile, saved: Sequence[RecoveredPaper]) -> list[Row]:
    """Return (key, source, version, day, body) of the records that these papers are merged from: all records of a
    paper, or none if the readable ones no longer merge into that paper."""
    sound = {paper.entry.key: paper.entry for paper in saved if paper.sound}
    sql = f"SELECT key, source, version, day, body FROM source_record {_AMONG}"  # noqa: S608
    rows_by_key: dict[int, list[Row]] = {}
    for row in damaged.rows_of_keys(sql, list(sound)):
        rows_by_key.setdefault(row[0], []).append(row)
    return [row for key, rows in sorted(rows_by_key.items()) if _are_complete(sound[key], rows) for row in rows]


def announcements(damaged: DamagedFile, until: datetime) -> Iterator[list[Row]]:
    """Yield rows (day, category, key, type, version, archive), one day at a time."""
    sql = "SELECT day, category, key, type, version, archive FROM announcement WHERE day = ?"
    for day in range(_FIRST_DAY.toordinal(), (until.date() + _MAX_AHEAD).toordinal()):
        rows = damaged.walk(sql, ("category", "key"), (day,))
        if sound := [row for row in rows if _is_sound_announcement(*row[:5])]:
            yield sound


def statements(damaged: DamagedFile, until: datetime) -> Iterator[list[Row]]:
    """Yield rows (name of the source, time, citing paper, packed list) of the graph of citations, one month of papers
    at a time."""
    sql = "SELECT name, at, key, body FROM reference_list JOIN citation_source ON id = source WHERE key BETWEEN ? AND ?"
    for month in range(month_number(until.year, until.month) + 2):
        yield damaged.walk(sql, ("key", "source"), (join_key(month, 0), join_key(month + 1, 0) - 1))


def _recover_paper(key: int, row: Row | None, title: str, body: bytes, *, checked: bool) -> RecoveredPaper | None:
    """Return a paper: sound if its row and text match, doubtful if only its text is readable, None otherwise."""
    known = row is not None and row[_CONTENT] == b""
    if row is not None:
        try:
            stored = Entry._make((*row[:_COLUMNS], title, body, False, None))
            entry = entry_of(key, paper_of(stored))
            if entry.content == stored.content or not checked:
                return RecoveredPaper(entry, int(row[_COLUMNS]), int(row[_COLUMNS + 1]), sound=True)
        except _CORRUPTION_ERRORS:
            pass
    source = PITH if is_pending(key) else CITATION if is_work(key) else 0
    try:
        paper = paper_of(Entry(key, None, "", None, None, 0, None, b"", source, title, body))
        return RecoveredPaper(entry_of(key, paper)._replace(content=b""), 1 << source, 0, sound=False, known=known)
    except _CORRUPTION_ERRORS:
        return None


def _are_complete(entry: Entry, rows: Sequence[Row]) -> bool:
    """Whether these records are complete and unchanged: whether they merge into the paper."""
    try:
        records = unpack_records(rows, paper_of(entry))
        return len(records) > 1 and entry_of(entry.key, merged(records.values())).content == entry.content
    except _CORRUPTION_ERRORS:
        return False


def _is_sound_version(key: int, number: int, updated: int | None, source: int, body: bytes) -> bool:
    try:
        return {type(key), type(number), type(source)} == {int} and (body == b"" or bool(unpack_record(body)))
    except _CORRUPTION_ERRORS:
        return False


def _is_sound_review(
    key: int, slot: int, listed_on: int, theorem_links: int | None, headline: str, body: bytes
) -> bool:
    try:
        review = unpack_review(headline, listed_on, theorem_links, body)
        return isinstance(slot, int) and isinstance(review.headline, str)
    except _CORRUPTION_ERRORS:
        return False


def _is_sound_announcement(day: int, category: str, key: int, kind: int, version: int | None) -> bool:
    try:
        type_of(kind)
        return isinstance(category, str) and isinstance(key, int) and isinstance(version, int | None)
    except _CORRUPTION_ERRORS:
        return False


class _Text(NamedTuple):
    key: int
    version: int
    origin: str
    readable: int
    fetched: float
    words: int
    broken_off: bool


def save_texts(db: Database, damaged: DamagedFile) -> int:
    """Save every readable text to the new cache, with its figures, and the results of requests for texts. Returns the
    number of texts."""
    saved: set[int] = set()
    count = 0
    for text in _texts(damaged):
        body = _body(damaged, text)
        if body is not None:
            _put(db, text, body, list(_figures(damaged, text)))
            saved.add(text.key)
            count += 1
    with db.transaction():
        db.run_many("INSERT OR IGNORE INTO fulltext_state VALUES (?, ?, ?, ?, ?, ?, ?)", _states(damaged, saved))
    return count


def _texts(damaged: DamagedFile) -> Iterator[_Text]:
    sql = "SELECT key, version, origin, readable, fetched, words, broken_off FROM fulltext"
    for key, version, origin, readable, fetched, words, broken_off in damaged.walk(sql, ("key", "version")):
        try:
            numbers = int(readable), float(fetched), int(words), bool(broken_off)
            yield _Text(int(key), int(version), Origin(origin).value, *numbers)
        except _CORRUPTION_ERRORS:
            continue


def _body(damaged: DamagedFile, text: _Text) -> Row | None:
    """Return the packed text, the URL of its page, and the packed page; None if they are damaged."""
    sql = "SELECT document, url, page FROM fulltext_body WHERE key = ? AND version = ?"
    for document, url, page in damaged.walk(sql, ("id",), text[:2]):
        try:
            bz2.decompress(page)
            unpack_document(document)
        except _CORRUPTION_ERRORS:
            continue
        return document, url, page
    return None


def _figures(damaged: DamagedFile, text: _Text) -> Iterator[Row]:
    """Yield (address, url, type, reason, words, body) for each figure."""
    sql = "SELECT address, url, type, reason, words, body FROM figure WHERE key = ? AND version = ?"
    for address, url, kind, reason, words, body in damaged.walk(sql, ("id",), text[:2]):
        is_lost = body is not None and not _is_whole(kind, body)
        yield (address, url, "", _LOST, "", None) if is_lost else (address, url, kind, reason, words, body)


def _is_whole(kind: object, body: object) -> bool:
    """Whether the checksums in a figure of a type are right: those of a PNG, or that of the compressed SVG."""
    try:
        if not isinstance(body, bytes):
            return False
        if body.startswith(_PNG):
            return kind == "image/png" and all(_chunk_checks(body))
        return kind == "image/svg+xml" and bool(zlib.decompress(body))
    except zlib.error:
        return False


def _chunk_checks(png: bytes) -> Iterator[bool]:
    """Yield whether each chunk is intact. (PNG, third edition, 5.3: length, type, data, CRC-32 of type and data)"""
    at, kind = len(_PNG), b""
    while at < len(png):
        size = int.from_bytes(png[at : at + 4], "big")
        kind = png[at + 4 : at + 8]
        checksum = png[at + 8 + size : at + 12 + size]
        yield zlib.crc32(png[at + 4 : at + 8 + size]).to_bytes(4, "big") == checksum
        at += 12 + size
    yield kind == b"IEND"


def _put(db: Database, text: _Text, body: Row, figures: list[Row]) -> None:
    document, _, page = body
    size = len(document) + len(page) + sum(len(figure[-1]) for figure in figures if figure[-1] is not None)
    named = text[:2]
    with db.transaction():
        db.run(
            "INSERT OR IGNORE INTO fulltext (key, version, origin, readable, fetched, words, broken_off, size) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (*text, size),
        )
        db.run(
            "INSERT OR IGNORE INTO fulltext_body (key, version, document, url, page) VALUES (?, ?, ?, ?, ?)",
            (*named, *body),
        )
        db.run_many(
            "INSERT OR IGNORE INTO figure (key, version, address, url, type, reason, words, body) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            ((*named, *figure) for figure in figures),
        )


def _states(damaged: DamagedFile, saved: set[int]) -> Iterator[Row]:
    """Yield the results of requests for texts, except for texts that were stored and could not be saved."""
    sql = "SELECT key, version, state, reason, tried, next_due, failures FROM fulltext_state"
    for key, version, state, reason, tried, due, failures in damaged.walk(sql, ("key",)):
        try:
            is_here = TextState(state) is TextState.HAVE
            row = key, int(version), state, str(reason), float(tried), due and float(due), int(failures)
        except _CORRUPTION_ERRORS:
            continue
        if key in saved or not is_here:
            yield row
