"""The readable full texts of a damaged cache. Texts that fail a check are fetched again.

Texts, pages, and figures in PNG and SVG have checksums. Of other figures, only the loss is detected and recorded;
fetching the text again fetches the figures again.
"""

from __future__ import annotations

import bz2
import zlib
from collections.abc import Iterator

from arxtui.model.document import Origin
from arxtui.model.fulltext import TextState
from arxtui.store.errors import Damaged
from arxtui.store.recovery.records import DamagedFile
from arxtui.store.sqlite.connection import Database, Row
from arxtui.store.texts.documents import unpack_document
from arxtui.tuples import NamedTuple

_LOST = "lost with a damaged cache: fetch the text again to restore it"
_PNG = b"\x89PNG\r\n\x1a\n"
_CORRUPTION_ERRORS = (Damaged, OSError, EOFError, TypeError, ValueError, OverflowError, zlib.error)
"""The exceptions that corrupted values cause."""


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
