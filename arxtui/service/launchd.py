"""The refresh as an agent of the user's launchd (launchd.plist(5))."""

from __future__ import annotations

import os
import plistlib
import shutil
from contextlib import suppress
from pathlib import Path

from arxtui.service.job import MARK, Job, ServiceError, ServiceFiles, output_of, run

_LABEL = "arxtui.refresh"
_HOUR = 3600


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
