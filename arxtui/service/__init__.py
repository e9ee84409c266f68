"""Scheduled refreshes: installing them with systemd, launchd or cron, and removing them."""

from __future__ import annotations

import sys

from arxtui.service.job import Entry, Job, Scheduler, ServiceError
from arxtui.service.schedulers import Crontab, Launchd, Systemd

__all__ = ["SCHEDULERS", "Entry", "Job", "Scheduler", "ServiceError", "preferred_scheduler", "schedulers"]

SCHEDULERS = ("systemd", "launchd", "cron")


def schedulers(job: Job) -> dict[str, Scheduler]:
    """Return all three schedulers by name, including those that are not available on this machine."""
    return {"systemd": Systemd(job), "launchd": Launchd(job), "cron": Crontab(job)}


def preferred_scheduler(job: Job) -> Scheduler:
    """Return the preferred scheduler of this machine. Raises ServiceError if none is available."""
    known = schedulers(job)
    preferred = ("launchd", "cron") if sys.platform == "darwin" else ("systemd", "cron")
    for name in preferred:
        if known[name].is_available():
            return known[name]
    raise ServiceError(
        "there is no user systemd, launchd or cron on this system; 'arxtui refresh --watch' refreshes while it runs"
    )
