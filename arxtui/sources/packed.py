"""Bytes that arrive in chunks: read in parts of any size, and unpacked from gzip and xz within limits."""

from __future__ import annotations

import lzma
import zlib
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Protocol, TypeVar

from arxtui.sources.errors import SourceError

_Part = TypeVar("_Part")


class ByteReader:
    """A reader of bytes that arrive in chunks. ``bytes_read`` counts the bytes read; ``ended`` is True if the last read
    returned nothing."""

    def __init__(self, chunks: Iterable[bytes]) -> None:
        self._chunks = iter(chunks)
        self._buffer = b""
        self._position = 0
        self.bytes_read = 0
        self.ended = False

    def read_some(self, limit: int | None = None) -> bytes:
        """Return the next bytes, at most ``limit``; b"" at the end."""
        if self._position == len(self._buffer):
            self._buffer, self._position = next(self._chunks, b""), 0
        chunk = (
            self._buffer[self._position :] if limit is None else self._buffer[self._position : self._position + limit]
        )
        self._position += len(chunk)
        self.bytes_read += len(chunk)
        self.ended = not chunk
        return chunk

    def unread(self, unused: bytes) -> None:
        """Return unused bytes at the end of the last read to the reader, to be read again."""
        if len(unused) > self._position:
            self._buffer, self._position = unused + self._buffer[self._position :], len(unused)
        self._position -= len(unused)
        self.bytes_read -= len(unused)

    def read(self, size: int) -> bytes:
        """Return ``size`` bytes; fewer at the end."""
        return b"".join(self.read_chunks(size))

    def read_chunks(self, size: int) -> Iterator[bytes]:
        """Yield ``size`` bytes in chunks; fewer at the end."""
        while size and (chunk := self.read_some(size)):
            yield chunk
            size -= len(chunk)

    def read_descriptor(self, checksum: int, packed: int, size: int) -> bool:
        """Read the data descriptor after a member. Returns whether it has these numbers: with or without a signature,
        with sizes in four or eight bytes."""
        begin = self.read(24)
        numbers = packed.to_bytes(8, "little"), size.to_bytes(8, "little")
        for signature in (b"PK\x07\x08", b""):
            for width in (4, 8):
                descriptor = signature + checksum.to_bytes(4, "little") + b"".join(number[:width] for number in numbers)
                if begin.startswith(descriptor):
                    self.unread(begin[len(descriptor) :])
                    return True
        return False


CHUNK_SIZE = 1 << 18
"""Bytes read at a time, and the most that one call unpacks."""
_GZIP = b"\x1f\x8b"
_XZ = b"\xfd7zXZ\x00"
# Metadata compresses to a tenth. Data that expands more than this, beyond the first 16 MB, is a decompression bomb.
RATIO = 200
_ALLOWANCE = 16 << 20
_XZ_MEMORY = 256 << 20


class _Gzip:
    """Decompressor for one gzip member."""

    name = "gzip"

    def __init__(self) -> None:
        self._decompressor = zlib.decompressobj(wbits=31)

    @property
    def eof(self) -> bool:
        return self._decompressor.eof

    @property
    def unused_data(self) -> bytes:
        return self._decompressor.unused_data

    def unpack(self, data: bytes) -> Iterator[bytes]:
        while data:
            yield self._decompressor.decompress(data, CHUNK_SIZE)
            data = self._decompressor.unconsumed_tail


class _Xz:
    """Decompressor for one xz stream."""

    name = "xz"

    def __init__(self) -> None:
        self._decompressor = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_XZ_MEMORY)

    @property
    def eof(self) -> bool:
        return self._decompressor.eof

    @property
    def unused_data(self) -> bytes:
        return self._decompressor.unused_data

    def unpack(self, data: bytes) -> Iterator[bytes]:
        yield self._decompressor.decompress(data, CHUNK_SIZE)
        while not (self._decompressor.eof or self._decompressor.needs_input):
            yield self._decompressor.decompress(b"", CHUNK_SIZE)


class Unpacked:
    """The bytes of a file in chunks, unpacked if the file begins as gzip or xz.

    Iteration stops at the first fault; ``fault`` then describes it, and the bytes before it are valid. Several members
    in succession are one file, as both formats define.
    """

    def __init__(self, chunks: Iterable[bytes]) -> None:
        self._chunks = iter(chunks)
        self.fault: str | None = None

    def __iter__(self) -> Iterator[bytes]:
        first = next(self._chunks, b"")
        if first.startswith(_GZIP):
            yield from self._unpack(first, _Gzip)
        elif first.startswith(_XZ):
            yield from self._unpack(first, _Xz)
        else:
            yield from chain([first], self._chunks)

    def _unpack(self, first: bytes, kind: type[_Gzip] | type[_Xz]) -> Iterator[bytes]:
        member: _Gzip | _Xz | None = None
        bytes_in = bytes_out = member_start = 0
        for chunk in chain([first], self._chunks):
            bytes_in += len(chunk)
            data = chunk
            while data:
                if member is None:
                    data = data.lstrip(b"\0")
                    if not data:
                        break
                    member, member_start = kind(), bytes_out
                try:
                    for unpacked in member.unpack(data):
                        bytes_out += len(unpacked)
                        if is_decompression_bomb(bytes_out, bytes_in):
                            self.fault = f"the {kind.name} data unpacks to more than {RATIO} times its size"
                            return
                        yield unpacked
                except (zlib.error, lzma.LZMAError) as error:
                    self.fault = _fault(
                        kind.name, f"is damaged ({error})", within=bytes_out > member_start or not bytes_out
                    )
                    return
                data = member.unused_data
                member = None if member.eof else member
        if member is not None:
            self.fault = _fault(kind.name, "ends early", within=bytes_out > member_start or not bytes_out)


def is_decompression_bomb(bytes_out: int, bytes_in: int) -> bool:
    """Whether ``bytes_in`` bytes that unpacked to ``bytes_out`` bytes are a decompression bomb."""
    return bytes_out > _ALLOWANCE and bytes_out > RATIO * bytes_in


def _fault(name: str, what: str, *, within: bool) -> str:
    return f"the {name} data {what}" if within else f"there is other data after the end of the {name} data"


class _Source(Protocol):
    fault: str | None


def unbroken(unpacked: _Source, parts: Iterator[_Part]) -> Iterator[_Part]:
    """Yield the parts of a file. Raises SourceError behind them with the fault of its packing, if it has one."""
    try:
        yield from parts
    except SourceError as error:
        raise SourceError(unpacked.fault or str(error)) from error
    if unpacked.fault:
        raise SourceError(unpacked.fault)
