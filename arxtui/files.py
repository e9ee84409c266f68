"""Files that are written whole or not at all.

What is written goes into a draft beside the file, to the disk, and is read back; only then does it get the file's name.
So a full disk, a crash or a power cut leaves what stood there before, and whoever says that something was written may.
"""

from __future__ import annotations

import errno
import io
import os
import stat
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from arxtui import locks

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
    draft, descriptor = _drafted(target, mode)
    # Windows gives no new name to a file that is open.
    lock = os.dup(descriptor) if locks.HAS_LOCKS else None
    try:
        raw = _Summed(descriptor, "w")
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
    finally:
        if lock is not None:
            os.close(lock)
    if durable:
        settle_folder(target.parent)


def write_whole(file: Path, data: bytes, *, mode: int | None = None, durable: bool = True) -> None:
    """Replace a file by one of these bytes, as :func:`replaced` does."""
    with replaced(file, mode=mode, durable=durable) as stream:
        stream.write(data)


def settle(file: Path) -> None:
    """Have what a file holds, whoever wrote it, on the disk when this returns. OSError when that cannot be."""
    with file.open("rb") as written:
        os.fsync(written.fileno())
    settle_folder(file.resolve().parent)


def is_on_read_only_disk(file: Path) -> bool:
    """Whether the folder of a file lies on a disk that is mounted read-only."""
    with suppress(OSError, AttributeError):  # Windows does not tell
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


def _drafted(target: Path, mode: int | None) -> tuple[Path, int]:
    """A new draft, and its descriptor. It is locked while it is worked at: what a killed program left goes."""
    draft = target.with_name(f".{target.name}.part")
    if locks.HAS_LOCKS:
        _remove_abandoned(draft)
        with suppress(FileExistsError):
            descriptor = _created(draft, target, mode)
            if _is_locked(descriptor, draft):
                return draft, descriptor
            os.close(descriptor)
    draft = target.with_name(f".{target.name}.{os.getpid()}-{threading.get_ident()}.part")
    with suppress(FileNotFoundError):
        draft.unlink()
    return draft, _created(draft, target, mode)


def _is_locked(descriptor: int, draft: Path) -> bool:
    """Lock a new draft. False where another program took it for abandoned just before, or nothing can be locked."""
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


def _created(draft: Path, target: Path, mode: int | None) -> int:
    if mode is None:
        with suppress(FileNotFoundError):
            mode = stat.S_IMODE(target.stat().st_mode)
    # Nobody else reads it before it has the permissions of what it replaces.
    opened = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666 if mode is None else 0o600)
    if mode is not None and hasattr(os, "fchmod"):
        try:
            os.fchmod(opened, mode)
        except OSError:
            os.close(opened)
            draft.unlink()
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


def settle_folder(folder: Path) -> None:
    """Have the names in a folder on the disk when this returns. OSError when that cannot be."""
    opened = locks.open_folder(folder)
    try:
        os.fsync(opened)
    except OSError as error:
        if error.errno not in _NOT_FOR_FOLDERS:
            raise
    finally:
        os.close(opened)
