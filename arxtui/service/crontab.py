"""The refresh as a line of the user's crontab (crontab(5)). All other lines stay unchanged, byte for byte."""

from __future__ import annotations

import random
import re
import shlex
import shutil
from datetime import datetime, timedelta

from arxtui.service.job import Entry, Job, ServiceError, reason_of, run

_END = "# arxtui service"
_NONE_YET = re.compile(rb"no crontab|can't open .*: No such file", re.I)


class Crontab:
    """A cron job that runs every hour, at a minute chosen at random when it is first installed."""

    name = "cron"
    remark = "runs missed while the computer sleeps are made up for in the next hour"

    def __init__(self, job: Job) -> None:
        self._job = job
        self._random_minute = random.randrange(60)  # noqa: S311

    def is_available(self) -> bool:
        """Whether the crontab program is available."""
        return bool(shutil.which("crontab"))

    def planned(self) -> list[Entry]:
        """Return the line to install; it keeps the minute of an installed line."""
        minutes = (_minute_of(entry) for entry in self.installed())
        minute = next((entry for entry in minutes if entry is not None), self._random_minute)
        return [Entry("the crontab", f"{_line(self._job, minute)}\n")]

    def installed(self) -> list[Entry]:
        """Return the installed line, or an empty list."""
        if not self.is_available():
            return []
        return [Entry("the crontab", line.decode(errors="replace")) for line in _lines() if _is_ours(line)]

    def install(self) -> None:
        """Write the line at the end of the crontab, and remove an older one."""
        ours = "".join(entry.text for entry in self.planned()).encode()
        lines = [line for line in _lines() if not _is_ours(line)]
        if lines and not lines[-1].endswith(b"\n"):
            lines[-1] += b"\n"
        _write(b"".join([*lines, ours]))

    def remove(self) -> None:
        """Remove the line; remove the whole crontab if no other line is left."""
        lines = _lines()
        others = [line for line in lines if not _is_ours(line)]
        if len(others) < len(lines):
            _write(b"".join(others))

    def next_run(self) -> str:
        """Return the next time at which the line's minute comes, in local time; empty if no line is installed."""
        for entry in self.installed():
            minute = _minute_of(entry)
            if minute is not None:
                now = datetime.now().astimezone()
                at = now.replace(minute=minute, second=0)
                return f"{at if at > now else at + timedelta(hours=1):%a %H:%M}"
        return ""


def _minute_of(line: Entry) -> int | None:
    match = re.match(r"([0-5]?\d) ", line.text)
    return int(match[1]) if match else None


def _line(job: Job, minute: int) -> str:
    environ = " ".join(f"{name}={shlex.quote(value)}" for name, value in job.environ)
    command = f"{environ} {shlex.join(job.command)}".strip().replace("%", "\\%")
    return f"{minute} * * * * {command} {_END}"


def _is_ours(line: bytes) -> bool:
    return line.rstrip(b"\r\n").endswith(_END.encode()) and not line.startswith(b"#")


def _lines() -> list[bytes]:
    """Return the lines of the crontab with their line ends.

    Raises ServiceError if the crontab cannot be read, so that it is not overwritten either.
    """
    result = run("crontab", "-l")
    if result.returncode and not _NONE_YET.search(result.stderr):
        raise ServiceError(f"'crontab -l' failed: {reason_of(result)}")
    return [] if result.returncode else result.stdout.splitlines(keepends=True)


def _write(data: bytes) -> None:
    result = run("crontab", "-", text=data) if data else run("crontab", "-r")
    if result.returncode:
        raise ServiceError(f"the crontab was not changed: {reason_of(result)}")
