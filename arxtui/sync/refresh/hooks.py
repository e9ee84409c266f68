"""Hooks: programs of the user's own that are started after a refresh (docs/hooks.md)."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

_POLL = 0.02
_KEPT = 10_000
"""Bytes of what a hook prints that go to the log."""
_log = logging.getLogger(__name__)


def run_hook(
    name: str,
    command: Sequence[str],
    told: Iterable[str],
    *,
    seconds: float,
    directory: Path,
    environ: Mapping[str, str],
    stop: threading.Event,
) -> str:
    """Run a program with the lines ``told`` on its standard input, in ``directory``; what it prints goes to the log.
    What was wrong, in words; empty when all is well.

    After ``seconds``, and when ``stop`` is set, it is ended with its whole process group. Nothing is raised.
    """
    program = os.path.expanduser(command[0])  # noqa: PTH111 - an unknown user is no error
    try:
        with tempfile.TemporaryFile("w+", encoding="utf-8") as lines:
            lines.writelines(f"{line}\n" for line in told)
            lines.seek(0)
            child = subprocess.Popen(
                [program, *command[1:]],
                stdin=lines,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                cwd=directory,
                env={**environ, "ARXTUI_HOOK": name},
                start_new_session=True,
            )
    except (OSError, ValueError) as error:
        fault = f"{program} cannot be started: {getattr(error, 'strerror', None) or error}"
        _log.warning("hook %s: %s", name, fault)
        return fault
    return _ended(name, program, child, seconds, stop)


def _ended(name: str, program: str, child: subprocess.Popen[bytes], seconds: float, stop: threading.Event) -> str:
    assert child.stdout is not None
    printed = bytearray()
    reader = threading.Thread(target=_read, args=(child.stdout, printed), name="hook", daemon=True)
    reader.start()
    deadline = time.monotonic() + seconds
    while child.poll() is None and time.monotonic() < deadline and not stop.is_set():
        stop.wait(_POLL)
    fault = _fault(program, child.poll(), seconds, stopped=stop.is_set())
    if child.poll() is None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
        child.wait()
    # What it started and left behind may hold the pipe open for good.
    reader.join(_POLL)
    words = bytes(printed).decode(errors="replace").strip()
    _log.log(logging.WARNING if fault else logging.INFO, "hook %s: %s", name, f"{fault or 'done'}\n{words}".strip())
    return fault


def _fault(program: str, code: int | None, seconds: float, *, stopped: bool) -> str:
    if code is None:
        return (
            f"{program} was stopped with the refresh" if stopped else f"{program} was ended after {seconds:g} seconds"
        )
    if code < 0:
        return f"{program} was ended by signal {-code}"
    return f"{program} ended with {code}; the log has what it said" if code else ""


def _read(pipe: IO[bytes], kept: bytearray) -> None:
    """Read on where no more is kept: a full pipe would hold the hook up."""
    with pipe, suppress(OSError, ValueError):
        while more := os.read(pipe.fileno(), 1 << 16):
            kept += more[: _KEPT - len(kept)] if len(kept) < _KEPT else b""
