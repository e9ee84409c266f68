"""Dumps of PostgreSQL as streams: the pairs of citing and cited papers in them, as a table with tabs.

Read are dumps as SQL (``pg_dump``, ``pg_restore -f -``), whose data are ``COPY`` blocks
(https://www.postgresql.org/docs/current/sql-copy.html, text format), and those in PostgreSQL's own form (``pg_dump
-Fc``: a table of contents, then the same rows in blocks, packed with zlib or not packed;
https://github.com/postgres/postgres/blob/master/src/bin/pg_dump/pg_backup_archiver.c and ``pg_backup_custom.c``).
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterable, Iterator

from arxtui.sources.packed import CHUNK_SIZE, ByteReader

_MAGIC = b"PGDMP"
_TITLE = b"-- PostgreSQL database dump\n"
_HEADING = b"citing\tcited\n"
_COPY = re.compile(rb"COPY [^\n(]+\(([^\n)]*)\) FROM stdin;\n?", re.IGNORECASE)
_ENDS = b"\\."
_CITING = re.compile(rb"citing|^(?:source|src|from)(?:_|$)")
_CITED = re.compile(rb"cited|^(?:target|dst|to)(?:_|$)")
_CUSTOM_FORM, _DATA, _BLOBS = 1, 1, 3
_OLDEST = (1, 10)
_ALGORITHM, _TABLE_METHOD, _RELATION_KIND = (1, 15), (1, 14), (1, 16)
"""The versions of the form that brought the algorithm of the packing, and two fields of an entry."""
_GZIP, _LEVEL_NONE = 1, 0
_DAMAGED = "the dump of PostgreSQL is damaged"
_LONGEST = 16 << 20
"""The most bytes of a row, or of a text of the table of contents."""
_MOST_ENTRIES = 1_000_000


def is_dump(begin: bytes) -> bool:
    """Whether a file that begins with these bytes is a dump of PostgreSQL."""
    return begin.startswith(_MAGIC) or _TITLE in begin[:100]


class PostgresDump:
    """The citations of a dump given in chunks, unpacked. ``fault`` says why it could not be read to its end, or that no
    table has columns for both papers."""

    def __init__(self, chunks: Iterable[bytes]) -> None:
        self._source = ByteReader(chunks)
        self._is_empty = True
        self.fault: str | None = None

    def __iter__(self) -> Iterator[bytes]:
        begin = self._source.read(len(_MAGIC))
        self._source.unread(begin)
        yield _HEADING
        try:
            yield from self._of_archive() if begin == _MAGIC else self._of_sql()
            if self._is_empty:
                self.fault = "no table of the dump has columns of citing and cited papers"
        except zlib.error:
            self.fault = _DAMAGED
        except _UnreadableError as error:
            self.fault = str(error)

    def _of_sql(self) -> Iterator[bytes]:
        columns: tuple[int, int] | None = None
        is_data, rest = False, b""
        while chunk := self._source.read_some():
            *lines, rest = (rest + chunk).split(b"\n")
            if len(rest) > _LONGEST:
                raise _UnreadableError("a row of the dump is longer than any can be")
            rows: list[bytes] = []
            for line in lines:
                if is_data and line != _ENDS:
                    rows.append(line)
                    continue
                yield self._pairs(rows, columns)
                rows.clear()
                copy = None if is_data else _COPY.match(line)
                is_data, columns = copy is not None, _columns(copy)
            yield self._pairs(rows, columns)

    def _of_archive(self) -> Iterator[bytes]:
        archive = _Archive(self._source)
        tables = {number: columns for number, copy in archive.contents() if (columns := _columns(_COPY.match(copy)))}
        while table := archive.next_table():
            columns, rest = tables.get(table), b""
            for chunk in archive.block(is_wanted=columns is not None):
                *rows, rest = (rest + chunk).split(b"\n")
                if len(rest) > _LONGEST:
                    raise _UnreadableError("a row of the dump is longer than any can be")
                yield self._pairs(rows, columns)

    def _pairs(self, rows: Iterable[bytes], columns: tuple[int, int] | None) -> bytes:
        """Return the two columns of rows; nothing of other tables, and without names that no paper of arXiv has."""
        if columns is None:
            return b""
        self._is_empty = False
        citing, cited = columns
        cells = (row.split(b"\t") for row in rows if b'"' not in row)
        return b"".join(b"%b\t%b\n" % (row[citing], row[cited]) for row in cells if len(row) > max(columns))


def _columns(copy: re.Match[bytes] | None) -> tuple[int, int] | None:
    """Return the places of the columns of the citing and the cited papers, those with identifiers of arXiv if there are
    several of them."""
    names = [name.strip(b' "').lower() for name in copy[1].split(b",")] if copy else []
    citing, cited = ([place for place, name in enumerate(names) if form.search(name)] for form in (_CITING, _CITED))
    if not (citing and cited):
        return None
    by_form: Callable[[int], bool] = lambda place: b"arxiv" not in names[place]  # noqa: E731
    return min(citing, key=by_form), min(cited, key=by_form)


class _UnreadableError(Exception):
    """The dump cannot be read on."""


class _Archive:
    """A dump in PostgreSQL's own form: a heading, the table of contents, then blocks of data."""

    def __init__(self, source: ByteReader) -> None:
        self._source = source
        self._bytes(len(_MAGIC))
        self._version = (self._byte(), self._byte(), self._byte())
        self._integer_size, self._offset_size = self._byte(), self._byte()
        if self._version < _OLDEST or not 1 <= self._integer_size <= 8 or self._byte() != _CUSTOM_FORM:
            raise _UnreadableError("this form of a dump of PostgreSQL cannot be read: pg_restore -f - writes it as SQL")
        self._is_packed = self._packing()
        for _ in range(7):
            self._integer()  # the time of the dump
        for _ in range(3):
            self._text()  # the names of the database and of the versions

    def contents(self) -> Iterator[tuple[int, bytes]]:
        """Yield the numbers of the entries, each with the statement that reads its data."""
        count = self._integer()
        if not 0 <= count <= _MOST_ENTRIES:
            raise _UnreadableError(_DAMAGED)
        for _ in range(count):
            number, _ = self._integer(), self._integer()
            for _ in range(4):
                self._text()
            self._integer()
            self._text()
            self._text()
            copy = self._text()
            self._text()
            self._text()
            if self._version >= _TABLE_METHOD:
                self._text()
            if self._version >= _RELATION_KIND:
                self._integer()
            self._text()
            self._text()
            while self._text() is not None:
                pass  # the entries that it depends on
            self._bytes(1 + self._offset_size)
            yield number, copy or b""

    def next_table(self) -> int:
        """Return the entry whose data come next; 0 at the end, and before large objects, which come last."""
        kind = self._source.read(1)
        return self._integer() if kind and kind[0] == _DATA else 0

    def block(self, *, is_wanted: bool) -> Iterator[bytes]:
        """Yield the data of a table in chunks, or pass over them."""
        unpacker = zlib.decompressobj() if self._is_packed else None
        while size := self._integer():
            for chunk in self._source.read_chunks(size):
                size -= len(chunk)
                data = chunk if is_wanted else b""
                while unpacker and data:
                    yield unpacker.decompress(data, CHUNK_SIZE)
                    data = unpacker.unconsumed_tail
                if data:
                    yield data
            if size:
                raise _UnreadableError("the dump of PostgreSQL ends early")

    def _packing(self) -> bool:
        """Return whether the data are packed."""
        if self._version < _ALGORITHM:
            return self._integer() != _LEVEL_NONE
        if (algorithm := self._byte()) > _GZIP:
            raise _UnreadableError("the dump is packed by another program than gzip: pg_restore -f - writes it as SQL")
        return algorithm == _GZIP

    def _bytes(self, size: int) -> bytes:
        if not 0 <= size <= _LONGEST or len(data := self._source.read(size)) < size:
            raise _UnreadableError("the dump of PostgreSQL ends early, or is damaged")
        return data

    def _byte(self) -> int:
        return self._bytes(1)[0]

    def _integer(self) -> int:
        is_negative = self._byte()
        number = int.from_bytes(self._bytes(self._integer_size), "little")
        return -number if is_negative else number

    def _text(self) -> bytes | None:
        size = self._integer()
        return None if size < 0 else self._bytes(size)
