"""Failing disks for tests: a small file system that can be filled or mounted read-only, and an fsync that fails."""

from __future__ import annotations

import ctypes
import errno
import os
import struct
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

_PIECE = 4_096
_SYNC = {"x86_64": (74, 75), "aarch64": (82, 83)}
"""System call numbers of fsync and fdatasync (asm/unistd.h), by machine."""
_NO_NEW_PRIVILEGES, _SECCOMP, _FILTER = 38, 22, 2
"""Options of prctl and the mode of seccomp (linux/prctl.h, linux/seccomp.h)."""
_LOAD, _JUMP_IF_EQUAL, _ANSWER = 0x20, 0x15, 0x06
"""Instructions of classic BPF (linux/bpf_common.h)."""
_FAIL, _ALLOW = 0x00050000, 0x7FFF0000
KNOWS_SYNC = os.uname().machine in _SYNC
"""Whether :func:`refuse_sync` supports this machine."""


class SmallDisk:
    """A small file system, mounted at ``folder``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._filler = folder / "filler"

    def fill(self) -> None:
        """Write until the disk has no space left."""
        with self._filler.open("ab", buffering=0) as filler:
            while True:
                try:
                    filler.write(bytes(_PIECE))
                except OSError:
                    return

    def free(self) -> None:
        """Delete the file that fills the disk."""
        self._filler.unlink()

    @contextmanager
    def read_only(self) -> Iterator[None]:
        """Mount the disk read-only within the context. No file on the disk may be open for writing."""
        self._remount("ro")
        try:
            yield
        finally:
            self._remount("rw")

    def _remount(self, how: str) -> None:
        subprocess.run(("mount", "-o", f"remount,{how}", str(self.folder)), check=True, capture_output=True)


@contextmanager
def mounted(folder: Path, size: str) -> Iterator[SmallDisk]:
    """Mount a small disk, and unmount it on exit. Skips the test where mounting is not allowed (it takes root on
    Linux)."""
    folder.mkdir(parents=True, exist_ok=True)
    command = ("mount", "-t", "tmpfs", "-o", f"size={size},mode=700", "tmpfs", str(folder))
    try:
        subprocess.run(command, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("a small disk can be mounted by root on Linux alone")
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(("umount", "--lazy", str(folder)), check=True)


class _Program(ctypes.Structure):
    """``struct sock_fprog``: the number of instructions and their address."""

    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_void_p))


def refuse_sync() -> None:
    """Make every later fsync and fdatasync of this process fail with EIO, as on a broken disk.

    This cannot be undone, so call it in a process of its own. Raises OSError if the kernel refuses the filter.
    """
    file, data = _SYNC[os.uname().machine]
    lines = (
        (_LOAD, 0, 0, 0),  # the number of the system call
        (_JUMP_IF_EQUAL, 1, 0, file),
        (_JUMP_IF_EQUAL, 0, 1, data),
        (_ANSWER, 0, 0, _FAIL | errno.EIO),
        (_ANSWER, 0, 0, _ALLOW),
    )
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *line) for line in lines))
    program = _Program(len(lines), ctypes.addressof(code))
    libc = ctypes.CDLL(None, use_errno=True)
    refused = libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    if refused or libc.prctl(_SECCOMP, _FILTER, ctypes.byref(program), 0, 0):
        raise OSError(ctypes.get_errno(), "no filter of system calls can be set")
