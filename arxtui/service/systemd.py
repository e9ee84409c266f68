"""The refresh as a timer and a service of the user's systemd (systemd.timer(5), systemd.service(5))."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path

from arxtui.service.job import MARK, Job, ServiceError, ServiceFiles, output_of, run

_TIMER = "arxtui-refresh.timer"
_SERVICE = "arxtui-refresh.service"


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
