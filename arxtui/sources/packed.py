"""gzip and xz files, unpacked piece by piece and within bounds."""

from __future__ import annotations

import lzma
import zlib
from collections.abc import Iterator
from typing import BinaryIO

_PIECE = 1 << 18
_GZIP = b"\x1f\x8b"
_XZ = b"\xfd7zXZ\x00"
# Metadata packs to a tenth; what grows this much beyond the first megabytes is made to fill memory or disk.
_RATIO = 200
_ALLOWANCE = 16 << 20
_XZ_MEMORY = 256 << 20


class _Gzip:
    """One gzip member."""

    name = "gzip"

    def __init__(self) -> None:
        self._held = zlib.decompressobj(wbits=31)

    @property
    def eof(self) -> bool:
        return self._held.eof

    @property
    def unused_data(self) -> bytes:
        return self._held.unused_data

    def unpack(self, data: bytes) -> Iterator[bytes]:
        while data:
            yield self._held.decompress(data, _PIECE)
            data = self._held.unconsumed_tail


class _Xz:
    """One xz stream."""

    name = "xz"

    def __init__(self) -> None:
        self._held = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_XZ_MEMORY)

    @property
    def eof(self) -> bool:
        return self._held.eof

    @property
    def unused_data(self) -> bytes:
        return self._held.unused_data

    def unpack(self, data: bytes) -> Iterator[bytes]:
        yield self._held.decompress(data, _PIECE)
        while not (self._held.eof or self._held.needs_input):
            yield self._held.decompress(b"", _PIECE)


class Unpacked:
    """The bytes of a file in pieces, unpacked when it is gzip or xz by its first bytes.

    Iteration ends at the first fault of the packing; ``fault`` then says in words what was wrong, and what came before
    is sound. Several members one after the other are one file, as in both formats.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.fault: str | None = None

    def __iter__(self) -> Iterator[bytes]:
        first = self._stream.read(_PIECE)
        if first.startswith(_GZIP):
            yield from self._unpack(first, _Gzip)
        elif first.startswith(_XZ):
            yield from self._unpack(first, _Xz)
        else:
            yield from self._read(first)

    def _read(self, first: bytes) -> Iterator[bytes]:
        piece = first
        while piece:
            yield piece
            piece = self._stream.read(_PIECE)

    def _unpack(self, first: bytes, kind: type[_Gzip] | type[_Xz]) -> Iterator[bytes]:
        member: _Gzip | _Xz | None = None
        taken = given = begun = 0
        for piece in self._read(first):
            taken += len(piece)
            data = piece
            while data:
                if member is None:
                    data = data.lstrip(b"\0")
                    if not data:
                        break
                    member, begun = kind(), given
                try:
                    for made in member.unpack(data):
                        given += len(made)
                        if given > _ALLOWANCE and given > _RATIO * taken:
                            self.fault = f"the {kind.name} data unpacks to more than {_RATIO} times its size"
                            return
                        yield made
                except (zlib.error, lzma.LZMAError) as error:
                    self.fault = _fault(kind.name, f"is damaged ({error})", within=given > begun or not given)
                    return
                data = member.unused_data
                member = None if member.eof else member
        if member is not None:
            self.fault = _fault(kind.name, "ends early", within=given > begun or not given)


def _fault(name: str, what: str, *, within: bool) -> str:
    return f"the {name} data {what}" if within else f"something follows the end of the {name} data"
