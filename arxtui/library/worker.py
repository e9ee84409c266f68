"""Background work in a child process of the reader, which runs a verb of the command line and reports its events."""

from __future__ import annotations

import asyncio
import logging
import os
import subprocess
import sys
import threading
from collections.abc import AsyncGenerator
from contextlib import closing, suppress
from pathlib import Path
from typing import IO

from arxtui.config.paths import Paths
from arxtui.library.programs import reader_environment
from arxtui.light import pattern
from arxtui.model.events import Event, EventKind
from arxtui.text import clean

_MESSAGE = pattern(r"arxtui(?: [\w -]+: error)?: (.*)")
"""A message for people, or an error in a command line."""
_log = logging.getLogger(__name__)


class WorkerDied(Exception):  # noqa: N818 - it says what happened
    """The worker ended without finishing. The message is its last message for people, or names the log file."""


async def start(paths: Paths, verb: str, *arguments: str) -> AsyncGenerator[Event, None]:
    """Run ``arxtui VERB --events ARGUMENTS`` and yield its events.

    The child has a session of its own and no descriptor of the terminal. Its standard input tells it whether the reader
    is alive: closing the iterator closes the pipe, which ends the child; this function does not wait for that.

    Raises:
        WorkerDied: The child ended before its ``finished`` event.
    """
    command = [sys.executable, "-P", "-m", "arxtui", verb, "--events", *arguments]
    paths.state.mkdir(parents=True, exist_ok=True, mode=0o700)
    with paths.log_file.open("ab") as log:
        spoken = log.tell()
        child = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            env=reader_environment(paths),
            start_new_session=True,
        )
    assert child.stdin is not None
    assert child.stdout is not None
    _reap(child)
    with closing(child.stdin):
        finished = False
        async for line in _lines(child.stdout):
            event = _event(line)
            if event is not None:
                finished = finished or event.kind is EventKind.FINISHED
                yield event
        if not finished:
            raise WorkerDied(_last_message(verb, paths.log_file, spoken))


def _last_message(verb: str, log: Path, start: int) -> str:
    """Return the last message for people that the child wrote to standard error, which is the log file from ``start``
    on."""
    try:
        with log.open("rb") as written:
            written.seek(start)
            lines = written.read().decode(errors="replace").splitlines()
    except OSError:
        lines = []
    messages = [clean(match[1]) for line in lines if (match := _MESSAGE.match(line))]
    return messages[-1] if messages else f"arxtui {verb} ended before it finished; {log} may say why"


def _reap(child: subprocess.Popen[bytes]) -> None:
    threading.Thread(target=child.wait, name="arxtui-reaper", daemon=True).start()


async def _lines(pipe: IO[bytes]) -> AsyncGenerator[bytes, None]:
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(loop=loop)
    transport, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader, loop=loop), pipe)
    with closing(transport):
        while line := await reader.readline():
            yield line


def _event(line: bytes) -> Event | None:
    try:
        return Event.from_json(line.decode())
    except ValueError:
        _log.warning("the worker sent something that is not an event: %r", line[:200])
        return None


_TAIL = 8_192
"""Bytes to read at the end of such a file: a few events."""


def current_refresh(paths: Paths) -> Event | None:
    """Return the last event of a refresh in another process, or in a child of this one; None if none is running."""
    return _last_event(paths.state / "worker.ndjson")


def current_harvest(paths: Paths) -> Event | None:
    """Return the last event of a harvest in another process; None if none is running."""
    return _last_event(paths.state / "harvest.ndjson")


def _last_event(file: Path) -> Event | None:
    try:
        with file.open("rb") as events:
            process = int(events.readline())
            begin = events.tell()
            events.seek(max(begin, os.fstat(events.fileno()).st_size - _TAIL))
            lines = events.read().split(b"\n")[:-1]
        os.kill(process, 0)
    except (OSError, ValueError):
        return None
    last = next((event for line in reversed(lines) if (event := _parsed(line))), Event(EventKind.STARTED))
    return None if last.kind is EventKind.FINISHED or process == os.getpid() else last


def _parsed(line: bytes) -> Event | None:
    with suppress(ValueError):
        return Event.from_json(line.decode())
    return None
