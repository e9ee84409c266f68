"""Writing files atomically: a file is replaced by its complete new contents, or stays as it was.

The new contents are written to a draft beside the file, synced to the disk and read back; only then is the draft
renamed to the file's name. So a full disk, a crash or a power cut leaves the old contents in place, and a caller may
report that the file was written.
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

from arxtui import locks

try:
    import fcntl
except ImportError:  # Windows
    _FULL_SYNC = None
else:
    _FULL_SYNC = getattr(fcntl, "F_FULLFSYNC", None)
    """The command of macOS, whose fsync leaves the data in the cache of the drive."""

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

_CHUNK_SIZE = 1 << 20
_FOLDER_SYNC_UNSUPPORTED = (errno.EINVAL, errno.ENOTSUP, errno.EBADF)
"""The errors that fsync gives for a folder on file systems that cannot sync folders."""


@contextmanager
def open_replacement(file: Path, *, mode: int | None = None, durable: bool = True) -> Iterator[BinaryIO]:
    """Open a stream for the new contents of a file; the contents replace the file when the ``with`` block ends.

    ``mode`` sets the file's permissions; None keeps those of the replaced file, and gives a new file the default ones.
    Without ``durable`` the new contents are not synced to the disk: a power cut may lose them, a crash of the program
    not.

    Raises:
        OSError: something could not be written or does not read back as written; the file is as it was before.
    """
    target = file.resolve()
    draft, descriptor = _create_draft(target, mode)
    # Windows cannot rename a file that is open.
    lock = os.dup(descriptor) if locks.HAS_LOCKS else None
    try:
        raw = _ChecksummedFile(descriptor, "w")
        try:
            with io.BufferedWriter(raw) as stream:
                yield stream
                stream.flush()
                if durable:
                    sync(raw.fileno())
        finally:
            raw.close()
        _check(draft, raw)
        draft.replace(target)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise
    finally:
        if lock is not None:
            os.close(lock)
    if durable:
        sync_folder(target.parent)


def write_whole(file: Path, data: bytes, *, mode: int | None = None, durable: bool = True) -> None:
    """Replace the contents of a file by ``data``; the arguments and errors are those of :func:`open_replacement`."""
    with open_replacement(file, mode=mode, durable=durable) as stream:
        stream.write(data)


def stamp(file: Path) -> tuple[int, int, int] | None:
    """Return what tells that a file has changed: its time of modification, size and inode; None without the file."""
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def sync(descriptor: int) -> None:
    """Sync an open file or folder to the disk, past the cache of the drive. Raises OSError if that fails."""
    if _FULL_SYNC is not None:
        with suppress(OSError):  # some file systems of macOS only have fsync
            fcntl.fcntl(descriptor, _FULL_SYNC)
            return
    os.fsync(descriptor)


def sync_file(file: Path) -> None:
    """Sync a file and its folder to the disk, whichever program wrote it. Raises OSError if that fails."""
    with file.open("rb") as stream:
        sync(stream.fileno())
    sync_folder(file.resolve().parent)


def is_on_read_only_disk(file: Path) -> bool:
    """Whether the folder of a file is on a file system that is mounted read-only.

    False where the system does not say.
    """
    with suppress(OSError, AttributeError):  # Windows has no statvfs
        return bool(os.statvfs(file.parent).f_flag & os.ST_RDONLY)
    return False


class _ChecksummedFile(io.FileIO):
    """A file that counts the bytes written to it and computes their CRC-32."""

    length = 0
    checksum = 0

    def write(self, data: ReadableBuffer, /) -> int:
        count = super().write(data) or 0
        self.length += count
        self.checksum = zlib.crc32(memoryview(data)[:count], self.checksum)
        return count


def _create_draft(target: Path, mode: int | None) -> tuple[Path, int]:
    """Create a draft for ``target`` and return its path and its descriptor.

    The draft is locked while it is being written. An unlocked draft was left by a killed program and is removed. Where
    locks are not available, or another process is writing the same file, the draft's name contains the process and
    thread id.
    """
    draft = target.with_name(f".{target.name}.part")
    if locks.HAS_LOCKS:
        _remove_abandoned(draft)
        with suppress(FileExistsError):
            descriptor = _open_new(draft, target, mode)
            if _is_locked(descriptor, draft):
                return draft, descriptor
            os.close(descriptor)
    from threading import get_ident  # most commands write no file

    draft = target.with_name(f".{target.name}.{os.getpid()}-{get_ident()}.part")
    with suppress(FileNotFoundError):
        draft.unlink()
    return draft, _open_new(draft, target, mode)


def _is_locked(descriptor: int, draft: Path) -> bool:
    """Lock a new draft.

    False if another process removed it as abandoned just before, or the file system has no locks.
    """
    try:
        return locks.try_lock(descriptor) and os.path.samestat(os.fstat(descriptor), draft.stat())
    except FileNotFoundError:
        return False
    except OSError:
        draft.unlink()
        return False


def _remove_abandoned(draft: Path) -> None:
    with suppress(OSError):
        descriptor = os.open(draft, os.O_RDONLY | os.O_NOFOLLOW)
        try:
            if locks.try_lock(descriptor) and os.path.samestat(os.fstat(descriptor), draft.stat()):
                draft.unlink()
        finally:
            os.close(descriptor)


def _open_new(draft: Path, target: Path, mode: int | None) -> int:
    if mode is None:
        with suppress(FileNotFoundError):
            mode = stat.S_IMODE(target.stat().st_mode)
    # The draft has the permissions of the file that it replaces before anything is written to it.
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666 if mode is None else 0o600)
    if mode is not None and hasattr(os, "fchmod"):
        try:
            os.fchmod(descriptor, mode)
        except OSError:
            os.close(descriptor)
            draft.unlink()
            raise
    return descriptor


def _check(draft: Path, expected: _ChecksummedFile) -> None:
    length = checksum = 0
    with draft.open("rb") as written:
        while chunk := written.read(_CHUNK_SIZE):
            length += len(chunk)
            checksum = zlib.crc32(chunk, checksum)
    if (length, checksum) != (expected.length, expected.checksum):
        raise OSError(errno.EIO, "it does not read back as it was written", str(draft))


def sync_folder(folder: Path) -> None:
    """Sync a folder, and so the names of its files, to the disk. Raises OSError if that fails."""
    descriptor = locks.open_folder(folder)
    try:
        sync(descriptor)
    except OSError as error:
        if error.errno not in _FOLDER_SYNC_UNSUPPORTED:
            raise
    finally:
        os.close(descriptor)
