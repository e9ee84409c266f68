"""What is to be run, and what every scheduler can do about it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple, Protocol

from arxtui.files import write_whole

MARK = "Written by 'arxtui service install'; 'arxtui service remove' takes it away."
"""Stands in every file that is written, and in none that is not: only such a file is replaced or removed."""
_PATIENCE = 60.0
_PLACES = ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")


class ServiceError(Exception):
    """It cannot be done; the message says why, and what can be done."""


class Written(NamedTuple):
    """A text and where it stands, as people say it: a file's path, or the crontab."""

    place: str
    text: str


class Job(NamedTuple):
    """A program with its arguments, and what its environment must say."""

    command: tuple[str, ...]
    environ: tuple[tuple[str, str], ...] = ()

    @classmethod
    def refresh(cls, home: Path | None, environ: Mapping[str, str] = os.environ) -> Job:
        """The refresh of this very program: by the Python that runs, for ``ARXTUI_HOME``, else for the places that the
        environment names."""
        places = {"ARXTUI_HOME": str(home)} if home else {name: environ[name] for name in _PLACES if environ.get(name)}
        command = (sys.executable, "-P", "-m", "arxtui", "refresh", "--quiet")
        job = cls(command, tuple(places.items()))
        for word in (*command, *places.values()):
            if not word.isprintable():
                raise ServiceError(f"a path with control characters cannot be scheduled: {word!r}")
        return job


class Scheduler(Protocol):
    """Something that starts a job again and again. ServiceError when it refuses."""

    name: str
    remark: str
    """What is to know about it, in words; may be empty."""

    def is_here(self) -> bool:
        """Whether it can be used on this machine."""

    def wanted(self) -> list[Written]:
        """What :meth:`install` writes."""

    def found(self) -> list[Written]:
        """What is written, by whichever version of this program; empty where nothing is."""

    def install(self) -> None:
        """Write it, in the place of what was written before, and have it started from now on."""

    def remove(self) -> None:
        """Take away what is written, and nothing else."""

    def next_run(self) -> str:
        """When it starts the job next, in words; empty where that cannot be known or it is not at work."""


def ask(*command: str, text: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run a program of the system to its end, whatever its exit status. ServiceError where it is missing or hangs."""
    try:
        return subprocess.run(
            command,
            input=text,
            capture_output=True,
            check=False,
            env={**os.environ, "LC_ALL": "C"},
            timeout=_PATIENCE,
        )
    except subprocess.TimeoutExpired as error:
        raise ServiceError(f"{command[0]} did not answer within {_PATIENCE:g} seconds") from error
    except OSError as error:
        raise ServiceError(f"{command[0]} cannot be run: {error.strerror or error}") from error


def told(*command: str) -> str:
    """What the program says on standard output. ServiceError, in its words, when it fails."""
    done = ask(*command)
    if done.returncode:
        words = (done.stderr or done.stdout).decode(errors="replace").strip() or f"it ended with {done.returncode}"
        raise ServiceError(f"'{' '.join(command)}' failed: {words}")
    return done.stdout.decode(errors="replace")


def read(files: Mapping[Path, object]) -> list[Written]:
    """Those of the files that are there. ServiceError for one that somebody else wrote."""
    found = []
    for file in files:
        try:
            text = file.read_text(encoding="utf-8", errors="replace")
        except FileNotFoundError:
            continue
        except OSError as error:
            raise ServiceError(f"{file} cannot be read: {error.strerror or error}") from error
        if MARK not in text:
            raise ServiceError(f"{file} was not written by this program; it is left as it is")
        found.append(Written(str(file), text))
    return found


def write(files: Mapping[Path, str]) -> None:
    """Write the files, each at once. ServiceError when one cannot be, or is somebody else's."""
    read(files)
    for file, text in files.items():
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(file, text.encode())
        except OSError as error:
            raise ServiceError(f"{file} cannot be written: {error.strerror or error}") from error


def unlink(files: Mapping[Path, object]) -> None:
    """Remove those of the files that are there. ServiceError when one cannot be, or is somebody else's."""
    read(files)
    for file in files:
        try:
            file.unlink(missing_ok=True)
        except OSError as error:
            raise ServiceError(f"{file} cannot be removed: {error.strerror or error}") from error
