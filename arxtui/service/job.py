"""The job that is scheduled, the interface of a scheduler, and the files that a scheduler reads."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from arxtui.files import write_whole
from arxtui.light import NamedTuple

MARK = "Written by 'arxtui service install'; 'arxtui service remove' takes it away."
"""The text in every file that this program writes for a scheduler: only files with it are replaced or removed."""
_TIMEOUT = 60.0
_DIRECTORIES = ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")


class ServiceError(Exception):
    """A scheduler could not do what was requested; the message states the reason and what the user can do."""


class Entry(NamedTuple):
    """A piece of a scheduler's configuration and the place where it is stored: a file's path, or ``the crontab``."""

    location: str
    text: str


class Job(NamedTuple):
    """A program with its arguments, and the environment variables that it needs."""

    command: tuple[str, ...]
    environ: tuple[tuple[str, str], ...] = ()

    @classmethod
    def refresh(cls, home: Path | None, environ: Mapping[str, str] = os.environ) -> Job:
        """Return the job that runs ``arxtui refresh`` with the current Python interpreter.

        The job's environment sets ``ARXTUI_HOME`` to ``home``, or, without it, the XDG directories that ``environ``
        names. Raises ServiceError for a path with control characters.
        """
        directories = (
            {"ARXTUI_HOME": str(home)} if home else {name: environ[name] for name in _DIRECTORIES if environ.get(name)}
        )
        command = (sys.executable, "-P", "-m", "arxtui", "refresh", "--quiet")
        job = cls(command, tuple(directories.items()))
        for word in (*command, *directories.values()):
            if not word.isprintable():
                raise ServiceError(f"a path with control characters cannot be scheduled: {word!r}")
        return job


class Scheduler(Protocol):
    """A program of the system that runs a job at regular times.

    Its methods raise ServiceError if it fails or refuses; :meth:`installed`, which comes before :meth:`install` and
    :meth:`remove`, also for the configuration of another program.
    """

    name: str
    remark: str
    """A sentence for the user about this scheduler; may be empty."""

    def is_available(self) -> bool:
        """Whether this scheduler can be used on this machine."""

    def planned(self) -> list[Entry]:
        """Return what :meth:`install` writes."""

    def installed(self) -> list[Entry]:
        """Return what is installed, whichever version of this program wrote it; empty if nothing is."""

    def install(self) -> None:
        """Write the configuration, replacing an older one, and start the schedule."""

    def remove(self) -> None:
        """Remove the configuration that this program wrote, and nothing else."""

    def next_run(self) -> str:
        """Return the time of the next run, in words; empty if it is not known or the schedule is not active."""


def run(*command: str, text: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run a program of the system and return its result, whatever its exit status.

    Raises ServiceError if the program is missing or runs longer than ``_TIMEOUT`` seconds.
    """
    try:
        return subprocess.run(
            command,
            input=text,
            capture_output=True,
            check=False,
            env={**os.environ, "LC_ALL": "C"},
            timeout=_TIMEOUT,
        )
    except subprocess.TimeoutExpired as error:
        raise ServiceError(f"{command[0]} did not answer within {_TIMEOUT:g} seconds") from error
    except OSError as error:
        raise ServiceError(f"{command[0]} cannot be run: {error.strerror or error}") from error


def output_of(*command: str) -> str:
    """Return what a program prints on standard output. Raises ServiceError, with the program's reason, if it fails."""
    result = run(*command)
    if result.returncode:
        raise ServiceError(f"'{' '.join(command)}' failed: {reason_of(result)}")
    return result.stdout.decode(errors="replace")


def reason_of(result: subprocess.CompletedProcess[bytes]) -> str:
    """Return what a program that failed prints as its reason, or its exit status if it prints nothing."""
    return result.stderr.decode(errors="replace").strip() or f"it ended with {result.returncode}"


class ServiceFiles:
    """The configuration files of a scheduler; ``texts`` are their contents by path.

    The methods raise ServiceError for an inaccessible file, :meth:`installed` also for one that another program
    wrote.
    """

    def __init__(self, texts: Mapping[Path, str]) -> None:
        self._texts = texts

    def planned(self) -> list[Entry]:
        """Return the files that :meth:`write` writes."""
        return [Entry(str(file), text) for file, text in self._texts.items()]

    def installed(self) -> list[Entry]:
        """Return the files that exist."""
        entries = []
        for file in self._texts:
            try:
                text = file.read_text(encoding="utf-8", errors="replace")
            except FileNotFoundError:
                continue
            except OSError as error:
                raise ServiceError(f"{file} cannot be read: {error.strerror or error}") from error
            if MARK not in text:
                raise ServiceError(f"{file} was not written by this program; it is left as it is")
            entries.append(Entry(str(file), text))
        return entries

    def write(self) -> None:
        """Write the files, each atomically."""
        for file, text in self._texts.items():
            try:
                file.parent.mkdir(parents=True, exist_ok=True)
                write_whole(file, text.encode())
            except OSError as error:
                raise ServiceError(f"{file} cannot be written: {error.strerror or error}") from error

    def remove(self) -> None:
        """Remove the files that exist."""
        for file in self._texts:
            try:
                file.unlink(missing_ok=True)
            except OSError as error:
                raise ServiceError(f"{file} cannot be removed: {error.strerror or error}") from error
