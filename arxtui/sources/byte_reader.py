"""Bytes that arrive in chunks, read in parts of any size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


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
