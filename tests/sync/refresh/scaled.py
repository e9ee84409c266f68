"""A scaled clock on which a month passes in a minute, and processes that run on it.

The clock runs ``scale`` times as fast as this computer's monotonic clock, which all processes share. It is set forward
only while no process runs. A process on this clock (:func:`main`) is
the program's own worker or harvest with three replacements: the time used for planning, the time and sleep of its
pacer, and the check whether an address is a loopback address. The process treats the loopback address as arXiv's.
Therefore arXiv's three seconds, the pauses of 30 to 60 seconds after a refusal, and every ``Retry-After`` apply, each
on the scaled clock.
"""

from __future__ import annotations

import sys
import time
from datetime import UTC, datetime, timedelta

from arxtui import logs
from arxtui.config.paths import Paths
from arxtui.config.settings import load
from arxtui.http import client, pacer
from arxtui.http.pacer import Pacer
from arxtui.model.harvest import Order
from arxtui.sync.harvest.harvester import harvest
from arxtui.sync.worker.event_output import report
from arxtui.sync.worker.process import run_worker

SHORTEST_SLEEP = 0.002
"""Shortest sleep in real seconds. A pacer that polls every hundredth of a scaled second would use the whole
processor."""


class ScaledClock:
    """A clock that returns aware UTC times. ``start`` is its time at ``since`` (``time.monotonic`` seconds, default:
    now)."""

    def __init__(self, start: datetime, scale: float, since: float | None = None) -> None:
        self.scale = scale
        self._start = start
        self._since = time.monotonic() if since is None else since

    def __call__(self) -> datetime:
        return self._start + timedelta(seconds=self.monotonic())

    def monotonic(self) -> float:
        """Return the scaled seconds since the start."""
        return (time.monotonic() - self._since) * self.scale

    def time(self) -> float:
        """Return scaled POSIX seconds."""
        return self().timestamp()

    def set(self, moment: datetime) -> None:
        """Set the clock forward, never back. Call this only while no process uses the clock."""
        self._start, self._since = max(moment, self()), time.monotonic()

    @property
    def arguments(self) -> tuple[str, ...]:
        """The command-line arguments from which a process recreates the clock."""
        return self._start.isoformat(), repr(self._since), repr(self.scale)

    @classmethod
    def parse(cls, start: str, since: str, scale: str) -> ScaledClock:
        """Create a clock from its arguments."""
        return cls(datetime.fromisoformat(start).astimezone(UTC), float(scale), float(since))


def live_by(clock: ScaledClock) -> None:
    """Replace the time and sleep of this process's pacers by the scaled clock, and apply the pace of a remote host."""
    sleep = Pacer._sleep

    def scaled_sleep(self: Pacer, seconds: float) -> None:
        sleep(self, max(seconds / clock.scale, SHORTEST_SLEEP))

    replaced: list[tuple[object, str, object]] = [(pacer, "time", clock), (Pacer, "_sleep", scaled_sleep)]
    replaced += [(module, "is_loopback", lambda url: False) for module in (client, pacer)]
    for owner, name, other in replaced:
        setattr(owner, name, other)


def main(role: str, *clock: str) -> int:
    """Run as the reader's worker, as cron's worker, or as a harvest; return the exit code."""
    now = ScaledClock.parse(*clock)
    live_by(now)
    paths = Paths.find()
    logs.to_file(paths.log_file)
    settings = load(paths.config_file)
    if role == "harvest":
        return report(
            sys.stdout,
            lambda tell, stop: harvest(paths, settings, Order(), emit=tell, stop=stop),
            events=True,
        )
    return run_worker(paths, settings, False, role == "reader", sys.stdout, now=now)
