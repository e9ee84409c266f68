"""The job that is scheduled, what every scheduler does with it, and the files that schedulers read."""

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


class Entry(NamedTuple):
    """A text of a scheduler, and where it is kept: a file's path, or ``the crontab``."""

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

    def planned(self) -> list[Entry]:
        """What :meth:`install` writes."""

    def installed(self) -> list[Entry]:
        """What is installed, by whichever version of this program; empty where nothing is."""

    def install(self) -> None:
        """Write it, in the place of what was written before, and have it started from now on."""

    def remove(self) -> None:
        """Take away what is written, and nothing else."""

    def next_run(self) -> str:
        """When it starts the job next, in words; empty where that cannot be known or it is not at work."""


def run(*command: str, text: bytes = b"") -> subprocess.CompletedProcess[bytes]:
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


def output_of(*command: str) -> str:
    """What a program prints on standard output. ServiceError, with what it printed, when it fails."""
    done = run(*command)
    if done.returncode:
        words = (done.stderr or done.stdout).decode(errors="replace").strip() or f"it ended with {done.returncode}"
        raise ServiceError(f"'{' '.join(command)}' failed: {words}")
    return done.stdout.decode(errors="replace")


class ServiceFiles:
    """The files of a scheduler, ``texts`` by their paths. What somebody else wrote there is neither replaced nor
    removed: ServiceError."""

    def __init__(self, texts: Mapping[Path, str]) -> None:
        self._texts = texts

    def planned(self) -> list[Entry]:
        """What :meth:`write` writes."""
        return [Entry(str(file), text) for file, text in self._texts.items()]

    def installed(self) -> list[Entry]:
        """Those of the files that exist."""
        found = []
        for file in self._texts:
            try:
                text = file.read_text(encoding="utf-8", errors="replace")
            except FileNotFoundError:
                continue
            except OSError as error:
                raise ServiceError(f"{file} cannot be read: {error.strerror or error}") from error
            if MARK not in text:
                raise ServiceError(f"{file} was not written by this program; it is left as it is")
            found.append(Entry(str(file), text))
        return found

    def write(self) -> None:
        """Write the files, each whole or not at all."""
        self.installed()
        for file, text in self._texts.items():
            try:
                file.parent.mkdir(parents=True, exist_ok=True)
                write_whole(file, text.encode())
            except OSError as error:
                raise ServiceError(f"{file} cannot be written: {error.strerror or error}") from error

    def remove(self) -> None:
        """Remove those of the files that exist."""
        self.installed()
        for file in self._texts:
            try:
                file.unlink(missing_ok=True)
            except OSError as error:
                raise ServiceError(f"{file} cannot be removed: {error.strerror or error}") from error
