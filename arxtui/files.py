"""Files that are written whole or not at all.

What is written goes into a draft beside the file, to the disk, and is read back; only then does it get the file's name.
So a full disk, a crash or a power cut leaves what stood there before, and whoever says that something was written may.
"""

from __future__ import annotations

import errno
import io
import os
import stat
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

_PIECE = 1 << 20
_NOT_FOR_FOLDERS = (errno.EINVAL, errno.ENOTSUP, errno.EBADF)
"""What file systems answer that cannot sync a folder."""


@contextmanager
def replaced(file: Path, *, mode: int | None = None, durable: bool = True) -> Iterator[BinaryIO]:
    """A stream for the new contents of a file, which takes its place when the body is done.

    ``mode`` are its permissions; None keeps those of the file that is replaced, and gives a new file the usual ones.
    Not ``durable``, it may be lost to a power cut, though to nothing that happens to the program. OSError, and the file
    is as it was, where anything of it cannot be written or does not read back.
    """
    target = file.resolve()
    draft = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        raw = _Summed(_created(draft, target, mode), "w")
        try:
            with io.BufferedWriter(raw) as stream:
                yield stream
                stream.flush()
                if durable:
                    os.fsync(raw.fileno())
        finally:
            raw.close()
        _check(draft, raw)
        draft.replace(target)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise
    if durable:
        _sync_folder(target.parent)


def write_whole(file: Path, data: bytes, *, mode: int | None = None, durable: bool = True) -> None:
    """Replace a file by one of these bytes, as :func:`replaced` does."""
    with replaced(file, mode=mode, durable=durable) as stream:
        stream.write(data)


def settle(file: Path) -> None:
    """Have what a file holds, whoever wrote it, on the disk when this returns. OSError when that cannot be."""
    with file.open("rb") as written:
        os.fsync(written.fileno())
    _sync_folder(file.resolve().parent)


def is_on_read_only_disk(file: Path) -> bool:
    """Whether the folder of a file lies on a disk that is mounted read-only."""
    with suppress(OSError):
        return bool(os.statvfs(file.parent).f_flag & os.ST_RDONLY)
    return False


class _Summed(io.FileIO):
    """A file that knows how much was written to it, and the checksum of that."""

    length = 0
    checksum = 0

    def write(self, data: ReadableBuffer, /) -> int:
        taken = super().write(data) or 0
        self.length += taken
        self.checksum = zlib.crc32(memoryview(data)[:taken], self.checksum)
        return taken


def _created(draft: Path, target: Path, mode: int | None) -> int:
    if mode is None:
        with suppress(FileNotFoundError):
            mode = stat.S_IMODE(target.stat().st_mode)
    # Nobody else reads it before it has the permissions of what it replaces.
    opened = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o666 if mode is None else 0o600)
    if mode is not None:
        try:
            os.fchmod(opened, mode)
        except OSError:
            os.close(opened)
            raise
    return opened


def _check(draft: Path, wanted: _Summed) -> None:
    length = checksum = 0
    with draft.open("rb") as written:
        while piece := written.read(_PIECE):
            length += len(piece)
            checksum = zlib.crc32(piece, checksum)
    if (length, checksum) != (wanted.length, wanted.checksum):
        raise OSError(errno.EIO, "it does not read back as it was written", str(draft))


def _sync_folder(folder: Path) -> None:
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    except OSError as error:
        if error.errno not in _NOT_FOR_FOLDERS:
            raise
    finally:
        os.close(opened)
