"""Stop a process at each of its system calls, so that it can be killed before one of them (ptrace(2), Linux)."""

from __future__ import annotations

import ctypes
import os
import platform
import signal
import struct
import sys
from contextlib import suppress
from functools import cache
from typing import NoReturn

_TRACEME, _SYSCALL, _SETOPTIONS, _GET_SYSCALL_INFO = 0, 24, 0x4200, 0x420E
_SYSGOOD, _TRACE_THREADS, _DIE_WITH_TRACER = 1, 1 << 3, 1 << 20
_SYSCALL_STOP = signal.SIGTRAP | 0x80
_ENTRY = 1
_WALL = 0x40000000
_INFO = struct.Struct("=B3xIQQQ6Q")
"""Kind of the stop, architecture, instruction and stack pointers, number and arguments of the call (linux/ptrace.h)."""

# write pwrite64 writev pwritev pwritev2 fsync fdatasync ftruncate fallocate copy_file_range sendfile;
# rename renameat renameat2 unlink unlinkat link linkat mkdir mkdirat rmdir symlink symlinkat
_WRITES = {
    "x86_64": {1, 18, 20, 296, 328, 74, 75, 77, 285, 326, 40, 82, 264, 316, 87, 263, 86, 265, 83, 258, 84, 88, 266},
    "aarch64": {64, 68, 66, 70, 287, 82, 83, 46, 47, 285, 71, 38, 276, 35, 37, 34, 36},
}
_COUNTED = frozenset(_WRITES.get(platform.machine(), ()))


def is_possible() -> bool:
    """Return whether the system calls of a process can be counted on this machine."""
    return sys.platform == "linux" and bool(_COUNTED) and _is_allowed()


def be_followed() -> None:
    """Let the parent trace this process, and stop until the parent continues it."""
    _ptrace(_TRACEME, 0)
    os.kill(os.getpid(), signal.SIGSTOP)


def follow(process: int, last: int) -> tuple[int, int]:
    """Trace a child that called :func:`be_followed`, and kill it before its ``last``-th write (0: never).

    Returns its exit status and the number of writes it reached.
    """
    os.waitpid(process, _WALL)
    _ptrace(_SETOPTIONS, process, _SYSGOOD | _TRACE_THREADS | _DIE_WITH_TRACER)
    _ptrace(_SYSCALL, process)
    writes = 0
    while True:
        # This process has no other children, so any stop is of the child or one of its threads.
        thread, status = os.waitpid(-1, _WALL)
        if not os.WIFSTOPPED(status):
            if thread == process:
                return os.waitstatus_to_exitcode(status), writes
            continue
        stopped = os.WSTOPSIG(status)
        if stopped == _SYSCALL_STOP:
            writes += _is_write(thread)
            if last and writes == last:
                os.kill(process, signal.SIGKILL)
                continue
        _go_on(thread, 0 if stopped in (_SYSCALL_STOP, signal.SIGTRAP, signal.SIGSTOP) else stopped)


def _is_write(thread: int) -> bool:
    info = ctypes.create_string_buffer(_INFO.size)
    with suppress(ProcessLookupError):  # the thread was killed in the meantime
        _ptrace(_GET_SYSCALL_INFO, thread, ctypes.addressof(info), _INFO.size)
    kind, *_, number, _, _, _, _, _, _ = _INFO.unpack(info.raw)
    return kind == _ENTRY and number in _COUNTED


def _go_on(thread: int, number: int) -> None:
    with suppress(ProcessLookupError):  # the thread was killed in the meantime
        _ptrace(_SYSCALL, thread, number)


def _ptrace(request: int, process: int, data: int = 0, size: int = 0) -> int:
    """Call ptrace. ``size`` is passed as the address, which only one request uses."""
    ctypes.set_errno(0)
    done = int(_libc().ptrace(request, process, size, data))
    if done < 0 and ctypes.get_errno():
        _fail(ctypes.get_errno())
    return done


def _fail(number: int) -> NoReturn:
    raise OSError(number, os.strerror(number))


@cache
def _libc() -> ctypes.CDLL:
    library = ctypes.CDLL(None, use_errno=True)
    library.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
    library.ptrace.restype = ctypes.c_long
    return library


def _is_allowed() -> bool:
    """Return whether ptrace is allowed: containers can forbid it."""
    child = os.fork()
    if child == 0:
        try:
            _ptrace(_TRACEME, 0)
        except OSError:
            os._exit(1)
        os._exit(0)
    return os.waitpid(child, 0)[1] == 0
