"""Extraction of named files from an untrusted archive, with a size limit known beforehand for each file."""

from __future__ import annotations

import gzip
import shutil
import tarfile
import zlib
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import IO, cast

MAX_RATIO = 100
"""The largest accepted compression ratio. A library compresses to about a third; data that grows a hundredfold is no
library."""
ALWAYS_ALLOWED = 64 << 20
"""Bytes that an archive may always unpack to, whatever its compressed size."""
_MAX_BYTES = 8 << 30
_HEADER = 1 << 20
_MAX_FILES = 16
_CHUNK_SIZE = 1 << 20
_GZIP = b"\x1f\x8b"


class ArchiveError(Exception):
    """An archive was refused or is damaged; the message says why, in words."""


def extract_files(file: Path, folder: Path, size_limits: Mapping[str, int]) -> None:
    """Extract files by name into a folder and ignore everything else in the archive.

    ``size_limits`` maps each file name to its largest accepted size in bytes. The whole archive is read, because its
    checksum is at its end.

    Raises:
        ArchiveError: The archive is damaged, or larger than a backup can be.
        OSError: A file cannot be read or written.
    """
    try:
        with ExitStack() as stack:
            packed = stack.enter_context(file.open("rb"))
            bounded = _Bounded(_unpacking(packed, stack), _max_bytes(file, folder))
            # Read as a stream: tarfile then never seeks to a position that the archive itself names.
            _extract(
                stack.enter_context(tarfile.open(fileobj=cast("IO[bytes]", bounded), mode="r|")),
                bounded,
                folder,
                size_limits,
            )
            bounded.read_on(_HEADER)
            while bounded.read(_CHUNK_SIZE):
                pass
    except (tarfile.TarError, EOFError, zlib.error, gzip.BadGzipFile, ValueError, OverflowError) as error:
        raise ArchiveError(str(error)) from error


def _extract(archive: tarfile.TarFile, bounded: _Bounded, folder: Path, size_limits: Mapping[str, int]) -> None:
    for number, member in enumerate(archive):
        if number == _MAX_FILES:
            raise ArchiveError(f"it contains more than {_MAX_FILES} files")
        limit = size_limits.get(member.name)
        if limit is not None and member.size > limit:
            raise ArchiveError(f"its {member.name} has {member.size:,} bytes, at most {limit:,} are allowed")
        bounded.read_on(member.size + _HEADER)
        content = archive.extractfile(member) if limit is not None and member.isfile() else None
        if content is not None:
            with (folder / member.name).open("wb") as out:
                shutil.copyfileobj(content, out, _CHUNK_SIZE)


def _unpacking(packed: IO[bytes], stack: ExitStack) -> IO[bytes]:
    head = packed.read(len(_GZIP))
    packed.seek(0)
    if head != _GZIP:
        return packed
    unpacked = gzip.GzipFile(fileobj=packed)
    stack.callback(unpacked.close)
    return cast("IO[bytes]", unpacked)


def _max_bytes(file: Path, folder: Path) -> int:
    """Return the most bytes that the archive may unpack to, by its size, ``_MAX_BYTES`` and the free disk space."""
    return min(_MAX_BYTES, max(ALWAYS_ALLOWED, MAX_RATIO * file.stat().st_size), shutil.disk_usage(folder).free)


class _Bounded:
    """A stream with two limits: one for the whole stream, one for the next part. Reading beyond either raises
    ArchiveError. The second limit exists because tarfile would read a header that claims to be huge into memory."""

    def __init__(self, stream: IO[bytes], limit: int) -> None:
        self._stream = stream
        self._limit = self._left = limit
        self._next = _HEADER

    def read_on(self, size: int) -> None:
        """Allow ``size`` more bytes to be read. Raises ArchiveError if that exceeds the limit of the whole stream."""
        if size > self._left + _HEADER:
            raise ArchiveError(f"it unpacks to more than {self._limit:,} bytes, the limit for such a file")
        self._next = size

    def read(self, size: int) -> bytes:
        """Return the next bytes; called by :mod:`tarfile`."""
        chunk = self._stream.read(size)
        self._next -= len(chunk)
        self._left -= len(chunk)
        if min(self._next, self._left) < 0:
            raise ArchiveError(f"it unpacks to more than {self._limit:,} bytes, the limit for such a file")
        return chunk
