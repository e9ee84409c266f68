"""A timer and a service of the user's own systemd (systemd.timer(5), systemd.service(5))."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path

from arxtui.service.job import MARK, Job, ServiceError, Written, ask, read, told, unlink, write

_TIMER = "arxtui-refresh.timer"
_SERVICE = "arxtui-refresh.service"


class Systemd:
    """Every hour, at a minute of its own, and after a time asleep."""

    name = "systemd"
    remark = "it runs while you are logged in; 'loginctl enable-linger' lets it run without you"

    def __init__(self, job: Job) -> None:
        config = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
        units = Path(config) / "systemd/user"
        self._files = {units / _SERVICE: _service(job), units / _TIMER: _timer()}

    def is_here(self) -> bool:
        """Whether a user's systemd answers: in a container or over ``su`` none does."""
        return (
            bool(shutil.which("systemctl")) and not ask("systemctl", "--user", "show", "--property=Version").returncode
        )

    def wanted(self) -> list[Written]:
        """Both units."""
        return [Written(str(file), text) for file, text in self._files.items()]

    def found(self) -> list[Written]:
        """Those of the units that are there."""
        return read(self._files)

    def install(self) -> None:
        """Write the units and start the timer."""
        write(self._files)
        told("systemctl", "--user", "daemon-reload")
        told("systemctl", "--user", "enable", "--now", _TIMER)

    def remove(self) -> None:
        """Stop the timer and remove the units; a refresh that is at work goes on to its end."""
        if not read(self._files):
            return
        with suppress(ServiceError):  # where systemd is gone, the files still go
            ask("systemctl", "--user", "disable", "--now", _TIMER)
        unlink(self._files)
        with suppress(ServiceError):
            ask("systemctl", "--user", "daemon-reload")

    def next_run(self) -> str:
        """As systemd says it."""
        with suppress(ServiceError):
            when = told("systemctl", "--user", "show", _TIMER, "--property=NextElapseUSecRealtime", "--value").strip()
            return "" if when == "n/a" else when
        return ""


def _service(job: Job) -> str:
    environ = "".join(f"Environment={_quoted(f'{name}={value}')}\n" for name, value in job.environ)
    program, *words = map(_quoted, job.command)
    # Variables are put into arguments, not into the program's path.
    command = " ".join([program, *(word.replace("$", "$$") for word in words)])
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


def _quoted(word: str) -> str:
    """A word as systemd.syntax(7) quotes it, without specifiers."""
    kept = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
    return f'"{kept}"'
