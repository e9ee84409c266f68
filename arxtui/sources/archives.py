"""Zip and tar archives read as streams: one member after the other, without unpacking a member whole.

Nothing is sought in an archive, so it can come from a pipe. The members of a zip archive are found by their local
headers (PKWARE's APPNOTE.TXT, 4.3). Of a tar archive, the regular files are read without their names (POSIX.1-2017,
pax: ustar; sizes above 8 GB as GNU tar writes them).
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from struct import Struct

from arxtui.sources.packed import CHUNK_SIZE, RATIO, ByteReader, is_decompression_bomb
from arxtui.text import clean

_HEADER = Struct("<4sHHHHHIIIHH")
_LOCAL = b"PK\x03\x04"
_EMPTY = b"PK\x05\x06"
# What may follow the last member: the central directory, or a record before or instead of the directory.
_AFTER = (b"PK\x01\x02", _EMPTY, b"PK\x06\x06", b"PK\x06\x08")
_ENCRYPTED, _DESCRIBED, _UTF_8 = 1, 8, 1 << 11
_STORED, _DEFLATED = 0, 8
_METHODS = {9: "Deflate64", 12: "bzip2", 14: "LZMA", 93: "Zstandard", 95: "xz", 98: "PPMd", 99: "AES encryption"}
_ZIP64 = 1
_IN_EXTRA = 0xFFFFFFFF


def is_zip(begin: bytes) -> bool:
    """Whether a file that begins with these bytes is a zip archive."""
    return begin.startswith((_LOCAL, _EMPTY))


class ZipArchive:
    """A zip archive given in chunks. Each member has to be read before the next is requested; the unread rest of a
    member is skipped."""

    def __init__(self, chunks: Iterable[bytes]) -> None:
        self._source = ByteReader(chunks)
        self.fault: str | None = None

    def members(self) -> Iterator[Member]:
        """Yield the members, up to the first that cannot be read; ``fault`` then says why."""
        while (signature := self._source.read(4)) == _LOCAL:
            member = _read_member(self._source)
            yield member
            for _ in member:
                pass
            if member.fault:
                self.fault = member.fault
                return
        if signature not in _AFTER:
            self.fault = "the zip archive contains data that belongs to no file" if signature else _CUT_OFF


_CUT_OFF = "the zip archive ends early"


class Member:
    """One member: its unpacked bytes in chunks. Iteration stops at the first fault; ``fault`` then describes it.

    ``expected`` is (checksum, packed size, size) from the local header; zeros if these numbers only follow the member.
    """

    def __init__(self, source: ByteReader, name: str, flags: int, method: int, expected: tuple[int, int, int]) -> None:
        self._source = source
        self._flags = flags
        self._method = method
        self._expected = expected
        self._packed = expected[1]
        self._chunks: Iterator[bytes] | None = None
        self.name = name
        self.fault: str | None = None

    def __iter__(self) -> Iterator[bytes]:
        self._chunks = self._chunks or self._read()
        return self._chunks

    def _read(self) -> Iterator[bytes]:
        self.fault = self._refusal()
        if self.fault:
            return
        checksum = size = 0
        start = self._source.bytes_read
        for chunk in self._inflate() if self._method == _DEFLATED else self._source.read_chunks(self._packed):
            checksum, size = zlib.crc32(chunk, checksum), size + len(chunk)
            if is_decompression_bomb(size, self._source.bytes_read - start):
                self.fault = f"“{self.name}” in the zip archive unpacks to more than {RATIO} times its size"
                return
            yield chunk
        self.fault = self.fault or self._mismatch(checksum, self._source.bytes_read - start, size)

    def _refusal(self) -> str | None:
        if self._flags & _ENCRYPTED:
            return f"“{self.name}” in the zip archive is encrypted; unpack it first"
        if self._method not in (_STORED, _DEFLATED):
            method = _METHODS.get(self._method, f"method {self._method}")
            return f"“{self.name}” in the zip archive is compressed by {method}, which cannot be read; unpack it first"
        is_unsized = self._flags & _DESCRIBED and not self._packed and not self.name.endswith("/")
        if self._method == _STORED and is_unsized:
            return f"“{self.name}” in the zip archive does not say its size; unpack it first"
        return None

    def _inflate(self) -> Iterator[bytes]:
        decompressor = zlib.decompressobj(-zlib.MAX_WBITS)
        while not decompressor.eof and (chunk := self._source.read_some()):
            try:
                while chunk and not decompressor.eof:
                    yield decompressor.decompress(chunk, CHUNK_SIZE)
                    chunk = decompressor.unconsumed_tail
            except zlib.error as error:
                self.fault = f"“{self.name}” in the zip archive is damaged ({error})"
                return
            self._source.unread(decompressor.unused_data)

    def _mismatch(self, checksum: int, packed: int, size: int) -> str | None:
        """Compare checksum and sizes with those in the header or after the member. Returns what is wrong, or None."""
        right = (checksum, packed, size)
        if self._source.read_descriptor(*right) if self._flags & _DESCRIBED else right == self._expected:
            return None
        if self._source.ended:
            return _CUT_OFF
        return f"“{self.name}” in the zip archive is damaged (its checksum or size is wrong)"


def _read_member(source: ByteReader) -> Member:
    """Read the rest of the local header; its signature has been read."""
    rest = source.read(_HEADER.size - 4).ljust(_HEADER.size - 4, b"\0")
    _, _, flags, method, _, _, checksum, packed, size, name_length, extra_length = _HEADER.unpack(_LOCAL + rest)
    name = source.read(name_length).decode("utf-8" if flags & _UTF_8 else "cp437", "replace")
    extra = source.read(extra_length)
    if _IN_EXTRA in (packed, size):
        size, packed = _large_sizes(extra, size, packed)
    return Member(source, clean(name), flags, method, (checksum, packed, size))


def _large_sizes(extra: bytes, size: int, packed: int) -> tuple[int, int]:
    """Return the sizes from the Zip64 field of the extra data, for those that do not fit into four bytes."""
    while len(extra) >= 4:
        kind, length = int.from_bytes(extra[:2], "little"), int.from_bytes(extra[2:4], "little")
        field, extra = extra[4 : 4 + length], extra[4 + length :]
        if kind == _ZIP64:
            numbers = [int.from_bytes(field[at : at + 8], "little") for at in range(0, len(field) - 7, 8)]
            size = numbers.pop(0) if size == _IN_EXTRA and numbers else size
            packed = numbers.pop(0) if packed == _IN_EXTRA and numbers else packed
    return size, packed


_BLOCK = 512
_SIZE, _CHECKSUM, _KIND, _MAGIC = slice(124, 136), slice(148, 156), slice(156, 157), slice(257, 262)
_REGULAR = (b"0", b"\0", b"7")
_BINARY = 0x80
"""The first bit of a size that is a number of bytes, not octal digits."""


def is_tar(begin: bytes) -> bool:
    """Whether a file that begins with these bytes is a tar archive."""
    return begin[_MAGIC] == b"ustar"


class TarArchive:
    """A tar archive given in chunks. Each file has to be read before the next is requested; the unread rest of a file
    is skipped. ``fault`` says why an archive could not be read to its end."""

    def __init__(self, chunks: Iterable[bytes]) -> None:
        self._source = ByteReader(chunks)
        self.fault: str | None = None

    def members(self) -> Iterator[Iterator[bytes]]:
        """Yield the contents of the regular files, in chunks."""
        while any(header := self._source.read(_BLOCK)):
            size = _tar_size(header)
            if size is None:
                self.fault = "the tar archive is damaged"
                return
            begin = self._source.bytes_read
            if header[_KIND] in _REGULAR:
                yield self._source.read_chunks(size)
            padded = size + -size % _BLOCK
            for _ in self._source.read_chunks(begin + padded - self._source.bytes_read):
                pass
        if not header:
            self.fault = "the tar archive ends early"


def _tar_size(header: bytes) -> int | None:
    """Return the size of a member, in bytes; None if the header is none."""
    try:
        blank = header[: _CHECKSUM.start] + b" " * 8 + header[_CHECKSUM.stop :]
        if len(header) < _BLOCK or int(header[_CHECKSUM].strip(b" \0"), 8) != sum(blank):
            return None
        digits = header[_SIZE]
        if digits[0] & _BINARY:
            return int.from_bytes(digits[1:], "big")
        return max(0, int(digits.strip(b" \0") or b"0", 8))
    except ValueError:
        return None
