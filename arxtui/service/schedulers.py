"""The refresh as a timer and a service of the user's systemd (systemd.timer(5), systemd.service(5)), as an agent of the
user's launchd (launchd.plist(5)), or as a line of the user's crontab (crontab(5))."""

from __future__ import annotations

import os
import plistlib
import random
import re
import shlex
import shutil
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

from arxtui.service.job import MARK, Entry, Job, ServiceError, ServiceFiles, output_of, reason_of, run

_TIMER = "arxtui-refresh.timer"
_SERVICE = "arxtui-refresh.service"
_LABEL = "arxtui.refresh"
_HOUR = 3600
_END = "# arxtui service"
_NONE_YET = re.compile(rb"no crontab|can't open .*: No such file", re.I)


class Systemd:
    """A timer that runs every hour with a random delay, and after the computer wakes from sleep."""

    name = "systemd"
    remark = "it runs while you are logged in; 'loginctl enable-linger' lets it run without you"

    def __init__(self, job: Job) -> None:
        config = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
        units = Path(config) / "systemd/user"
        self._files = ServiceFiles({units / _SERVICE: _service(job), units / _TIMER: _timer()})
        self.planned, self.installed = self._files.planned, self._files.installed

    def is_available(self) -> bool:
        """Whether the systemd instance of the user answers; in a container or over ``su`` there is none."""
        return (
            bool(shutil.which("systemctl")) and not run("systemctl", "--user", "show", "--property=Version").returncode
        )

    def install(self) -> None:
        """Write the units and start the timer."""
        self._files.write()
        output_of("systemctl", "--user", "daemon-reload")
        output_of("systemctl", "--user", "enable", "--now", _TIMER)

    def remove(self) -> None:
        """Stop the timer and remove the units; a running refresh continues to its end."""
        with suppress(ServiceError):  # the files are removed even if systemd does not answer
            run("systemctl", "--user", "disable", "--now", _TIMER)
        self._files.remove()
        with suppress(ServiceError):
            run("systemctl", "--user", "daemon-reload")

    def next_run(self) -> str:
        """Return the time as systemd prints it; empty if the timer is not active."""
        with suppress(ServiceError):
            output = output_of("systemctl", "--user", "show", _TIMER, "--property=NextElapseUSecRealtime", "--value")
            return "" if output.strip() == "n/a" else output.strip()
        return ""


def _service(job: Job) -> str:
    environ = "".join(f"Environment={_quote(f'{name}={value}')}\n" for name, value in job.environ)
    program, *arguments = map(_quote, job.command)
    # systemd expands variables in arguments, but not in the program's path.
    command = " ".join([program, *(word.replace("$", "$$") for word in arguments)])
    return f"""# {MARK}
[Unit]
Description=Ask arXiv for what is due (arxtui)

[Service]
Type=oneshot
{environ}ExecStart={command}
Nice=10
"""


def _timer() -> str:
    return f"""# {MARK}
[Unit]
Description=Ask arXiv every hour for what is due (arxtui)

[Timer]
OnCalendar=hourly
RandomizedDelaySec=30min
Persistent=true

[Install]
WantedBy=timers.target
"""


def _quote(word: str) -> str:
    """Quote a word as systemd.syntax(7) requires, with ``%`` escaped so that it starts no specifier."""
    escaped = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
    return f'"{escaped}"'


class Launchd:
    """An agent that runs every hour from its installation on, and after the computer wakes from sleep."""

    name = "launchd"
    remark = "it runs while you are logged in"

    def __init__(self, job: Job) -> None:
        self._file = Path.home() / "Library/LaunchAgents" / f"{_LABEL}.plist"
        self._files = ServiceFiles({self._file: _plist(job)})
        self.planned, self.installed = self._files.planned, self._files.installed
        self._domain = f"gui/{os.getuid()}"

    def is_available(self) -> bool:
        """Whether launchctl is available, as it is on macOS."""
        return bool(shutil.which("launchctl"))

    def install(self) -> None:
        """Write the property list and load it, replacing an older one."""
        self._files.write()
        run("launchctl", "bootout", f"{self._domain}/{_LABEL}")
        output_of("launchctl", "bootstrap", self._domain, str(self._file))

    def remove(self) -> None:
        """Unload the agent and remove its property list."""
        with suppress(ServiceError):  # the file is removed even if the agent cannot be unloaded
            run("launchctl", "bootout", f"{self._domain}/{_LABEL}")
        self._files.remove()

    def next_run(self) -> str:
        """Return "within the hour" if the agent is loaded, else an empty text: launchd does not give the time."""
        with suppress(ServiceError):
            return "" if run("launchctl", "print", f"{self._domain}/{_LABEL}").returncode else "within the hour"
        return ""


def _plist(job: Job) -> str:
    properties = {
        "Label": _LABEL,
        "ProgramArguments": list(job.command),
        **({"EnvironmentVariables": dict(job.environ)} if job.environ else {}),
        "StartInterval": _HOUR,
        "RunAtLoad": True,
        "ProcessType": "Background",
        "LowPriorityIO": True,
    }
    header, _, rest = plistlib.dumps(properties, sort_keys=False).decode().partition("\n")
    return f"{header}\n<!-- {MARK} -->\n{rest}"


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
