"""Hooks: the user's programs that run after a refresh (docs/hooks.md)."""

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
"""Seconds between two checks whether a hook has ended."""
_LOG_LIMIT = 10_000
"""Bytes of a hook's output that go to the log."""
_log = logging.getLogger(__name__)


def run_hook(
    name: str,
    command: Sequence[str],
    input_lines: Iterable[str],
    *,
    seconds: float,
    directory: Path,
    environ: Mapping[str, str],
    stop: threading.Event,
) -> str:
    """Run a program in ``directory`` with ``input_lines`` on its standard input; its output goes to the log.

    After ``seconds``, or when ``stop`` is set, its whole process group is killed. Returns what went wrong, in words, or
    ""; raises nothing.
    """
    program = os.path.expanduser(command[0])  # noqa: PTH111 - an unknown user is no error
    try:
        with tempfile.TemporaryFile("w+", encoding="utf-8") as lines:
            lines.writelines(f"{line}\n" for line in input_lines)
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
    return _wait_for(name, program, child, seconds, stop)


def _wait_for(name: str, program: str, child: subprocess.Popen[bytes], seconds: float, stop: threading.Event) -> str:
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
    # A process that the hook left behind can keep the pipe open forever, so the join has a timeout.
    reader.join(_POLL)
    words = bytes(printed).decode(errors="replace").strip()
    _log.log(logging.WARNING if fault else logging.INFO, "hook %s: %s", name, f"{fault or 'done'}\n{words}".strip())
    return fault


def _fault(program: str, code: int | None, seconds: float, *, stopped: bool) -> str:
    if code is None:
        return (
            f"{program} was stopped with the refresh" if stopped else f"{program} was stopped after {seconds:g} seconds"
        )
    if code < 0:
        return f"{program} was killed by signal {-code}"
    return f"{program} exited with status {code}; its output is in the log" if code else ""


def _read(pipe: IO[bytes], output: bytearray) -> None:
    """Read the pipe to its end, also after the limit: a full pipe would block the hook."""
    with pipe, suppress(OSError, ValueError):
        while more := os.read(pipe.fileno(), 1 << 16):
            output += more[: _LOG_LIMIT - len(output)] if len(output) < _LOG_LIMIT else b""
