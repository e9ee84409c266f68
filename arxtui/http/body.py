"""The body of a response, decompressed as it arrives, within limits on its size."""

from __future__ import annotations

import zlib

from arxtui.http.errors import BadAnswer, TooLarge, Unavailable

RATIO = 100
"""The highest accepted ratio of decompressed to compressed bytes: feeds and pages shrink to about a tenth, so a body
that grows a hundredfold is not a normal text.
"""
_ALWAYS_ALLOWED = 1 << 20
_GZIP_WBITS = 31


class Body:
    """Collects the chunks of a body as they arrive. ``limit`` is in bytes and holds before and after decompression."""

    def __init__(self, encoding: str, limit: int) -> None:
        if encoding not in ("", "identity", "gzip", "x-gzip"):
            raise BadAnswer(f"the response is compressed as {encoding!r}, which was not requested")
        self._unpacker = zlib.decompressobj(_GZIP_WBITS) if encoding.endswith("gzip") else None
        self._limit = limit
        self._received = 0
        self._data = bytearray()

    def add(self, chunk: bytes) -> None:
        """Add a chunk. Raises TooLarge if a limit is exceeded, Unavailable if the chunk cannot be decompressed."""
        self._received += len(chunk)
        allowed = self._limit
        if self._unpacker is not None:
            allowed = min(self._limit, max(_ALWAYS_ALLOWED, RATIO * self._received))
            # One byte more than allowed is enough to detect that the limit is exceeded.
            chunk = self._unpack(chunk, allowed - len(self._data) + 1)
        self._data += chunk
        if max(len(self._data), self._received) > self._limit:
            raise TooLarge(f"the response is larger than {self._limit / 1e6:,.0f} MB")
        if len(self._data) > allowed:
            raise TooLarge(f"the response grows more than {RATIO}-fold when decompressed")

    def finish(self) -> bytes:
        """Return the whole body. Raises Unavailable if the compressed data is incomplete."""
        if self._unpacker is not None and self._received and not self._unpacker.eof:
            raise Unavailable("the response was cut off")
        return bytes(self._data)

    def _unpack(self, chunk: bytes, limit: int) -> bytes:
        assert self._unpacker is not None
        if self._unpacker.eof:
            return b""
        try:
            return self._unpacker.decompress(chunk, limit)
        except zlib.error as error:
            raise Unavailable(f"the response cannot be decompressed: {error}") from error
