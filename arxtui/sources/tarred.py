"""Tar archives read as streams: one regular file after the other, without their names (POSIX.1-2017, pax: ustar; sizes
above 8 GB as GNU tar writes them)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from arxtui.sources.byte_reader import ByteReader

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
            size = _size(header)
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


def _size(header: bytes) -> int | None:
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
