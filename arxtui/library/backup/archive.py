"""The files of an archive that may come from anybody: taken out by name, none larger than what is known beforehand."""

from __future__ import annotations

import gzip
import shutil
import tarfile
import zlib
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import IO, cast

RATIO = 100
"""A library packs to a third or so; what grows a hundredfold is none."""
SURE = 64 << 20
"""Bytes that an archive may hold whatever it grows from."""
_MOST = 8 << 30
_HEADER = 1 << 20
_FILES = 16
_PIECE = 1 << 20
_GZIP = b"\x1f\x8b"


class ArchiveError(Exception):
    """Why nothing is taken out of an archive, in words."""


def take_out(file: Path, folder: Path, wanted: Mapping[str, int]) -> None:
    """Write the files that are ``wanted`` by name, each with its most bytes, into a folder, and nothing else that the
    archive names; all of it is read, as its checksum stands at its end.

    ArchiveError for what is damaged, or larger than a backup can be; OSError where a file cannot be read or written.
    """
    try:
        with ExitStack() as stack:
            packed = stack.enter_context(file.open("rb"))
            held = _Bounded(_unpacking(packed, stack), _most(file, folder))
            # As a stream: nothing is looked for at a place that the archive itself names.
            _take(stack.enter_context(tarfile.open(fileobj=cast(IO[bytes], held), mode="r|")), held, folder, wanted)
            held.read_on(_HEADER)
            while held.read(_PIECE):
                pass
    except (tarfile.TarError, EOFError, zlib.error, gzip.BadGzipFile, ValueError, OverflowError) as error:
        raise ArchiveError(str(error)) from error


def _take(archive: tarfile.TarFile, held: _Bounded, folder: Path, wanted: Mapping[str, int]) -> None:
    for number, member in enumerate(archive):
        if number == _FILES:
            raise ArchiveError(f"it holds more than {_FILES} files")
        most = wanted.get(member.name)
        if most is not None and member.size > most:
            raise ArchiveError(f"{member.name} in it has {member.size:,} bytes, {most:,} at most are read")
        held.read_on(member.size + _HEADER)
        content = archive.extractfile(member) if most is not None and member.isfile() else None
        if content is not None:
            with (folder / member.name).open("wb") as out:
                shutil.copyfileobj(content, out, _PIECE)


def _unpacking(packed: IO[bytes], stack: ExitStack) -> IO[bytes]:
    head = packed.read(len(_GZIP))
    packed.seek(0)
    if head != _GZIP:
        return packed
    unpacked = gzip.GzipFile(fileobj=packed)
    stack.callback(unpacked.close)
    return cast(IO[bytes], unpacked)


def _most(file: Path, folder: Path) -> int:
    """Bytes that the archive may unpack to, and that there is room for."""
    return min(_MOST, max(SURE, RATIO * file.stat().st_size), shutil.disk_usage(folder).free)


class _Bounded:
    """A stream that ends in ArchiveError: where it goes on beyond what it may hold in all, or beyond what was said to
    come next, as a header that claims to be huge would be read into memory."""

    def __init__(self, stream: IO[bytes], most: int) -> None:
        self._stream = stream
        self._most = self._left = most
        self._next = _HEADER

    def read_on(self, size: int) -> None:
        """So many more bytes are to come. ArchiveError where that is more than may."""
        if size > self._left + _HEADER:
            raise ArchiveError(f"it unpacks to more than the {self._most:,} bytes that are read of such a file")
        self._next = size

    def read(self, size: int) -> bytes:
        """The next bytes, for :mod:`tarfile`."""
        piece = self._stream.read(size)
        self._next -= len(piece)
        self._left -= len(piece)
        if min(self._next, self._left) < 0:
            raise ArchiveError(f"it unpacks to more than the {self._most:,} bytes that are read of such a file")
        return piece
