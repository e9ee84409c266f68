"""An agent of the user's own launchd (launchd.plist(5))."""

from __future__ import annotations

import os
import plistlib
import shutil
from contextlib import suppress
from pathlib import Path

from arxtui.service.job import MARK, Job, ServiceError, Written, ask, read, told, unlink, write

_LABEL = "arxtui.refresh"
_HOUR = 3600


class Launchd:
    """Every hour from the moment it is installed, and after a time asleep."""

    name = "launchd"
    remark = "it runs while you are logged in"

    def __init__(self, job: Job) -> None:
        self._file = Path.home() / "Library/LaunchAgents" / f"{_LABEL}.plist"
        self._files = {self._file: _plist(job)}
        self._domain = f"gui/{os.getuid()}"

    def is_here(self) -> bool:
        """Whether this is macOS."""
        return bool(shutil.which("launchctl"))

    def wanted(self) -> list[Written]:
        """The property list."""
        return [Written(str(file), text) for file, text in self._files.items()]

    def found(self) -> list[Written]:
        """The property list, where it is there."""
        return read(self._files)

    def install(self) -> None:
        """Write the property list and load it in the place of an older one."""
        write(self._files)
        ask("launchctl", "bootout", f"{self._domain}/{_LABEL}")
        told("launchctl", "bootstrap", self._domain, str(self._file))

    def remove(self) -> None:
        """Unload the agent and remove its property list."""
        if not read(self._files):
            return
        with suppress(ServiceError):  # where it cannot be unloaded, the file still goes
            ask("launchctl", "bootout", f"{self._domain}/{_LABEL}")
        unlink(self._files)

    def next_run(self) -> str:
        """launchd does not say."""
        with suppress(ServiceError):
            return "" if ask("launchctl", "print", f"{self._domain}/{_LABEL}").returncode else "within the hour"
        return ""


def _plist(job: Job) -> str:
    held = {
        "Label": _LABEL,
        "ProgramArguments": list(job.command),
        **({"EnvironmentVariables": dict(job.environ)} if job.environ else {}),
        "StartInterval": _HOUR,
        "RunAtLoad": True,
        "ProcessType": "Background",
        "LowPriorityIO": True,
    }
    header, _, rest = plistlib.dumps(held, sort_keys=False).decode().partition("\n")
    return f"{header}\n<!-- {MARK} -->\n{rest}"
